import { divideRounded } from '../money/decimal.ts';
import { INDEX_LIMIT } from '../portfolio/warnings.ts';
import { type BilingualText, pair } from '../text/bilingual-text.ts';

/** Progress in words: sentences and a mark that follow from the indexes of earned value (docs/earned-value.md, 7). */

const THOUSAND = 1000n;
/** An index from here on, in thousandths, is good; below INDEX_LIMIT it is bad. */
export const GOOD_LIMIT = 950n;

export const PROGRESS_MARKS = ['good', 'watch', 'bad'] as const;
export type ProgressMark = (typeof PROGRESS_MARKS)[number];

/** The published indexes, as in "0.733"; null if there is none. */
export interface Indexes {
  spi: string | null;
  cpi: string | null;
}

/** An index as it is published, "0.733", in thousandths; null for anything else. */
function thousandths(index: string | null): bigint | null {
  return index !== null && /^\d+\.\d{3}$/.test(index) ? BigInt(index.replace('.', '')) : null;
}

const tenths = (value: bigint) => `${value / 10n}.${value % 10n}`;
const absolute = (value: bigint) => (value < 0n ? -value : value);

/**
 * By how many per cent, with one decimal, the works are behind the plan (below 0: ahead), in tenths; null without an
 * index.
 */
function behindPlan(spi: string | null): bigint | null {
  const index = thousandths(spi);
  return index === null ? null : THOUSAND - index;
}

/** By how many per cent, in tenths, the cost exceeds the value of the works (below 0: falls short). */
function aboveValue(cpi: string | null): bigint | null {
  const index = thousandths(cpi);
  return index === null ? null : divideRounded((THOUSAND - index) * THOUSAND, index);
}

/**
 * The missing part of the planned works in per cent: "26.7" for SPI 0.733. Null if nothing is missing, or without an
 * index.
 */
export function percentBehind(spi: string | null): string | null {
  const behind = behindPlan(spi) ?? 0n;
  return behind > 0n ? tenths(behind) : null;
}

/** By how much the cost exceeds the value of the works in per cent: "25.0" for CPI 0.800. Null likewise. */
export function percentAbove(cpi: string | null): string | null {
  const above = aboveValue(cpi) ?? 0n;
  return above > 0n ? tenths(above) : null;
}

function markOf(index: string | null): ProgressMark | null {
  const value = thousandths(index);
  if (value === null) return null;
  return value >= GOOD_LIMIT ? 'good' : value < INDEX_LIMIT ? 'bad' : 'watch';
}

/** The worse of the marks of both indexes; null without any index. */
export function progressMark({ spi, cpi }: Indexes): ProgressMark | null {
  const marks = [markOf(spi), markOf(cpi)];
  return PROGRESS_MARKS.toReversed().find((mark) => marks.includes(mark)) ?? null;
}

const percentText = (value: bigint): BilingualText =>
  pair(`${tenths(absolute(value)).replace('.', ',')}\u00A0%`, `${tenths(absolute(value))}\u00A0%`);

function worksWords(behind: bigint | null): BilingualText {
  if (behind === null) return pair('По плану још није било радова', 'The plan has no works yet');
  if (behind === 0n) return pair('Радови теку по плану', 'The works follow the plan');
  const { sr, en } = percentText(behind);
  return behind > 0n
    ? pair(`Радови су ${sr} иза плана`, `The works are ${en} behind the plan`)
    : pair(`Радови су ${sr} испред плана`, `The works are ${en} ahead of the plan`);
}

function costWords(above: bigint | null, cpi: string | null): BilingualText {
  if (cpi === null) return pair('а ништа није плаћено', 'and nothing is paid');
  if (above === null) return pair('а плаћено је без изведених радова', 'and payments were made without works');
  if (above === 0n) return pair('а трошак одговара изведеном', 'and the cost equals their value');
  const { sr, en } = percentText(above);
  return above > 0n
    ? pair(`трошак ${sr} изнад вредности изведеног`, `the cost ${en} above the value of the works done`)
    : pair(`трошак ${sr} испод вредности изведеног`, `the cost ${en} below the value of the works done`);
}

/** Progress in one sentence, for a project and for a group alike; null without any index. */
export function progressSentence({ spi, cpi }: Indexes): BilingualText | null {
  if (spi === null && cpi === null) return null;
  const works = worksWords(behindPlan(spi));
  const cost = costWords(aboveValue(cpi), cpi);
  return pair(`${works.sr}, ${cost.sr}.`, `${works.en}, ${cost.en}.`);
}
