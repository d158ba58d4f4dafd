import { sql } from 'kysely';
import { isUnlikely } from '@pimis/domain/access/directory-state';
import { USER_STATUS } from '@pimis/domain/constants';
import { audit } from '../../../platform/audit/audit.ts';
import { type Context, today } from '../../../platform/context.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { addJobs } from '../../../platform/jobs/jobs.ts';
import { composeMail } from '../../../platform/mail/mail-page.ts';
import { activeAdministrators, lockRights } from '../roles/rights.ts';
import { canLookUp, lookUp } from '../sign-in/directory-lookup.ts';
import { endOldAccess } from '../sign-in/ended-access.ts';

/*
 * People who left: users whose directory account is absent or disabled are reported once to the administrators of their
 * body, and lose their access if LDAP_ABSENT is set so (docs/decisions/0325-people-who-left.md).
 */

const LOCK_COMMENT = 'Налога нема у именику, или је тамо искључен.';

interface Account {
  id: number;
  login: string;
  loginAd: string;
  name: string;
  organizationId: string;
  isKnownGone: boolean;
}

function accountsWithDirectoryLogin(db: Database | Tx): Promise<Account[]> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'organization_id as organizationId'])
    .select([
      sql<string>`login::text`.as('login'),
      sql<string>`login_ad::text`.as('loginAd'),
      sql<boolean>`directory_gone_on is not null`.as('isKnownGone'),
    ])
    .where('status', '=', USER_STATUS.active)
    .where('login_ad', 'is not', null)
    .orderBy('id')
    .execute();
}

/** Looks up each account. Errors: those of the directory; an implausible number of accounts that are gone at once. */
export async function lookAtDirectory(context: Context): Promise<void> {
  if (!canLookUp(context.config)) return;
  const accounts = await accountsWithDirectoryLogin(context.db);
  const states = await lookUp(
    context.config,
    accounts.map(({ loginAd }) => loginAd),
    context.now(),
  );
  const isGone = ({ loginAd }: Account) => states.get(loginAd) !== 'present';
  const gone = accounts.filter(isGone);
  if (isUnlikely(gone.length, accounts.length)) {
    throw new Error(
      `The directory has only ${accounts.length - gone.length} of ${accounts.length} accounts; see LDAP_LOOKUP_BASE.`,
    );
  }
  const newlyGone = gone.filter(({ isKnownGone }) => !isKnownGone);
  const back = accounts.filter((account) => account.isKnownGone && !isGone(account));
  await context.db.transaction().execute(async (tx) => {
    // Locks out other changes of accounts, so that an administrator remains.
    await lockRights(tx);
    await noteGone(tx, back, null);
    const noted = await noteGone(tx, newlyGone, today(context));
    const locked = context.config.ldapAbsent === 'lock' ? await lockAccounts(context, tx, noted) : [];
    await mailGone(context, tx, noted, new Set(locked));
  });
}

/** Records the day, or null for accounts found again; returns those whose login is unchanged since the lookup. */
async function noteGone(tx: Tx, accounts: readonly Account[], day: string | null): Promise<Account[]> {
  if (accounts.length === 0) return [];
  const looked = sql`unnest(${accounts.map(({ id }) => id)}::integer[], ${accounts.map(({ loginAd }) => loginAd)}::text[])`;
  const { rows } = await sql<{ id: number }>`
    update users set directory_gone_on = ${day}::date from ${looked} as looked (id, login_ad)
    where users.id = looked.id and users.login_ad::text = looked.login_ad
      and users.status = ${sql.lit(USER_STATUS.active)}
    returning users.id`.execute(tx);
  const noted = new Set(rows.map(({ id }) => id));
  return accounts.filter(({ id }) => noted.has(id));
}

/** Revokes access, except that of the last administrator; returns the ids. */
async function lockAccounts(context: Context, tx: Tx, accounts: readonly Account[]): Promise<number[]> {
  const now = context.now();
  const ids = new Set(accounts.map(({ id }) => id));
  const administrators = await activeAdministrators(tx);
  const spared = administrators.every(({ id }) => ids.has(id)) ? administrators[0]?.id : undefined;
  const locked = accounts.filter(({ id }) => id !== spared);
  for (const { id, organizationId } of locked) {
    await endOldAccess(tx, id, 'access revoked', now);
    await tx
      .updateTable('users')
      .set({ status: USER_STATUS.revoked, modified_by: null, modified_at: now, modified_comments: LOCK_COMMENT })
      .where('id', '=', id)
      .execute();
    await audit(
      tx,
      { user: null },
      {
        operation: 'user.revoke',
        subjectType: 'user',
        subjectId: id,
        organizationId,
        detail: {
          before: { status: USER_STATUS.active },
          after: { status: USER_STATUS.revoked },
          comment: LOCK_COMMENT,
        },
      },
    );
  }
  return locked.map(({ id }) => id);
}

/** Addresses of people who may manage users of a body: its own administrators if it has any. */
async function administratorsOf(tx: Tx, organizationId: string): Promise<string[]> {
  const { rows } = await sql<{ email: string; isOwn: boolean }>`
    select distinct users.email, users.organization_id = ${organizationId} and role_claims.claim <> 'Admin' as "isOwn"
    from users join role_claims on role_claims.role_id = users.role_id
    where users.status = ${sql.lit(USER_STATUS.active)} and users.email <> ''
      and (role_claims.claim = 'Admin' or role_claims.claim = 'User_StatusUpdate')
      and (role_claims.claim = 'Admin' or users.organization_id = ${organizationId})
    order by users.email`.execute(tx);
  const own = rows.filter(({ isOwn }) => isOwn);
  return [...new Set((own.length > 0 ? own : rows).map(({ email }) => email))];
}

async function mailGone(
  context: Context,
  tx: Tx,
  gone: readonly Account[],
  locked: ReadonlySet<number>,
): Promise<void> {
  const bodies = Map.groupBy(gone, ({ organizationId }) => organizationId);
  for (const [organizationId, accounts] of bodies) {
    const lines = accounts.map(
      ({ id, name, login }) => `– ${name} (${login})${locked.has(id) ? ': приступ је опозван' : ''}`,
    );
    const mails = (await administratorsOf(tx, organizationId)).map((to) =>
      composeMail({
        to,
        subject: 'ПИМИС: налози којих више нема у именику',
        paragraphs: [
          'Ових налога нема у именику, или су тамо искључени:',
          lines.join('\n'),
          'Ако те особе више не раде код вас, опозовите им приступ. Ако раде, исправите службени налог.',
        ],
        link: { label: 'Отвори кориснике', address: `${context.config.publicUrl}/administration/user/management` },
      }),
    );
    if (mails.length > 0) await addJobs(tx, 'sendMail', mails);
  }
}
