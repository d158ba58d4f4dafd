import { CompiledQuery, sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { SIGNED_AT_ONCE, signRows } from '../../platform/audit/audit-signature.ts';
import { queriesOf } from '../../testing/query-recorder.ts';
import { useServer } from '../../testing/server.ts';
import { auditRows, countUnsigned, listAudit } from './queries.ts';

const server = useServer();
const ROWS = SIGNED_AT_ONCE * 2 + 1;

beforeAll(async () => {
  await server.context.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into audit_log (operation, subject_type, subject_id, detail)
      select 'test.many', 'test', made::text, '{"before": null, "after": 1}'
      from generate_series(1, ${ROWS}::integer) made returning id::text as id`.execute(tx);
    await signRows(
      tx,
      rows.map(({ id }) => id),
    );
  });
  await sql`analyze audit_log`.execute(server.context.db);
});

it('many rows are signed and read in batches, each row once', async () => {
  const { db } = server.context;
  const { rows: signed } = await sql<{ count: number }>`
    select count(*)::integer as count from audit_log log join audit_signatures on audit_id = log.id
    where log.operation = 'test.many'`.execute(db);
  expect(signed[0]?.count).toBe(ROWS);
  const read: unknown[] = [];
  for await (const { id, operation } of auditRows(db, {})) if (operation === 'test.many') read.push(id);
  expect([read.length, new Set(read).size]).toEqual([ROWS, ROWS]);
});

it.each(['login', 'operation', 'subjectType', 'subjectId', 'organizationId', 'address'])(
  'a filter by %s reads no other rows of a log that only grows',
  async (field) => {
    const { db } = server.context;
    const queries = await queriesOf(() => listAudit(db, { [`filter[${field}]`]: 'nema' }));
    const plans = await Promise.all(
      queries.map(({ text, values }) => db.executeQuery(CompiledQuery.raw(`explain ${text}`, [...values]))),
    );
    expect(queries).toHaveLength(2);
    expect(JSON.stringify(plans.map(({ rows }) => rows))).not.toContain('Seq Scan on audit_log');
  },
);

const ORDERS = ['login', 'operation', 'organizationId'].flatMap((field) => [
  [field, 'true'],
  [field, 'false'],
]);

/** How the page of a list is read. */
async function planOf(query: Record<string, string>): Promise<string> {
  const { db } = server.context;
  const page = (await queriesOf(() => listAudit(db, query))).at(-1);
  const { rows } = await db.executeQuery(CompiledQuery.raw(`explain ${page?.text}`, [...(page?.values ?? [])]));
  return JSON.stringify(rows);
}

it.each(ORDERS)(
  'an index gives the order by %s (descending: %s), whatever other filters there are',
  async (field, descending) => {
    const plan = await planOf({ sort_by: field, sort_desc: descending, 'filter[subjectId]': '1' });
    expect(plan).not.toMatch(/Seq Scan on audit_log|Sort {2}\(/);
  },
);

it.each(ORDERS)(
  'an order by %s (descending: %s) skips other kinds of subjects without reading their rows',
  async (field, descending) => {
    const plan = await planOf({ sort_by: field, sort_desc: descending, 'filter[subjectType]': 'test' });
    expect(plan).not.toMatch(/Seq Scan on audit_log|Sort {2}\(|Filter:/);
  },
);

it.each(ORDERS)(
  'an order by %s (descending: %s) with a filter of this field reads only matching rows',
  async (field, descending) => {
    const plan = await planOf({ sort_by: field, sort_desc: descending, [`filter[${field}]`]: 'test' });
    expect(plan).toMatch(/Index Scan (Backward )?using audit_log_(login|operation|organization) on audit_log/);
    expect(plan).not.toMatch(/Sort {2}\(|Filter:/);
  },
);

it.each([true, false])(
  'rows of one code follow in the order in which they were written (descending: %s)',
  async (last) => {
    const query = { sort_by: 'operation', sort_desc: String(last), 'filter[operation]': 'test.many', perPage: '50' };
    const pages = await Promise.all(['1', '2'].map((page) => listAudit(server.context.db, { ...query, page })));
    const ids = pages.flatMap(({ rows }) => rows.map(({ id }) => Number(id)));
    const inOrder = ids.toSorted((one, other) => (last ? other - one : one - other));
    expect([ids, new Set(ids).size]).toEqual([inOrder, 100]);
  },
);

it('without a signature every sealed row is from before rows were signed', async () => {
  let unsigned: number | undefined;
  const undone = server.jobs.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`delete from audit_signatures`.execute(tx);
    unsigned = await countUnsigned(tx, '7');
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(unsigned).toBe(7);
});
