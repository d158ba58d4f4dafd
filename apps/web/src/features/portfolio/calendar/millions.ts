const HUNDREDTHS_OF_MILLION = 100_000_000;

/** An amount in hundredths as tables of needs show it: in millions, with two decimals. */
export const inMillions = (hundredths: bigint): string => (Number(hundredths) / HUNDREDTHS_OF_MILLION).toFixed(2);

/** The same for display; a positive amount that would be rounded to 0 is shown as "< 0,01". */
export const millionsText = (hundredths: bigint, amount: (value: string) => string): string =>
  hundredths > 0n && Number(inMillions(hundredths)) === 0 ? `< ${amount('0.01')}` : amount(inMillions(hundredths));
