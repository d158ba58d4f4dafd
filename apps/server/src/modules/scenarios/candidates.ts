import { type RawBuilder, sql } from 'kysely';
import type { MoreCandidates } from '@pimis/contract/portfolio/scenarios';
import { FORM_STATUS } from '@pimis/domain/constants';
import { type Marks, scoreOf } from '@pimis/domain/forms/marking';
import type { FormValues } from '@pimis/domain/forms/types';
import { needsOf } from '@pimis/domain/portfolio/needs';
import { type CandidateData, SCENARIO_CANDIDATES } from '@pimis/domain/portfolio/scenario/types';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';
import { inIds } from '../../platform/database/prepared-statements.ts';
import { IS_APPROVED } from '../project-list/portfolio-filters.ts';
import { COSTS } from '../projections/needs.ts';
import { portfolioScope } from '../portfolio/scope.ts';

/** The data of a project that a scenario takes over. */
export interface FreshCandidate {
  id: number;
  code: string;
  data: CandidateData;
}

type Row = Omit<CandidateData, 'mark' | 'needs' | 'inForce'> & {
  inForce: CandidateData['inForce'] | null;
  id: number;
  code: string;
  markCode: string | null;
  mark: Marks | null;
  /** The parts of the form's values from which needs are computed. */
  values: FormValues | null;
};

/**
 * Reads pending projects: their needs from the newest form with yearly costs or quarters that is not a draft, their
 * mark from the form whose marks were locked last. While a project is not chosen, the needs of its plan in force count.
 * A form may be approved while its marks are still a draft, which only its evaluator sees. One row more than the limit
 * of a scenario is read, to detect that there are more.
 */
async function readCandidates(
  context: Context,
  user: CurrentUser,
  filter: Record<string, string>,
  which: RawBuilder<boolean>,
): Promise<FreshCandidate[]> {
  const { source, condition } = await portfolioScope(context, user, filter);
  const { rows } = await sql<Row>`
    with chosen as materialized (
      select projects.id, ${IS_APPROVED} as "isApproved" from ${source}
      where ${condition} and ${which}
      order by projects.id limit ${SCENARIO_CANDIDATES + 1})
    select projects.id, projects.code::text as code, projects.name, owner.name as "organizationName", projects.sector,
           projects.phase, projects.total_value::text as worth, marked.code as "markCode", marked.mark, costed.values,
           planned.needs as "inForce"
    from chosen join published.projects projects on projects.id = chosen.id
    join published.organizations owner on owner.id = projects.organization_id
    left join lateral (
      select forms.code, forms.mark from published.project_forms forms
      where forms.project_id = projects.id and forms.mark is not null and forms.marked_at is not null
      order by forms.marked_at desc, forms.id desc limit 1) marked on true
    left join lateral (
      select ${COSTS(sql`newest.input`)} as values
      from published.project_forms forms
      join published.project_phases phases on phases.id = forms.project_phase_id
      join lateral (select input from published.form_revisions revisions where revisions.form_id = forms.id
                    order by revisions.revision desc limit 1) newest on true
      where forms.project_id = projects.id and forms.status <> ${sql.lit(FORM_STATUS.unlocked)}
        and (json_typeof(newest.input #> '{financialInfo,yearlyCosts}') = 'array'
             or json_typeof(newest.input -> 'implementation') = 'array')
      order by phases.started_at desc, forms.ordinal desc, forms.id desc limit 1) costed on true
    left join lateral (
      select json_agg(json_build_object('year', needs.year, 'source', needs.source, 'amount', needs.amount::text)
                      order by needs.year, needs.source) as needs
      from published.project_needs needs
      where needs.project_id = projects.id and needs.planned and chosen."isApproved") planned on true
    order by projects.id`.execute(context.db);
  return rows.map(({ id, code, markCode, mark, values, inForce, ...data }) => ({
    id,
    code,
    data: {
      ...data,
      mark: mark && markCode ? scoreOf(markCode, mark) : null,
      needs: values ? needsOf(values) : [],
      ...(inForce && { inForce }),
    },
  }));
}

/** The projects that a call names. Errors: NoCandidates, ScenarioFull, ValidationError. */
export async function wantedCandidates(
  context: Context,
  user: CurrentUser,
  wanted: Pick<MoreCandidates, 'listType' | 'filter' | 'projectCodes'>,
): Promise<FreshCandidate[]> {
  const { listType, filter, projectCodes } = wanted;
  const given = [listType, filter, projectCodes].filter((one) => one !== undefined);
  if (given.length !== 1) throw invalidFields({ listType: 'InvalidField' });
  // Projects that have ended need no decision.
  if ((filter?.status ?? 'pending') !== 'pending') throw invalidFields({ 'filter.status': 'InvalidField' });
  const found = await readCandidates(
    context,
    user,
    listType === undefined ? (filter ?? {}) : { pendingForList: String(listType) },
    projectCodes === undefined ? sql<boolean>`true` : sql<boolean>`projects.code = any(${projectCodes}::citext[])`,
  );
  if (found.length === 0) throw new ApiError('NoCandidates');
  if (found.length > SCENARIO_CANDIDATES) throw new ApiError('ScenarioFull');
  return found;
}

/** The present data of these projects, as far as the user sees them and they are not ended. */
export async function presentCandidates(
  context: Context,
  user: CurrentUser,
  ids: readonly number[],
): Promise<Map<number, FreshCandidate>> {
  if (ids.length === 0) return new Map();
  const found = await readCandidates(context, user, {}, sql<boolean>`projects.id ${inIds(ids)}`);
  return new Map(found.map((candidate) => [candidate.id, candidate]));
}
