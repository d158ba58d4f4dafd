import { sql } from 'kysely';
import type { AppropriationsChange, ChangeResult, ProjectAppropriation } from '@pimis/contract/options';
import { can } from '@pimis/domain/access/policies';
import { PHASE } from '@pimis/domain/workflow/phases';
import { type AuditOrigin, audit } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { CurrentUser } from '../../../platform/access/current-user.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { ApiError } from '../../../platform/errors.ts';
import { applyFilters, applyPage, type TableFields, readTableQuery } from '../../../platform/lists/table-query.ts';
import type { StoredValidationItem } from '../../../platform/database/stored-validation-result.ts';
import { EMPTY_WARNING } from '../../forms/appropriation-check.ts';
import { projectRefusal } from '../../projects/refusals.ts';
import { findProject, type ProjectRecord } from '../../projects/visibility.ts';

const FIELDS: TableFields = {
  appropriationId: { column: 'appropriations.id', kind: 'code', sortable: true },
  budgetYear: { column: 'appropriations.budget_year', kind: 'integer', sortable: true },
  organizationCode: { column: 'appropriations.organization_code', kind: 'code', sortable: true },
  chapter: { column: 'appropriations.chapter', kind: 'code', sortable: true },
  subchapter: { column: 'appropriations.subchapter', kind: 'code', sortable: true },
  programCode: { column: 'appropriations.program_code', kind: 'code', sortable: true },
  projectCode: { column: 'appropriations.project_code', kind: 'code', sortable: true },
  functionCode: { column: 'appropriations.function_code', kind: 'code', sortable: true },
  sourceOfFundingCode: { column: 'appropriations.source_of_funding_code', kind: 'code', sortable: true },
  economicClassificationCode: { column: 'appropriations.economic_classification_code', kind: 'code', sortable: true },
  amount: { column: 'appropriations.amount', kind: 'money', sortable: true },
  currentAmount: { column: 'appropriations.current_amount', kind: 'money', sortable: true },
};

/** Appropriations of a project's owner, proposer and observers. */
function eligible(db: Database | Tx, project: ProjectRecord) {
  return db
    .selectFrom('published.appropriations as appropriations')
    .leftJoin('project_appropriations as chosen', (join) =>
      join.onRef('chosen.appropriation_id', '=', 'appropriations.id').on('chosen.project_id', '=', project.id),
    )
    .where((where) =>
      where.or([
        where('appropriations.organization_code', 'in', [project.organizationId, project.proposerOrganizationId]),
        where(
          'appropriations.organization_code',
          'in',
          where
            .selectFrom('published.project_organizations as project_organizations')
            .select('organization_id')
            .where('project_id', '=', project.id),
        ),
        where('chosen.project_id', 'is not', null),
      ]),
    );
}

function columns() {
  return [
    'appropriations.id',
    'appropriations.id as appropriationId',
    'appropriations.budget_year as budgetYear',
    'appropriations.organization_code as organizationCode',
    'appropriations.chapter',
    'appropriations.subchapter',
    'appropriations.program_code as programCode',
    'appropriations.project_code as projectCode',
    'appropriations.function_code as functionCode',
    'appropriations.source_of_funding_code as sourceOfFundingCode',
    'appropriations.economic_classification_code as economicClassificationCode',
    'appropriations.amount',
    'appropriations.current_amount as currentAmount',
    sql<boolean>`chosen.project_id is not null`.as('selected'),
  ] as const;
}

/** Ids of the appropriations that a project uses. */
export async function selectedAppropriations(db: Database | Tx, projectId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('project_appropriations')
    .select('appropriation_id as id')
    .where('project_id', '=', projectId)
    .orderBy('appropriation_id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * A page of the appropriations that a project may use, with those it uses marked; `selected=true` returns only those.
 */
export async function listAppropriations(
  context: Context,
  user: CurrentUser,
  code: string,
  query: Record<string, string>,
): Promise<{
  rows: ProjectAppropriation[];
  totalRows: number;
  projectAppropriationIds: number[];
  project: { code: string; name: string };
}> {
  const project = await findProject(context.db, user, code);
  const list = readTableQuery(query, FIELDS, ['selected']);
  const base = eligible(context.db, project);
  const filtered = applyFilters(
    query.selected === 'true' ? base.where('chosen.project_id', 'is not', null) : base,
    list,
    FIELDS,
  );
  const { total } = await filtered.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow();
  const rows = await applyPage(filtered.select(columns()), list, FIELDS, {
    sortBy: 'budgetYear',
    descending: true,
    tieBreaker: 'appropriations.id',
  }).execute();
  return {
    rows,
    totalRows: total,
    projectAppropriationIds: await selectedAppropriations(context.db, project.id),
    project: { code: project.code, name: project.name },
  };
}

/** Every appropriation that a project uses, for exports. */
export function chosenAppropriations(db: Database, project: ProjectRecord): Promise<ProjectAppropriation[]> {
  return eligible(db, project)
    .where('chosen.project_id', 'is not', null)
    .select(columns())
    .orderBy('appropriations.budget_year', 'desc')
    .orderBy('appropriations.id')
    .execute();
}

/**
 * Adds and removes appropriations of a project. An empty change saves nothing (`changed` false). Errors:
 * ForbiddenProjectChange, DuplicateProjectAppropriation, InvalidProjectAppropriation. A project in reporting without
 * any gets a warning.
 */
export async function changeAppropriations(
  context: Context,
  user: CurrentUser,
  code: string,
  input: AppropriationsChange,
  origin: AuditOrigin,
): Promise<ChangeResult & { warnings: StoredValidationItem[] }> {
  const add = [...(input.add ?? []), ...(input.Add ?? [])];
  const remove = [...(input.remove ?? []), ...(input.Remove ?? [])];
  return context.db.transaction().execute(async (tx) => {
    const project = await findProject(tx, user, code, { lock: true });
    const resource = { organizationId: project.organizationId, projectStatus: project.status };
    if (!can(user, 'project.appropriations', resource)) throw projectRefusal('ForbiddenProjectChange', project);
    const before = await selectedAppropriations(tx, project.id);
    if (new Set(add).size !== add.length || add.some((id) => before.includes(id)))
      throw new ApiError('DuplicateProjectAppropriation');
    if (remove.some((id) => !before.includes(id))) throw new ApiError('InvalidProjectAppropriation');
    if (remove.length > 0) {
      await tx
        .deleteFrom('project_appropriations')
        .where('project_id', '=', project.id)
        .where('appropriation_id', 'in', remove)
        .execute();
    }
    if (add.length > 0) {
      const known = await eligible(tx, project)
        .select('appropriations.id')
        .where('appropriations.id', 'in', add)
        .execute();
      if (known.length !== add.length) throw new ApiError('InvalidProjectAppropriation');
      await tx
        .insertInto('project_appropriations')
        .values(add.map((id) => ({ project_id: project.id, appropriation_id: id, created_at: context.now() })))
        .execute();
    }
    const removed = new Set(remove).size;
    if (add.length + removed > 0) {
      await audit(tx, origin, {
        operation: 'project.appropriations',
        subjectType: 'project',
        subjectId: project.id,
        organizationId: project.organizationId,
        detail: {
          code: project.code,
          before: { appropriations: before },
          after: { appropriations: [...before.filter((id) => !remove.includes(id)), ...add] },
        },
      });
    }
    const left = before.length - removed + add.length;
    return {
      changed: add.length + removed > 0,
      added: add.length,
      removed,
      warnings: project.phase === PHASE.reporting && left === 0 ? [EMPTY_WARNING] : [],
    };
  });
}
