import { type RawBuilder, sql } from 'kysely';
import type { NamedProgressGroup, PortfolioProgress, ProgressValues } from '@pimis/contract/portfolio/progress';
import { fromThousandths, indexesOf } from '@pimis/domain/indicators/earned-value';
import { fromHundredths, totalHundredths } from '@pimis/domain/money/decimal';
import { WARNING_KEYS, type WarningKey } from '@pimis/domain/portfolio/warnings';
import type { Database } from '../../platform/database.ts';
import { factsOf, type ProgressScope } from './facts.ts';
import { raisedBy } from './warnings.ts';

interface Sums {
  projects: number;
  bac: string;
  pv: string;
  ev: string;
  ac: string;
}

const SUMS = sql`count(*)::integer as projects, coalesce(sum(facts.bac), 0)::numeric(24, 2)::text as bac,
  coalesce(sum(facts.pv), 0)::numeric(24, 2)::text as pv, coalesce(sum(facts.ev), 0)::numeric(24, 2)::text as ev,
  coalesce(sum(facts.ac), 0)::numeric(24, 2)::text as ac`;

const amount = (text: string): bigint => totalHundredths(text) ?? 0n;

/** The figures that follow from the sums, by the same function as for one project. */
function valuesOf({ projects, bac, pv, ev, ac }: Sums): ProgressValues {
  const of = indexesOf({ bac: amount(bac), pv: amount(pv), ev: amount(ev), ac: amount(ac) });
  const money = (value: bigint | null) => (value === null ? null : fromHundredths(value));
  const index = (value: bigint | null) => (value === null ? null : fromThousandths(value));
  return {
    projects,
    bac,
    pv,
    ev,
    ac,
    sv: fromHundredths(of.sv),
    cv: fromHundredths(of.cv),
    spi: index(of.spi),
    cpi: index(of.cpi),
    eac: money(of.eac),
    vac: money(of.vac),
  };
}

/** Groups with a name; those with the largest budget first. */
async function namedGroups(
  db: Database,
  scope: ProgressScope,
  key: RawBuilder<unknown>,
  names: RawBuilder<unknown>,
  from: RawBuilder<unknown> = sql``,
): Promise<NamedProgressGroup[]> {
  const { rows } = await sql<Sums & { key: string; name: string }>`
    with facts as (${factsOf(scope, true)}),
    grouped as (select ${key} as key, ${SUMS}, sum(facts.bac) as budget from facts ${from} group by 1)
    select grouped.key, named.name, grouped.projects, grouped.bac, grouped.pv, grouped.ev, grouped.ac
    from grouped join ${names} on named.id = grouped.key
    order by grouped.budget desc, grouped.key limit ${MOST_GROUPS}`.execute(db);
  return rows.map((row) => ({ key: row.key, name: row.name, ...valuesOf(row) }));
}

const MOST_GROUPS = 30;

/** How many projects each rule warns of, and how many are not measured. */
async function countWarnings(db: Database, scope: ProgressScope) {
  const counts = WARNING_KEYS.map(
    (key) => sql`count(*) filter (where ${raisedBy(key, scope.day)})::integer as ${sql.ref(key)}`,
  );
  const { rows } = await sql<Record<WarningKey | 'unmeasured', number>>`
    select count(*) filter (where facts.pv is null)::integer as unmeasured, ${sql.join(counts)}
    from (${factsOf(scope, false)}) facts`.execute(db);
  const [row] = rows;
  return {
    unmeasured: row?.unmeasured ?? 0,
    warnings: WARNING_KEYS.map((key) => ({ key, projects: row?.[key] ?? 0 })),
  };
}

/** Earned value of the projects of a filter on a day, by group; and how many warnings there are. */
export async function readProgress(db: Database, scope: ProgressScope): Promise<PortfolioProgress> {
  const [{ rows }, bodies, districts, counts] = await Promise.all([
    sql<Sums & { part: 'all' | 'phases' | 'sectors'; key: string }>`
      select case grouping(facts.phase, facts.sector) when 1 then 'phases' when 2 then 'sectors' else 'all' end as part,
             coalesce(facts.phase::text, facts.sector::text, '') as key, ${SUMS}
      from (${factsOf(scope, true)}) facts
      group by grouping sets ((), (facts.phase), (facts.sector))
      order by part, coalesce(facts.phase, facts.sector)`.execute(db),
    namedGroups(db, scope, sql`facts.organization_id`, sql`published.organizations as named`),
    namedGroups(
      db,
      scope,
      sql`placed.code`,
      sql`(select code as id, name from published.districts) as named`,
      sql`cross join lateral unnest(facts.districts) as placed (code)`,
    ),
    countWarnings(db, scope),
  ]);
  const of = (wanted: 'phases' | 'sectors') =>
    rows.filter(({ part }) => part === wanted).map((row) => ({ key: row.key, ...valuesOf(row) }));
  const all = rows.find(({ part }) => part === 'all');
  return {
    day: scope.day,
    all: valuesOf(all ?? { projects: 0, bac: '0.00', pv: '0.00', ev: '0.00', ac: '0.00' }),
    ...counts,
    phases: of('phases'),
    sectors: of('sectors'),
    bodies,
    districts,
  };
}
