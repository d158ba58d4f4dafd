import { sql } from 'kysely';
import { SECTORS } from '@pimis/domain/constants';
import { FISCAL_YEARS, NO_SOURCE } from '@pimis/domain/portfolio/scenario/types';
import type { FiscalCalendar, NeedProject, NeedRow } from '@pimis/contract/portfolio/calendar';
import { analyticalRows } from '../../platform/database/analytical-read.ts';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { invalidFields } from '../../platform/errors.ts';
import { IS_APPROVED } from '../project-list/portfolio-filters.ts';
import { portfolioScope } from '../portfolio/scope.ts';
import { ceilingsInForce } from './ceilings.ts';

const SHOWN_PROJECTS = 200;
const isFiscalYear = (text: string) =>
  /^\d{4}$/.test(text) && Number(text) >= FISCAL_YEARS.first && Number(text) <= FISCAL_YEARS.last;

/**
 * Needs of the visible approved projects that match the filter, by year, source and sector, with appropriations and
 * ceilings (docs/decisions/0204-fiscal-calendar.md). Error: ValidationError for an unknown filter.
 */
export async function fiscalCalendar(
  context: Context,
  user: CurrentUser,
  query: Record<string, string>,
): Promise<FiscalCalendar> {
  const { source, condition } = await portfolioScope(context, user, query);
  const [rows, rest, appropriations, ceilings] = await Promise.all([
    analyticalRows(
      context.db,
      sql<NeedRow>`
      select needs.year, needs.source, projects.sector, sum(needs.amount)::text as amount, count(*)::integer as projects
      from ${source} join published.project_needs needs on needs.project_id = projects.id
      where ${condition} and ${IS_APPROVED}
      group by needs.year, needs.source, projects.sector
      order by needs.year, needs.source, projects.sector`,
    ),
    analyticalRows(
      context.db,
      sql<{ spread: number; projects: number; worth: string }>`
      select count(*) filter (where approved.spread)::integer as spread,
             count(*) filter (where not approved.spread)::integer as projects,
             coalesce(sum(approved.total_value) filter (where not approved.spread), 0)::numeric(20, 2)::text as worth
      from (
        select projects.total_value,
               exists (select from published.project_needs needs where needs.project_id = projects.id) as spread
        from ${source} where ${condition} and ${IS_APPROVED}) approved`,
    ),
    // An appropriation chosen by several projects counts once.
    analyticalRows(
      context.db,
      sql<{ year: number; amount: string }>`
      select given.budget_year as year, sum(given.current_amount)::numeric(20, 2)::text as amount
      from published.appropriations given
      where given.id in (
        select chosen.appropriation_id from ${source}
        join published.project_appropriations chosen on chosen.project_id = projects.id and ${IS_APPROVED}
        where ${condition})
      group by given.budget_year order by given.budget_year`,
    ),
    ceilingsInForce(context.db),
  ]);
  const [counted] = rest;
  return {
    rows,
    appropriations,
    ceilings,
    projects: (counted?.spread ?? 0) + (counted?.projects ?? 0),
    withoutYears: { projects: counted?.projects ?? 0, worth: counted?.worth ?? '0.00' },
  };
}

/** The projects behind a number: of a year and, if given, of a source and a sector; the largest first. */
export async function projectsOfNumber(
  context: Context,
  user: CurrentUser,
  query: Record<string, string>,
): Promise<{ rows: NeedProject[]; totalRows: number }> {
  const { year = '', needSource, needSector, ...filters } = query;
  if (!isFiscalYear(year)) throw invalidFields({ year: 'InvalidField' });
  const sector = needSector === undefined ? null : SECTORS.find((one) => String(one) === needSector);
  if (sector === undefined) throw invalidFields({ needSector: 'InvalidField' });
  const { source, condition } = await portfolioScope(context, user, filters);
  const { rows } = await sql<NeedProject & { total: number }>`
    select projects.code::text as code, projects.name, owner.name as "organizationName", projects.sector,
           sum(needs.amount)::text as amount, bool_or(needs.planned) as planned, (count(*) over ())::integer as total
    from ${source}
    join published.project_needs needs on needs.project_id = projects.id
    join published.organizations owner on owner.id = projects.organization_id
    where ${condition} and ${IS_APPROVED} and needs.year = ${Number(year)}::integer
      and (${needSource ?? null}::text is null or needs.source = ${needSource ?? NO_SOURCE})
      and (${sector}::integer is null or projects.sector = ${sector}::integer)
    group by projects.id, projects.code, projects.name, owner.name, projects.sector
    order by sum(needs.amount) desc, projects.id limit ${SHOWN_PROJECTS}`.execute(context.db);
  return { rows: rows.map(({ total: _total, ...row }) => row), totalRows: rows[0]?.total ?? 0 };
}

/** Needs of approved projects by year and source, without the named projects: the starting point of a scenario. */
export async function committedNeeds(
  context: Context,
  user: CurrentUser,
  without: readonly number[],
): Promise<{ year: number; source: string; amount: string }[]> {
  const { source, condition } = await portfolioScope(context, user, {});
  const { rows } = await sql<{ year: number; source: string; amount: string }>`
    select needs.year, needs.source, sum(needs.amount)::text as amount
    from ${source} join published.project_needs needs on needs.project_id = projects.id
    where ${condition} and ${IS_APPROVED} and projects.id <> all (${[...without]}::integer[])
    group by needs.year, needs.source order by needs.year, needs.source`.execute(context.db);
  return rows;
}
