import { type RawBuilder, sql } from 'kysely';
import type { ProjectRow } from '@pimis/contract/project-rows';
import { COMMISSION_ATTEMPTS, CONCLUSION_DELAY_DAYS, PROJECT_STATUS } from '@pimis/domain/constants';
import {
  type KindOf,
  PROJECT_COLUMNS,
  STORED_COLUMNS,
  type StoredColumnName,
} from '@pimis/domain/projects/table-columns';
import { PHASE, stageOf } from '@pimis/domain/workflow/phases';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { onTurn, stepsOfSide, TURN_SIDES } from '@pimis/domain/workflow/turn-sides';
import type { Database } from '../../platform/database/database.ts';
import type { PageKey } from '../../platform/lists/keyset-pagination.ts';

/** A row of the project list and its query (tables `projects`, `owner`, `proposer`, `phases`). */

/** The day since which the conclusion report is awaited, or null. Index: projects_conclusion_awaited. */
export const CONCLUSION_AWAITED_SINCE = `case when projects.status = ${PROJECT_STATUS.pending} and projects.phase = ${PHASE.conclusion} and projects.phase_status = ${PHASE_STATUS.entry} then projects.reporting_ended_on end`;

/** Whether the conclusion report is late on the day (YYYY-MM-DD). Null, treated as false, if none is awaited. */
export const delayedOn = (day: string): RawBuilder<boolean | null> =>
  sql`(${sql.raw(CONCLUSION_AWAITED_SINCE)} < ${day}::date - ${sql.lit(CONCLUSION_DELAY_DAYS)})`;

/** The time since which the open step waits; null without one. Indexes projects_waiting and projects_waiting_last. */
export const WAITING_SINCE = 'case when cardinality(projects.open_steps) > 0 then projects.waiting_since end';

/**
 * The side of the open step as its position in TURN_SIDES from 1; without an open step behind all. Index
 * projects_on_turn.
 */
export const ON_TURN = `case ${TURN_SIDES.map(
  (side, index) => `when projects.open_steps && '{${stepsOfSide(side).join()}}'::text[] then ${index + 1}`,
).join(' ')} else ${TURN_SIDES.length + 1} end`;

/** Fields of a row beyond the columns of the project table. */
const FURTHER_COLUMNS = [
  'projects.id',
  sql<string>`projects.code::text`.as('code'),
  'projects.organization_id as organizationId',
  'owner.name as organizationName',
  'proposer.name as proposerOrganizationName',
  'projects.is_merged as isMerged',
  'phases.id as projectPhaseId',
  'projects.open_steps as openSteps',
  sql<Date | null>`${sql.raw(WAITING_SINCE)}`.as('awaitedSince'),
  sql<boolean>`phases.commission_count >= ${sql.lit(COMMISSION_ATTEMPTS)}`.as('sendingToCommissionFormsLimit'),
] as const;

const storedColumn = (name: StoredColumnName) => sql`${sql.ref(`projects.${PROJECT_COLUMNS[name].from}`)}`.as(name);

type Stored = Pick<ProjectRow, StoredColumnName>;
/** The fields as the database returns them: instants are Dates. */
export type StoredRow = {
  [Name in StoredColumnName]: KindOf<Name> extends 'instant' ? Date : Stored[Name];
};

export type RawRow = Omit<
  ProjectRow,
  StoredColumnName | 'stage' | 'isConclusionReportDelayed' | 'onTurn' | 'waitingSince'
> &
  StoredRow & {
    delayed: boolean | null;
    openSteps: string[] | null;
    /** Null if no step is open. */
    awaitedSince: Date | null;
  };

/** The row of the answer, without helper columns. */
export function toRow(row: RawRow): ProjectRow {
  const stored = STORED_COLUMNS.map((name) => {
    const value = row[name];
    return [name, value instanceof Date ? value.toISOString() : value];
  });
  return {
    ...(Object.fromEntries(stored) as Stored),
    id: row.id,
    code: row.code,
    organizationId: row.organizationId,
    organizationName: row.organizationName,
    proposerOrganizationName: row.proposerOrganizationName,
    isMerged: row.isMerged,
    stage: stageOf(row.phase),
    projectPhaseId: row.projectPhaseId,
    sendingToCommissionFormsLimit: row.sendingToCommissionFormsLimit,
    isConclusionReportDelayed: row.delayed === true,
    onTurn: onTurn({ ...row, open: row.openSteps }),
    waitingSince: row.awaitedSince?.toISOString() ?? null,
  };
}

/** Rows of projects with owner, proposer and current phase, to be narrowed further. */
export function selectRows(db: Database, day: string) {
  return db
    .selectFrom('published.projects as projects')
    .innerJoin('published.organizations as owner', 'owner.id', 'projects.organization_id')
    .innerJoin('published.organizations as proposer', 'proposer.id', 'projects.proposer_organization_id')
    .innerJoin('published.project_phases as phases', (join) =>
      join.onRef('phases.project_id', '=', 'projects.id').onRef('phases.phase', '=', 'projects.phase'),
    )
    .select([...FURTHER_COLUMNS, ...STORED_COLUMNS.map(storedColumn), delayedOn(day).as('delayed')])
    .$castTo<RawRow>();
}

/** Rows of a page, for a query of ids and sort values; unordered. */
export function selectRowsOfPage(db: Database, day: string, page: RawBuilder<PageKey & { place: number }>) {
  return selectRows(db, day)
    .innerJoin(sql<PageKey & { place: number }>`(${page})`.as('page'), (join) =>
      join.onRef('page.id', '=', 'projects.id'),
    )
    .select(['page.value', 'page.place']);
}
