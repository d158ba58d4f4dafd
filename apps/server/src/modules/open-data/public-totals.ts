import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import { today } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { publicVersion } from './public-version.ts';
import { MERGED } from '@pimis/domain/public/status';
import { conditionOf, lateCondition, type PublicFilter } from './filter.ts';
import { groupedBy, groupingSets } from '../../platform/database/grouping.ts';

/** The columns by which a statement groups its sums. */
const GROUPS = { status: sql`status`, sector: sql`sector`, year: sql`year` };

/** The number of projects, their value in RSD, and the number of late ones; `pages` also counts merged projects. */
export interface Total {
  projects: number;
  value: number;
  late: number;
  pages: number;
}

/** Totals of public projects. A project in several districts counts in each of them, but once in all other totals. */
export interface PublicTotals {
  all: Total;
  status: ReadonlyMap<string, Total>;
  /** By our own sector codes, 1 to 6. */
  sector: ReadonlyMap<string, Total>;
  /** By the year of the first decision. */
  year: ReadonlyMap<string, Total>;
  district: ReadonlyMap<string, Total>;
  /** By district code and status, separated by a blank. */
  districtStatus: ReadonlyMap<string, Total>;
  changedAt: Date | null;
}

type Group = Exclude<keyof PublicTotals, 'all' | 'changedAt'> | 'all';

interface Row extends Total {
  part: Group;
  key: string;
}

export const NOTHING: Total = { projects: 0, value: 0, late: 0, pages: 0 };

function totalsFrom(rows: readonly Row[], changedAt: Date | null): PublicTotals {
  const of = (wanted: Group) =>
    new Map(
      rows
        .filter(({ part }) => part === wanted)
        .map(({ key, projects, value, late, pages }) => [key, { projects, value, late, pages }]),
    );
  return {
    all: of('all').get('') ?? NOTHING,
    status: of('status'),
    sector: of('sector'),
    year: of('year'),
    district: of('district'),
    districtStatus: of('districtStatus'),
    changedAt,
  };
}

/** Totals of a district by status. */
export function ofDistrict(
  { district, districtStatus, changedAt }: PublicTotals,
  code: string,
): Pick<PublicTotals, 'all' | 'status' | 'changedAt'> {
  const own = [...districtStatus].filter(([key]) => key.startsWith(`${code} `));
  return {
    all: district.get(code) ?? NOTHING,
    status: new Map(own.map(([key, total]) => [key.slice(code.length + 1), total])),
    changedAt,
  };
}

/** The totals of the projects that match a filter, from the database. */
export async function readTotals(db: Database, filter: PublicFilter, day: string): Promise<PublicTotals> {
  // A merged project is counted as part of the remaining one, but has its own page.
  const counted = sql`filter (where status <> ${MERGED})`;
  const sums = sql`count(*) ${counted}::integer as projects, coalesce(sum(value) ${counted}, 0)::float8 as value,
                   count(*) filter (where ${lateCondition(day)})::integer as late, count(*)::integer as pages`;
  const condition: RawBuilder<boolean> = conditionOf(filter);
  const { rows } = await sql<Row & { changedAt: Date | null }>`
    with grouped as (
      select ${groupedBy(GROUPS)} as part,
             coalesce(status, sector::text, year::text, '') as key, max(changed_at) as "changedAt", ${sums}
      from (select *, extract(year from since)::integer as year from published.public_projects where ${condition}) found
      group by ${groupingSets(GROUPS)})
    select * from grouped
    union all
    select case when grouping(status) = 0 then 'districtStatus' else 'district' end,
           concat_ws(' ', district, status), max(changed_at), ${sums}
    from published.public_projects cross join unnest(districts) as district
    where ${condition} group by grouping sets ((district), (district, status))
    order by part, key`.execute(db);
  return totalsFrom(rows, rows.find(({ part }) => part === 'all')?.changedAt ?? null);
}

interface CachedTotals {
  version: string;
  totals: Promise<PublicTotals>;
}

const cache = new WeakMap<Context, CachedTotals>();

/** Totals of all public projects, cached until something changes: the more projects, the longer reading takes. */
export async function readAllTotals(context: Context): Promise<PublicTotals> {
  const day = today(context);
  const version = `${day} ${await publicVersion(context.db)}`;
  const known = cache.get(context);
  if (known?.version === version) return known.totals;
  const totals = readTotals(context.db, {}, day);
  const own: CachedTotals = { version, totals };
  cache.set(context, own);
  totals.catch(() => {
    if (cache.get(context) === own) cache.delete(context);
  });
  return totals;
}
