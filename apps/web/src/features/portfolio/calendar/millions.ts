const HUNDREDTHS_OF_MILLION = 100_000_000;

/** An amount in hundredths as tables of needs have it: in millions, with two decimals. */
export const inMillions = (hundredths: bigint): string => (Number(hundredths) / HUNDREDTHS_OF_MILLION).toFixed(2);
