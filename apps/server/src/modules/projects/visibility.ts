import { type RawBuilder, sql } from 'kysely';
import { projectScope } from '@pimis/domain/access/policies';
import type { CurrentUser } from '../../platform/current-user.ts';
import type { Database, Tx } from '../../platform/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { hiddenFromPlanner, inIds, PREPARED } from '../../platform/prepared-statements.ts';

/**
 * The one condition that says which projects a user may see (table `projects`). Lists, counts, search, exports and
 * single reads all use it, so that nothing can leak through a side door. Which project an organization sees, as owner,
 * proposer, observer or evaluator, is kept in `project_visibility` (docs/decisions/0035-access.md).
 */
export function visibleProjects(user: CurrentUser): RawBuilder<boolean> {
  const scope = projectScope(user);
  if (scope.kind === 'all') return sql<boolean>`true`;
  if (scope.kind === 'none') return sql<boolean>`false`;
  const involved = scope.evaluates ? sql`` : sql`and access.involved`;
  return sql<boolean>`projects.id in (
    select access.project_id from published.project_visibility access
    where access.viewer_id = ${hiddenFromPlanner(scope.organizationId, 'text')} ${involved})`;
}

/** Where a user's lists begin, under the name `projects`. */
export interface VisibilityScope {
  table: RawBuilder<unknown>;
  condition: RawBuilder<boolean>;
  /** Every project, from the table itself; else the kept rows of an organization, which have no search keys. */
  all: boolean;
}

/** The same scope as visibleProjects, as a table to start from: for lists that find their rows in one range of an index. */
export function seenProjects(user: CurrentUser): VisibilityScope {
  const scope = projectScope(user);
  if (scope.kind !== 'own') {
    return { table: sql`published.projects as projects`, condition: visibleProjects(user), all: true };
  }
  const involved = scope.evaluates ? sql`` : sql`and projects.involved`;
  return {
    table: sql`published.projects_seen as projects`,
    condition: sql<boolean>`(projects.viewer_id = ${hiddenFromPlanner(scope.organizationId, 'text')} ${involved})`,
    all: false,
  };
}

/** Facts of a project that access checks need. Amounts are decimal strings. */
export interface ProjectRecord {
  id: number;
  code: string;
  number: string;
  name: string;
  organizationId: string;
  proposerOrganizationId: string;
  type: number;
  sector: number;
  important: boolean;
  migrated: boolean;
  foreignFunds: boolean;
  foreignFundsSettled: boolean;
  isMerged: boolean;
  commissionApproved: boolean;
  status: number;
  phase: number;
  phaseStatus: number;
  statusBefore: number | null;
  sentBy: number | null;
  confirmedBy: number | null;
  waitingSince: Date;
  totalValue: string;
  meiOpinion: string | null;
  createdAt: Date;
  lastChangedAt: Date;
  reportingEndedOn: string | null;
  postponedUntil: string | null;
}

function selectRecords(db: Database | Tx) {
  return db
    .selectFrom('projects')
    .select([
      'id',
      sql<string>`code::text`.as('code'),
      'number',
      'name',
      'organization_id as organizationId',
      'proposer_organization_id as proposerOrganizationId',
      'type',
      'sector',
      'important',
      'migrated',
      'foreign_funds as foreignFunds',
      'foreign_funds_settled as foreignFundsSettled',
      'is_merged as isMerged',
      'commission_approved as commissionApproved',
      'status',
      'phase',
      'phase_status as phaseStatus',
      'status_before as statusBefore',
      'sent_by as sentBy',
      'confirmed_by as confirmedBy',
      'waiting_since as waitingSince',
      'total_value as totalValue',
      'mei_opinion as meiOpinion',
      'created_at as createdAt',
      'last_changed_at as lastChangedAt',
      'reporting_ended_on as reportingEndedOn',
      'postponed_until as postponedUntil',
    ])
    .modifyFront(PREPARED);
}

/** The project with this code when the user may see it; 404 otherwise, whether it exists or not. */
export async function findProject(
  db: Database | Tx,
  user: CurrentUser,
  code: string,
  options: { lock?: boolean } = {},
): Promise<ProjectRecord> {
  let query = selectRecords(db).where('code', '=', code).where(visibleProjects(user));
  if (options.lock) query = query.forUpdate();
  const row = await query.executeTakeFirst();
  if (!row) throw new ApiError('NotFound');
  return row;
}

/**
 * The projects with these codes, locked: every one of them or NotFound, as for one. The order of the ids keeps two calls
 * from waiting for each other.
 */
export async function lockProjects(tx: Tx, user: CurrentUser, codes: readonly string[]): Promise<ProjectRecord[]> {
  const rows = await selectRecords(tx)
    .where(sql<boolean>`code = any(${[...codes]}::citext[])`)
    .where(visibleProjects(user))
    .orderBy('id')
    .forUpdate()
    .execute();
  if (rows.length !== codes.length) throw new ApiError('NotFound');
  return rows;
}

/** The rows of projects that the transaction holds already, as a query to read more with. */
export function selectRecordsOf(tx: Tx, ids: readonly number[]) {
  return selectRecords(tx).where(sql<boolean>`id ${inIds(ids)}`);
}

/** A project locked for a step of the system itself, which sees everything. */
export async function lockProjectForSystem(tx: Tx, id: number): Promise<ProjectRecord> {
  return selectRecordsOf(tx, [id]).forUpdate().executeTakeFirstOrThrow();
}
