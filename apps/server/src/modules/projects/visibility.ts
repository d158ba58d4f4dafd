import { type RawBuilder, sql } from 'kysely';
import { projectScope } from '@pimis/domain/access/policies';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { hiddenFromPlanner, inIds, PREPARED } from '../../platform/database/prepared-statements.ts';

/**
 * SQL: the projects that a user may see (table `projects`). Lists, counts, search, exports and single reads all use
 * this condition, so that no path shows more. `project_visibility` stores which organization sees which project as
 * owner, proposer, observer or evaluator (docs/decisions/0035-access.md).
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

/** The source of a user's lists, named `projects`. */
export interface VisibilityScope {
  table: RawBuilder<unknown>;
  condition: RawBuilder<boolean>;
  /** Whether `table` has all projects; otherwise it has those that an organization sees, without search keys. */
  all: boolean;
}

/** The scope of visibleProjects as a table, for lists that find their rows in one range of an index. */
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

/** Facts of a project for access checks. Amounts are decimal strings. */
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

/** The project with this code, if the user may see it; otherwise 404, whether it exists or not. */
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

/** Those of the projects with these codes that the user may see, in any order. */
export function findProjects(db: Database, user: CurrentUser, codes: readonly string[]): Promise<ProjectRecord[]> {
  return selectRecords(db)
    .where(sql<boolean>`code = any(${[...codes]}::citext[])`)
    .where(visibleProjects(user))
    .execute();
}

/**
 * The projects with these codes, locked; NotFound unless the user sees all of them. They are locked in id order, so
 * that two calls cannot deadlock.
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

/** A query for more data of projects that the transaction has already locked. */
export function selectRecordsOf(tx: Tx, ids: readonly number[]) {
  return selectRecords(tx).where(sql<boolean>`id ${inIds(ids)}`);
}

/** A locked project for a step of the system, which sees everything. */
export async function lockProjectForSystem(tx: Tx, id: number): Promise<ProjectRecord> {
  return selectRecordsOf(tx, [id]).forUpdate().executeTakeFirstOrThrow();
}
