import { sql } from 'kysely';
import type { PortfolioOverview } from '@pimis/contract/portfolio/overview';
import type { Database } from '../../platform/database.ts';
import type { PortfolioScope } from './scope.ts';

interface Row {
  part: 'all' | 'phases' | 'sectors';
  key: string;
  projects: number;
  value: string;
}

/** Number and worth of the projects by phase and sector. */
export async function readOverview(db: Database, { source, condition }: PortfolioScope): Promise<PortfolioOverview> {
  const { rows } = await sql<Row>`
    select case grouping(projects.phase, projects.sector) when 1 then 'phases' when 2 then 'sectors' else 'all' end as part,
           coalesce(projects.phase, projects.sector, 0)::text as key, count(*)::integer as projects,
           coalesce(sum(projects.total_value), 0)::numeric(20, 2)::text as value
    from ${source} where ${condition}
    group by grouping sets ((), (projects.phase), (projects.sector))
    order by part, coalesce(projects.phase, projects.sector, 0)`.execute(db);
  const of = (wanted: Row['part']) =>
    rows.filter(({ part }) => part === wanted).map(({ key, projects, value }) => ({ key, projects, value }));
  const [all] = of('all');
  return {
    all: { projects: all?.projects ?? 0, value: all?.value ?? '0.00' },
    phases: of('phases'),
    sectors: of('sectors'),
  };
}
