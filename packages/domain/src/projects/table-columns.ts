import type { BilingualText } from '../text/bilingual-text.ts';
import { WORDS } from '../text/words.ts';

/** How the values of a column are stored, filtered, sorted and shown. */
export type ColumnKind = 'text' | 'code' | 'integer' | 'boolean' | 'money' | 'date' | 'instant';

interface ProjectColumn {
  title: BilingualText;
  kind: ColumnKind;
  /** The column of the table of projects; without one the server says how it is read (its fields.ts and row.ts). */
  from?: string;
  /** Width in the workbook; without one the column is not in it, because it depends on the current day. */
  width?: number;
  /** project_history stores it: the workbook of a past day shows its value on that day, not the present one. */
  inHistory?: true;
  /** The screen filters it by its kind. */
  filtered?: true;
}

/**
 * Columns of the project table, in the order of its workbook (specification, "Project table"). The row of the response,
 * filter, order, screen and workbook are derived from this record; an entry states only what its kind does not imply.
 */
export const PROJECT_COLUMNS = {
  code: { title: WORDS.workingName, kind: 'code', width: 15 },
  number: { title: WORDS.number, kind: 'code', from: 'number', width: 15 },
  name: { title: WORDS.name, kind: 'text', from: 'name', width: 40, inHistory: true },
  organizationName: { title: WORDS.body, kind: 'text', width: 30, filtered: true },
  proposerOrganizationName: { title: WORDS.proposer, kind: 'text', width: 30, filtered: true },
  phase: { title: WORDS.phase, kind: 'integer', from: 'phase', width: 18, inHistory: true },
  phaseStatus: {
    title: WORDS.state,
    kind: 'integer',
    from: 'phase_status',
    width: 20,
    inHistory: true,
  },
  status: {
    title: WORDS.status,
    kind: 'integer',
    from: 'status',
    width: 11,
    inHistory: true,
  },
  sector: { title: WORDS.sector, kind: 'integer', from: 'sector', width: 20 },
  totalValue: {
    title: WORDS.valueRsd,
    kind: 'money',
    from: 'total_value',
    width: 20,
    inHistory: true,
  },
  important: {
    title: WORDS.specialImportance,
    kind: 'boolean',
    from: 'important',
    width: 10,
    inHistory: true,
    filtered: true,
  },
  foreignFunds: {
    title: WORDS.foreignFunds,
    kind: 'boolean',
    from: 'foreign_funds',
    width: 10,
    inHistory: true,
    filtered: true,
  },
  createdDate: {
    title: WORDS.created,
    kind: 'instant',
    from: 'created_at',
    width: 17,
    filtered: true,
  },
  stage: { title: { sr: 'Етапа', en: 'Stage' }, kind: 'text', width: 13 },
  type: { title: WORDS.kind, kind: 'integer', from: 'type', width: 17 },
  lastChangeDate: {
    title: WORDS.lastChange,
    kind: 'instant',
    from: 'last_changed_at',
    width: 17,
    inHistory: true,
    filtered: true,
  },
  pimisCommented: {
    title: WORDS.ministryOpinion,
    kind: 'boolean',
    from: 'ministry_commented',
    width: 14,
    inHistory: true,
    filtered: true,
  },
  commissionApproved: {
    title: WORDS.accepted,
    kind: 'boolean',
    from: 'commission_approved',
    width: 10,
    inHistory: true,
    filtered: true,
  },
  lastReporting: {
    title: { sr: 'Последњи извештај', en: 'Last report' },
    kind: 'date',
    from: 'last_reporting',
    width: 14,
    inHistory: true,
    filtered: true,
  },
  /** The body that has to act, and its step. */
  onTurn: { title: { sr: 'Ко је на реду', en: 'Whose turn' }, kind: 'code', width: 34 },
  waitingSince: { title: WORDS.waitingSince, kind: 'instant', width: 17, filtered: true },
  isConclusionReportDelayed: {
    title: { sr: 'Касни завршни извештај', en: 'Conclusion report late' },
    kind: 'boolean',
    filtered: true,
  },
} as const satisfies Readonly<Record<string, ProjectColumn>>;

type Columns = typeof PROJECT_COLUMNS;
export type ProjectColumnName = keyof Columns;
/** Columns of the projects table that are read and shown by their kind. */
export type StoredColumnName = {
  [Name in ProjectColumnName]: Columns[Name] extends { from: string } ? Name : never;
}[ProjectColumnName];
export type KindOf<Name extends ProjectColumnName> = Columns[Name]['kind'];

const names = Object.keys(PROJECT_COLUMNS) as ProjectColumnName[];
export const projectColumn = (name: ProjectColumnName): ProjectColumn => PROJECT_COLUMNS[name];

export const PROJECT_COLUMN_NAMES: readonly ProjectColumnName[] = names;
export const STORED_COLUMNS = names.filter((name): name is StoredColumnName => projectColumn(name).from !== undefined);
/** Columns of the workbook, in its order. */
export const WORKBOOK_COLUMN_NAMES = names.filter((name) => projectColumn(name).width !== undefined);
