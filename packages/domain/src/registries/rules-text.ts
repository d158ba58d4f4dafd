import { ENGLISH_MARKS, groupThousands, type Marks, SERBIAN_MARKS } from '../money/decimal.ts';
import { withPlural } from '../text/plurals.ts';
import type { BilingualText } from '../text/bilingual-text.ts';
import type { Language } from '../text/wording.ts';
import type { RegistryColumn } from './types.ts';

/** Patterns of codes as people say them: so many digits, so many letters; others by an example. */
function patternWords(pattern: string): BilingualText {
  // Stryker disable next-line ArrayDeclaration: a default for the type, which nothing reads.
  const [, from, to] = /^\\d\{(\d+)(?:,(\d+))?\}$/.exec(pattern) ?? [];
  if (from && to) return { sr: `од ${from} до ${to} цифара`, en: `${from} to ${to} digits` };
  if (from)
    return { sr: `тачно ${withPlural(Number(from), 'цифра', 'цифре', 'цифара')}`, en: `exactly ${from} digits` };
  // Stryker disable next-line Regex: no definition has such a case.
  // Stryker disable next-line ArrayDeclaration: a default for the type, which nothing reads.
  const [, letters] = /^\[A-Z\]\{(\d+)\}$/.exec(pattern) ?? [];
  if (letters) return { sr: `${letters} велика слова латинице`, en: `${letters} Latin capitals` };
  const example = pattern.replaceAll(/\\d\{(?:\d+,)?(\d+)\}/g, (_, digits: string) => '1'.repeat(Number(digits)));
  return { sr: `облика ${example}`, en: `of the form ${example}` };
}

const MARKS: Readonly<Record<Language, Marks>> = { sr: SERBIAN_MARKS, en: ENGLISH_MARKS };
/** Whole numbers of up to four digits are written without a mark: most of them are years. */
const UNGROUPED = 4;

/** A limit with all its decimals: rates have more of them than amounts are shown with. */
function limitText(limit: number, kind: RegistryColumn['kind'], language: Language): string {
  const [thousands, point] = MARKS[language];
  const whole = String(Math.trunc(limit));
  const grouped = groupThousands(whole, thousands);
  if (kind === 'amount')
    return `${grouped}${point}${String(limit)
      .slice(whole.length + 1)
      .padEnd(2, '0')}`;
  return whole.length > UNGROUPED ? grouped : whole;
}

/** The rule of a column in words with its limits; null if the value is only required. */
export function columnRule({ kind, maxLength, pattern, min, max, scale = 2 }: RegistryColumn): BilingualText | null {
  const limit = (value: number): BilingualText => ({
    sr: limitText(value, kind, 'sr'),
    en: limitText(value, kind, 'en'),
  });
  const [least, most] = [min === undefined ? null : limit(min), max === undefined ? null : limit(max)];
  const bounds: BilingualText[] = [];
  if (least && most) bounds.push({ sr: `од ${least.sr} до ${most.sr}`, en: `from ${least.en} to ${most.en}` });
  else if (least) bounds.push({ sr: `најмање ${least.sr}`, en: `at least ${least.en}` });
  else if (most) bounds.push({ sr: `највише ${most.sr}`, en: `at most ${most.en}` });
  const rules: BilingualText[] = [];
  if (kind === 'date')
    rules.push({
      sr: 'постојећи дан као 31.12.2026, почев од 1900. године',
      en: 'an existing day as 31.12.2026, from the year 1900 on',
    });
  else if (kind === 'int') rules.push({ sr: 'цео број', en: 'a whole number' }, ...bounds);
  else if (kind === 'amount')
    rules.push({ sr: `износ са највише ${scale} децимала`, en: `an amount with at most ${scale} decimals` }, ...bounds);
  else {
    if (maxLength !== undefined)
      rules.push({
        sr: `највише ${withPlural(maxLength, 'знак', 'знака', 'знакова')}`,
        en: `at most ${maxLength} characters`,
      });
    if (pattern !== undefined) rules.push(patternWords(pattern));
  }
  if (rules.length === 0) return null;
  return { sr: rules.map(({ sr }) => sr).join(', '), en: rules.map(({ en }) => en).join(', ') };
}
