import { DEFAULT_PROJECT_TYPE } from '../constants.ts';
import { FORM_CODE } from '../forms/codes.ts';
import type { FormCode } from '../forms/titles.ts';
import type { BilingualText } from '../text/bilingual-text.ts';
import { WORDS } from '../text/words.ts';

/** Phase identifiers (specification, "Phase identifiers"); 6 is read as 13 on input of migrated data. */
export const PHASE = {
  idea: 0,
  projectIdentification: 1,
  preparedness: 2,
  important: 3,
  plan: 4,
  reporting: 5,
  conclusion: 7,
  effects: 8,
  preImplementation: 9,
  identification: 10,
  correction: 11,
  correctionReporting: 12,
  rationalization: 13,
} as const;

/** Stages in the order of the project table (specification, "Project table"). */
export const STAGES = ['preparation', 'realization', 'finished'] as const;
export type Stage = (typeof STAGES)[number];

export interface PhaseInfo {
  id: number;
  key: string;
  title: BilingualText;
  stage: Stage;
}

export const PHASES: readonly PhaseInfo[] = [
  { id: PHASE.idea, key: 'idea', title: { sr: 'Идеја', en: 'Idea' }, stage: 'preparation' },
  {
    id: PHASE.projectIdentification,
    key: 'projectIdentification',
    title: { sr: 'Пројектна идентификација', en: 'Project identification' },
    stage: 'preparation',
  },
  { id: PHASE.preparedness, key: 'preparedness', title: { sr: 'Спремност', en: 'Preparedness' }, stage: 'preparation' },
  {
    id: PHASE.important,
    key: 'important',
    title: WORDS.specialImportance,
    stage: 'preparation',
  },
  { id: PHASE.plan, key: 'plan', title: { sr: 'План', en: 'Plan' }, stage: 'realization' },
  { id: PHASE.reporting, key: 'reporting', title: { sr: 'Извештавање', en: 'Reporting' }, stage: 'realization' },
  { id: PHASE.conclusion, key: 'conclusion', title: { sr: 'Закључење', en: 'Conclusion' }, stage: 'finished' },
  { id: PHASE.effects, key: 'effects', title: { sr: 'Ефекти', en: 'Effects' }, stage: 'finished' },
  {
    id: PHASE.preImplementation,
    key: 'preImplementation',
    title: { sr: 'Предимплементација', en: 'Pre-implementation' },
    stage: 'realization',
  },
  {
    id: PHASE.identification,
    key: 'identification',
    title: WORDS.identification,
    stage: 'preparation',
  },
  { id: PHASE.correction, key: 'correction', title: { sr: 'Корекција', en: 'Correction' }, stage: 'realization' },
  {
    id: PHASE.correctionReporting,
    key: 'correctionReporting',
    title: { sr: 'Извештавање о корекцији', en: 'Correction reporting' },
    stage: 'realization',
  },
  {
    id: PHASE.rationalization,
    key: 'rationalization',
    title: WORDS.rationalization,
    stage: 'realization',
  },
];

const BY_ID = new Map(PHASES.map((phase) => [phase.id, phase]));
const MIGRATED_RATIONALIZATION = 6;

export function phaseInfo(id: number): PhaseInfo {
  const found = BY_ID.get(id === MIGRATED_RATIONALIZATION ? PHASE.rationalization : id);
  if (!found) throw new RangeError(`No phase ${id}`);
  return found;
}

/** Stage column of the project table (specification, "Project table"). */
export function stageOf(phase: number): Stage {
  return phaseInfo(phase).stage;
}

/** Type of a project that is being realized already when it comes into the system. */
export const TYPE_IN_REALIZATION = 1;
/** Type of a project whose documentation is being prepared. */
export const TYPE_IN_PREPARATION = 2;

export function phasesOf(stage: Stage): number[] {
  return PHASES.filter((phase) => phase.stage === stage).map(({ id }) => id);
}

export interface ProjectKind {
  type: number;
  important: boolean;
  migrated?: boolean;
}

/** Main path (docs/workflow.md, "Phases and where a project starts"). Side paths leave and rejoin phase 5. */
export function phasePath({ type, important }: ProjectKind): readonly number[] {
  if (important)
    return [PHASE.important, PHASE.preImplementation, PHASE.plan, PHASE.reporting, PHASE.conclusion, PHASE.effects];
  if (type === TYPE_IN_REALIZATION)
    return [PHASE.projectIdentification, PHASE.plan, PHASE.reporting, PHASE.conclusion, PHASE.effects];
  if (type === TYPE_IN_PREPARATION)
    return [
      PHASE.projectIdentification,
      PHASE.preparedness,
      PHASE.preImplementation,
      PHASE.plan,
      PHASE.reporting,
      PHASE.conclusion,
      PHASE.effects,
    ];
  return [
    PHASE.idea,
    PHASE.identification,
    PHASE.preparedness,
    PHASE.preImplementation,
    PHASE.plan,
    PHASE.reporting,
    PHASE.conclusion,
    PHASE.effects,
  ];
}

/** The main path; a migrated project of type 3 begins with the older identification, as one in preparation does. */
export function pathOf(kind: ProjectKind): readonly number[] {
  const begins = kind.migrated && kind.type === DEFAULT_PROJECT_TYPE ? TYPE_IN_PREPARATION : kind.type;
  return phasePath({ ...kind, type: begins });
}

export function startPhase(kind: ProjectKind): number {
  return pathOf(kind)[0] ?? PHASE.idea;
}

/** The first form of a phase; `PIF` means the older form of the project's type. */
export function formOfPhase(phase: number, kind: ProjectKind): FormCode {
  switch (phase) {
    case PHASE.idea:
      return 'ideja';
    case PHASE.projectIdentification:
      return kind.type === TYPE_IN_PREPARATION ? 'pif-mini' : '1-5-5';
    case PHASE.preparedness:
      return 'spremnost';
    case PHASE.important:
      return 'posebnog-znacaja';
    case PHASE.plan:
      return FORM_CODE.plan;
    case PHASE.reporting:
      return FORM_CODE.quarterlyReport;
    case PHASE.conclusion:
      return 'zavrsni';
    case PHASE.effects:
      return 'efekti';
    case PHASE.preImplementation:
      return 'predimplementacija';
    case PHASE.identification:
      return 'identifikacija-projekta';
    case PHASE.correction:
      return FORM_CODE.correction;
    case PHASE.correctionReporting:
      return FORM_CODE.quarterlyCorrection;
    default:
      return 'racionalizacija';
  }
}

/** Phases in which each round has a form of its own; "the forms of the round" is then the newest one. */
export const ROUND_PHASES: readonly number[] = [
  PHASE.reporting,
  PHASE.correction,
  PHASE.correctionReporting,
  PHASE.rationalization,
];

/** The maximum number of forms of a phase; other phases have fixed forms. */
const FORMS_LIMIT: Readonly<Record<number, number>> = {
  [PHASE.reporting]: 40,
  [PHASE.correction]: 10,
  [PHASE.correctionReporting]: 10,
  [PHASE.rationalization]: 5,
};

/** Whether a phase holds as many forms as it may. */
export function reachesFormsLimit(phase: number, forms: number): boolean {
  return forms >= (FORMS_LIMIT[phase] ?? Number.POSITIVE_INFINITY);
}
