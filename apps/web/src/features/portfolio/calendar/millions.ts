const HUNDREDTHS_OF_MILLION = 100_000_000;

/** An amount in hundredths as tables of needs have it: in millions, with two decimals. */
export const inMillions = (hundredths: bigint): string => (Number(hundredths) / HUNDREDTHS_OF_MILLION).toFixed(2);

/** The same as a text; an amount that two decimals would make nothing says that it is more. */
export const millionsText = (hundredths: bigint, amount: (value: string) => string): string =>
  hundredths > 0n && Number(inMillions(hundredths)) === 0 ? `< ${amount('0.01')}` : amount(inMillions(hundredths));
