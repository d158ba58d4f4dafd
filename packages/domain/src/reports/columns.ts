import { SECTOR_OPTIONS } from '../forms/definitions/common.ts';
import { type BilingualText, pair } from '../text/bilingual-text.ts';
import { decidedText } from '../workflow/decided.ts';
import { LISTS } from '../workflow/lists.ts';
import { PHASE, phaseInfo, type Stage, STAGES } from '../workflow/phases.ts';
import { statusInfo } from '../workflow/statuses.ts';

/** The kind of values in a column; `labelOf` shows codes. */
export type ReportKind =
  | 'text'
  | 'name'
  | 'money'
  | 'percent'
  | 'count'
  | 'day'
  | 'yesNo'
  | 'stage'
  | 'phase'
  | 'phaseStatus'
  | 'projectStatus'
  | 'sector'
  | 'listType'
  /** "phase:action" of a decision of the commission. */
  | 'decision';

/** The parts that a column needs besides the project's own history. */
export type ReportPart = 'decision' | 'plan' | 'realization';

export interface ReportColumn {
  title: BilingualText;
  kind: ReportKind;
  /** Width in letters; on paper the share of the line. */
  width: number;
  part?: ReportPart;
}

/** Every column that a board report may have (docs/reports.md, "Columns"). */
export const REPORT_COLUMNS = {
  code: { title: pair('Радни назив', 'Code'), kind: 'text', width: 13 },
  number: { title: pair('Број', 'Number'), kind: 'text', width: 13 },
  name: { title: pair('Назив пројекта', 'Project'), kind: 'name', width: 38 },
  organization: { title: pair('Орган', 'Organization'), kind: 'name', width: 26 },
  proposer: { title: pair('Овлашћени предлагач', 'Proposer'), kind: 'name', width: 26 },
  sector: { title: pair('Сектор', 'Sector'), kind: 'sector', width: 18 },
  stage: { title: pair('Етапа', 'Stage'), kind: 'stage', width: 12 },
  phase: { title: pair('Фаза', 'Phase'), kind: 'phase', width: 17 },
  phaseStatus: { title: pair('Стање', 'State'), kind: 'phaseStatus', width: 18 },
  since: { title: pair('У стању од', 'Since'), kind: 'day', width: 11 },
  projectStatus: { title: pair('Статус', 'Status'), kind: 'projectStatus', width: 10 },
  important: { title: pair('Посебан значај', 'Special importance'), kind: 'yesNo', width: 9 },
  foreignFunds: { title: pair('Страна средства', 'Foreign funds'), kind: 'yesNo', width: 9 },
  created: { title: pair('Отворен', 'Opened'), kind: 'day', width: 11 },
  totalValue: { title: pair('Вредност, РСД', 'Value, RSD'), kind: 'money', width: 20 },
  plannedStart: { title: pair('Почетак', 'Start'), kind: 'day', width: 11, part: 'plan' },
  plannedEnd: { title: pair('Рок', 'Deadline'), kind: 'day', width: 11, part: 'plan' },
  plannedToDay: {
    title: pair('Планирано до дана, РСД', 'Planned to the day, RSD'),
    kind: 'money',
    width: 20,
    part: 'plan',
  },
  realized: { title: pair('Реализовано, РСД', 'Realized, RSD'), kind: 'money', width: 20, part: 'realization' },
  remaining: { title: pair('Преостало, РСД', 'Remaining, RSD'), kind: 'money', width: 20, part: 'realization' },
  realizedPercent: { title: pair('Реализовано, %', 'Realized, %'), kind: 'percent', width: 14, part: 'realization' },
  lastQuarter: { title: pair('Последњи квартал', 'Last quarter'), kind: 'text', width: 12, part: 'realization' },
  listType: { title: pair('Врста листе', 'Kind of list'), kind: 'listType', width: 16, part: 'decision' },
  listName: { title: pair('Листа', 'List'), kind: 'name', width: 16, part: 'decision' },
  decided: { title: pair('Одлука комисије', 'Decision'), kind: 'day', width: 11, part: 'decision' },
  later: { title: pair('Касније одлучено', 'Decided later'), kind: 'decision', width: 15, part: 'decision' },
  laterDay: { title: pair('Дан касније одлуке', 'Day of that'), kind: 'day', width: 11, part: 'decision' },
  group: { title: pair('Група', 'Group'), kind: 'name', width: 40 },
  projects: { title: pair('Пројеката', 'Projects'), kind: 'count', width: 13 },
  importantProjects: { title: pair('Посебан значај', 'Special importance'), kind: 'count', width: 13 },
  foreignProjects: { title: pair('Страна средства', 'Foreign funds'), kind: 'count', width: 13 },
} as const satisfies Record<string, ReportColumn>;

export type ReportColumnKey = keyof typeof REPORT_COLUMNS;

/** A column with its parts as they may be, not as the one at hand has them. */
export const reportColumn = (key: ReportColumnKey): ReportColumn => REPORT_COLUMNS[key];

/** Phases in the order in which a project goes through them; reports group by it. */
export const PHASE_ORDER: readonly number[] = [
  PHASE.idea,
  PHASE.projectIdentification,
  PHASE.identification,
  PHASE.preparedness,
  PHASE.important,
  PHASE.preImplementation,
  PHASE.plan,
  PHASE.reporting,
  PHASE.correction,
  PHASE.correctionReporting,
  PHASE.rationalization,
  PHASE.conclusion,
  PHASE.effects,
];

const STAGE_TITLES: Readonly<Record<Stage, BilingualText>> = {
  preparation: pair('Припрема', 'Preparation'),
  realization: pair('Реализација', 'Realization'),
  finished: pair('Завршетак', 'Completion'),
};

const PROJECT_STATUSES: readonly BilingualText[] = [
  pair('у току', 'pending'),
  pair('завршен', 'finished'),
  pair('архивиран', 'archived'),
];
const YES_NO: Readonly<Record<string, BilingualText>> = { true: pair('да', 'yes'), false: pair('не', 'no') };
const NO_LIST = pair('Без листе', 'No list');

/** The words of a value that is a code; null of a value that speaks for itself. */
export function labelOf(kind: ReportKind, value: string | null): BilingualText | null {
  if (value === null) return kind === 'listType' ? NO_LIST : null;
  switch (kind) {
    case 'stage':
      return STAGE_TITLES[STAGES.find((stage) => stage === value) ?? 'preparation'];
    case 'phase':
      return phaseInfo(Number(value)).title;
    case 'phaseStatus':
      return statusInfo(Number(value)).label;
    case 'projectStatus':
      return PROJECT_STATUSES[Number(value)] ?? null;
    case 'sector':
      return SECTOR_OPTIONS.find((option) => option.value === Number(value))?.label ?? null;
    case 'listType':
      return LISTS.find((list) => list.type === Number(value))?.title ?? null;
    case 'yesNo':
      return YES_NO[value] ?? null;
    case 'decision': {
      const [phase, action] = value.split(':').map(Number);
      return decidedText(phase ?? 0, action ?? null);
    }
    default:
      return null;
  }
}
