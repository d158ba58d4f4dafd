import { PROJECT_STATUS } from '../constants.ts';
import { type BilingualText, pair } from '../text/bilingual-text.ts';
import { phasesOf } from '../workflow/phases.ts';
import { PHASE_STATUS } from '../workflow/statuses.ts';
import { TRANSITIONS } from '../workflow/transitions.ts';
import { type ReportColumnKey, type ReportPart, reportColumn } from './columns.ts';
import { WORDS } from '../text/words.ts';

export type ReportFormat = 'pdf' | 'xlsx';

/** Columns by which projects are grouped; each group has its sum. */
export type ReportGroup = 'organization' | 'proposer' | 'stage' | 'phase' | 'sector' | 'projectStatus' | 'listType';

/** The name of a table of groups of a kind. */
export const GROUP_TITLES: Readonly<Record<ReportGroup, BilingualText>> = {
  organization: WORDS.byBody,
  proposer: { sr: 'По овлашћеним предлагачима', en: 'By proposer' },
  stage: { sr: 'По етапама', en: 'By stage' },
  phase: { sr: 'По фазама', en: 'By phase' },
  sector: WORDS.bySector,
  projectStatus: { sr: 'По статусу', en: 'By status' },
  listType: { sr: 'По врстама листа', en: 'By kind of list' },
};

/** Which projects a report is about, as they were on its day. */
export interface ReportScope {
  statuses: readonly number[];
  phases?: readonly number[];
  important?: true;
  /** The commission has approved it. */
  accepted?: true;
}

interface Described {
  /** Its name in addresses and files. */
  type: string;
  codeName: string;
  title: BilingualText;
  /** Its purpose. */
  description: BilingualText;
  formats: readonly ReportFormat[];
  scope: ReportScope;
  columns: readonly ReportColumnKey[];
  /** Columns that have a sum in each group and at the end. */
  sums: readonly ReportColumnKey[];
}

/** A row for each project, in groups. */
export interface ProjectReport extends Described {
  shape: 'projects';
  groups: readonly ReportGroup[];
  /** Order within a group; ties are sorted by code. */
  order: readonly { column: 'name' | 'totalValue' | 'decided' | 'plannedEnd'; descending?: true }[];
}

/** A row for each group, in a table for each kind of group. */
export interface SummaryReport extends Described {
  shape: 'summary';
  sections: readonly ReportGroup[];
}

export type BoardReport = ProjectReport | SummaryReport;

const LIVE = [PROJECT_STATUS.pending];
const LIVE_AND_FINISHED = [PROJECT_STATUS.pending, PROJECT_STATUS.finished];

/** The nine board reports (specification, "Business constants and limits"); docs/reports.md shows each filled in. */
export const BOARD_REPORTS: readonly BoardReport[] = [
  {
    type: 'project-list',
    codeName: 'PIMIS-001',
    title: pair('Преглед пројеката', 'List of projects'),
    description: pair(
      'Пројекти у току по органима: прилог за седницу.',
      'Pending projects by organization: an annex for a session.',
    ),
    formats: ['pdf'],
    shape: 'projects',
    scope: { statuses: LIVE },
    groups: ['organization'],
    columns: ['code', 'name', 'sector', 'phase', 'phaseStatus', 'since', 'totalValue'],
    sums: ['totalValue'],
    order: [{ column: 'totalValue', descending: true }],
  },
  {
    type: 'project-summary',
    codeName: 'PIMIS-002',
    title: pair('Збирни преглед', 'Summary'),
    description: pair(
      'Број и вредност пројеката по етапама, фазама, секторима и предлагачима: за увод министра.',
      'How many projects of which value by stage, phase, sector and proposer: for the minister’s introduction.',
    ),
    formats: ['pdf'],
    shape: 'summary',
    scope: { statuses: LIVE_AND_FINISHED },
    sections: ['stage', 'phase', 'sector', 'proposer'],
    columns: ['group', 'projects', 'importantProjects', 'foreignProjects', 'totalValue', 'realized', 'realizedPercent'],
    sums: ['projects', 'importantProjects', 'foreignProjects', 'totalValue', 'realized', 'realizedPercent'],
  },
  {
    type: 'projects-realized',
    codeName: 'PIMIS-003',
    title: pair('Реализовани пројекти', 'Realized projects'),
    description: pair(
      'Пројекти чија је реализација завршена: колико је планирано, а колико реализовано.',
      'Projects whose realization is over: what was planned, and what was realized.',
    ),
    formats: ['pdf', 'xlsx'],
    shape: 'projects',
    scope: { statuses: LIVE_AND_FINISHED, phases: phasesOf('finished') },
    groups: ['proposer'],
    columns: ['code', 'name', 'organization', 'phase', 'plannedEnd', 'totalValue', 'realized', 'realizedPercent'],
    sums: ['totalValue', 'realized', 'realizedPercent'],
    order: [{ column: 'totalValue', descending: true }],
  },
  {
    type: 'projects-realization',
    codeName: 'PIMIS-004',
    title: pair('Пројекти у реализацији', 'Projects in realization'),
    description: pair(
      'Шта је до тог дана требало да буде реализовано, а шта јесте, по предлагачима.',
      'What should have been realized by the day, and what has been, by proposer.',
    ),
    formats: ['pdf', 'xlsx'],
    shape: 'projects',
    scope: { statuses: LIVE, phases: phasesOf('realization') },
    groups: ['proposer'],
    columns: [
      'code',
      'name',
      'phaseStatus',
      'plannedEnd',
      'lastQuarter',
      'totalValue',
      'plannedToDay',
      'realized',
      'realizedPercent',
    ],
    sums: ['totalValue', 'plannedToDay', 'realized', 'realizedPercent'],
    order: [{ column: 'plannedEnd' }],
  },
  {
    type: 'projects-all',
    codeName: 'PIMIS-005',
    title: pair('Сви пројекти', 'All projects'),
    description: pair(
      'Сви пројекти са свим подацима, и завршени и архивирани: за рад у табели.',
      'Every project with all its data, including finished and archived ones: for work in a spreadsheet.',
    ),
    formats: ['xlsx'],
    shape: 'projects',
    scope: { statuses: [PROJECT_STATUS.pending, PROJECT_STATUS.finished, PROJECT_STATUS.archived] },
    groups: ['projectStatus'],
    columns: [
      'code',
      'number',
      'name',
      'organization',
      'proposer',
      'sector',
      'stage',
      'phase',
      'phaseStatus',
      'since',
      'important',
      'foreignFunds',
      'created',
      'listType',
      'listName',
      'decided',
      'plannedStart',
      'plannedEnd',
      'lastQuarter',
      'totalValue',
      'plannedToDay',
      'realized',
      'remaining',
      'realizedPercent',
    ],
    sums: ['totalValue', 'plannedToDay', 'realized', 'remaining', 'realizedPercent'],
    order: [{ column: 'name' }],
  },
  {
    type: 'projects-board-accepted',
    codeName: 'PIMIS-006',
    title: pair('Пројекти које је комисија прихватила', 'Projects accepted by the commission'),
    description: pair(
      'Пројекти са последњом позитивном одлуком комисије, по врсти листе, и шта је о њима одлучено касније.',
      'Projects with the last positive decision of the commission, by kind of list, and what it decided later.',
    ),
    formats: ['pdf', 'xlsx'],
    shape: 'projects',
    scope: { statuses: LIVE_AND_FINISHED, accepted: true },
    groups: ['listType'],
    columns: [
      'code',
      'name',
      'organization',
      'listName',
      'decided',
      'later',
      'laterDay',
      'phase',
      'phaseStatus',
      'totalValue',
    ],
    sums: ['totalValue'],
    order: [{ column: 'decided' }],
  },
  {
    type: 'projects-by-phase',
    codeName: 'PIMIS-007',
    title: pair('Пројекти по фазама', 'Projects by phase'),
    description: pair(
      'Пројекти у току по етапи и фази, редом којим се кроз њих пролази: где шта стоји и од када.',
      'Pending projects by stage and phase, in the order of the phases, with the status of each project and the day on which it began.',
    ),
    formats: ['xlsx'],
    shape: 'projects',
    scope: { statuses: LIVE },
    groups: ['stage', 'phase'],
    columns: ['code', 'name', 'organization', 'proposer', 'sector', 'phaseStatus', 'since', 'important', 'totalValue'],
    sums: ['totalValue'],
    order: [{ column: 'name' }],
  },
  {
    type: 'projects-by-organization',
    codeName: 'PIMIS-008',
    title: pair('Пројекти по органима', 'Projects by organization'),
    description: pair(
      'Пројекти сваког предлагача и његових органа, са вредношћу и реализацијом.',
      'Projects of each proposer and of its organizations, with value and realization.',
    ),
    formats: ['xlsx'],
    shape: 'projects',
    scope: { statuses: LIVE_AND_FINISHED },
    groups: ['proposer', 'organization'],
    columns: [
      'code',
      'name',
      'sector',
      'phase',
      'phaseStatus',
      'projectStatus',
      'plannedEnd',
      'totalValue',
      'realized',
      'remaining',
      'realizedPercent',
    ],
    sums: ['totalValue', 'realized', 'remaining', 'realizedPercent'],
    order: [{ column: 'name' }],
  },
  {
    type: 'important-projects',
    codeName: 'PIMIS-009',
    title: pair('Пројекти од посебног значаја', 'Projects of special importance'),
    description: pair(
      'Пројекти од посебног значаја по фазама, са одлуком комисије и реализацијом.',
      'Projects of special importance by phase, with the commission’s decision and the realization.',
    ),
    formats: ['xlsx'],
    shape: 'projects',
    scope: { statuses: LIVE_AND_FINISHED, important: true },
    groups: ['phase'],
    columns: [
      'code',
      'name',
      'organization',
      'proposer',
      'sector',
      'phaseStatus',
      'since',
      'listType',
      'decided',
      'plannedEnd',
      'totalValue',
      'realized',
      'realizedPercent',
    ],
    sums: ['totalValue', 'realized', 'realizedPercent'],
    order: [{ column: 'totalValue', descending: true }],
  },
];

export function findBoardReport(type: string): BoardReport | undefined {
  return BOARD_REPORTS.find((report) => report.type === type);
}

/** Groups that a report has, in their order. */
export function groupsOf(report: BoardReport): readonly ReportGroup[] {
  return report.shape === 'projects' ? report.groups : report.sections;
}

/** The parts that a report must read. */
export function partsOf(report: BoardReport): ReadonlySet<ReportPart> {
  const keys = [...report.columns, ...groupsOf(report)];
  const parts = keys.flatMap((key) => reportColumn(key).part ?? []);
  return new Set(report.scope.accepted ? [...parts, 'decision'] : parts);
}

/** Decisions by which the commission accepts a project, as in the transition table. */
export const ACCEPTING_DECISIONS: readonly { phase: number; action: number }[] = TRANSITIONS.filter(
  (step) =>
    step.status === PHASE_STATUS.waitingCommission &&
    step.outcomes.some(({ effects }) => effects.some(({ kind }) => kind === 'commissionYes')),
).map(({ phase, action }) => ({ phase, action }));

function stepsWith(phase: number, kind: 'approveForms' | 'unlockForms'): string[] {
  const steps = TRANSITIONS.filter(
    (step) =>
      step.phase === phase && step.outcomes.some(({ effects }) => effects.some((effect) => effect.kind === kind)),
  );
  return [...new Set(steps.map(({ key }) => key))];
}

/** Steps of a phase after which its form counts as approved, and those that open it again. */
export function approvalSteps(phase: number): { approve: string[]; open: string[] } {
  return { approve: stepsWith(phase, 'approveForms'), open: stepsWith(phase, 'unlockForms') };
}

/** Columns of a report's workbook: its own and those of its groups, which have no lines of their own there. */
export function workbookColumns(report: BoardReport): readonly ReportColumnKey[] {
  const groups = report.shape === 'projects' ? report.groups : [];
  return [...report.columns, ...groups.filter((group) => !report.columns.includes(group))];
}
