import type { BilingualText } from '../text/bilingual-text.ts';
import { PHASE } from './phases.ts';
import { PHASE_STATUS } from './statuses.ts';
import { WORDS } from '../text/words.ts';

/** Types of lists by name (specification, "Project lists"). */
export const LIST = {
  rationalizationProposal: 1,
  rationalization: 2,
  idea: 3,
  identification: 4,
  preparedness: 5,
  correction: 6,
} as const;
export type ListType = (typeof LIST)[keyof typeof LIST];

/** Decisions of the commission by name: the actions of its steps, the same in every phase. */
export const DECISION = { yes: 1, no: 2, stop: 3, postpone: 4 } as const;

export interface ListInfo {
  type: ListType;
  title: BilingualText;
  /**
   * Phase and status of a project that waits for this list; an important one (IMPORTANT_PENDING) waits for the list it
   * is put on.
   */
  pending: { phase: number; status: number };
  takesImportant: boolean;
  /** Its forms need the ministry's opinion; a decision without it shows a warning. */
  needsOpinion: boolean;
}

/** List types in the order of the tabs (specification, "Project lists"). */
export const LISTS: readonly ListInfo[] = [
  {
    type: LIST.idea,
    title: { sr: 'Идеја', en: 'Idea' },
    pending: { phase: PHASE.idea, status: PHASE_STATUS.ideaList },
    takesImportant: true,
    needsOpinion: true,
  },
  {
    type: LIST.identification,
    title: WORDS.identification,
    pending: { phase: PHASE.identification, status: PHASE_STATUS.identificationList },
    takesImportant: true,
    needsOpinion: true,
  },
  {
    type: LIST.preparedness,
    title: { sr: 'Спремност', en: 'Preparedness' },
    pending: { phase: PHASE.preparedness, status: PHASE_STATUS.preparednessList },
    takesImportant: true,
    needsOpinion: true,
  },
  {
    type: LIST.correction,
    title: { sr: 'Корекција', en: 'Correction' },
    pending: { phase: PHASE.correction, status: PHASE_STATUS.correctionList },
    takesImportant: false,
    needsOpinion: true,
  },
  {
    type: LIST.rationalizationProposal,
    title: { sr: 'Предлог рационализације', en: 'Rationalization proposal' },
    pending: { phase: PHASE.reporting, status: PHASE_STATUS.rationalizationProposal },
    takesImportant: false,
    needsOpinion: false,
  },
  {
    type: LIST.rationalization,
    title: WORDS.rationalization,
    pending: { phase: PHASE.rationalization, status: PHASE_STATUS.rationalizationAccepted },
    takesImportant: false,
    needsOpinion: true,
  },
];

export const IMPORTANT_PENDING = { phase: PHASE.important, status: PHASE_STATUS.importantList } as const;

export function listInfo(type: number): ListInfo {
  const found = LISTS.find((list) => list.type === type);
  if (!found) throw new RangeError(`No list type ${type}`);
  return found;
}

/** Whether the list of this phase needs the ministry's opinion. Important projects are put on lists that do. */
export function opinionIsAsked(phase: number): boolean {
  return LISTS.find(({ pending }) => pending.phase === phase)?.needsOpinion ?? true;
}
