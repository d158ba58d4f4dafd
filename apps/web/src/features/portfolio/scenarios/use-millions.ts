import { totalHundredths } from '@pimis/domain/money/decimal';
import { useText } from '../../../i18n/use-text.ts';
import { millionsText } from '../calendar/millions.ts';

/** Writes amounts for the screens of scenarios: in millions of RSD, a unit that each screen names once. */
export function useMillions(): (amount: string | bigint) => string {
  const { amount: written } = useText();
  return (amount) => millionsText(typeof amount === 'bigint' ? amount : (totalHundredths(amount) ?? 0n), written);
}
