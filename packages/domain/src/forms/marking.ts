import type { BilingualText } from '../text/bilingual-text.ts';
import { percentOf } from '../money/decimal.ts';
import { isPif } from './codes.ts';
import { COMMENT_MAX, isStorable } from './kinds.ts';
import type { ValidationResult, ValidationItem } from './types.ts';
import { isBlank, trimmed } from '../text/blank.ts';

/** Marking by evaluators (docs/forms.md, D6): 18 questions of the PIF, 8 of the short PIF, 7 of preparedness. */

export interface Question {
  /** Number within the variant, from 1. */
  number: number;
  weight: number;
  label: BilingualText;
}

type Row = readonly [sr: string, en: string, pif: Weighed, short: Weighed, ready: Weighed];
type Weighed = readonly [number: number, weight: number] | null;

const ROWS: readonly Row[] = [
  ['Пројекат је јасно описан', 'Clearly described', [1, 4], null, null],
  ['Проблем и потреба су доказани', 'Need is shown', [2, 6], [1, 15], null],
  ['Циљеви су мерљиви', 'Goals are measurable', [3, 6], [2, 10], null],
  ['Резултати и корисници су одређени', 'Results and users defined', [4, 5], null, null],
  ['У складу је са стратегијама', 'Fits the strategies', [5, 8], [3, 15], null],
  ['Правни основ и надлежност постоје', 'Legal basis exists', [6, 4], null, null],
  ['Алтернативе су упоређене', 'Alternatives compared', [7, 6], null, null],
  ['Процена трошкова је реална', 'Costs are realistic', [8, 8], [4, 20], null],
  ['Активности одговарају трошковима', 'Activities match costs', [9, 5], null, null],
  ['Извори средстава су извесни', 'Funding is certain', [10, 8], [5, 15], [1, 20]],
  ['Трошкови рада и одржавања су покривени', 'Running costs covered', [11, 5], null, null],
  ['Користи надмашују трошкове', 'Benefits outweigh costs', [12, 7], null, null],
  ['Рокови су реални', 'Schedule is realistic', [13, 5], [6, 5], [2, 10]],
  ['Документација је спремна', 'Documents are ready', [14, 6], [7, 10], [3, 20]],
  ['Имовински односи су решени', 'Land is settled', [15, 5], null, [4, 15]],
  ['Утицај на средину је сагледан', 'Environment considered', [16, 4], null, [5, 15]],
  ['Капацитети су довољни', 'Capacity suffices', [17, 4], [8, 10], [6, 10]],
  ['Ризици су под надзором', 'Risks are managed', [18, 4], null, [7, 10]],
];

const VARIANT_COLUMNS = { pif: 2, short: 3, ready: 4 } as const;

/** The meaning of each mark. */
export const MARKS: readonly { value: number; label: BilingualText }[] = [
  { value: 1, label: { sr: 'не испуњава', en: 'does not meet' } },
  { value: 2, label: { sr: 'делимично', en: 'partly' } },
  { value: 3, label: { sr: 'довољно', en: 'sufficiently' } },
  { value: 4, label: { sr: 'добро', en: 'well' } },
  { value: 5, label: { sr: 'у целини', en: 'fully' } },
];
const MARK_MAX = 5;
const COMMENT_UP_TO = 2;
const KEY = /^([1-9]\d?)\.(mark|comment)$/;
const RECOMMENDED = 7000n; // 70.00 in hundredths
const CONDITIONAL = 5000n;

/** Flat, as in calls: "{n}.mark" and "{n}.comment". */
export type Marks = Record<string, unknown>;

function variantOf(code: string): keyof typeof VARIANT_COLUMNS | null {
  if (isPif(code)) return 'pif';
  if (code === 'pif-mini') return 'short';
  return code === 'spremnost' ? 'ready' : null;
}

/** Questions of a form in order; empty if the form is not marked. */
export function questionsOf(code: string): Question[] {
  const variant = variantOf(code);
  // Stryker disable next-line ConditionalExpression: it only saves time.
  if (!variant) return [];
  // The rows are in the order of each variant.
  return ROWS.flatMap((row) => {
    const weighed = row[VARIANT_COLUMNS[variant]];
    return weighed ? [{ number: weighed[0], weight: weighed[1], label: { sr: row[0], en: row[1] } }] : [];
  });
}

const isMark = (value: unknown): value is number =>
  // Stryker disable next-line ConditionalExpression: another condition refuses it too.
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MARK_MAX;

const isComment = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= COMMENT_MAX && isStorable(value);

const isUnanswered = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && isBlank(value));

/** Marks as stored: without blank answers, with trimmed comments. Invalid marks stay for the validation. */
export function tidyMarks(input: Marks): Marks {
  return Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => !isUnanswered(value))
      .map(([key, value]) => [key, typeof value === 'string' ? trimmed(value) : value]),
  );
}

/**
 * Validates marks. Invalid ones are errors of every action, missing marks and comments only of the final one. Index is
 * the number of the question, 0 for an unknown key.
 */
export function judgeMarks(code: string, marks: Marks, options: { complete: boolean }): ValidationResult {
  const questions = questionsOf(code);
  const errors: ValidationItem[] = [];
  const known = new Map(questions.map((question) => [question.number, question]));
  for (const key of Object.keys(marks)) {
    const number = Number(KEY.exec(key)?.[1] ?? 0);
    if (!known.has(number)) {
      errors.push({ code: 'FluentInvalidField', index: 0, path: key, label: { sr: key, en: key } });
    }
  }
  for (const { number, label } of questions) {
    const [mark, comment] = [marks[`${number}.mark`], marks[`${number}.comment`]];
    const add = (what: string, part: string) =>
      errors.push({ code: what, index: number, path: `${number}.${part}`, label });
    if (isUnanswered(mark)) {
      if (options.complete) add('FluentEmptyField', 'mark');
    } else if (!isMark(mark)) add('FluentInvalidField', 'mark');
    else if (options.complete && mark <= COMMENT_UP_TO && isUnanswered(comment))
      add('FluentCommentRequired', 'comment');
    if (!isUnanswered(comment) && !isComment(comment)) {
      add('FluentInvalidField', 'comment');
    }
  }
  // Stryker disable next-line ArrayDeclaration: a default for the type, which nothing reads.
  return { errors, warnings: [] };
}

/** Σ(mark × weight) ÷ 5 as "77.00", from 20.00 to 100.00; null until every question has its mark. */
export function scoreOf(code: string, marks: Marks): string | null {
  const questions = questionsOf(code);
  if (questions.length === 0) return null;
  let sum = 0;
  for (const { number, weight } of questions) {
    const mark = marks[`${number}.mark`];
    if (!isMark(mark)) return null;
    sum += mark * weight;
  }
  return percentOf(BigInt(sum), BigInt(MARK_MAX * 100));
}

export type Recommendation = 'recommended' | 'conditional' | 'notRecommended';

/** The recommendation of a score: 70 and more is recommended, 50 and more on conditions. */
export function recommendationOf(score: string): Recommendation {
  const value = BigInt(score.replace('.', ''));
  if (value >= RECOMMENDED) return 'recommended';
  return value >= CONDITIONAL ? 'conditional' : 'notRecommended';
}
