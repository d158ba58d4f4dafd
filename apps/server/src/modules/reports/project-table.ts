import type { Readable } from 'node:stream';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { type RawBuilder, sql } from 'kysely';
import { labelOf } from '@pimis/domain/reports/columns';
import type { PROJECT_TABLE_COLUMNS } from '@pimis/domain/reports/project-table';
import { phaseInfo, stageOf } from '@pimis/domain/workflow/phases';
import { statusInfo } from '@pimis/domain/workflow/statuses';
import { CENTRAL_BODIES, onTurn } from '@pimis/domain/workflow/turn-sides';
import { SECTOR_OPTIONS } from '@pimis/domain/forms/definitions/common';
import type { BilingualText } from '@pimis/domain/text/bilingual-text';
import { type Wording, wordingOf, type Written } from '@pimis/domain/text/wording';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/current-user.ts';
import { invalidFields } from '../../platform/errors.ts';
import type { CellKind } from '../../platform/xlsx/styles.ts';
import { type SheetLine, workbookStream } from '../../platform/xlsx/workbook.ts';
import { visibleProjects } from '../projects/visibility.ts';
import { NO_TEXT, PROJECT_STATUS_TEXT, PROJECT_TYPE_TEXT, yesNo } from './texts.ts';

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
  /** Today's; of a past day it is not known which steps stood open. */
  openSteps: string[] | null;
  waitingSince: Date | null;
}

interface Column {
  title: BilingualText;
  kind: CellKind;
  width: number;
  /** Amounts as decimal strings, days YYYY-MM-DD, instants in ISO, codes by their names. */
  cell: (row: Row) => string | BilingualText | null;
}

const column = (sr: string, en: string, width: number, cell: Column['cell'], kind: CellKind = 'text'): Column => ({
  title: { sr, en },
  kind,
  width,
  cell,
});

/** The body whose turn it is, and its step. */
function turnText(row: Row): BilingualText | null {
  const turn = onTurn({ ...row, open: row.openSteps });
  if (!turn) return null;
  const body = { own: row.organization, proposer: row.proposer, ...CENTRAL_BODIES }[turn.side];
  const [sr, en] = typeof body === 'string' ? [body, body] : [body.sr, body.en];
  return { sr: `${sr}: ${turn.label.sr}`, en: `${en}: ${turn.label.en}` };
}

/** Columns of the workbook by the field of the row that the screen shows (scripts/complete.test.ts compares the two). */
export const WORKBOOK_COLUMNS: Readonly<Record<(typeof PROJECT_TABLE_COLUMNS)[number], Column>> = {
  code: column('Радни назив', 'Working name', 15, ({ code }) => code),
  number: column('Број', 'Number', 15, ({ number }) => number),
  name: column('Назив', 'Name', 40, ({ name }) => name),
  organizationName: column('Орган', 'Organization', 30, ({ organization }) => organization),
  proposerOrganizationName: column('Предлагач', 'Proposer', 30, ({ proposer }) => proposer),
  phase: column('Фаза', 'Phase', 18, ({ phase }) => phaseInfo(phase).title),
  phaseStatus: column('Стање', 'Status', 20, ({ phaseStatus }) => statusInfo(phaseStatus).label),
  status: column('Статус', 'Project status', 11, ({ status }) => PROJECT_STATUS_TEXT[status] ?? NO_TEXT),
  sector: column(
    'Сектор',
    'Sector',
    20,
    ({ sector }) => SECTOR_OPTIONS.find((option) => option.value === sector)?.label ?? NO_TEXT,
  ),
  totalValue: column('Вредност (РСД)', 'Value (RSD)', 20, ({ totalValue }) => totalValue, 'money'),
  important: column('Посебан значај', 'Special importance', 10, ({ important }) => yesNo(important)),
  foreignFunds: column('Страна средства', 'Foreign funds', 10, ({ foreignFunds }) => yesNo(foreignFunds)),
  createdDate: column('Отворен', 'Created', 17, ({ createdAt }) => createdAt.toISOString(), 'instant'),
  stage: column('Етапа', 'Stage', 13, ({ phase }) => labelOf('stage', stageOf(phase)) ?? NO_TEXT),
  type: column('Врста', 'Type', 17, ({ type }) => PROJECT_TYPE_TEXT[type] ?? NO_TEXT),
  lastChangeDate: column('Последња измена', 'Last change', 17, ({ changedAt }) => changedAt.toISOString(), 'instant'),
  pimisCommented: column('Мишљење министарства', "Ministry's opinion", 14, ({ commented }) => yesNo(commented)),
  commissionApproved: column('Усвојено', 'Accepted', 10, ({ approved }) => yesNo(approved)),
  lastReporting: column('Последњи извештај', 'Last report', 14, ({ lastReporting }) => lastReporting, 'day'),
  onTurn: column('Ко је на реду', 'Whose turn', 34, turnText),
  waitingSince: column(
    'Чека од',
    'Waiting since',
    17,
    ({ waitingSince }) => waitingSince?.toISOString() ?? null,
    'instant',
  ),
};
const BATCH = 1000;

function cellText(value: string | BilingualText | null, { say }: Wording): string | null {
  return typeof value === 'object' && value !== null ? say(value) : value;
}

/** What projects were at the end of a past day; without one, what they are. */
function source(atDay: string | undefined): RawBuilder<unknown> {
  if (!atDay) {
    return sql`select id as project_id, name, code::text as code, phase, phase_status, status, total_value,
                      proposer_organization_id, foreign_funds, important, last_changed_at as changed_at,
                      ministry_commented, commission_approved, last_reporting, open_steps, waiting_since
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
                    commission_approved, last_reporting, null::text[] as open_steps, null::timestamptz as waiting_since
             from published.project_history was
             where valid_from < ${end} and (valid_to is null or valid_to >= ${end})`;
}

async function* lines(
  context: Context,
  user: CurrentUser,
  kind: TableExport,
  atDay: string | undefined,
  toLine: (row: Row) => SheetLine,
): AsyncGenerator<SheetLine> {
  let after = 0;
  for (;;) {
    const result = await sql<Row & { id: number }>`
      select projects.id, was.code, projects.number, was.name, owner.name as organization, proposer.name as proposer,
             was.phase, was.phase_status as "phaseStatus", was.status, projects.sector,
             was.total_value::text as "totalValue", was.important, was.foreign_funds as "foreignFunds",
             projects.created_at as "createdAt", projects.type, was.changed_at as "changedAt",
             was.ministry_commented as commented, was.commission_approved as approved,
             was.last_reporting as "lastReporting", was.open_steps as "openSteps",
             case when cardinality(was.open_steps) > 0 then was.waiting_since end as "waitingSince"
      from (${source(atDay)}) was
      join published.projects on projects.id = was.project_id
      join published.organizations owner on owner.id = projects.organization_id
      join published.organizations proposer on proposer.id = was.proposer_organization_id
      where ${visibleProjects(user)} and projects.id > ${after}
        and was.status in (${sql.join([...TABLE_EXPORTS[kind].statuses])})
      order by projects.id limit ${BATCH}`.execute(context.db);
    for (const row of result.rows) yield toLine(row);
    const last = result.rows.at(-1);
    if (!last || result.rows.length < BATCH) return;
    after = last.id;
  }
}

/** The columns that are named, in their order in the sheet; all when none is. Error: ValidationError. */
function chosenColumns(names: string | undefined): Column[] {
  const all: [string, Column][] = Object.entries(WORKBOOK_COLUMNS);
  if (names === undefined) return all.map(([, one]) => one);
  const wanted = new Set(names.split(','));
  const chosen = all.filter(([name]) => wanted.delete(name)).map(([, one]) => one);
  if (wanted.size > 0) throw invalidFields({ columns: 'InvalidField' });
  return chosen;
}

/** The sheet as a stream, read from the database in batches so that its size costs no memory. */
export function projectTableSheet(
  context: Context,
  user: CurrentUser,
  kind: TableExport,
  { atDay, columns: names }: { atDay?: string | undefined; columns?: string | undefined },
  written: Written,
): Promise<Readable> {
  const wording = wordingOf(written.language);
  const columns = chosenColumns(names);
  return workbookStream({
    name: wording.say({ sr: 'Пројекти', en: 'Projects' }),
    columns: columns.map(({ title, ...rest }) => ({ ...rest, title: wording.say(title) })),
    lines: lines(context, user, kind, atDay, (row) => ({
      kind: 'row',
      cells: columns.map(({ cell }) => cellText(cell(row), wording)),
    })),
    ...written,
    at: context.now(),
  });
}
