import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { CALLS } from '@pimis/contract/calls';
import { READ_ONLY_HEADER } from '@pimis/contract/read-only';
import { DEMO_PASSWORD } from './modules/system/demo-accounts.ts';
import { CALLS_WHILE_READ_ONLY } from './platform/http/read-only-calls.ts';
import { addJob } from './platform/jobs/jobs.ts';
import { setReadOnly } from './platform/process/read-only.ts';
import { runSubcommand } from './testing/command-line.ts';
import { ownUrl } from './testing/held-projects.ts';
import { useCommands, useProcesses } from './testing/own-process.ts';
import { createProject } from './testing/projects.ts';
import { useServer } from './testing/server.ts';

const server = useServer();
const serve = useProcesses(server);
const start = useCommands(server);
const TEXT = 'Селимо базу до 18 ч. <b>Хвала</b>';
const WAIT_MS = 240_000;

afterEach(() => server.setReadOnly(null));

describe('an installation that can only be read', () => {
  it('answers reads, and every response carries the text', async () => {
    const code = await createProject(server, 'local.user');
    const before = await server.call('local.user', 'GET', `projects/${code}`);
    expect(before.headers[READ_ONLY_HEADER]).toBeUndefined();
    server.setReadOnly(TEXT);
    const reads = [
      await server.call('local.user', 'GET', `projects/${code}`),
      await server.call(null, 'GET', 'configuration'),
      await server.call(null, 'GET', 'health'),
      await server.call(null, 'GET', 'dashboard'),
    ];
    expect(reads.map(({ httpStatus }) => httpStatus)).toEqual([200, 200, 200, 401]);
    for (const { headers } of reads) expect(decodeURIComponent(String(headers[READ_ONLY_HEADER]))).toBe(TEXT);
  });

  it('refuses each call that would change something, and lets people sign in and out', async () => {
    server.setReadOnly(TEXT);
    const changes = Object.keys(CALLS).filter((name) => !name.startsWith('GET ') && !CALLS_WHILE_READ_ONLY.has(name));
    expect(changes.length).toBeGreaterThan(80);
    const authorization = `Bearer ${await server.token('admin')}`;
    for (const name of changes) {
      const [method = '', path = ''] = name.split(' ');
      const url = `/api${path
        .replace(':login', 'admin')
        .replaceAll(/:(\w+)/g, '1')
        .replace('/registry/1', '/registry/currency')}`;
      const answer = await server.app.inject({ method: method as 'POST', url, headers: { authorization } });
      expect([name, answer.statusCode, answer.json<{ status: object }>().status]).toEqual([
        name,
        503,
        { code: 1046, name: 'ReadOnly' },
      ]);
      expect(answer.headers['retry-after']).toBe('30');
    }
    const signedIn = await server.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { login: 'reviewer', password: DEMO_PASSWORD },
    });
    expect(signedIn.json<{ status: { name: string } }>().status.name).not.toBe('ReadOnly');
    // Without a sign-in nobody learns more than without the mode.
    expect((await server.call(null, 'POST', 'projects', {})).httpStatus).toBe(401);
  });

  it('shows the text on each page of the portal, as text', async () => {
    const page = async (path: string) => (await server.app.inject({ url: `/public${path}` })).body;
    const paths = ['', '/projects', '/about', '/nowhere'];
    for (const path of paths) expect(await page(path)).not.toContain('Селимо базу');
    server.setReadOnly(TEXT);
    for (const path of paths) expect(await page(path)).toContain('Селимо базу до 18 ч. &lt;b&gt;Хвала');
    expect((await server.app.inject({ url: '/public/lat' })).body).toContain('Selimo bazu do 18 č.');
    server.setReadOnly(null);
    for (const path of paths) expect(await page(path)).not.toContain('Селимо базу');
  });

  it('is switched on and off by a command, for all servers and workers within seconds', {
    timeout: WAIT_MS,
  }, async () => {
    const [one, other] = await Promise.all([serve('admin'), serve('admin')]);
    await start(['worker'], /^PIMIS runs jobs$/m);
    const env = {
      ...process.env,
      NODE_ENV: '',
      DATABASE_URL: await ownUrl(server),
      DATA_DIR: server.context.config.dataDir,
      AUDIT_SECRET: new TextDecoder().decode(server.context.config.auditSecret),
    };
    const pimis = (...args: string[]) => runSubcommand(['read-only', ...args], { cwd: '/', env });
    const write = async ({ url, authorization }: { url: string; authorization: string }) => {
      const headers = { authorization };
      const answer = await fetch(`${url}/api/notifications/read-all`, { method: 'PUT', headers });
      return ((await answer.json()) as { status: { name: string } }).status.name;
    };
    const written = () => Promise.all([one, other].map(write));
    expect(await pimis('on', TEXT)).toMatchObject({ code: 0, err: '' });
    await expect.poll(written, { timeout: 10_000 }).toEqual(['ReadOnly', 'ReadOnly']);
    const { db } = server.context;
    const waiting = async () => {
      const { rows } = await sql<{ locked: number; waiting: number }>`
        select count(*) filter (where locked_at is not null)::integer as locked, count(*)::integer as waiting
        from graphile_worker.jobs where task_identifier = 'foldCounts'`.execute(db);
      return rows[0];
    };
    // Workers take a job within milliseconds, so one that is left for a second shows that all of them have stopped.
    const isLeft = async () => {
      const before = await waiting();
      await addJob(db, 'foldCounts', {});
      return before?.locked === 0 && before.waiting > 0;
    };
    await expect.poll(isLeft, { interval: 1_000, timeout: 20_000 }).toBe(true);
    const left = await waiting();
    expect((await pimis('on', 'Још мало.')).out).toContain(`It was on before with the text: ${TEXT}`);
    const late = await serve('admin');
    expect(await write(late)).toBe('ReadOnly');
    expect(await waiting()).toEqual(left);
    expect(await pimis('off')).toMatchObject({ code: 0, err: '' });
    await expect.poll(written, { timeout: 10_000 }).toEqual(['Success', 'Success']);
    await expect.poll(waiting, { timeout: 20_000 }).toEqual({ locked: 0, waiting: 0 });
    const rows = await db
      .selectFrom('audit_log')
      .select('detail')
      .where('operation', '=', 'system.readOnly')
      .orderBy('id')
      .execute();
    expect(rows.map(({ detail }) => detail)).toEqual([
      { before: { text: null }, after: { text: TEXT } },
      { before: { text: TEXT }, after: { text: 'Још мало.' } },
      { before: { text: 'Још мало.' }, after: { text: null } },
    ]);
  });

  it('refuses a command without its text, and does nothing twice', async () => {
    const { db } = server.context;
    expect(await setReadOnly(db, null)).toBeNull();
    await Promise.all([setReadOnly(db, 'Исто.'), setReadOnly(db, 'Исто.')]);
    await setReadOnly(db, null);
    const rows = await db.selectFrom('audit_log').select('id').where('operation', '=', 'system.readOnly').execute();
    expect(rows).toHaveLength(5);
    for (const args of [['on'], ['off', 'text'], ['maybe'], ['on', 'ж'.repeat(301)]]) {
      const { DATABASE_URL: _, ...env } = process.env;
      expect((await runSubcommand(['read-only', ...args], { cwd: '/', env })).code, args[0]).toBe(2);
    }
  });
});
