import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import { audit } from './audit.ts';
import { signatureCheck } from './audit-signature.ts';
import type { Database, Tx } from '../database/database.ts';
import { Refused } from '../process/refused.ts';

/*
 * Marks of the secrets of an installation, kept in its database: keyed hashes, which reveal nothing of the secrets. A
 * server with a different TOKEN_SECRET signs people out, and one with a different AUDIT_SECRET makes the audit log
 * unverifiable (docs/decisions/0242-marks-of-an-installation.md).
 */

const KEY = 'installation.secrets';
export const SECRETS = ['TOKEN_SECRET', 'AUDIT_SECRET'] as const;
export type SecretName = (typeof SECRETS)[number];
type Marks = Record<SecretName, string>;
type Secrets = Pick<Config, 'tokenSecret' | 'auditSecret' | 'formerTokenSecrets' | 'formerAuditSecrets'>;

const markOf = (secret: Uint8Array, name: SecretName) =>
  createHmac('sha256', secret).update(`mark of ${name}`).digest('hex');

const marksOf = ({ tokenSecret, auditSecret }: Secrets): Marks => ({
  TOKEN_SECRET: markOf(tokenSecret, 'TOKEN_SECRET'),
  AUDIT_SECRET: markOf(auditSecret, 'AUDIT_SECRET'),
});

/** Whether the kept mark is that of a former secret. */
function isFormer({ formerTokenSecrets, formerAuditSecrets }: Secrets, name: SecretName, kept: Marks): boolean {
  const former = name === 'TOKEN_SECRET' ? formerTokenSecrets : formerAuditSecrets;
  return former.some((secret) => markOf(secret, name) === kept[name]);
}

async function keptMarks(db: Database | Tx): Promise<Marks | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', KEY).executeTakeFirst();
  return (row?.value ?? null) as Marks | null;
}

const REMEDY: Readonly<Record<SecretName, string>> = {
  TOKEN_SECRET:
    'Give every server and command the same. To change it, name the former one in TOKEN_SECRET_FORMER. If that is lost: pimis accept-secret TOKEN_SECRET; sessions end, and second factors have to be reset.',
  AUDIT_SECRET:
    'Set it to what it was (where it was unset, to the former TOKEN_SECRET). To change it, name the former one in AUDIT_SECRET_FORMER. If that is lost: pimis accept-secret AUDIT_SECRET; rows of the audit log from before can then no longer be verified.',
};

/** The secrets that differ from those of the installation; empty if no start has stored marks yet. */
export async function foreignSecrets(db: Database | Tx, secrets: Secrets): Promise<SecretName[]> {
  const kept = await keptMarks(db);
  const own = marksOf(secrets);
  return kept === null ? [] : SECRETS.filter((name) => kept[name] !== own[name] && !isFormer(secrets, name, kept));
}

/** The sentence for a secret that is not that of the installation. */
export const secretProblem = (name: SecretName) => `${name} is another than that of this installation. ${REMEDY[name]}`;

/** Error: Refused for secrets that are not those of the installation. */
export async function requireOwnSecrets(db: Database | Tx, secrets: Secrets): Promise<void> {
  // With a changed TOKEN_SECRET and no AUDIT_SECRET both differ: the second must be corrected first.
  const name = (await foreignSecrets(db, secrets)).at(-1);
  if (name !== undefined) throw new Refused(secretProblem(name));
}

/** Whether the newest signed row of the audit log was signed with another secret. */
async function isSignedByAnother(db: Database | Tx, secrets: Secrets): Promise<boolean> {
  const { rows } = await sql<{ text: string; signature: Buffer }>`
    select audit_text(log) as text, signed.signature
    from audit_signatures signed join audit_log log on log.id = signed.audit_id
    order by signed.audit_id desc limit 1`.execute(db);
  const [newest] = rows;
  return newest !== undefined && signatureCheck(secrets)(newest.text, newest.signature) === null;
}

/**
 * Compares the secrets of a server with those of its installation, before it writes anything. The first start stores
 * the marks. Error: Refused.
 */
export async function keepSecretMarks(db: Database, secrets: Secrets): Promise<void> {
  if ((await keptMarks(db)) === null) {
    if (await isSignedByAnother(db, secrets)) throw new Refused(secretProblem('AUDIT_SECRET'));
    // If two servers start first at once, one stores the marks and the other compares.
    await db
      .insertInto('settings')
      .values({ key: KEY, value: JSON.stringify(marksOf(secrets)) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await requireOwnSecrets(db, secrets);
  await moveMarks(db, secrets);
}

/** Stores the marks of present secrets where the installation has those of former ones, with an audit row for each. */
async function moveMarks(db: Database, secrets: Secrets): Promise<void> {
  const own = marksOf(secrets);
  await db.transaction().execute(async (tx) => {
    const kept = await lockedMarks(tx);
    // Another start may have stored other marks since they were compared.
    await requireOwnSecrets(tx, secrets);
    for (const name of SECRETS.filter((one) => kept[one] !== own[one])) await putMark(tx, kept, name, own[name]);
  });
}

async function lockedMarks(tx: Tx): Promise<Marks> {
  const row = await tx
    .selectFrom('settings')
    .select('value')
    .where('key', '=', KEY)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.value as Marks;
}

async function putMark(tx: Tx, kept: Marks, name: SecretName, mark: string): Promise<void> {
  await tx
    .updateTable('settings')
    .set({ value: sql`value || ${JSON.stringify({ [name]: mark })}::jsonb`, changed_at: sql`now()` })
    .where('key', '=', KEY)
    .execute();
  await audit(
    tx,
    { user: null },
    {
      operation: 'system.secret',
      subjectType: 'installation',
      subjectId: name,
      detail: { before: { mark: kept[name] }, after: { mark } },
    },
  );
}

/**
 * Takes the present secret for that of the installation, with an audit row. Error: Refused when it is that already, or
 * when the row could not be signed with the secret of the installation.
 */
export async function acceptSecret(db: Database, secrets: Secrets, name: SecretName): Promise<void> {
  const own = marksOf(secrets);
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('settings')
      .values({ key: KEY, value: JSON.stringify(own) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const kept = await lockedMarks(tx);
    const isAuditForeign = kept.AUDIT_SECRET !== own.AUDIT_SECRET || (await isSignedByAnother(tx, secrets));
    const isForeign = name === 'AUDIT_SECRET' ? isAuditForeign : kept[name] !== own[name];
    if (!isForeign) throw new Refused(`${name} is that of this installation already.`);
    if (name !== 'AUDIT_SECRET' && isAuditForeign) throw new Refused(secretProblem('AUDIT_SECRET'));
    await putMark(tx, kept, name, own[name]);
  });
}
