import { type RawBuilder, sql } from 'kysely';
import type { AuditRow } from '@pimis/contract/audit';
import { COUNTED_ROWS } from '@pimis/contract/envelope';
import type { Database, Tx } from '../../platform/database/database.ts';
import {
  applyFilters,
  applyPage,
  type TableFields,
  type TableQuery,
  readTableQuery,
} from '../../platform/lists/table-query.ts';

const FIELDS: TableFields = {
  at: { column: 'log.at', kind: 'instant', sortable: true },
  login: { column: 'log.login', kind: 'code', sortable: true, nullable: true },
  operation: { column: 'log.operation', kind: 'code', sortable: true },
  subjectType: { column: 'log.subject_type', kind: 'code' },
  subjectId: { column: 'log.subject_id', kind: 'code' },
  organizationId: { column: 'log.organization_id', kind: 'code', sortable: true, nullable: true },
  address: { column: 'log.address', kind: 'code' },
};
const ORDER = { sortBy: 'at', descending: true, tieBreaker: 'log.id' };

const source = (db: Database | Tx) =>
  db.selectFrom('published.audit_log as log').leftJoin('audit_chain as chain', 'chain.audit_id', 'log.id');

/**
 * Computed only for the rows of a page. A subject that is not a number has no other name, for example the login of a
 * refused sign-in.
 */
const SUBJECT_NAME = sql<string | null>`case
  when log.subject_type = 'organization' then (select name from published.organizations where id = log.subject_id)
  when log.subject_id !~ '^[0-9]{1,9}$' then null
  when log.subject_type = 'user' then (select login from published.users where id = log.subject_id::integer)
  when log.subject_type = 'client' then (select name from published.users where id = log.subject_id::integer)
  when log.subject_type = 'project' then (select code from published.projects where id = log.subject_id::integer)
  when log.subject_type = 'role' then (select name from published.roles where id = log.subject_id::integer)
  when log.subject_type = 'view' then (select name from published.table_views where id = log.subject_id::integer)
  when log.subject_type = 'scenario' then (select name from published.scenarios where id = log.subject_id::integer)
  when log.subject_type = 'webhook' then (select name from published.webhooks where id = log.subject_id::integer)
end`;

const COLUMNS = [
  sql<string>`log.id::text`.as('id'),
  'log.at',
  'log.login',
  'log.operation',
  'log.subject_type as subjectType',
  'log.subject_id as subjectId',
  SUBJECT_NAME.as('subjectName'),
  'log.organization_id as organizationId',
  'log.detail',
  'log.address',
  'log.request_id as requestId',
  sql<boolean>`chain.seal is not null`.as('sealed'),
] as const;

type Raw = Omit<AuditRow, 'at' | 'detail'> & { at: Date; detail: unknown };

const toRow = ({ at, detail, ...row }: Raw): AuditRow => ({
  ...row,
  at: at.toISOString(),
  detail: detail as AuditRow['detail'],
});

/** A page of the log, newest first; it counts at most COUNTED_ROWS matches. */
export async function listAudit(
  db: Database,
  query: Record<string, string>,
): Promise<{ rows: AuditRow[]; totalRows: number; totalIsAtLeast: boolean }> {
  const list = readTableQuery(query, FIELDS);
  const matching = applyFilters(db.selectFrom('published.audit_log as log'), list, FIELDS)
    .select(sql`1`.as('one'))
    .limit(COUNTED_ROWS + 1);
  const { total } = await db
    .selectFrom(matching.as('matching'))
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow();
  const rows = await page(db, list);
  return { rows, totalRows: Math.min(total, COUNTED_ROWS), totalIsAtLeast: total > COUNTED_ROWS };
}

/**
 * SQL: the folded code by which a page is sorted; undefined unless there is a filter by the sorted field. The rows of
 * such a filter are adjacent in the order but may be far from its beginning; the index of the filter has the same
 * order.
 */
function filteredCode({ sortBy, filters }: TableQuery): RawBuilder<string> | undefined {
  const field = filters.some((filter) => filter.field === sortBy) ? FIELDS[sortBy ?? ''] : undefined;
  return field?.kind === 'code' ? sql`pimis_search_text(${sql.raw(field.column)}::text)` : undefined;
}

async function page(db: Database, list: TableQuery): Promise<AuditRow[]> {
  const { perPage, descending } = list;
  const filtered = applyFilters(source(db), list, FIELDS).select(COLUMNS);
  const code = filteredCode(list);
  const ordered = code
    ? filtered
        .orderBy(sql`${code} ${sql.raw(descending ? 'using ~>~' : 'using ~<~')}`)
        .orderBy('log.id', descending ? 'desc' : 'asc')
        .limit(perPage)
        .offset((list.page - 1) * perPage)
    : applyPage(filtered, list, FIELDS, ORDER);
  const rows = await ordered.execute();
  return rows.map(toRow);
}

const BATCH = 1_000;

/** All rows of the filters in the order in which they were written, in batches. */
export async function* auditRows(db: Database, query: Record<string, string>): AsyncGenerator<AuditRow> {
  const list = readTableQuery(query, FIELDS);
  let after = '0';
  for (;;) {
    const rows = await applyFilters(source(db), list, FIELDS)
      .select(COLUMNS)
      .where(sql<boolean>`log.id > ${after}`)
      .orderBy('log.id')
      .limit(BATCH)
      .execute();
    yield* rows.map(toRow);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.id;
  }
}

/** A row of the log with its place in the chain. */
export type SealedRow = Omit<AuditRow, 'sealed'> & { seal: string };

/** At most `most` rows that follow a seal in the chain, with the data of the workbook. */
export async function sealedRows(db: Database | Tx, after: string, most: number): Promise<SealedRow[]> {
  const rows = await source(db)
    .select([...COLUMNS, sql<string>`chain.seal::text`.as('seal')])
    .where(sql<boolean>`chain.seal > ${after}::bigint`)
    .orderBy('chain.seal')
    .limit(most)
    .execute();
  return rows.map(({ seal, ...raw }) => {
    const { sealed: _always, ...row } = toRow(raw);
    return { seal, ...row };
  });
}

/** Seals waiting rows and returns how many; 0 also while another caller seals. */
export async function sealRows(db: Database, most: number): Promise<number> {
  const { rows } = await sql<{ sealed: number }>`select seal_audit(${most}) as sealed`.execute(db);
  return rows[0]?.sealed ?? 0;
}

export interface Seal {
  seal: string;
  /** null if the sealed row is gone. */
  text: string | null;
  /** The time of the row; null if it is gone. */
  at: Date | null;
  auditId: string;
  hash: Buffer;
  /** null if the row has no signature. */
  signature: Buffer | null;
}

/** Seals in order with their rows, in batches. */
export async function* seals(db: Database): AsyncGenerator<Seal> {
  let after = '0';
  for (;;) {
    const { rows } = await sql<Seal>`
      select chain.seal::text as seal, chain.audit_id::text as "auditId", chain.hash,
             audit_text_of(chain.audit_id) as text, log.at, signed.signature
      from audit_chain chain left join published.audit_signatures signed on signed.audit_id = chain.audit_id
        left join published.audit_log log on log.id = chain.audit_id
      where chain.seal > ${after} order by chain.seal limit ${BATCH}`.execute(db);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.seal;
  }
}

export async function lastSeal(db: Database): Promise<{ seal: string; hash: Buffer } | undefined> {
  return (
    db
      .selectFrom('audit_chain')
      .select([sql<string>`seal::text`.as('seal'), 'hash'])
      // Without the table's name this would be the text column.
      .orderBy('audit_chain.seal', 'desc')
      .limit(1)
      .executeTakeFirst()
  );
}

/** How many rows up to a seal precede the first signed row. */
export async function countUnsigned(db: Database, seal: string): Promise<number> {
  const { rows } = await sql<{ before: number }>`
    select (chain.seal - 1)::float8 as before
    from audit_chain chain
    where exists (select 1 from published.audit_signatures where audit_id = chain.audit_id)
    order by chain.seal limit 1`.execute(db);
  return rows[0]?.before ?? Number(seal);
}

/** A restore recorded in the log: its time, and the time and last seal of its backup. */
export interface RecordedRestore {
  at: Date;
  point: string;
  seal: string;
}

/** Restores that record their last seal; earlier versions did not. */
export async function recordedRestores(db: Database): Promise<RecordedRestore[]> {
  const { rows } = await sql<RecordedRestore>`
    select log.at, log.detail -> 'after' ->> 'at' as point, log.detail -> 'after' ->> 'seal' as seal
    from published.audit_log log
    where log.operation = 'system.restore' and log.detail -> 'after' ->> 'seal' is not null
    order by log.id`.execute(db);
  return rows;
}

interface WaitingRow {
  id: string;
  text: string;
  at: Date;
  signature: Buffer | null;
}

/** Rows that wait for their seal, as this query sees them. */
export async function waitingRows(db: Database): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select waiting.audit_id::text as id, audit_text_of(waiting.audit_id) as text, log.at, signed.signature
    from audit_unsealed waiting join published.audit_log log on log.id = waiting.audit_id
      left join published.audit_signatures signed on signed.audit_id = waiting.audit_id
    order by waiting.audit_id`.execute(db);
  return rows;
}

/** The number of rows that wait for their seal, and the seconds that the oldest has waited. */
export async function unsealed(db: Database): Promise<{ rows: number; oldestSeconds: number }> {
  const { rows } = await sql<{ rows: number; oldestSeconds: number }>`
    select count(*)::integer as rows,
      coalesce(extract(epoch from clock_timestamp() - min(log.at)), 0)::float8 as "oldestSeconds"
    from audit_unsealed waiting join published.audit_log log on log.id = waiting.audit_id`.execute(db);
  return rows[0] ?? { rows: 0, oldestSeconds: 0 };
}

/** Rows that are neither sealed nor waiting: somebody inserted them without the product. */
export async function strayRows(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select log.id::text as id from published.audit_log log
    where not exists (select 1 from audit_chain where audit_id = log.id)
      and not exists (select 1 from audit_unsealed where audit_id = log.id)
    order by log.id limit 10`.execute(db);
  return rows.map(({ id }) => id);
}
