import { divideRounded } from '../money/decimal.ts';

const THOUSAND = 1000n;

/** An index as it is published, "0.733", in thousandths; null for anything else. */
function thousandths(index: string | null): bigint | null {
  const [, whole, decimals] = /^(\d+)\.(\d{3})$/.exec(index ?? '') ?? [];
  return whole === undefined || decimals === undefined ? null : BigInt(whole + decimals);
}

const tenths = (value: bigint) => `${value / 10n}.${value % 10n}`;

/** How much of the planned works is missing, in per cent with one decimal: "26.7" for SPI 0.733. null: none is, or no index. */
export function percentBehind(spi: string | null): string | null {
  const index = thousandths(spi);
  return index === null || index >= THOUSAND ? null : tenths(THOUSAND - index);
}

/** By how much the cost exceeds the value of the works, in per cent with one decimal: "25.0" for CPI 0.800. null likewise. */
export function percentAbove(cpi: string | null): string | null {
  const index = thousandths(cpi);
  if (index === null || index >= THOUSAND) return null;
  const above = divideRounded((THOUSAND - index) * THOUSAND, index);
  return above === null ? null : tenths(above);
}
