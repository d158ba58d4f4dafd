import { type RawBuilder, sql } from 'kysely';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import type { ProjectRow } from '@pimis/contract/projects';
import { COMMISSION_ATTEMPTS, CONCLUSION_DELAY_DAYS, PROJECT_STATUS } from '@pimis/domain/constants';
import { PHASE, stageOf } from '@pimis/domain/workflow/phases';
import type { CurrentUser } from '../../platform/current-user.ts';
import type { Database } from '../../platform/database.ts';
import { isAmong, KEPT } from '../../platform/kept-plans.ts';
import { writtenOnce } from '../../platform/written-once.ts';
import { visibleProjects } from '../projects/visibility.ts';

const DELAYED = `projects.status = ${PROJECT_STATUS.pending} and projects.phase = ${PHASE.conclusion}
    and projects.phase_status = ${PHASE_STATUS.entry} and projects.reporting_ended_on is not null
    and projects.reporting_ended_on + ${CONCLUSION_DELAY_DAYS}`;

/** Is the conclusion report late on this day (YYYY-MM-DD, of the server)? Tables `projects`, or what has its columns. */
export const delayedOn = (day: string) => `(${DELAYED} < '${day}'::date)`;

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
  'projects.ministry_commented as pimisCommented',
  sql<boolean>`phases.commission_count >= ${sql.lit(COMMISSION_ATTEMPTS)}`.as('sendingToCommissionFormsLimit'),
] as const;

type RawRow = Omit<ProjectRow, 'createdDate' | 'lastChangeDate' | 'stage' | 'isConclusionReportDelayed'> & {
  createdAt: Date;
  lastChangedAt: Date;
  delayed: boolean;
};

/** The same in a statement whose text does not change with the day. */
export function delayedCondition(day: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.raw(DELAYED)} < ${day}::date)`;
}

/** The row that the table shows; whatever else was read with it is left out. */
export function toRow(row: RawRow): ProjectRow {
  return {
    id: row.id,
    code: row.code,
    number: row.number,
    name: row.name,
    organizationId: row.organizationId,
    organizationName: row.organizationName,
    proposerOrganizationName: row.proposerOrganizationName,
    createdDate: row.createdAt.toISOString(),
    lastChangeDate: row.lastChangedAt.toISOString(),
    important: row.important,
    isMerged: row.isMerged,
    foreignFunds: row.foreignFunds,
    stage: stageOf(row.phase),
    phase: row.phase,
    phaseStatus: row.phaseStatus,
    status: row.status,
    commissionApproved: row.commissionApproved,
    totalValue: row.totalValue,
    type: row.type,
    sector: row.sector,
    lastReporting: row.lastReporting,
    projectPhaseId: row.projectPhaseId,
    pimisCommented: row.pimisCommented,
    sendingToCommissionFormsLimit: row.sendingToCommissionFormsLimit,
    isConclusionReportDelayed: row.delayed,
  };
}

const rowsWritten = writtenOnce((db, { ids, day }: { ids: readonly number[]; day: string }) =>
  joined(db)
    .where(sql<boolean>`projects.id ${isAmong(ids)}`)
    .select([...ROW_COLUMNS, delayedCondition(day).as('delayed')])
    .modifyFront(KEPT),
);

/** Rows of the table for these projects, in their order. */
export async function rowsOf(db: Database, ids: readonly number[], day: string): Promise<ProjectRow[]> {
  if (ids.length === 0) return [];
  const found = await rowsWritten(db, { ids, day });
  const rows = new Map(found.map((row) => [row.id, toRow(row)]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** Such a row with the value that it stands by in its page. */
export type RowOfPage = RawRow & { value: string | null };

type Page = RawBuilder<{ id: number; value: string | null }>;

/** What is another each time in the text of `rowsOfPage`, as it stands there. */
const LATE = '/* late on this day */';
const PAGE = '/* page */';
let written: ReturnType<typeof writeRows> | undefined;

/** The text of `rowsOfPage` before, between and behind these. It is written once (written-once.ts). */
function writeRows(db: Database) {
  const { sql: text, parameters } = joined(db)
    .innerJoin(sql<{ id: number; value: string | null }>`(${sql.raw(PAGE)})`.as('page'), (join) =>
      join.onRef('page.id', '=', 'projects.id'),
    )
    .select([...ROW_COLUMNS, sql<boolean>`${sql.raw(LATE)}`.as('delayed'), 'page.value'])
    .compile();
  if (parameters.length > 0) throw new Error('A value is written where it cannot be given');
  const [before, after, ...others] = text.split(LATE);
  const [between, behind, ...more] = after?.split(PAGE) ?? [];
  if (before === undefined || between === undefined || behind === undefined || others.length + more.length > 0) {
    throw new Error('What is left out stands elsewhere');
  }
  return { before: sql.raw(before), between: sql.raw(between), behind: sql.raw(behind) };
}

/** Rows of the table for a page of numbers and values, `page` by name; in no order. */
export function rowsOfPage(db: Database, page: Page, day: string): RawBuilder<RowOfPage> {
  written ??= writeRows(db);
  const { before, between, behind } = written;
  return sql`${before}${delayedCondition(day)}${between}${page}${behind}`;
}
