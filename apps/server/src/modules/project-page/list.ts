import { type RawBuilder, sql } from 'kysely';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import type { ProjectRow } from '@pimis/contract/projects';
import { COMMISSION_ATTEMPTS, CONCLUSION_DELAY_DAYS, PROJECT_STATUS } from '@pimis/domain/constants';
import { PHASE, phasesOf, stageOf, STAGES } from '@pimis/domain/workflow/phases';
import type { CurrentUser } from '../../platform/current-user.ts';
import type { Database } from '../../platform/database.ts';
import { invalidFields } from '../../platform/errors.ts';
import { applyFilters, applyPage, type ListFields, readListQuery } from '../../platform/paging.ts';
import {
  followedCondition,
  MINISTRY_COMMENTED,
  ministryCommented,
  waitingForList,
} from '../projects/list-conditions.ts';
import { visibleProjects } from '../projects/visibility.ts';
import { waitingCondition } from '../projects/waiting.ts';

/** Is the conclusion report late on this day (YYYY-MM-DD, of the server)? */
const delayedOn = (day: string) =>
  `(projects.status = ${PROJECT_STATUS.pending} and projects.phase = ${PHASE.conclusion}
    and projects.phase_status = ${PHASE_STATUS.entry} and projects.reporting_ended_on is not null
    and projects.reporting_ended_on + ${CONCLUSION_DELAY_DAYS} < '${day}'::date)`;

const FIELDS: ListFields = {
  code: { column: 'projects.code', kind: 'code', sortable: true },
  number: { column: 'projects.number', kind: 'code', sortable: true },
  name: { column: 'projects.name', kind: 'text', sortable: true, searchColumn: 'projects.name_key' },
  search: {
    column: 'projects.name',
    kind: 'text',
    searchColumn: '(projects.search_key || owner.name_key)',
  },
  organizationId: { column: 'projects.organization_id', kind: 'code' },
  organizationName: { column: 'owner.name', kind: 'text', sortable: true, searchColumn: 'owner.name_key' },
  proposerOrganizationName: {
    column: 'proposer.name',
    kind: 'text',
    sortable: true,
    searchColumn: 'proposer.name_key',
  },
  createdDate: { column: 'projects.created_at', kind: 'instant', sortable: true },
  lastChangeDate: { column: 'projects.last_changed_at', kind: 'instant', sortable: true },
  important: { column: 'projects.important', kind: 'boolean', sortable: true },
  foreignFunds: { column: 'projects.foreign_funds', kind: 'boolean', sortable: true },
  commissionApproved: { column: 'projects.commission_approved', kind: 'boolean', sortable: true },
  isMerged: { column: 'projects.is_merged', kind: 'boolean' },
  phase: { column: 'projects.phase', kind: 'integer', sortable: true },
  phaseStatus: { column: 'projects.phase_status', kind: 'integer', sortable: true },
  status: { column: 'projects.status', kind: 'integer', sortable: true },
  totalValue: { column: 'projects.total_value', kind: 'money', sortable: true },
  type: { column: 'projects.type', kind: 'integer', sortable: true },
  sector: { column: 'projects.sector', kind: 'integer', sortable: true },
  lastReporting: { column: 'projects.last_reporting', kind: 'date', sortable: true, nullable: true },
  stage: {
    column: `case ${STAGES.map((stage, index) => `when projects.phase in (${phasesOf(stage).join()}) then ${index + 1}`).join(' ')} end`,
    kind: 'integer',
    sortable: true,
  },
  pimisCommented: { column: MINISTRY_COMMENTED, kind: 'boolean', sortable: true },
};

function fieldsOn(day: string): ListFields {
  return { ...FIELDS, isConclusionReportDelayed: { column: delayedOn(day), kind: 'boolean', sortable: true } };
}

const TABLE_STATUS: Readonly<Record<string, number[]>> = {
  pending: [PROJECT_STATUS.pending],
  finished: [PROJECT_STATUS.finished],
  archived: [PROJECT_STATUS.archived],
};
const EXTRA = ['status', 'merge', 'organizationId', 'pendingForList', 'waitingForMe', 'followed'];

function joined(db: Database) {
  return db
    .selectFrom('published.projects as projects')
    .innerJoin('published.organizations as owner', 'owner.id', 'projects.organization_id')
    .innerJoin('published.organizations as proposer', 'proposer.id', 'projects.proposer_organization_id')
    .innerJoin('published.project_phases as phases', (join) =>
      join.onRef('phases.project_id', '=', 'projects.id').onRef('phases.phase', '=', 'projects.phase'),
    );
}

/** Projects that the user may see, with owner, proposer and current phase. */
export function baseQuery(db: Database, user: CurrentUser) {
  return joined(db).where(visibleProjects(user));
}

/** Filters that look at a joined organization or phase. */
const JOINED_FIELDS: readonly string[] = ['search', 'organizationName', 'proposerOrganizationName', 'pimisCommented'];

export const ROW_COLUMNS = [
  'projects.id',
  sql<string>`projects.code::text`.as('code'),
  'projects.number',
  'projects.name',
  'projects.organization_id as organizationId',
  'owner.name as organizationName',
  'proposer.name as proposerOrganizationName',
  'projects.created_at as createdAt',
  'projects.last_changed_at as lastChangedAt',
  'projects.important',
  'projects.is_merged as isMerged',
  'projects.foreign_funds as foreignFunds',
  'projects.phase',
  'projects.phase_status as phaseStatus',
  'projects.status',
  'projects.commission_approved as commissionApproved',
  'projects.total_value as totalValue',
  'projects.type',
  'projects.sector',
  'projects.last_reporting as lastReporting',
  'phases.id as projectPhaseId',
  ministryCommented.as('pimisCommented'),
  sql<boolean>`phases.commission_count >= ${COMMISSION_ATTEMPTS}`.as('sendingToCommissionFormsLimit'),
] as const;

type RawRow = Omit<ProjectRow, 'createdDate' | 'lastChangeDate' | 'stage' | 'isConclusionReportDelayed'> & {
  createdAt: Date;
  lastChangedAt: Date;
  delayed: boolean;
};

export function delayedCondition(day: string): RawBuilder<boolean> {
  return sql.raw<boolean>(delayedOn(day));
}

export function toRow({ createdAt, lastChangedAt, delayed, ...row }: RawRow): ProjectRow {
  return {
    ...row,
    stage: stageOf(row.phase),
    createdDate: createdAt.toISOString(),
    lastChangeDate: lastChangedAt.toISOString(),
    isConclusionReportDelayed: delayed,
  };
}

/** The project table: pending, finished or archived projects that the user may see. */
export async function listProjects(
  db: Database,
  user: CurrentUser,
  query: Record<string, string>,
  day: string,
): Promise<{ rows: ProjectRow[]; totalRows: number }> {
  const fields = fieldsOn(day);
  const list = readListQuery(query, fields, EXTRA);
  const statuses = TABLE_STATUS[query.status ?? 'pending'];
  if (!statuses) throw invalidFields({ status: 'InvalidField' });
  const conditions = [sql<boolean>`projects.status in (${sql.join(statuses)})`, visibleProjects(user)];
  if (query.organizationId) conditions.push(sql<boolean>`projects.organization_id = ${query.organizationId}`);
  if (query.merge === 'true') conditions.push(sql<boolean>`not projects.is_merged`);
  if (query.waitingForMe === 'true') conditions.push(waitingCondition(user));
  if (query.followed === 'true') conditions.push(followedCondition(user));
  if (query.pendingForList) {
    if (!/^[1-6]$/.test(query.pendingForList)) throw invalidFields({ pendingForList: 'InvalidField' });
    conditions.push(waitingForList(Number(query.pendingForList)));
  }
  const condition = sql<boolean>`${sql.join(conditions, sql` and `)}`;
  const filtered = applyFilters(joined(db).where(condition), list, fields);
  // Every project has exactly one owner, proposer and current phase: counting needs them only to filter by theirs.
  const named = list.filters.some(({ field }) => JOINED_FIELDS.includes(field));
  const counted = named
    ? filtered
    : applyFilters(db.selectFrom('published.projects as projects').where(condition), list, fields);
  const { total } = await (counted as typeof filtered)
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow();
  const rows = await applyPage(filtered.select([...ROW_COLUMNS, delayedCondition(day).as('delayed')]), list, fields, {
    sortBy: 'lastChangeDate',
    descending: true,
    tieBreaker: 'projects.id',
  }).execute();
  return { rows: rows.map(toRow), totalRows: total };
}
