import type { Language } from './i18n.ts';

const KIBI = 1024;
const UNITS = ['B', 'kB', 'MB', 'GB'] as const;

/** A size in bytes for display: 10.485.760 is 10 MB. */
export function sizeText(bytes: number, language: Language): string {
  let value = bytes;
  let unit = 0;
  while (value >= KIBI && unit < UNITS.length - 1) {
    value /= KIBI;
    unit += 1;
  }
  const digits = { maximumFractionDigits: value < 10 && unit > 0 ? 1 : 0 };
  return `${value.toLocaleString(language === 'en' ? 'en' : 'sr-RS', digits)} ${UNITS[unit]}`;
}
