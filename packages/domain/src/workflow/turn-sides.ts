import { PROJECT_STATUS } from '../constants.ts';
import type { BilingualText } from '../text/bilingual-text.ts';
import { type ActingUser, ACTORS, type Actor } from './actors.ts';
import { openStepLabel, WAITED_STEPS, waitedStepLabel, waitingFor } from './open-steps.ts';

/** The body that has to act on a project. */
export type TurnSide = Actor['side'];

/** The sides, in the order in which lists are sorted by them. */
export const TURN_SIDES = ['own', 'proposer', 'administration', 'mei'] as const satisfies readonly TurnSide[];

/** The sides that are the same body for every project, as named in lists. */
export const CENTRAL_BODIES: Readonly<Record<'administration' | 'mei', BilingualText>> = {
  administration: { sr: 'Министарство финансија', en: 'Ministry of Finance' },
  mei: { sr: 'МЕИ', en: 'MEI' },
};

/** Each step that a project may wait for, with its side. No step has two sides, because lists show one (tested). */
const SIDES: ReadonlyMap<string, TurnSide> = new Map(WAITED_STEPS.map(({ key, actor }) => [key, ACTORS[actor].side]));

/** Keys of every step that a project may wait for. */
export const STEP_KEYS: readonly string[] = [...SIDES.keys()].toSorted();

/** Keys of the steps of a side, for an SQL condition. */
export function stepsOfSide(side: TurnSide): readonly string[] {
  return STEP_KEYS.filter((key) => SIDES.get(key) === side);
}

export interface OnTurn {
  side: TurnSide;
  label: BilingualText;
}

/** The side that has to act on a project, and its step; null if there is none. `open`: keys of the open steps. */
export function onTurn(at: {
  status: number;
  phase: number;
  phaseStatus: number;
  foreignFunds: boolean;
  open: readonly string[] | null;
}): OnTurn | null {
  const key = at.open?.[0];
  // Stryker disable next-line ConditionalExpression: no definition has such a case.
  if (at.status !== PROJECT_STATUS.pending || key === undefined) return null;
  const side = SIDES.get(key);
  const label = openStepLabel(key, at);
  return side && label ? { side, label } : null;
}

/**
 * Steps that may wait for this user, without duplicates of text: the decisions of the commission count as one, under
 * the key that is open while all of them are possible.
 */
export function stepsWaitedForBy(user: ActingUser): { key: string; label: BilingualText }[] {
  const found = new Map<string, { key: string; label: BilingualText }>();
  for (const { phase, status, keys } of waitingFor(user)) {
    for (const key of keys) {
      const label = waitedStepLabel(key, { phase, phaseStatus: status });
      if (label && !found.has(label.sr)) found.set(label.sr, { key, label });
    }
  }
  return [...found.values()];
}
