import { formatDay } from '../dates/dates.ts';
import { formatAmount, fromHundredths, MAX_HUNDREDTHS } from '../money/decimal.ts';
import { withPlural } from '../text/plurals.ts';
import { type BilingualText, pair } from '../text/bilingual-text.ts';
import { formatMonth } from './display.ts';
import { COMMENT_MAX, DATE_MAX, DATE_MIN, MONTH_MAX, MONTH_MIN, PERCENT_MAX } from './kinds.ts';
import type { Field } from './types.ts';

/** The rule of a field in words with its limits (docs/forms.md, A4: `{rule}`). */

const amount = (hundredths: bigint) => formatAmount(fromHundredths(hundredths));
const joined = (parts: readonly BilingualText[]): BilingualText =>
  pair(parts.map(({ sr }) => sr).join(', '), parts.map(({ en }) => en).join(', '));

const atMostSigns = (count: number) =>
  pair(`највише ${withPlural(count, 'знак', 'знака', 'знакова')}`, `at most ${count} characters`);

function textRule({ minLetters, maxLength, format, amountOrRemark }: Field): BilingualText {
  const rules: BilingualText[] = [];
  if (format === 'email') rules.push(pair('адреса облика ime@primer.rs', 'an address such as name@example.rs'));
  if (minLetters !== undefined) {
    rules.push(pair(`најмање ${withPlural(minLetters, 'слово', 'слова', 'слова')}`, `at least ${minLetters} letters`));
  }
  // Stryker disable next-line ConditionalExpression: a comparison with an absent value is false too.
  if (maxLength !== undefined) rules.push(atMostSigns(maxLength));
  if (amountOrRemark)
    rules.push(pair(`износ до ${amount(MAX_HUNDREDTHS)}`, `an amount up to ${amount(MAX_HUNDREDTHS)}`));
  return joined(rules);
}

function amountRule(field: Field): BilingualText {
  const max = amount(field.kind === 'percent' && !field.unbounded ? PERCENT_MAX : MAX_HUNDREDTHS);
  if (field.computed) return pair(`највише ${max}`, `at most ${max}`);
  if (field.aboveZero) return pair(`веће од ${amount(0n)} и највише ${max}`, `above ${amount(0n)}, at most ${max}`);
  const min = field.signed ? `-${max}` : amount(0n);
  return pair(`од ${min} до ${max}`, `from ${min} to ${max}`);
}

function integerRule({ min = 0, max }: Field): BilingualText {
  if (max === undefined) return pair(`цео број, најмање ${min}`, `a whole number, at least ${min}`);
  return pair(`цео број од ${min} до ${max}`, `a whole number from ${min} to ${max}`);
}

const MONTHS = [formatMonth(MONTH_MIN), formatMonth(MONTH_MAX)] as const;
const MONTH_RULE = pair(`месец између ${MONTHS[0]} и ${MONTHS[1]}`, `a month between ${MONTHS[0]} and ${MONTHS[1]}`);
const OFFERED = pair('изаберите један од понуђених одговора', 'choose one of the answers offered');
const LISTED = pair('изаберите са списка', 'choose from the list');

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
      return pair(`постојећи датум између ${from} и ${to}`, `an existing day between ${from} and ${to}`);
    }
    case 'month':
      return MONTH_RULE;
    case 'year':
      return pair('изаберите годину са списка', 'choose a year from the list');
    case 'select':
    case 'yesNo':
    case 'yesNoComment':
    case 'planDoc':
      return OFFERED;
    case 'file':
      return pair('изаберите документ пројекта', 'choose a document of the project');
    case 'textList':
      return inRow ? textRule(field) : rowsRule(field);
    case 'fileList':
      return inRow ? pair('изаберите документ пројекта', 'choose a document of the project') : rowsRule(field);
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
    return pair(`најмање ${withPlural(minRows, 'ред', 'реда', 'редова')}`, `at least ${minRows} rows`);
  return pair(
    `од ${minRows} до ${withPlural(maxRows, 'реда', 'реда', 'редова')}`,
    `from ${minRows} to ${maxRows} ${maxRows === 1 ? 'row' : 'rows'}`,
  );
}
