import { FORM_STATUS } from '../constants.ts';
import { toHundredths } from '../money/decimal.ts';
import { FORM_CODE } from './codes.ts';

const SHOWN_AT: readonly number[] = [FORM_STATUS.locked, FORM_STATUS.approved];

/** The warning of a report without an appropriation, besides its validation result. */
export const EMPTY_APPROPRIATIONS = 'FluentEmptyProjectFormAppropriations';

/**
 * Whether a locked or approved quarterly report lacks an appropriation. There is no warning for unlocked reports
 * (specification, "Quarterly appropriation check"; docs/forms.md, C4).
 */
export function lacksAppropriation(form: { code: string; status: number }, amount: string): boolean {
  return (
    form.code === FORM_CODE.quarterlyReport && SHOWN_AT.includes(form.status) && (toHundredths(amount) ?? 0n) <= 0n
  );
}
