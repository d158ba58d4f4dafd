import type { BilingualText } from '../text/bilingual-text.ts';
import { PHASE_STATUS } from './statuses.ts';
import { transitionsOf } from './transitions.ts';

/** The decision as a past event, by the key of the commission's step: the step's label is a request. */
const DECIDED: Readonly<Record<string, BilingualText>> = {
  commissionYes: { sr: 'Усвојено', en: 'Accepted' },
  commissionNo: { sr: 'Одбијено', en: 'Rejected' },
  commissionStop: { sr: 'Обустављено', en: 'Stopped' },
  commissionPostpone: { sr: 'Одложено', en: 'Postponed' },
  commissionAmend: { sr: 'Тражена допуна', en: 'Amendment asked for' },
};
const WAITING: BilingualText = { sr: 'Чека одлуку', en: 'Waits for a decision' };

/** All texts of a decision, in an order that stays. */
export const DECIDED_TEXTS: readonly BilingualText[] = [...Object.values(DECIDED), WAITING];

/** The words of a decision that the commission has made in a phase; of none, that it is waited for. */
export function decidedText(phase: number, action: number | null): BilingualText {
  if (action === null) return WAITING;
  const step = transitionsOf(phase, PHASE_STATUS.waitingCommission).find((one) => one.action === action);
  const text = step && DECIDED[step.key];
  if (!text) throw new RangeError(`No decision ${action} in phase ${phase}`);
  return text;
}
