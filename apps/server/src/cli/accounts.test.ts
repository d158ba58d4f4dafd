import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { USER_STATUS } from '@pimis/domain/constants';
import { DEMO_PASSWORD } from '../modules/system/demo-accounts.ts';
import { type Ended, queryOf, runSubcommand } from '../testing/command-line.ts';
import { useServer } from '../testing/server.ts';
import { databaseUrl } from '../testing/template.ts';
import { userIdOf } from '../testing/users.ts';

const server = useServer();
const WAIT_MS = 120_000;
let database = '';

beforeAll(async () => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.context.db);
  database = databaseUrl(inject('postgresUrl'), rows[0]?.name ?? '');
});

/** Runs a command as the operator does, on the database of this file. */
const run = (command: string, args: string[], env: Record<string, string> = {}) =>
  runSubcommand([command, ...args], {
    cwd: process.cwd(),
    env: {
      ...process.env,
      NODE_ENV: '',
      DATABASE_URL: database,
      DATA_DIR: server.context.config.dataDir,
      LOG_LEVEL: 'silent',
      ...env,
    },
  });

/** Whether the output is one line without a stack trace. */
function expectSentence({ err }: Ended): void {
  expect(err.trim().split('\n'), err).toHaveLength(1);
  expect(err).not.toMatch(/\bat .*:\d+|node:internal|Error:/);
}

async function mailsOf(subject: string): Promise<{ to: string; text: string }[]> {
  const { rows } = await sql<{ to: string; text: string }>`
    select payload ->> 'to' as to, payload ->> 'text' as text from graphile_worker._private_jobs
    where payload ->> 'subject' = ${subject} order by id`.execute(server.context.db);
  return rows;
}

const signIn = async (login: string, password = DEMO_PASSWORD) =>
  (await server.call(null, 'POST', 'login', { login, password })).status.name;
const setStatus = (login: string, status: number) =>
  server.context.db.updateTable('users').set({ status }).where('login', '=', login).execute();

describe('pimis unlock', { timeout: WAIT_MS }, () => {
  it('opens the only administrator: the lock, the second step and the disabled access; all are told', async () => {
    const { db } = server.context;
    expect((await server.call('admin', 'GET', 'operations')).httpStatus).toBe(200);
    for (let wrong = 0; wrong < 6; wrong += 1) await signIn('admin', 'погрешна');
    expect(await signIn('admin')).toBe('ReachedFailedLoginAttemptCount');
    const id = await userIdOf(db, 'admin');
    const second = { user_id: id, secret: Buffer.from('a secret that nobody has any more'), confirmed_at: new Date() };
    await db.insertInto('second_factors').values(second).execute();
    await setStatus('admin', USER_STATUS.disabled);

    const ended = await run('unlock', ['Admin']);
    expect(ended).toMatchObject({ code: 0, err: '' });
    expect(ended.out).toContain('admin: lifted the lock');
    expect(ended.out).toContain('the second step of the sign-in, the revoked access');
    expect(await signIn('admin')).toBe('Success');
    // Somebody who was signed in may be the one who took the account over.
    expect((await server.call('admin', 'GET', 'operations')).httpStatus).toBe(401);
    const mails = await mailsOf('ПИМИС: налог је отворен на серверу');
    expect(mails).toMatchObject([{ to: 'admin@example.rs' }]);
    expect(mails[0]?.text).toContain('отворен налог admin');
    const logged = await db
      .selectFrom('audit_log')
      .select(['login', 'detail'])
      .where('operation', '=', 'user.unlock')
      .execute();
    expect(logged).toEqual([
      {
        login: null,
        detail: {
          before: { status: 4, secondFactor: true, passkeys: 0, locks: ['password'], providers: [] },
          after: { status: 1, secondFactor: false, passkeys: 0, locks: [], providers: [] },
        },
      },
    ]);
    const again = await run('unlock', ['admin']);
    expect(again).toMatchObject({ code: 0, err: '' });
    expect(again.out).toContain('there is nothing to lift');
  });

  it('names links with providers, and removes them only if it is asked to', async () => {
    const { db } = server.context;
    const id = await userIdOf(db, 'admin');
    const issuer = 'https://eid.example.rs';
    await db
      .insertInto('oidc_links')
      .values({ issuer, subject: 'admin', user_id: id, created_at: new Date() })
      .execute();
    const links = () => db.selectFrom('oidc_links').select('issuer').where('user_id', '=', id).execute();
    const named = await run('unlock', ['admin']);
    expect(named.out).toContain(`admin may also sign in by ${issuer}; --unlink removes this`);
    expect(await links()).toHaveLength(1);
    const removed = await run('unlock', ['admin', '--unlink']);
    expect(removed.out).toContain(`admin: lifted links with providers (${issuer}).`);
    expect(await links()).toEqual([]);
    expect((await mailsOf('ПИМИС: налог је отворен на серверу')).at(-1)?.text).toContain('везе са налозима код других');
    expect((await run('unlock', ['admin'])).out).not.toContain('--unlink');
  });

  it('says in one sentence what is wrong, and ends with a code of its own for it', async () => {
    const unknown = await run('unlock', ['nema.ga']);
    expect(unknown).toMatchObject({ code: 1, err: 'There is no account nema.ga.\n' });
    for (const words of [[], ['admin', 'operator'], ['--svi'], [' ']]) {
      const misused = await run('unlock', words);
      expect(misused).toMatchObject({ code: 2, out: '' });
      expectSentence(misused);
      expect(misused.err).toContain('Usage: pimis unlock LOGIN');
    }
    const away = await run('unlock', ['admin'], { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' });
    expect(away.code).toBe(3);
    expectSentence(away);
    const wrong = await run('unlock', ['admin'], { PORT: 'mnogo' });
    expect(wrong.code).toBe(3);
    expectSentence(wrong);
  });
});

describe('pimis first-admin', { timeout: WAIT_MS }, () => {
  const PERSON = ['prvi.admin', 'Првослав Админић', 'prvi@example.rs'];

  it('counts administrators who may sign in, and says so in one sentence when it is run again', async () => {
    const refused = await run('first-admin', PERSON);
    expect(refused).toMatchObject({
      code: 1,
      err: 'There is an administrator already, who can add others: admin.\n',
    });
    // A disabled administrator does not count.
    await setStatus('admin', USER_STATUS.disabled);
    const taken = await run('first-admin', ['admin', ...PERSON.slice(1)]);
    expect(taken).toMatchObject({ code: 1, out: '' });
    expectSentence(taken);
    const opened = await run('first-admin', PERSON);
    expect(opened).toMatchObject({ code: 0, err: '', out: expect.not.stringContaining('new installation') as string });
    const again = await run('first-admin', PERSON);
    expect(again.code).toBe(1);
    expectSentence(again);
    expect(again.err).toContain('has not activated the account: prvi.admin');
    expect((await mailsOf('ПИМИС: активација налога')).map(({ to }) => to)).toEqual(['prvi@example.rs']);

    // Its mail is lost: the link is sent again.
    const sent = await run('unlock', ['prvi.admin']);
    expect(sent.out).toContain('prvi.admin is not activated yet: the link is sent again.');
    expect(await mailsOf('ПИМИС: активација налога')).toHaveLength(2);
  });

  it('names what is missing or wrong', async () => {
    expect(await run('first-admin', PERSON.slice(0, 2))).toMatchObject({ code: 2 });
    await server.context.db.deleteFrom('user_tokens').execute();
    const wrong = await run('first-admin', ['novi.admin', 'Нови Админ', 'није адреса']);
    expect(wrong.code).toBe(1);
    expectSentence(wrong);
    expect(wrong.err).toMatch(/^email/);
  });

  it('says where it has made a new installation', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'pimis-first-admin-'));
    const name = `t_${process.pid}_first_admin`;
    await queryOf(inject('postgresUrl'), `create database ${name}`);
    try {
      const at = { DATABASE_URL: databaseUrl(inject('postgresUrl'), name), DATA_DIR: dataDir };
      const made = await run('first-admin', PERSON, at);
      expect(made).toMatchObject({ code: 0, err: '' });
      expect(made.out).toMatch(/^A new installation was made: the tables in DATABASE_URL, and DATA_DIR \S+\.$/m);
      expect(made.out).toMatch(/^prvi\.admin is opened\./m);
    } finally {
      await queryOf(inject('postgresUrl'), `drop database ${name} with (force)`);
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
