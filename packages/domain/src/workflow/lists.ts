import type { TextPair } from '../text/pair.ts';

export type ListType = 1 | 2 | 3 | 4 | 5 | 6;

export interface ListInfo {
  type: ListType;
  title: TextPair;
  /** Phase and status of a project that waits for this list; an important one (3, 17) waits for the list it is put on. */
  pending: { phase: number; status: number };
  takesImportant: boolean;
  /** The forms that come to it carry the ministry's opinion; without it a decision is warned of. */
  needsOpinion: boolean;
}

/** List types in the order of the tabs (specification, "Project lists"). */
export const LISTS: readonly ListInfo[] = [
  {
    type: 3,
    title: { sr: 'Идеја', en: 'Idea' },
    pending: { phase: 0, status: 14 },
    takesImportant: true,
    needsOpinion: true,
  },
  {
    type: 4,
    title: { sr: 'Идентификација', en: 'Identification' },
    pending: { phase: 10, status: 15 },
    takesImportant: true,
    needsOpinion: true,
  },
  {
    type: 5,
    title: { sr: 'Спремност', en: 'Preparedness' },
    pending: { phase: 2, status: 16 },
    takesImportant: true,
    needsOpinion: true,
  },
  {
    type: 6,
    title: { sr: 'Корекција', en: 'Correction' },
    pending: { phase: 11, status: 28 },
    takesImportant: false,
    needsOpinion: true,
  },
  {
    type: 1,
    title: { sr: 'Предлог рационализације', en: 'Rationalization proposal' },
    pending: { phase: 5, status: 5 },
    takesImportant: false,
    needsOpinion: false,
  },
  {
    type: 2,
    title: { sr: 'Рационализација', en: 'Rationalization' },
    pending: { phase: 13, status: 10 },
    takesImportant: false,
    needsOpinion: true,
  },
];

export const IMPORTANT_PENDING = { phase: 3, status: 17 } as const;

export function listInfo(type: number): ListInfo {
  const found = LISTS.find((list) => list.type === type);
  if (!found) throw new RangeError(`No list type ${type}`);
  return found;
}

/** Does the list of this phase ask for the ministry's opinion? Important projects come to lists that do. */
export function opinionIsAsked(phase: number): boolean {
  return LISTS.find(({ pending }) => pending.phase === phase)?.needsOpinion ?? true;
}
