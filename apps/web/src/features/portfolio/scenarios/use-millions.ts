import { totalHundredths } from '@pimis/domain/money/decimal';
import { useText } from '../../../i18n/use-text.ts';
import { millionsText } from '../calendar/millions.ts';

/** Writes amounts as all screens of scenarios do: in millions of RSD, which each of them says once. */
export function useMillions(): (amount: string | bigint) => string {
  const { amount: written } = useText();
  return (amount) => millionsText(typeof amount === 'bigint' ? amount : (totalHundredths(amount) ?? 0n), written);
}
