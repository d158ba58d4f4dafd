import { type RawBuilder, sql } from 'kysely';
import { type BoardReport, groupsOf, type ProjectReport, type ReportGroup } from '@pimis/domain/reports/board-reports';
import type { ReportColumnKey } from '@pimis/domain/reports/columns';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { nameInOrder } from '../../../platform/lists/order-of-names.ts';
import { type ReportRequest, GROUPS, rowsAsOf } from './as-of-date-rows.ts';
import { groupedDepth } from '../../../platform/database/grouping.ts';

/** A value for answers and papers: amounts and percents are decimal strings, days YYYY-MM-DD, codes numbers. */
export type Value = string | null;
export type Values = Partial<Record<ReportColumnKey, Value>>;

/** Sums of a group; `level` 0 is the whole report. */
export interface Sums {
  level: number;
  groups: readonly Value[];
  values: Values;
}

const distinct = (keys: readonly ReportColumnKey[]) => [...new Set(keys)];

/** The sum of a column; a share is computed from the sums of other columns. */
function sumOf(column: ReportColumnKey): RawBuilder<unknown> {
  if (column === 'realizedPercent') {
    return sql`round(sum("realized") * 100 / nullif(sum("totalValue"), 0), 2)`;
  }
  return sql`sum(${sql.ref(column)})`;
}

const asText = (value: RawBuilder<unknown>, name: string) => sql`(${value})::text as ${sql.ref(name)}`;

function summed(report: BoardReport): ReportColumnKey[] {
  const shares = report.sums.includes('realizedPercent') ? (['totalValue', 'realized'] as const) : [];
  return distinct([...groupsOf(report), ...report.sums, ...shares, 'projects']);
}

const sumsOf = (report: BoardReport) =>
  distinct([...report.sums, 'projects']).map((column) => asText(sumOf(column), `sum_${column}`));

type SumRow = Record<string, Value> & { level: number };

function readSums(report: BoardReport, groups: readonly ReportGroup[], row: SumRow): Sums {
  return {
    level: row.level,
    groups: groups.map((group) => row[`group_${group}`] ?? null),
    values: Object.fromEntries(distinct([...report.sums, 'projects']).map((column) => [column, row[`sum_${column}`]])),
  };
}

/** The order of the groups of a kind; bodies by their names in the alphabet of the reader. */
const orderOfGroup = (group: ReportGroup, { script }: ReportRequest): RawBuilder<unknown> =>
  group === 'organization' || group === 'proposer' ? sql.raw(nameInOrder(`"${group}"`, script)) : GROUPS[group].order;

/** Ids of the projects of a report in order: all, or the first ones, for which not all have to be sorted. */
export async function orderOf(
  db: Database | Tx,
  report: ProjectReport,
  request: ReportRequest,
  first: number | null,
): Promise<number[]> {
  const columns = distinct([...report.groups, ...report.order.map(({ column }) => column), 'code']);
  const order = [
    ...report.groups.map((group) => sql`${orderOfGroup(group, request)} nulls last, ${GROUPS[group].key}`),
    ...report.order.map(({ column, descending }) => {
      const value = column === 'name' ? sql.raw(nameInOrder('"name"', request.script)) : sql.ref(column);
      return descending ? sql`${value} desc nulls last` : sql`${value} nulls last`;
    }),
    sql`"code"`,
    sql`id`,
  ];
  const { rows } = await sql<{ id: number }>`
    select id from ${rowsAsOf(report, request, columns)} of_day order by ${sql.join(order)}
    ${first === null ? sql`` : sql`limit ${sql.lit(first)}`}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Sums of each group at each level and of the whole, computed by the database. */
export async function sumsOfGroups(db: Database | Tx, report: ProjectReport, request: ReportRequest): Promise<Sums[]> {
  const { groups } = report;
  const keys = groups.map((group) => GROUPS[group].key);
  const levels = [sql`()`, ...keys.map((_, index) => sql`(${sql.join(keys.slice(0, index + 1))})`)];
  const { rows } = await sql<SumRow>`
    select ${groupedDepth(keys)} as level, ${sql.join(groups.map((group) => asText(GROUPS[group].key, `group_${group}`)))},
           ${sql.join(sumsOf(report))}
    from ${rowsAsOf(report, request, summed(report))} of_day
    group by grouping sets (${sql.join(levels)})`.execute(db);
  return rows.map((row) => readSums(report, groups, row));
}

/** A row for each group of one kind in its order, and their sum. */
export async function sectionOf(
  db: Database | Tx,
  report: BoardReport,
  request: ReportRequest,
  group: ReportGroup,
): Promise<Sums[]> {
  const { key } = GROUPS[group];
  const { rows } = await sql<SumRow>`
    select ${groupedDepth([key])} as level, ${asText(key, `group_${group}`)}, ${sql.join(sumsOf(report))}
    from ${rowsAsOf(report, request, summed(report))} of_day
    group by grouping sets ((), (${key}))
    order by ${groupedDepth([key])} desc, ${orderOfGroup(group, request)} nulls last`.execute(db);
  return rows.map((row) => readSums(report, [group], row));
}

/** Columns and groups of some projects, in no order. */
export async function valuesOf(
  db: Database | Tx,
  report: ProjectReport,
  request: ReportRequest,
  ids: readonly number[],
): Promise<Map<number, Values>> {
  const columns = distinct([...report.columns, ...report.groups]);
  const texts = columns.map((column) => asText(sql.ref(column), column));
  const { rows } = await sql<{ id: number } & Values>`
    select id, ${sql.join(texts)} from ${rowsAsOf(report, request, columns, ids)} of_day`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
