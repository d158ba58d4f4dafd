import type { BilingualText } from '../text/bilingual-text.ts';
import { PHASE_STATUS } from './statuses.ts';
import { TRANSITIONS, transitionsOf } from './transitions.ts';
import { WORDS } from '../text/words.ts';

/** The decision as a past event, by the key of the commission's step: the step's label is a request. */
const DECIDED = {
  commissionYes: WORDS.accepted,
  commissionNo: { sr: 'Одбијено', en: 'Rejected' },
  commissionStop: WORDS.stopped,
  commissionPostpone: WORDS.postponed,
  commissionAmend: { sr: 'Тражена допуна', en: 'Amendment asked for' },
  waiting: { sr: 'Чека одлуку', en: 'Waits for a decision' },
} as const satisfies Readonly<Record<string, BilingualText>>;
export type DecidedKey = keyof typeof DECIDED;

/** All decisions and `waiting`, in a fixed order. */
export const DECIDED_KEYS = Object.keys(DECIDED) as readonly DecidedKey[];
export const decidedTextOf = (key: DecidedKey): BilingualText => DECIDED[key];

const isDecided = (key: string): key is DecidedKey => Object.hasOwn(DECIDED, key);

/** The decision that the commission made in a phase by an action; `waiting` without one. */
export function decidedKey(phase: number, action: number | null): DecidedKey {
  if (action === null) return 'waiting';
  const step = transitionsOf(phase, PHASE_STATUS.waitingCommission).find((one) => one.action === action);
  if (!step || !isDecided(step.key)) throw new RangeError(`No decision ${action} in phase ${phase}`);
  return step.key;
}

/** The phases and actions that lead to this decision. */
export const decisionSteps = (key: DecidedKey): { phase: number; action: number }[] =>
  TRANSITIONS.filter((step) => step.key === key).map(({ phase, action }) => ({ phase, action }));

/** The text of a decision that the commission made in a phase; without one, that it is awaited. */
export const decidedText = (phase: number, action: number | null): BilingualText => DECIDED[decidedKey(phase, action)];
