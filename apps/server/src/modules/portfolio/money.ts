import { sql } from 'kysely';
import type { PortfolioMoney } from '@pimis/contract/portfolio/overview';
import { nextQuarter, type Quarter, quarterOrder } from '@pimis/domain/dates/dates';
import { analyticalRows } from '../../platform/database/analytical-read.ts';
import type { Database } from '../../platform/database/database.ts';
import { PREPARED } from '../../platform/database/prepared-statements.ts';
import type { PortfolioScope } from './scope.ts';

/** Planned and spent amounts of a quarter, decimal strings in RSD. */
export interface QuarterMoney {
  year: number;
  quarter: number;
  planned: string;
  spent: string;
}

/** The label of a quarter in charts: 2026-3. */
export const quarterLabel = ({ year, quarter }: Pick<QuarterMoney, 'year' | 'quarter'>): string => `${year}-${quarter}`;

/** The quarters from the first to the last one with an amount; those between without one have zeros. */
export function withoutGaps(quarters: readonly QuarterMoney[]): QuarterMoney[] {
  const [first, last] = [quarters[0], quarters.at(-1)];
  if (!first || !last) return [];
  const known = new Map(quarters.map((one) => [quarterOrder(one), one]));
  const filled: QuarterMoney[] = [];
  for (let at: Quarter = first; quarterOrder(at) <= quarterOrder(last); at = nextQuarter(at)) {
    filled.push(known.get(quarterOrder(at)) ?? { ...at, planned: '0.00', spent: '0.00' });
  }
  return filled;
}

/** The quarters of one project, by its plan in force and its approved reports. */
export async function quartersOf(db: Database, projectId: number): Promise<QuarterMoney[]> {
  const { rows } = await sql<QuarterMoney>`
    select ${PREPARED} year, quarter, planned::text, spent::text from published.project_quarters
    where project_id = ${projectId}::integer order by year, quarter`.execute(db);
  return withoutGaps(rows);
}

/** Planned and spent amounts of all projects of the scope by quarter, and how many of them have any. */
export async function readMoney(db: Database, { source, condition }: PortfolioScope): Promise<PortfolioMoney> {
  const seen = sql`(select projects.id from ${source} where ${condition}) seen`;
  const [quarters, counted] = await Promise.all([
    analyticalRows(
      db,
      sql<QuarterMoney>`
      select quarters.year, quarters.quarter, sum(quarters.planned)::numeric(20, 2)::text as planned,
             sum(quarters.spent)::numeric(20, 2)::text as spent
      from ${seen} join published.project_quarters as quarters on quarters.project_id = seen.id
      group by quarters.year, quarters.quarter order by 1, 2`,
    ),
    analyticalRows(
      db,
      sql<{ projects: number }>`
      select count(*)::integer as projects from ${seen}
      where exists (select from published.project_quarters quarters where quarters.project_id = seen.id)`,
    ),
  ]);
  return { projects: counted[0]?.projects ?? 0, quarters: withoutGaps(quarters) };
}
