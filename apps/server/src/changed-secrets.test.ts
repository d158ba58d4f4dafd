import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Envelope } from '@pimis/contract/envelope';
import type { LoginPayload } from '@pimis/contract/identity';
import type { NewSecret } from '@pimis/contract/security';
import { exportHead, verifyChain } from './modules/audit/chain.ts';
import { encryptSecondFactorsAnew } from './modules/identity/second-factor/encrypt-anew.ts';
import { DEMO_PASSWORD } from './modules/system/demo-accounts.ts';
import { audit } from './platform/audit/audit.ts';
import { CHANGE_OF_SECRET_MS, signAuditWith, signRows } from './platform/audit/audit-signature.ts';
import { foreignSecrets, keepSecretMarks } from './platform/audit/secret-marks.ts';
import { prune } from './backup/prune.ts';
import { signersOf } from './backup/signature.ts';
import { loadConfig } from './config.ts';
import { useBackups } from './testing/backups.ts';
import { createProject, upload } from './testing/projects.ts';
import { useServer } from './testing/server.ts';
import { userIdOf } from './testing/users.ts';

const server = useServer();
const { folder: backups, backup, restore } = useBackups(server);
const folder = mkdtempSync(join(tmpdir(), 'pimis-secrets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const secretOf = (name: string) => new TextEncoder().encode(name.padEnd(32, '-'));

/** Starts the server with another secret; the former one stays known. */
function changeTokenSecret(next: string): void {
  const { config } = server.context;
  config.formerTokenSecrets = [config.tokenSecret, ...config.formerTokenSecrets];
  config.tokenSecret = secretOf(next);
}

async function login(name: string) {
  const payload = { login: name, password: DEMO_PASSWORD };
  const answer = await server.app.inject({ method: 'POST', url: '/api/login', payload });
  const cookies = Object.fromEntries(answer.cookies.map(({ name: key, value }) => [key, value]));
  return { ...answer.json<Envelope<LoginPayload & { token: string }>>(), cookies };
}

const refresh = async (cookie: string | undefined) => {
  const answer = await server.app.inject({ url: '/api/login/refresh', cookies: { pimis_refresh: cookie ?? '' } });
  const next = answer.cookies.find(({ name }) => name === 'pimis_refresh')?.value;
  return { httpStatus: answer.statusCode, cookie: next };
};

describe('another TOKEN_SECRET', () => {
  it('ends no session, no browser that is known, and no link to a document', async () => {
    const code = await createProject(server, 'local.user');
    const { payload: document } = await upload(server, 'local.user', code);
    const documents = `projects/${code}/documents/${document?.[0]?.id}/revisions`;
    await server.call('local.user', 'PUT', `${documents}/1/security/false`);
    const { payload: revisions } = await server.call<{ name: string }[]>('local.user', 'GET', documents);
    const link = `/api/projects/documents/${revisions?.[0]?.name}1/anonymous`;
    const before = await login('local.user');
    const bearer = { authorization: `Bearer ${before.payload?.accessToken}` };
    const seen = () => server.app.inject({ url: '/api/dashboard', headers: bearer });

    changeTokenSecret('second');
    changeTokenSecret('third');
    expect((await seen()).statusCode).toBe(200);
    const rotated = await refresh(before.cookies.pimis_refresh);
    expect(rotated.httpStatus).toBe(200);
    expect((await server.app.inject({ url: link })).statusCode).toBe(200);
    // Another server still signs with a former one: a browser that asks both gets one successor.
    changeTokenSecret('fourth');
    expect(await refresh(before.cookies.pimis_refresh)).toEqual(rotated);
    expect((await refresh(rotated.cookie)).httpStatus).toBe(200);

    const { formerTokenSecrets } = server.context.config;
    server.context.config.formerTokenSecrets = [];
    expect((await seen()).statusCode).toBe(401);
    server.context.config.formerTokenSecrets = formerTokenSecrets;
  });

  it('opens second factors, which a job encrypts anew', async () => {
    const path = 'security/users/other.user/second-factor';
    const begun = await server.call<NewSecret>('other.user', 'POST', path, { password: DEMO_PASSWORD });
    const secret = begun.payload?.secret ?? '';
    let at = Date.now();
    const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
    const later = () => {
      at += 90_000;
      server.setNow(new Date(at));
      return code();
    };
    const signInWith = async (typed: string) => {
      const { payload } = await login('other.user');
      const body = { token: payload?.token, code: typed };
      return (await server.app.inject({ method: 'POST', url: '/api/login/second-step', payload: body })).statusCode;
    };
    await server.call('other.user', 'POST', `${path}/confirm`, { code: later() });
    // A factor that waits for its first code, and one that no known secret decrypts.
    await server.call('reviewer', 'POST', 'security/users/reviewer/second-factor', { password: DEMO_PASSWORD });
    const { config, db } = server.context;
    const lost = await userIdOf(db, 'mei');
    await server.call('mei', 'POST', 'security/users/mei/second-factor', { password: DEMO_PASSWORD });
    await db
      .updateTable('second_factors')
      .set({ pending: Buffer.alloc(48) })
      .where('user_id', '=', lost)
      .execute();

    expect(await encryptSecondFactorsAnew(server.jobs)).toEqual({ changed: 0, unreadable: 1 });
    changeTokenSecret('fifth');
    expect(await signInWith(later())).toBe(200);
    expect(await encryptSecondFactorsAnew(server.jobs)).toEqual({ changed: 2, unreadable: 1 });
    expect(await encryptSecondFactorsAnew(server.jobs)).toEqual({ changed: 0, unreadable: 1 });
    const row = await db
      .selectFrom('audit_log')
      .select('detail')
      .where('operation', '=', 'system.secondFactors')
      .executeTakeFirstOrThrow();
    const changed = await Promise.all(['other.user', 'reviewer'].map((name) => userIdOf(db, name)));
    expect(row.detail).toEqual({ before: null, after: { encryptedAnew: changed.toSorted((a, b) => a - b) } });
    config.formerTokenSecrets = [];
    expect(await signInWith(later())).toBe(200);
    server.setNow(null);
  });
});

describe('another AUDIT_SECRET', () => {
  const former = () => server.context.config.formerAuditSecrets;
  const settings = () => ({ ...server.context.config, dataDir: folder });
  const write = (operation: string) =>
    audit(
      server.context.db,
      { user: null },
      { operation, subjectType: 'registry.test', subjectId: 1, detail: { before: 1, after: 2 } },
    );
  const broken = async () => (await verifyChain(server.jobs.db, settings())).broken;
  function changeAuditSecret(next: string): void {
    const { config } = server.context;
    config.formerAuditSecrets = [config.auditSecret, ...config.formerAuditSecrets];
    config.auditSecret = secretOf(next);
    signAuditWith(config);
  }

  it('leaves the log whole, which is verified with the secret of each time', async () => {
    await write('test.before');
    await exportHead({ ...server.jobs, config: settings() });
    changeAuditSecret('next of audit');
    await write('test.after');
    await exportHead({ ...server.jobs, config: settings() });
    await write('test.waiting');
    expect(await broken()).toBeNull();
    const { config } = server.context;
    const known = former();
    config.formerAuditSecrets = [];
    expect(await broken()).toContain('is not signed by this product');
    config.formerAuditSecrets = known;
  });

  it('makes a row that is signed with the former one a forged row, a day after', async () => {
    const { config } = server.context;
    const later = new Date(Date.now() + CHANGE_OF_SECRET_MS + 60_000);
    const writeAt = (operation: string) =>
      server.jobs.db.transaction().execute(async (tx) => {
        const row = { at: later, operation, subject_type: 'registry.test', subject_id: '1' };
        const { id } = await tx
          .insertInto('audit_log')
          .values({ ...row, detail: JSON.stringify({ before: 1, after: 2 }) })
          .returning(sql<string>`id::text`.as('id'))
          .executeTakeFirstOrThrow();
        await signRows(tx, [id]);
        return id;
      });
    await writeAt('test.dayLater');
    expect(await broken()).toBeNull();
    signAuditWith({ auditSecret: former()[0] ?? config.auditSecret });
    const forged = await writeAt('test.forged');
    expect(await broken()).toBe(`row ${forged} was not written by the product`);
    signAuditWith(config);
  });

  it('keeps the backups of a place, which bring the former one along', async () => {
    const { config } = server.context;
    const place = join(backups, 'place');
    const first = await backup(place);
    changeAuditSecret('of the second backup');
    const second = await backup(place);
    expect(second.signer).not.toBe(first.signer);
    expect(second.manifest.files.objects).toBe(first.manifest.files.objects);
    const pruned = await prune(second.place, { hours: 0, days: 1, weeks: 0, months: 0 }, signersOf(config), new Date());
    expect(pruned.backups).toEqual([first.manifest.id]);
    const restored = await restore(second.place, second.manifest.id);
    const found = loadConfig({ DATA_DIR: restored.dataDir }, { demo: false, existing: true });
    expect(found.formerAuditSecrets).toEqual(config.formerAuditSecrets);
    expect(found.auditSecret).toEqual(config.auditSecret);
  });
});

describe('marks of the installation', () => {
  afterEach(() => server.context.db.deleteFrom('settings').where('key', '=', 'installation.secrets').execute());

  it('follow a secret whose former one is known, with an audit row', async () => {
    const { config, db } = server.context;
    await keepSecretMarks(db, config);
    const next = { ...config, tokenSecret: secretOf('of next year'), formerTokenSecrets: [config.tokenSecret] };
    // A server that has the next secret among its former ones reads what the others write.
    const prepared = { ...config, formerTokenSecrets: [next.tokenSecret] };
    await keepSecretMarks(db, prepared);
    expect(await foreignSecrets(db, next)).toEqual([]);
    await keepSecretMarks(db, next);
    expect(await foreignSecrets(db, prepared)).toEqual([]);
    expect(await foreignSecrets(db, { ...next, formerTokenSecrets: [] })).toEqual([]);
    expect(await foreignSecrets(db, { ...config, formerTokenSecrets: [] })).toEqual(['TOKEN_SECRET']);
    const rows = await db.selectFrom('audit_log').select('detail').where('operation', '=', 'system.secret').execute();
    expect(rows).toHaveLength(1);
  });

  it('are not moved on to a secret without naming the former one', async () => {
    const { config, db } = server.context;
    await keepSecretMarks(db, config);
    const other = { ...config, auditSecret: secretOf('another'), formerAuditSecrets: [secretOf('and another')] };
    await expect(keepSecretMarks(db, other)).rejects.toThrow('name the former one in AUDIT_SECRET_FORMER');
  });
});
