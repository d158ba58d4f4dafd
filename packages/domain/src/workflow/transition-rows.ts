import type { BilingualText } from '../text/bilingual-text.ts';
import type { ActorCode } from './actors.ts';
import type { Effect, Needs, Outcome, RowCondition, Transition } from './transition-types.ts';
import { WORDS } from '../text/words.ts';

/** A row of the table as written: for one phase, with one outcome unless it lists several. */
export interface Row {
  status: number;
  action: number;
  key: string;
  label: BilingualText;
  actors: readonly ActorCode[];
  needs?: Needs;
  when?: RowCondition;
  /** The status that follows; without it the status stays. */
  to?: Outcome['status'];
  effects?: readonly Effect[];
  /** In place of `to` and `effects`, where a condition decides. */
  outcomes?: readonly Outcome[];
  turn?: boolean;
  neverMain?: boolean;
}

/** Expands the rows of a phase to transitions. */
export function rows(phase: number, list: readonly Row[]): Transition[] {
  return list.map(({ to, effects, outcomes, needs, turn, when, neverMain, ...row }) => ({
    ...row,
    id: `${phase}-${row.status}-${row.action}${when ? `-${when}` : ''}`,
    phase,
    needs: needs ?? {},
    turn: turn ?? false,
    ...(when ? { when } : {}),
    ...(neverMain ? { neverMain } : {}),
    outcomes: outcomes ?? [{ status: to ?? row.status, effects: effects ?? [] }],
  }));
}

/** Needs and effects that many rows have. */
export const LOCKED: Needs = { lock: true };
export const COMMENTED: Needs = { comment: true };
export const UNLOCK: readonly Effect[] = [{ kind: 'unlockForms' }];

/** Words of steps that several phases have. */
export const LABELS = {
  send: { sr: 'Пошаљи на потврду', en: 'Send for confirmation' },
  confirm: WORDS.confirm,
  approve: { sr: 'Одобри', en: 'Approve' },
  return: { sr: 'Врати на допуну', en: 'Return for amendment' },
  returnToEntry: { sr: 'Врати на унос', en: 'Return to entry' },
  requestChange: { sr: 'Тражи измену обрасца', en: 'Request a form change' },
} as const satisfies Record<string, BilingualText>;
