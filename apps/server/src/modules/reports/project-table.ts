import type { Readable } from 'node:stream';
import type { ProjectRow } from '@pimis/contract/projects';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { type RawBuilder, sql } from 'kysely';
import { labelOf } from '@pimis/domain/reports/columns';
import { phaseInfo, stageOf } from '@pimis/domain/workflow/phases';
import { statusInfo } from '@pimis/domain/workflow/statuses';
import { SECTOR_OPTIONS } from '@pimis/domain/forms/definitions/common';
import type { Script } from '@pimis/domain/text/transliterate';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/current-user.ts';
import type { CellKind } from '../../platform/xlsx/styles.ts';
import { type SheetLine, workbookStream } from '../../platform/xlsx/workbook.ts';
import { visibleProjects } from '../projects/visibility.ts';
import { PROJECT_STATUS_TEXT, PROJECT_TYPE_TEXT, yesNo } from './texts.ts';

/** The three exports of the project table (specification, "Project table"). */
export const TABLE_EXPORTS = {
  'Projects-all': { permission: 'export.table', statuses: [PROJECT_STATUS.pending, PROJECT_STATUS.finished] },
  ProjectsAllMei: { permission: 'export.tableMei', statuses: [PROJECT_STATUS.pending, PROJECT_STATUS.finished] },
  'Projects-all-archived': { permission: 'export.archived', statuses: [PROJECT_STATUS.archived] },
} as const;

export type TableExport = keyof typeof TABLE_EXPORTS;

interface Row {
  code: string;
  number: string;
  name: string;
  organization: string;
  proposer: string;
  phase: number;
  phaseStatus: number;
  status: number;
  sector: number;
  totalValue: string;
  important: boolean;
  foreignFunds: boolean;
  createdAt: Date;
  type: number;
  changedAt: Date;
  commented: boolean;
  approved: boolean;
  lastReporting: string | null;
}

interface Column {
  title: string;
  kind: CellKind;
  width: number;
  /** Amounts as decimal strings, days YYYY-MM-DD, instants in ISO. */
  cell: (row: Row) => string | null;
}

/** Columns of the workbook by the field of the row that the screen shows (scripts/complete.test.ts compares the two). */
export const WORKBOOK_COLUMNS: Readonly<Partial<Record<keyof ProjectRow, Column>>> = {
  code: { title: 'Радни назив', kind: 'text', width: 15, cell: ({ code }) => code },
  number: { title: 'Број', kind: 'text', width: 15, cell: ({ number }) => number },
  name: { title: 'Назив', kind: 'text', width: 40, cell: ({ name }) => name },
  organizationName: { title: 'Орган', kind: 'text', width: 30, cell: ({ organization }) => organization },
  proposerOrganizationName: { title: 'Предлагач', kind: 'text', width: 30, cell: ({ proposer }) => proposer },
  phase: { title: 'Фаза', kind: 'text', width: 18, cell: ({ phase }) => phaseInfo(phase).title.sr },
  phaseStatus: { title: 'Стање', kind: 'text', width: 20, cell: ({ phaseStatus }) => statusInfo(phaseStatus).label.sr },
  status: { title: 'Статус', kind: 'text', width: 11, cell: ({ status }) => PROJECT_STATUS_TEXT[status] ?? '' },
  sector: {
    title: 'Сектор',
    kind: 'text',
    width: 20,
    cell: ({ sector }) => SECTOR_OPTIONS.find((option) => option.value === sector)?.label.sr ?? '',
  },
  totalValue: { title: 'Вредност (РСД)', kind: 'money', width: 20, cell: ({ totalValue }) => totalValue },
  important: { title: 'Посебан значај', kind: 'text', width: 10, cell: ({ important }) => yesNo(important) },
  foreignFunds: { title: 'Страна средства', kind: 'text', width: 10, cell: ({ foreignFunds }) => yesNo(foreignFunds) },
  createdDate: { title: 'Отворен', kind: 'instant', width: 17, cell: ({ createdAt }) => createdAt.toISOString() },
  stage: { title: 'Етапа', kind: 'text', width: 13, cell: ({ phase }) => labelOf('stage', stageOf(phase))?.sr ?? '' },
  type: { title: 'Врста', kind: 'text', width: 17, cell: ({ type }) => PROJECT_TYPE_TEXT[type] ?? '' },
  lastChangeDate: {
    title: 'Последња измена',
    kind: 'instant',
    width: 17,
    cell: ({ changedAt }) => changedAt.toISOString(),
  },
  pimisCommented: { title: 'Мишљење министарства', kind: 'text', width: 14, cell: ({ commented }) => yesNo(commented) },
  commissionApproved: { title: 'Усвојено', kind: 'text', width: 10, cell: ({ approved }) => yesNo(approved) },
  lastReporting: { title: 'Последњи извештај', kind: 'day', width: 14, cell: ({ lastReporting }) => lastReporting },
};
const COLUMNS = Object.values(WORKBOOK_COLUMNS);
const BATCH = 1000;

function line(row: Row): SheetLine {
  return { kind: 'row', cells: COLUMNS.map(({ cell }) => cell(row)) };
}

/** What projects were at the end of a past day; without one, what they are. */
function source(atDay: string | undefined): RawBuilder<unknown> {
  if (!atDay) {
    return sql`select id as project_id, name, code::text as code, phase, phase_status, status, total_value,
                      proposer_organization_id, foreign_funds, important, last_changed_at as changed_at,
                      ministry_commented, commission_approved, last_reporting
               from published.projects`;
  }
  const end = sql`((${atDay}::date + 1)::timestamp at time zone 'Europe/Belgrade')`;
  // The opinion stands in revisions of forms, which are never changed: in the newest that there were on that day.
  return sql`select project_id, name, code, phase, phase_status, status, total_value,
                    proposer_organization_id, foreign_funds, important, valid_from as changed_at,
                    coalesce((
                      select has_ministry_opinion(newest.input)
                      from published.project_phases phases
                      join published.project_forms form on form.project_phase_id = phases.id
                      join lateral (select input from published.form_revisions
                                    where form_id = form.id and created_at < ${end}
                                    order by revision desc limit 1) newest on true
                      where phases.project_id = was.project_id and phases.phase = was.phase
                      order by form.ordinal desc limit 1), false) as ministry_commented,
                    commission_approved, last_reporting
             from published.project_history was
             where valid_from < ${end} and (valid_to is null or valid_to >= ${end})`;
}

async function* lines(
  context: Context,
  user: CurrentUser,
  kind: TableExport,
  atDay: string | undefined,
): AsyncGenerator<SheetLine> {
  let after = 0;
  for (;;) {
    const result = await sql<Row & { id: number }>`
      select projects.id, was.code, projects.number, was.name, owner.name as organization, proposer.name as proposer,
             was.phase, was.phase_status as "phaseStatus", was.status, projects.sector,
             was.total_value::text as "totalValue", was.important, was.foreign_funds as "foreignFunds",
             projects.created_at as "createdAt", projects.type, was.changed_at as "changedAt",
             was.ministry_commented as commented, was.commission_approved as approved,
             was.last_reporting as "lastReporting"
      from (${source(atDay)}) was
      join published.projects on projects.id = was.project_id
      join published.organizations owner on owner.id = projects.organization_id
      join published.organizations proposer on proposer.id = was.proposer_organization_id
      where ${visibleProjects(user)} and projects.id > ${after}
        and was.status in (${sql.join([...TABLE_EXPORTS[kind].statuses])})
      order by projects.id limit ${BATCH}`.execute(context.db);
    for (const row of result.rows) yield line(row);
    const last = result.rows.at(-1);
    if (!last || result.rows.length < BATCH) return;
    after = last.id;
  }
}

/** The sheet as a stream, read from the database in batches so that its size costs no memory. */
export function projectTableSheet(
  context: Context,
  user: CurrentUser,
  kind: TableExport,
  atDay: string | undefined,
  script?: Script,
): Promise<Readable> {
  return workbookStream({
    name: 'Пројекти',
    columns: COLUMNS,
    lines: lines(context, user, kind, atDay),
    script,
    at: context.now(),
  });
}
