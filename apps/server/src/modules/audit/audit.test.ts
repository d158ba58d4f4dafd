import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditRow, AuditSubject } from '@pimis/contract/audit';
import { jobHandlers } from '../../job-handlers.ts';
import { audit } from '../../platform/audit/audit.ts';
import { createProject } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';
import { exportHead, sealAudit, verifyChain } from './chain.ts';
import { sealRows } from './queries.ts';

const server = useServer();
const folder = mkdtempSync(join(tmpdir(), 'pimis-audit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (operation: string, count = 1) =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      audit(
        server.context.db,
        { user: null, address: '127.0.0.1' },
        { operation, subjectType: 'registry.test', subjectId: index, detail: { before: index, after: `„${index}“` } },
      ),
    ),
  );
const withFolder = () => ({ ...server.jobs, config: { ...server.jobs.config, dataDir: folder } });
const verify = () => verifyChain(server.jobs.db, withFolder().config);
/** Changes that somebody with access to the database could make. */
async function behindItsBack(change: ReturnType<typeof sql>): Promise<void> {
  await server.jobs.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await change.execute(tx);
  });
}
const rowOf = async (operation: string) =>
  (
    await sql<{ id: string }>`select min(id)::text as id from audit_log where operation = ${operation}`.execute(
      server.jobs.db,
    )
  ).rows[0]?.id ?? '';

describe('the audit log', () => {
  beforeAll(async () => {
    await write('test.first', 3);
    await server.call('local.user', 'GET', 'dashboard');
  });

  it('is read only by administrators, newest first, with filters', async () => {
    expect((await server.call('reviewer', 'GET', 'administration/audit')).httpStatus).toBe(403);
    expect((await server.call(null, 'GET', 'administration/audit')).httpStatus).toBe(401);
    const all = await server.call<AuditRow[]>('admin', 'GET', 'administration/audit?perPage=100');
    const times = (all.payload ?? []).map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect((all.payload ?? []).map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(['session.open', 'access.denied']),
    );
    const found = await server.call<AuditRow[]>(
      'admin',
      'GET',
      'administration/audit?filter[operation]=test.first&sort_by=at&sort_desc=false',
    );
    expect(found.payload).toHaveLength(3);
    expect(found.additionalInformation).toEqual({ totalRows: 3, totalIsAtLeast: false });
    expect(found.payload).toContainEqual(
      expect.objectContaining({ detail: { before: 0, after: '„0“' }, address: '127.0.0.1', login: null }),
    );
  });

  it('shows the actor and subject of a row by their present names', async () => {
    const { db } = server.context;
    const scenario = await server.call<{ id: number }>('admin', 'POST', 'portfolio/scenarios', { name: 'Седница' });
    const { rows } = await sql<{ type: AuditSubject; id: string; name: string }>`
      select 'user' as type, id::text, login as name from users where login = 'reviewer'
      union all select 'role', id::text, name from roles where id = 2
      union all select 'project', id::text, code from projects where code = ${await createProject(server, 'local.user')}
      union all select 'scenario', id::text, name from scenarios where id = ${scenario.payload?.id}
      union all select 'organization', id, name from organizations where id = '50112'`.execute(db);
    const others = [
      { type: 'user', id: 99_999, name: null },
      { type: 'organization', id: '99999', name: null },
      { type: 'login', id: 'nobody', name: null },
      { type: 'user', id: 'nobody', name: null },
    ] as const;
    const about = [...rows, ...others];
    expect(about).toHaveLength(9);
    for (const { type, id } of about) {
      await audit(
        db,
        { user: null },
        { operation: 'test.named', subjectType: type, subjectId: id, detail: { before: 1, after: 2 } },
      );
    }
    const address = 'administration/audit?filter[operation]=test.named&perPage=10&sort_by=at&sort_desc=false';
    const { payload } = await server.call<AuditRow[]>('admin', 'GET', address);
    expect(payload?.map(({ subjectType, subjectName }) => [subjectType, subjectName])).toEqual(
      about.map(({ type, name }) => [type, name]),
    );
  });

  it('is exported as a workbook with the same filters', async () => {
    const answer = await server.get('admin', 'administration/audit/export?filter[operation]=test.first');
    expect(answer.statusCode).toBe(200);
    const book = await readXlsx(answer.rawPayload);
    expect(book.sheets[0]?.rows).toHaveLength(4);
  });

  it('is exported as a workbook in the language and script of the screen, with such a file name', async () => {
    const fetched = async (query: string) => {
      const answer = await server.get('admin', `administration/audit/export?filter[operation]=test.first&${query}`);
      const [sheet] = answer.statusCode === 200 ? (await readXlsx(answer.rawPayload)).sheets : [];
      const name = String(answer.headers['content-disposition']);
      return { httpStatus: answer.statusCode, name, sheet: sheet?.name, head: sheet?.rows[0]?.slice(1, 4) };
    };
    const english = await fetched('language=en');
    expect(english).toMatchObject({ sheet: 'Audit log', head: ['Time', 'User', 'Action'] });
    expect(english.name).toMatch(/audit-log-\d{4}-\d\d-\d\d\.xlsx/);
    const latin = await fetched('script=latin');
    expect(latin).toMatchObject({ sheet: 'Revizorski trag', head: ['Vreme', 'Korisnik', 'Radnja'] });
    expect(latin.name).toContain('revizorski-trag-');
    expect((await fetched('language=de')).httpStatus).toBe(422);
  });

  it('is never changed, not even by the product', async () => {
    for (const statement of [
      sql`update audit_log set login = 'x'`,
      sql`delete from audit_log`,
      sql`truncate audit_log cascade`,
      sql`update audit_chain set hash = ''`,
      sql`delete from audit_chain`,
    ]) {
      await sealAudit(withFolder());
      await expect(statement.execute(server.jobs.db)).rejects.toThrow('the audit log is only written to');
    }
  });
});

describe('the chain', () => {
  it('stays intact with concurrent writers, and counts the rows that wait for their seal', async () => {
    await write('test.many', 40);
    await Promise.all([sealAudit(withFolder()), write('test.between', 20), sealAudit(withFolder())]);
    await sealAudit(withFolder());
    expect(await verify()).toMatchObject({ broken: null, waiting: 0 });
    await write('test.late');
    expect(await verify()).toMatchObject({ broken: null, waiting: 1 });
  });

  it('seals the oldest rows first, returns how many, and waits while another session is sealing', async () => {
    await sealAudit(withFolder());
    const { db } = server.jobs;
    await write('test.order', 3);
    const written = sql<{
      id: string;
    }>`select id::text from audit_log where operation = 'test.order' order by audit_log.id`;
    const ids = (await written.execute(db)).rows.map(({ id }) => id);
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(727364)`.execute(tx);
      expect(await sealRows(server.context.db, 2)).toBe(0);
    });
    expect(await sealRows(db, 2)).toBe(2);
    const last = sql<{ id: string }>`select audit_id::text as id from audit_chain order by seal desc limit 2`;
    expect((await last.execute(db)).rows.map(({ id }) => id)).toEqual([ids[1], ids[0]]);
    expect(await verify()).toMatchObject({ broken: null, waiting: 1 });
  });

  it('names the first row that was changed, removed or inserted', async () => {
    await sealAudit(withFolder());
    const id = await rowOf('test.many');
    await behindItsBack(sql`update audit_log set login = 'somebody' where id = ${id}`);
    expect((await verify()).broken).toMatch(new RegExp(`^row ${id} \\(seal \\d+\\) was changed$`));
    await behindItsBack(sql`update audit_log set login = null where id = ${id}`);
    expect((await verify()).broken).toBeNull();

    const [gone] = (
      await sql<{ row: string }>`select to_jsonb(log)::text as row from audit_log log where id = ${id}`.execute(
        server.jobs.db,
      )
    ).rows;
    await behindItsBack(sql`delete from audit_log where id = ${id}`);
    expect((await verify()).broken).toMatch(new RegExp(`^row ${id} \\(seal \\d+\\) is missing$`));
    await behindItsBack(
      sql`insert into audit_log overriding system value select * from jsonb_populate_record(null::audit_log, ${gone?.row ?? ''}::jsonb)`,
    );
    expect((await verify()).broken).toBeNull();

    await behindItsBack(
      sql`insert into audit_log (operation, subject_type, subject_id) values ('test.forged', 'test', '1')`,
    );
    expect((await verify()).broken).toBe(`row ${await rowOf('test.forged')} was put there without the product`);
    await behindItsBack(sql`delete from audit_log where operation = 'test.forged'`);
  });

  it('detects a row inserted by SQL, sealed or not, and a row with the signature of another', async () => {
    const db = server.jobs.db;
    const broken = async () => (await verify()).broken;
    await sealAudit(withFolder());
    await sql`insert into audit_log (operation, subject_type, subject_id) values ('test.slipped', 'test', '1')`.execute(
      db,
    );
    const id = await rowOf('test.slipped');
    expect(await broken()).toBe(`row ${id} was not written by the product`);
    await sealAudit(withFolder());
    expect(await broken()).toMatch(new RegExp(`^row ${id} \\(seal \\d+\\) was not written by the product$`));
    await sql`insert into audit_signatures (audit_id, signature)
      select ${id}, signature from audit_signatures order by audit_id limit 1`.execute(db);
    expect(await broken()).toMatch(/was not written by the product$/);
    await behindItsBack(sql`delete from audit_signatures where audit_id = ${id}`);
    await behindItsBack(sql`delete from audit_chain where audit_id = ${id}`);
    await behindItsBack(sql`delete from audit_log where id = ${id}`);
    expect(await broken()).toBeNull();
  });

  it('notices missing signatures by a head, so that no row passes for one from before signatures', async () => {
    await exportHead(withFolder());
    await behindItsBack(sql`create table kept_signatures as select * from audit_signatures`);
    await behindItsBack(sql`delete from audit_signatures`);
    expect((await verify()).broken).toMatch(/^signatures of rows from before \S+ are missing$/);
    await behindItsBack(sql`insert into audit_signatures select * from kept_signatures`);
    expect((await verify()).broken).toBeNull();
  });

  it('has a head of each minute with new rows, so that rows removed within the hour are noticed', async () => {
    const { sealAudit: everyMinute } = jobHandlers(withFolder());
    await everyMinute({});
    const before = (await verify()).heads;
    await everyMinute({});
    expect((await verify()).heads).toBe(before);
    await write('test.minute', 3);
    await everyMinute({});
    expect(await verify()).toMatchObject({ broken: null, heads: before + 1 });
    await behindItsBack(
      sql`create table cut_chain as select * from audit_chain where seal > (select max(seal) - 3 from audit_chain)`,
    );
    await behindItsBack(
      sql`create table cut_log as select * from audit_log where id in (select audit_id from cut_chain)`,
    );
    await behindItsBack(sql`delete from audit_chain where audit_id in (select audit_id from cut_chain)`);
    await behindItsBack(sql`delete from audit_log where id in (select audit_id from cut_chain)`);
    expect((await verify()).broken).toMatch(/^the end of the chain is missing: \S+ had \d+ seals$/);
    await behindItsBack(sql`insert into audit_log overriding system value select * from cut_log`);
    await behindItsBack(sql`insert into audit_chain select * from cut_chain`);
    expect((await verify()).broken).toBeNull();
    await behindItsBack(sql`create table one_seal as select * from audit_chain where seal = 2`);
    await behindItsBack(sql`delete from audit_chain where seal = 2`);
    expect((await verify()).broken).toBe('seal 2 is missing');
    await behindItsBack(sql`insert into audit_chain select * from one_seal`);
    expect((await verify()).broken).toBeNull();
  });

  it('notices rows removed from its end by a signed head, however many came later, and detects a forged head', async () => {
    const before = (await verify()).heads;
    await write('test.last', 2);
    await exportHead(withFolder());
    writeFileSync(join(folder, 'audit-heads', 'notes.txt'), 'A file of the operator.');
    expect(await verify()).toMatchObject({ broken: null, heads: before + 1 });
    await behindItsBack(
      sql`with cut as (delete from audit_chain where seal > (select max(seal) - 2 from audit_chain) returning audit_id)
          delete from audit_log where id in (select audit_id from cut)`,
    );
    expect((await verify()).broken).toMatch(/^the end of the chain is missing: \S+ had \d+ seals$/);
    // The next head does not hide it.
    await exportHead(withFolder());
    expect((await verify()).broken).toMatch(/^the end of the chain is missing: \S+ had \d+ seals$/);
    await write('test.after', 2);
    await exportHead(withFolder());
    expect((await verify()).broken).toMatch(/^seal \d+ is not the one that was exported at \S+$/);
    const [name = ''] = readdirSync(join(folder, 'audit-heads'));
    const file = join(folder, 'audit-heads', name);
    const [first = '', ...rest] = readFileSync(file, 'utf8').split('\n');
    const head = JSON.parse(first) as { seal: string };
    writeFileSync(file, [JSON.stringify({ ...head, seal: String(Number(head.seal) - 2) }), ...rest].join('\n'));
    expect((await verify()).broken).toBe(`the head in ${name}, line 1, is not signed by this product`);
    // The same holds for a head with a short signature, and for half a line.
    for (const line of [JSON.stringify({ ...head, signature: 'ab' }), first.slice(0, 20)]) {
      writeFileSync(file, [line, ...rest].join('\n'));
      expect((await verify()).broken).toBe(`the head in ${name}, line 1, is not signed by this product`);
    }
  });
});
