import { type RawBuilder, sql } from 'kysely';
import { projectScope } from '@pimis/domain/access/policies';
import type { CurrentUser } from '../../platform/current-user.ts';
import type { Database, Tx } from '../../platform/database.ts';
import { ApiError } from '../../platform/errors.ts';

/**
 * The one condition that says which projects a user may see (table `projects`). Lists, counts, search, exports and
 * single reads all use it, so that nothing can leak through a side door.
 */
export function visibleProjects(user: CurrentUser): RawBuilder<boolean> {
  const scope = projectScope(user);
  if (scope.kind === 'all') return sql<boolean>`true`;
  if (scope.kind === 'none') return sql<boolean>`false`;
  const own = sql`projects.organization_id = ${scope.organizationId}
    or projects.proposer_organization_id = ${scope.organizationId}
    or exists (select 1 from project_organizations observer
               where observer.project_id = projects.id and observer.organization_id = ${scope.organizationId})`;
  if (!scope.evaluates) return sql<boolean>`(${own})`;
  return sql<boolean>`(${own} or exists (
    select 1 from published.project_forms evaluated
    where evaluated.project_id = projects.id and evaluated.evaluator_organization_id = ${scope.organizationId}))`;
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
    ]);
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

/** A project locked for a step of the system itself, which sees everything. */
export function lockProjectForSystem(tx: Tx, id: number): Promise<ProjectRecord> {
  return selectRecords(tx).where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}
