import type { BilingualText } from '@pimis/domain/text/bilingual-text';
import { inScript } from '@pimis/domain/text/transliterate';
import { type Written, wordingOf } from '@pimis/domain/text/wording';
import { WORDS } from '@pimis/domain/text/words';

/** How a chart writes its values. */
export interface ValueFormat {
  /** Short, for axes: 1,2 млрд. */
  short: (value: number) => string;
  /** Whole, for marks and tables. */
  full: (value: number) => string;
}

const CENTS = /[.,]00$/;
const TENTH = /([.,]\d)0$/;
const UNITS: readonly { from: number; text: BilingualText }[] = [
  { from: 1e12, text: { sr: 'бил.', en: 'tn' } },
  { from: 1e9, text: { sr: 'млрд', en: 'bn' } },
  { from: 1e6, text: { sr: 'мил.', en: 'm' } },
  { from: 1e3, text: { sr: 'хиљ.', en: 'k' } },
];
const CURRENCY: BilingualText = WORDS.rsd;

const MILLION = 1e6;

/**
 * Formats of counts, amounts in RSD, percentages, and amounts on a screen that says once that they are in millions, in
 * the product's notation.
 */
export function chartFormats(written: Written): Record<'count' | 'amount' | 'percent' | 'millions', ValueFormat> {
  const { amount, language } = wordingOf(written.language);
  const say = (text: BilingualText) => (language === 'en' ? text.en : inScript(text.sr, written.script));
  /** At most `decimals` of two, without zeros at the end. */
  const number = (value: number, decimals: number) =>
    amount(Number(value.toFixed(decimals)).toFixed(2))
      .replace(CENTS, '')
      .replace(TENTH, '$1');
  const short = (value: number) => {
    const unit = UNITS.find(({ from }) => Math.abs(value) >= from);
    return unit ? `${number(value / unit.from, 1)} ${say(unit.text)}` : number(value, 2);
  };
  const count = (value: number) => number(value, 0);
  const percent = (value: number) => `${number(value, 2)} %`;
  const whole = (value: number) => `${amount(value.toFixed(2))} ${say(CURRENCY)}`;
  return {
    count: { short: (value) => (Math.abs(value) >= 10_000 ? short(value) : number(value, 2)), full: count },
    amount: { short, full: whole },
    millions: { short: (value) => number(value / MILLION, 2), full: whole },
    percent: { short: percent, full: percent },
  };
}
