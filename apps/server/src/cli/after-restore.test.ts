import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { COPY_HEADER } from '@pimis/contract/read-only';
import type { NewSecret } from '@pimis/contract/security';
import { exportHead } from '../modules/audit/chain.ts';
import { DEMO_PASSWORD } from '../modules/system/demo-accounts.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { audit } from '../platform/audit/audit.ts';
import { queryRows, useBackups } from '../testing/backups.ts';
import { LAUNCHER, runSubcommand } from '../testing/command-line.ts';
import { createProject } from '../testing/projects.ts';
import { useServer } from '../testing/server.ts';
import { makeWebhook, WEBHOOKS } from '../testing/webhooks.ts';
import { userIdOf } from '../testing/users.ts';

const server = useServer();
const { folder, machine, sourceUrl } = useBackups(server);

const base = { ...process.env, NODE_ENV: '', LOG_LEVEL: 'silent', PORT: '0' };
const run = (args: readonly string[], env: Record<string, string>) =>
  runSubcommand(args, { cwd: folder, env: { ...base, ...env } });
const row = async <Row extends object>(url: string, text: string) => (await queryRows<Row>(url, text))[0];
const NEXT = `select nextval('project_numbers')::integer as number`;

/** Switches on the second factor of a user; returns its secret. */
async function switchOn(): Promise<string> {
  const path = 'security/users/other.user/second-factor';
  const begun = await server.call<NewSecret>('other.user', 'POST', path, { password: DEMO_PASSWORD });
  const secret = begun.payload?.secret ?? '';
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() });
  expect((await server.call('other.user', 'POST', `${path}/confirm`, { code })).httpStatus).toBe(200);
  return secret;
}

describe('after a restore', { timeout: 120_000 }, () => {
  it('nobody is signed in, no number is issued twice, and the log says which rows were given up', async () => {
    const { db } = server.context;
    await createProject(server, 'local.user');
    const revoked = await server.call('admin', 'POST', 'security/users/access-set/revoke', {
      access: 'Revoked',
      Users: [{ login: 'mei', modifiedComments: 'проба' }],
    });
    expect(revoked.httpStatus).toBe(200);
    await db
      .insertInto('user_tokens')
      .values({
        token_hash: 'x',
        user_id: await userIdOf(db, 'reviewer'),
        kind: 'reset',
        expires_at: new Date(Date.now() + 3_600_000),
      })
      .execute();
    const source = {
      DATABASE_URL: await sourceUrl(),
      DATA_DIR: server.context.config.dataDir,
      AUDIT_SECRET: new TextDecoder().decode(server.context.config.auditSecret),
    };
    const { id } = await db.selectFrom('users').select('id').where('login', '=', 'mei').executeTakeFirstOrThrow();
    const link = { issuer: 'https://eid.example.rs', subject: 'mei', user_id: id, created_at: new Date() };
    await db.insertInto('oidc_links').values(link).execute();
    await exportHead(server.jobs);
    const made = await run(['backup', 'place', '--quiet'], source);
    expect(made.code, made.err).toBe(0);
    const signer = /^Signed by ([0-9a-f]{64})/m.exec(made.out)?.[1] ?? '';
    const before = await row<{ last: number }>(
      source.DATABASE_URL,
      `select last_value::integer as last from project_numbers`,
    );

    // Rows of the time that the restore discards; copies of their heads exist elsewhere.
    const lost = { user: null };
    const entry = {
      operation: 'test.lost',
      subjectType: 'registry.test',
      subjectId: 1,
      detail: { before: 1, after: 2 },
    } as const;
    for (let index = 0; index < 5; index += 1) await audit(db, lost, entry);
    await exportHead(server.jobs);
    await createProject(server, 'local.user');

    const target = await machine();
    const at = { DATABASE_URL: target.databaseUrl, DATA_DIR: target.dataDir, AUDIT_SECRET: '' };
    const restored = await run(['restore', 'place', '--quiet', '--signer', signer], { ...at, RESTORE_GAP: '500' });
    expect(restored.code, restored.err).toBe(0);
    expect(restored.out).toMatch(/^[1-9]\d* sessions? and 1 link of mails were ended; numbers go on 500 further$/m);
    expect(restored.out).toMatch(/^ {2}\S+Z {2}user\.\w+ +mei$/m);
    const open = `select (select count(*)::integer from sessions where ended_at is null) as sessions,
      (select count(*)::integer from user_tokens where used_at is null) as links,
      (select count(*)::integer from oidc_links) as providers`;
    // A link with a provider gives nobody access: the provider decides at each sign-in.
    expect(await row(target.databaseUrl, open)).toEqual({ sessions: 0, links: 0, providers: 1 });
    expect(await row(target.databaseUrl, NEXT)).toEqual({ number: (before?.last ?? 0) + 501 });
    const recorded = await row<{ after: object }>(
      target.databaseUrl,
      `select detail -> 'after' as after from audit_log where operation = 'system.restore'`,
    );
    expect(recorded?.after).toMatchObject({ gap: 500, seal: expect.stringMatching(/^[1-9]\d*$/) as string });

    mkdirSync(join(target.dataDir, 'audit-heads'), { recursive: true });
    cpSync(join(source.DATA_DIR, 'audit-heads'), join(target.dataDir, 'audit-heads'), { recursive: true });
    const whole = await run(['audit-verify'], at);
    expect(whole).toMatchObject({ code: 0, err: '' });
    expect(whole.out).toMatch(/^The restore at \S+ gave up [1-9]\d* rows that were written from \S+ to \S+$/m);
    expect(whole.out).toContain('The audit log is whole.');

    // The end of the log as it was at the backup must still be there.
    await queryRows(
      target.databaseUrl,
      `set session_replication_role = replica;
       delete from audit_chain where seal > (select max(seal) - 2 from audit_chain)`,
    );
    const cut = await run(['audit-verify'], at);
    expect(cut).toMatchObject({ code: 1 });
    expect(cut.out).toContain('The audit log is broken');
  });

  it('a copy writes to nobody, has other secrets, and makes no backups', async () => {
    const { db, config } = server.context;
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    const own = { TOKEN_SECRET: text(config.tokenSecret), AUDIT_SECRET: text(config.auditSecret) };
    const source = { DATABASE_URL: await sourceUrl(), DATA_DIR: config.dataDir, ...own };
    await addJob(db, 'sendMail', { to: 'neko@example.rs', subject: 'Наслов', text: 'Текст' });
    const webhook = await makeWebhook(server, 'https://primalac.example.rs/');
    expect((await server.call('admin', 'POST', `${WEBHOOKS}/${webhook.id}/test`)).httpStatus).toBe(200);
    const secret = await switchOn();
    expect((await run(['backup', 'origin', '--quiet'], source)).code).toBe(0);

    const target = await machine();
    const at = { DATABASE_URL: target.databaseUrl, DATA_DIR: target.dataDir, TOKEN_SECRET: '', AUDIT_SECRET: '' };
    const restore = ['restore', 'origin', '--quiet', '--any-signer', '--copy'];
    const refused = await run(restore, { ...at, AUDIT_SECRET: own.AUDIT_SECRET });
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.err).toContain('AUDIT_SECRET is that of the installation: a copy needs another one.');
    const copied = await run(restore, at);
    expect(copied.code, copied.err).toBe(0);
    expect(copied.out).toContain('It is a copy: it writes to nobody and makes no backups\n');

    const files = readdirSync(target.dataDir).toSorted();
    expect(files).toEqual(expect.arrayContaining(['audit-secret', 'audit-secret-former', 'token-secret']));
    expect(files).not.toContain('token-secret-former');
    const kept = ['audit-secret', 'token-secret'].map((name) => readFileSync(join(target.dataDir, name), 'utf8'));
    for (const one of kept) expect(Object.values(own)).not.toContain(one);
    const reached = `select (select count(*)::integer from graphile_worker.jobs) as jobs,
      (select count(*)::integer from users where email not like '%@copy.invalid') as people,
      (select count(*)::integer from organizations where email not like '%@copy.invalid'
         or admin_email not like '%@copy.invalid' or support_emails <> '{}') as bodies`;
    expect(await row(target.databaseUrl, reached)).toEqual({ jobs: 0, people: 0, bodies: 0 });
    const webhooks = `select (select count(*)::integer from webhooks where off_reason = 'copy') as off,
      (select count(*)::integer from webhooks where enabled) as on,
      (select count(*)::integer from webhook_secrets) + (select count(*)::integer from webhook_deliveries) as left`;
    expect(await row(target.databaseUrl, webhooks)).toEqual({ off: 1, on: 0, left: 0 });
    expect((await run(['audit-verify'], at)).out).toContain('The audit log is whole.');
    const backup = await run(['backup', 'origin', '--quiet'], at);
    expect(backup).toMatchObject({ code: 1, err: 'This installation is a copy for trials: it makes no backups.\n' });

    const doctor = await run(['doctor'], { ...at, SMTP_URL: 'smtp://127.0.0.1:1', BACKUP_URL: 'file:///nowhere' });
    expect(doctor.out).toMatch(
      /^note +copy +this installation is a copy for trials, of the data of \S+: it writes to nobody/m,
    );
    expect(doctor.out).toMatch(/^WRONG +SMTP_URL +is set in a copy, which must write to nobody: unset it$/m);
    expect(doctor.out).not.toMatch(/no backup was made|last backup/);
    expect((await run(['doctor'], source)).out).not.toContain('copy');

    const child = spawn(LAUNCHER, ['serve'], { env: { ...base, ...at }, stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      let said = '';
      child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
      await expect.poll(() => said, { timeout: 60_000 }).toMatch(/^PIMIS: /m);
      const url = /^PIMIS: (\S+)$/m.exec(said)?.[1] ?? '';
      const post = (path: string, body: object) =>
        fetch(`${url}/api/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      const first = await post('login', { login: 'other.user', password: DEMO_PASSWORD });
      expect(first.headers.get(COPY_HEADER)).toMatch(/^\d{4}-\d\d-\d\dT/);
      const { payload } = (await first.json()) as { payload: { token: string } };
      const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + 30_000 });
      expect((await post('login/second-step', { token: payload.token, code })).status).toBe(200);
    } finally {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    }
  });

  it('a copy says so on each page of the portal', async () => {
    server.setCopiedAt('2026-11-29T06:00:00.000Z');
    const answers = await Promise.all(['/public', '/public/nowhere'].map((url) => server.app.inject({ url })));
    for (const { body } of answers) expect(body).toContain('Ово је копија за пробу.');
    server.setCopiedAt(null);
    expect((await server.app.inject({ url: '/public' })).body).not.toContain('Ово је копија');
  });
});
