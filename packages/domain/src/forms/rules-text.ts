import { formatDay } from '../dates/dates.ts';
import { formatAmount, fromHundredths, MAX_HUNDREDTHS } from '../money/decimal.ts';
import { withPlural } from '../text/plurals.ts';
import type { BilingualText } from '../text/bilingual-text.ts';
import { formatMonth } from './display.ts';
import { COMMENT_MAX, DATE_MAX, DATE_MIN, MONTH_MAX, MONTH_MIN, PERCENT_MAX } from './kinds.ts';
import type { Field } from './types.ts';

/** The rule of a field in words with its limits (docs/forms.md, A4: `{rule}`). */

const amount = (hundredths: bigint) => formatAmount(fromHundredths(hundredths));
const both = (sr: string, en: string): BilingualText => ({ sr, en });
const joined = (parts: readonly BilingualText[]): BilingualText =>
  both(parts.map(({ sr }) => sr).join(', '), parts.map(({ en }) => en).join(', '));

const atMostSigns = (count: number) =>
  both(`највише ${withPlural(count, 'знак', 'знака', 'знакова')}`, `at most ${count} characters`);

function textRule({ minLetters, maxLength, format, amountOrRemark }: Field): BilingualText {
  const rules: BilingualText[] = [];
  if (format === 'email') rules.push(both('адреса облика ime@primer.rs', 'an address such as name@example.rs'));
  if (minLetters !== undefined) {
    rules.push(both(`најмање ${withPlural(minLetters, 'слово', 'слова', 'слова')}`, `at least ${minLetters} letters`));
  }
  if (maxLength !== undefined) rules.push(atMostSigns(maxLength));
  if (amountOrRemark)
    rules.push(both(`износ до ${amount(MAX_HUNDREDTHS)}`, `an amount up to ${amount(MAX_HUNDREDTHS)}`));
  return joined(rules);
}

function amountRule(field: Field): BilingualText {
  const max = amount(field.kind === 'percent' && !field.unbounded ? PERCENT_MAX : MAX_HUNDREDTHS);
  if (field.computed) return both(`највише ${max}`, `at most ${max}`);
  if (field.aboveZero) return both(`веће од ${amount(0n)} и највише ${max}`, `above ${amount(0n)}, at most ${max}`);
  const min = field.signed ? `-${max}` : amount(0n);
  return both(`од ${min} до ${max}`, `from ${min} to ${max}`);
}

function integerRule({ min = 0, max }: Field): BilingualText {
  if (max === undefined) return both(`цео број, најмање ${min}`, `a whole number, at least ${min}`);
  return both(`цео број од ${min} до ${max}`, `a whole number from ${min} to ${max}`);
}

const MONTHS = [formatMonth(MONTH_MIN), formatMonth(MONTH_MAX)] as const;
const MONTH_RULE = both(`месец између ${MONTHS[0]} и ${MONTHS[1]}`, `a month between ${MONTHS[0]} and ${MONTHS[1]}`);
const OFFERED = both('изаберите један од понуђених одговора', 'choose one of the answers offered');
const LISTED = both('изаберите са списка', 'choose from the list');

/** The part of an answer that a path ends with, when it is one. */
function partRule(field: Field, part: string): BilingualText | null {
  if (field.kind !== 'planDoc' && field.kind !== 'yesNoComment') return null;
  if (part === 'comment') return atMostSigns(field.maxLength ?? COMMENT_MAX);
  return part === 'documentDate' || part === 'completionDate' ? MONTH_RULE : null;
}

/** The rule at the place of a field or of a part of its answer. */
export function ruleText(field: Field, path = field.path): BilingualText {
  const part = partRule(field, path.slice(path.lastIndexOf('.') + 1));
  if (part) return part;
  // The rule of a list itself is its number of rows; a row has the rules of its columns.
  const inRow = path.endsWith(']');
  switch (field.kind) {
    case 'text':
    case 'markdown':
      return textRule(field);
    case 'rsd':
    case 'eur':
    case 'foreign':
    case 'percent':
      return amountRule(field);
    case 'int':
      return integerRule(field);
    case 'date': {
      const [from, to] = [formatDay(DATE_MIN), formatDay(DATE_MAX)];
      return both(`постојећи датум између ${from} и ${to}`, `an existing day between ${from} and ${to}`);
    }
    case 'month':
      return MONTH_RULE;
    case 'year':
      return both('изаберите годину са списка', 'choose a year from the list');
    case 'select':
    case 'yesNo':
    case 'yesNoComment':
    case 'planDoc':
      return OFFERED;
    case 'file':
      return both('изаберите документ пројекта', 'choose a document of the project');
    case 'textList':
      return inRow ? textRule(field) : rowsRule(field);
    case 'fileList':
      return inRow ? both('изаберите документ пројекта', 'choose a document of the project') : rowsRule(field);
    case 'locationList':
      return inRow ? LISTED : rowsRule(field);
    case 'table':
      return rowsRule(field);
    default:
      return LISTED;
  }
}

function rowsRule({ minRows = 0, maxRows }: Field): BilingualText {
  if (maxRows === undefined)
    return both(`најмање ${withPlural(minRows, 'ред', 'реда', 'редова')}`, `at least ${minRows} rows`);
  return both(
    `од ${minRows} до ${withPlural(maxRows, 'реда', 'реда', 'редова')}`,
    `from ${minRows} to ${maxRows} ${maxRows === 1 ? 'row' : 'rows'}`,
  );
}
