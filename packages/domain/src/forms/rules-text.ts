import { fromHundredths, MAX_HUNDREDTHS } from '../money/decimal.ts';
import { withPlural } from '../text/plurals.ts';
import { type BilingualText, pair } from '../text/bilingual-text.ts';
import { type Wording, wordingOf } from '../text/wording.ts';
import { COMMENT_MAX, DATE_MAX, DATE_MIN, MONTH_MAX, MONTH_MIN, PERCENT_MAX } from './kinds.ts';
import type { Field } from './types.ts';

/** The rule of a field in words with its limits (docs/forms.md, A4: `{rule}`). */

/** A value as each language writes it. */
const inBoth = (written: (wording: Wording) => string): BilingualText =>
  pair(written(wordingOf('sr')), written(wordingOf('en')));
const amount = (hundredths: bigint) => inBoth((wording) => wording.amount(fromHundredths(hundredths)));
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
  if (amountOrRemark) {
    const most = amount(MAX_HUNDREDTHS);
    rules.push(pair(`износ до ${most.sr}`, `an amount up to ${most.en}`));
  }
  return joined(rules);
}

function amountRule(field: Field): BilingualText {
  const most = field.kind === 'percent' && !field.unbounded ? PERCENT_MAX : MAX_HUNDREDTHS;
  const max = amount(most);
  const zero = amount(0n);
  if (field.computed) return pair(`највише ${max.sr}`, `at most ${max.en}`);
  if (field.aboveZero) return pair(`веће од ${zero.sr} и највише ${max.sr}`, `above ${zero.en}, at most ${max.en}`);
  const min = field.signed ? amount(-most) : zero;
  return pair(`од ${min.sr} до ${max.sr}`, `from ${min.en} to ${max.en}`);
}

function integerRule({ min = 0, max }: Field): BilingualText {
  if (max === undefined) return pair(`цео број, најмање ${min}`, `a whole number, at least ${min}`);
  return pair(`цео број од ${min} до ${max}`, `a whole number from ${min} to ${max}`);
}

const [FIRST_MONTH, LAST_MONTH] = [MONTH_MIN, MONTH_MAX].map((month) => inBoth((wording) => wording.month(month))) as [
  BilingualText,
  BilingualText,
];
const MONTH_RULE = pair(
  `месец између ${FIRST_MONTH.sr} и ${LAST_MONTH.sr}`,
  `a month between ${FIRST_MONTH.en} and ${LAST_MONTH.en}`,
);
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
      const from = inBoth(({ day }) => day(DATE_MIN));
      const to = inBoth(({ day }) => day(DATE_MAX));
      return pair(`постојећи датум између ${from.sr} и ${to.sr}`, `an existing day between ${from.en} and ${to.en}`);
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
