import { SECTOR_OPTIONS } from '../forms/definitions/common.ts';
import { type BilingualText, pair } from '../text/bilingual-text.ts';
import { decidedText } from '../workflow/decided.ts';
import { LISTS } from '../workflow/lists.ts';
import { PHASE, phaseInfo, type Stage, STAGES } from '../workflow/phases.ts';
import { statusInfo } from '../workflow/statuses.ts';
import { WORDS } from '../text/words.ts';
import { namesWithin, PROJECT_STATUS_NAMES } from '../text/state-names.ts';

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
  code: { title: WORDS.workingName, kind: 'text', width: 13 },
  number: { title: WORDS.number, kind: 'text', width: 13 },
  name: { title: WORDS.projectName, kind: 'name', width: 38 },
  organization: { title: WORDS.body, kind: 'name', width: 26 },
  proposer: { title: pair('Овлашћени предлагач', 'Proposer'), kind: 'name', width: 26 },
  sector: { title: WORDS.sector, kind: 'sector', width: 18 },
  stage: { title: pair('Етапа', 'Stage'), kind: 'stage', width: 12 },
  phase: { title: WORDS.phase, kind: 'phase', width: 17 },
  phaseStatus: { title: WORDS.state, kind: 'phaseStatus', width: 18 },
  since: { title: pair('У стању од', 'Since'), kind: 'day', width: 11 },
  projectStatus: { title: WORDS.status, kind: 'projectStatus', width: 10 },
  important: { title: WORDS.specialImportance, kind: 'yesNo', width: 9 },
  foreignFunds: { title: WORDS.foreignFunds, kind: 'yesNo', width: 9 },
  created: { title: WORDS.opened, kind: 'day', width: 11 },
  totalValue: { title: WORDS.valueInRsd, kind: 'money', width: 20 },
  plannedStart: { title: WORDS.start, kind: 'day', width: 11, part: 'plan' },
  plannedEnd: { title: pair('Рок', 'Deadline'), kind: 'day', width: 11, part: 'plan' },
  plannedToDay: {
    title: pair('Планирано до дана, РСД', 'Planned to the day, RSD'),
    kind: 'money',
    width: 20,
    part: 'plan',
  },
  realized: { title: WORDS.realizedInRsd, kind: 'money', width: 20, part: 'realization' },
  remaining: { title: pair('Преостало, РСД', 'Remaining, RSD'), kind: 'money', width: 20, part: 'realization' },
  realizedPercent: { title: pair('Реализовано, %', 'Realized, %'), kind: 'percent', width: 14, part: 'realization' },
  lastQuarter: { title: pair('Последњи квартал', 'Last quarter'), kind: 'text', width: 12, part: 'realization' },
  listType: { title: pair('Врста листе', 'Kind of list'), kind: 'listType', width: 16, part: 'decision' },
  listName: { title: WORDS.list, kind: 'name', width: 16, part: 'decision' },
  decided: { title: WORDS.commissionDecision, kind: 'day', width: 11, part: 'decision' },
  later: { title: pair('Касније одлучено', 'Decided later'), kind: 'decision', width: 15, part: 'decision' },
  laterDay: { title: pair('Дан касније одлуке', 'Day of that'), kind: 'day', width: 11, part: 'decision' },
  group: { title: WORDS.group, kind: 'name', width: 40 },
  projects: { title: WORDS.projectsCounted, kind: 'count', width: 13 },
  importantProjects: { title: WORDS.specialImportance, kind: 'count', width: 13 },
  foreignProjects: { title: WORDS.foreignFunds, kind: 'count', width: 13 },
} as const satisfies Record<string, ReportColumn>;

export type ReportColumnKey = keyof typeof REPORT_COLUMNS;

/** A column as the general type, with all optional parts. */
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
  preparation: WORDS.preparation,
  realization: WORDS.realization,
  finished: WORDS.completion,
};

const PROJECT_STATUSES: Readonly<Record<string, BilingualText>> = namesWithin(PROJECT_STATUS_NAMES);
const YES_NO: Readonly<Record<string, BilingualText>> = { true: WORDS.yesInText, false: WORDS.noInText };
const NO_LIST = pair('Без листе', 'No list');

/** The text of a value that is a code; null for a value that is shown as it is. */
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
      return PROJECT_STATUSES[value] ?? null;
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
