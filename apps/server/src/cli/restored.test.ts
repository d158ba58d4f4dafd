import { sql } from 'kysely';
import { expect, inject, it } from 'vitest';
import { runSubcommand } from '../testing/command-line.ts';
import { useServer } from '../testing/server.ts';
import { databaseUrl } from '../testing/template.ts';

const server = useServer();

/** Runs the command on the database of the test; returns its exit code and what it says. */
async function run(...args: string[]): Promise<{ code: number; said: string }> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.context.db);
  const { dataDir, auditSecret } = server.context.config;
  const env = {
    ...process.env,
    NODE_ENV: '',
    DATABASE_URL: databaseUrl(inject('postgresUrl'), rows[0]?.name ?? ''),
    DATA_DIR: dataDir,
    AUDIT_SECRET: new TextDecoder().decode(auditSecret),
  };
  const { code, out, err } = await runSubcommand(['restored', ...args], { cwd: dataDir, env });
  return { code, said: out + err };
}
const openSessions = async () => {
  const { rows } = await sql<{ open: number }>`
    select count(*)::integer as open from published.open_sessions`.execute(server.context.db);
  return rows[0]?.open;
};
const nextProject = async () => {
  const { rows } = await sql<{ id: string }>`
    select nextval(pg_get_serial_sequence('projects', 'id'))::text as id`.execute(server.context.db);
  return Number(rows[0]?.id);
};
const recorded = () =>
  server.context.db
    .selectFrom('audit_log')
    .select(['login', 'detail'])
    .where('operation', '=', 'system.restore')
    .execute();

it('ends sessions, moves numbers on and keeps a row, once nothing runs and the moment is one', async () => {
  const { db } = server.context;
  await server.token('local.user');
  expect(await openSessions()).toBeGreaterThan(0);
  const before = await nextProject();
  for (const wrong of [[], ['--to', 'yesterday'], ['--to', '2026-11-29']]) {
    const refused = await run(...wrong);
    expect(refused.code).toBe(2);
    expect(refused.said).toContain('--to is the moment that was reached');
  }
  const early = await run('--to', '2126-01-01T00:00Z');
  expect(early.code).toBe(1);
  expect(early.said).toContain('has not come yet');
  await sql`insert into job_workers (id) values ('another server')`.execute(db);
  const busy = await run('--to', '2026-11-29T10:00:00+01:00');
  expect(busy.code).toBe(1);
  expect(busy.said).toContain('A server or worker runs');
  expect(await recorded()).toEqual([]);
  expect(await openSessions()).toBeGreaterThan(0);
  await sql`delete from job_workers`.execute(db);
  const { rows } = await sql<{ seal: string }>`
    select coalesce(max(seal), 0)::text as seal from audit_chain`.execute(db);
  const seal = rows[0]?.seal;
  const done = await run('--to', '2026-11-29T10:00:00+01:00');
  expect(done.code).toBe(0);
  expect(done.said).toContain('numbers go on 1000 further');
  expect(await openSessions()).toBe(0);
  expect(await nextProject()).toBe(before + 1_001);
  expect(await recorded()).toMatchObject([
    { login: null, detail: { after: { at: '2026-11-29T09:00:00.000Z', gap: 1_000, seal } } },
  ]);
});
