import type { Readable } from 'node:stream';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { type RawBuilder, sql } from 'kysely';
import { labelOf } from '@pimis/domain/reports/columns';
import {
  type ColumnKind,
  PROJECT_COLUMNS,
  projectColumn,
  type ProjectColumnName,
  STORED_COLUMNS,
  type StoredColumnName,
  WORKBOOK_COLUMN_NAMES,
} from '@pimis/domain/projects/table-columns';
import { phaseInfo, stageOf } from '@pimis/domain/workflow/phases';
import { statusInfo } from '@pimis/domain/workflow/statuses';
import { CENTRAL_BODIES, onTurn } from '@pimis/domain/workflow/turn-sides';
import { SECTOR_OPTIONS } from '@pimis/domain/forms/definitions/common';
import type { BilingualText } from '@pimis/domain/text/bilingual-text';
import { type Wording, wordingOf, type Written } from '@pimis/domain/text/wording';
import { WORDS } from '@pimis/domain/text/words';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { invalidFields } from '../../platform/errors.ts';
import type { CellKind } from '../../platform/documents/xlsx/styles.ts';
import { type SheetLine, workbookStream } from '../../platform/documents/xlsx/workbook.ts';
import { type StoredRow, WAITING_SINCE } from '../project-list/row.ts';
import { visibleProjects } from '../projects/visibility.ts';
import { NO_TEXT, PROJECT_STATUS_TEXT, PROJECT_TYPE_TEXT, yesNo } from './texts.ts';

/** The three exports of the project table (specification, "Project table"). */
export const TABLE_EXPORTS = {
  'Projects-all': { permission: 'export.table', statuses: [PROJECT_STATUS.pending, PROJECT_STATUS.finished] },
  ProjectsAllMei: { permission: 'export.tableMei', statuses: [PROJECT_STATUS.pending, PROJECT_STATUS.finished] },
  'Projects-all-archived': { permission: 'export.archived', statuses: [PROJECT_STATUS.archived] },
} as const;

export type TableExport = keyof typeof TABLE_EXPORTS;

interface Row extends StoredRow {
  code: string;
  organization: string;
  proposer: string;
  /** Columns that only the present state has, because the steps open on a past day are not stored. */
  openSteps: string[] | null;
  awaitedSince: Date | null;
}

/** Amounts as decimal strings, days YYYY-MM-DD, instants in ISO, codes by their names. */
type Cell = (row: Row) => string | BilingualText | null;

interface Column {
  title: BilingualText;
  kind: CellKind;
  width: number;
  cell: Cell;
}

const CELL_KINDS: Readonly<Record<ColumnKind, CellKind>> = {
  text: 'text',
  code: 'text',
  integer: 'whole',
  boolean: 'text',
  money: 'money',
  date: 'day',
  instant: 'instant',
};

/** The body of the open step, and the step. */
function turnText(row: Row): BilingualText | null {
  const turn = onTurn({ ...row, open: row.openSteps });
  if (!turn) return null;
  const body = { own: row.organization, proposer: row.proposer, ...CENTRAL_BODIES }[turn.side];
  const [sr, en] = typeof body === 'string' ? [body, body] : [body.sr, body.en];
  return { sr: `${sr}: ${turn.label.sr}`, en: `${en}: ${turn.label.en}` };
}

/** Columns with a special format: those outside the project table, and numbers that have names. */
const CELLS = {
  code: ({ code }) => code,
  organizationName: ({ organization }) => organization,
  proposerOrganizationName: ({ proposer }) => proposer,
  phase: ({ phase }) => phaseInfo(phase).title,
  phaseStatus: ({ phaseStatus }) => statusInfo(phaseStatus).label,
  status: ({ status }) => PROJECT_STATUS_TEXT[status] ?? NO_TEXT,
  sector: ({ sector }) => SECTOR_OPTIONS.find((option) => option.value === sector)?.label ?? NO_TEXT,
  stage: ({ phase }) => labelOf('stage', stageOf(phase)) ?? NO_TEXT,
  type: ({ type }) => PROJECT_TYPE_TEXT[type] ?? NO_TEXT,
  onTurn: turnText,
  waitingSince: ({ awaitedSince }) => awaitedSince?.toISOString() ?? null,
  isConclusionReportDelayed: () => null,
} as const satisfies Partial<Record<ProjectColumnName, Cell>> &
  Record<Exclude<ProjectColumnName, StoredColumnName>, Cell>;

const isNamed = (name: ProjectColumnName): name is keyof typeof CELLS => name in CELLS;

function storedCell(name: StoredColumnName): Cell {
  return (row) => {
    const value = row[name];
    if (typeof value === 'boolean') return yesNo(value);
    return value instanceof Date ? value.toISOString() : value === null ? null : String(value);
  };
}

const WORKBOOK_COLUMNS: readonly (readonly [name: string, column: Column])[] = WORKBOOK_COLUMN_NAMES.map((name) => {
  const { title, kind, width = 0 } = projectColumn(name);
  const column = isNamed(name)
    ? { cell: CELLS[name], kind: kind === 'instant' ? CELL_KINDS[kind] : ('text' as const) }
    : { cell: storedCell(name), kind: CELL_KINDS[kind] };
  return [name, { title, width, ...column }];
});
const BATCH = 1000;

function cellText(value: string | BilingualText | null, { say }: Wording): string | null {
  return typeof value === 'object' && value !== null ? say(value) : value;
}

const IN_HISTORY = STORED_COLUMNS.filter((name) => projectColumn(name).inHistory);
const fromOf = (name: StoredColumnName) => PROJECT_COLUMNS[name].from;

/**
 * Projects at the end of a past day; without a day, at present. Past values come from `project_history`, except two
 * columns. One is the opinion, which comes from the newest revision of the form on that day; revisions never change.
 */
function source(atDay: string | undefined): RawBuilder<unknown> {
  if (!atDay) {
    const columns = IN_HISTORY.map((name) => sql.ref(fromOf(name)));
    return sql`select id as project_id, code::text as code, proposer_organization_id, open_steps, ${sql.raw(WAITING_SINCE)} as awaited_since,
                      ${sql.join(columns)}
               from published.projects`;
  }
  const end = sql`((${atDay}::date + 1)::timestamp at time zone 'Europe/Belgrade')`;
  const otherwise: Partial<Record<StoredColumnName, RawBuilder<unknown>>> = {
    lastChangeDate: sql`valid_from`,
    pimisCommented: sql`coalesce((
      select has_ministry_opinion(newest.input)
      from published.project_phases phases
      join published.project_forms form on form.project_phase_id = phases.id
      join lateral (select input from published.form_revisions
                    where form_id = form.id and created_at < ${end}
                    order by revision desc limit 1) newest on true
      where phases.project_id = was.project_id and phases.phase = was.phase
      order by form.ordinal desc limit 1), false)`,
  };
  const columns = IN_HISTORY.map(
    (name) => sql`${otherwise[name] ?? sql.ref(fromOf(name))} as ${sql.ref(fromOf(name))}`,
  );
  return sql`select project_id, code, proposer_organization_id, null::text[] as open_steps,
                    null::timestamptz as awaited_since, ${sql.join(columns)}
             from published.project_history was
             where valid_from < ${end} and (valid_to is null or valid_to >= ${end})`;
}

const READ_COLUMNS = sql.join(
  STORED_COLUMNS.map((name) => {
    const place = projectColumn(name).inHistory ? 'was' : 'projects';
    return sql`${sql.ref(`${place}.${fromOf(name)}`)} as ${sql.id(name)}`;
  }),
);

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
      select projects.id, was.code, owner.name as organization, proposer.name as proposer,
             was.open_steps as "openSteps", was.awaited_since as "awaitedSince", ${READ_COLUMNS}
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

/** The requested columns in the order of the sheet; all by default. Error: ValidationError. */
function chosenColumns(names: string | undefined): Column[] {
  if (names === undefined) return WORKBOOK_COLUMNS.map(([, one]) => one);
  const wanted = new Set(names.split(','));
  const chosen = WORKBOOK_COLUMNS.filter(([name]) => wanted.delete(name)).map(([, one]) => one);
  if (wanted.size > 0) throw invalidFields({ columns: 'InvalidField' });
  return chosen;
}

/** The sheet as a stream, read in batches so that memory does not grow with its size. */
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
    name: wording.say(WORDS.projects),
    columns: columns.map(({ title, ...rest }) => ({ ...rest, title: wording.say(title) })),
    lines: lines(context, user, kind, atDay, (row) => ({
      kind: 'row',
      cells: columns.map(({ cell }) => cellText(cell(row), wording)),
    })),
    ...written,
    at: context.now(),
  });
}
