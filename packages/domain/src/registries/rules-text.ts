import { formatAmount } from '../money/decimal.ts';
import { withPlural } from '../text/plurals.ts';
import type { BilingualText } from '../text/bilingual-text.ts';
import type { RegistryColumn } from './types.ts';

/** Patterns of codes as people say them: so many digits, so many letters; others by an example. */
function patternWords(pattern: string): BilingualText {
  const [, from, to] = /^\\d\{(\d+)(?:,(\d+))?\}$/.exec(pattern) ?? [];
  if (from && to) return { sr: `од ${from} до ${to} цифара`, en: `${from} to ${to} digits` };
  if (from)
    return { sr: `тачно ${withPlural(Number(from), 'цифра', 'цифре', 'цифара')}`, en: `exactly ${from} digits` };
  const [, letters] = /^\[A-Z\]\{(\d+)\}$/.exec(pattern) ?? [];
  if (letters) return { sr: `${letters} велика слова латинице`, en: `${letters} Latin capitals` };
  const example = pattern.replaceAll(/\\d\{(?:\d+,)?(\d+)\}/g, (_, digits: string) => '1'.repeat(Number(digits)));
  return { sr: `облика ${example}`, en: `of the form ${example}` };
}

/** The rule of a column in words with its limits; null if the value is only required. */
export function columnRule({ kind, maxLength, pattern, min, max, scale = 2 }: RegistryColumn): BilingualText | null {
  const number = (value: number) => (kind === 'amount' ? formatAmount(String(value)) : String(value));
  const bounds: BilingualText[] = [];
  if (min !== undefined && max !== undefined)
    bounds.push({ sr: `од ${number(min)} до ${number(max)}`, en: `from ${number(min)} to ${number(max)}` });
  else if (min !== undefined) bounds.push({ sr: `најмање ${number(min)}`, en: `at least ${number(min)}` });
  else if (max !== undefined) bounds.push({ sr: `највише ${number(max)}`, en: `at most ${number(max)}` });
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
