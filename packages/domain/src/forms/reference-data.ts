import type { SuccessKeyIndicator } from '../indicators/types.ts';
import type { BilingualText } from '../text/bilingual-text.ts';
import { textOf } from '../text/text-of.ts';
import { getPath, isObject, rowsAt } from './paths.ts';
import type { FormCode } from './titles.ts';

/** Data that the server gives a form, to be read beside it, on the screen and on paper (docs/forms.md, "data"). */

export const DATA_TITLE: BilingualText = { sr: 'Подаци из ранијих фаза', en: 'Facts from earlier phases' };

type DatumFormat = 'amount' | 'date' | 'percent' | 'text' | 'markdown';

/** One fact: its name and its stored value. */
export interface ReferenceDatum {
  label: BilingualText;
  format: DatumFormat;
  value: string;
}

type Listed = readonly [path: string, format: DatumFormat, sr: string, en: string];

const SHOWN: Readonly<Record<string, readonly Listed[]>> = {
  predimplementacija: [
    ['commissionDate', 'date', 'Одлука комисије', 'Decision of the commission'],
    ['totalEstimate', 'amount', 'Процењена вредност пројекта', 'Estimated value of the project'],
  ],
  kvartalni: [
    [
      'SuccessKeyIndicator.FundingAdequacyIndicator.AppropriationAmount',
      'amount',
      'Апропријација за годину извештаја',
      'Appropriation of the report year',
    ],
  ],
  racionalizacija: [
    ['proposal.date', 'date', 'Предлог рационализације од', 'Rationalization proposed on'],
    ['proposal.user', 'text', 'Подносилац предлога', 'Proposed by'],
    ['proposal.comment', 'text', 'Образложење предлога', 'Reasons of the proposal'],
    ['acceptance.date', 'date', 'Комисија прихватила', 'Accepted by the commission'],
    ['acceptance.comment', 'text', 'Коментар комисије', 'Comment of the commission'],
    ['planned', 'amount', 'Планирано', 'Planned'],
    ['spent', 'amount', 'Утрошено', 'Spent'],
    ['physical', 'percent', 'Извршено', 'Done'],
    ['plannedEnd', 'date', 'Планирани завршетак', 'Planned end'],
    ['lastQuarter', 'text', 'Последњи одобрени квартал', 'Last approved quarter'],
  ],
  zavrsni: [
    ['conclusionAddData.boardAccepted', 'date', 'Одобрено', 'Approved'],
    ['conclusionAddData.dateStart', 'date', 'Почетак реализације', 'Start of the realization'],
    ['conclusionAddData.plannedDateEnd', 'date', 'Планирани завршетак', 'Planned end'],
    ['conclusionAddData.realDateEnd', 'date', 'Стварни завршетак', 'Actual end'],
  ],
  efekti: [
    ['boardAccepted', 'date', 'Одобрено', 'Approved'],
    ['plannedExpenses', 'amount', 'Планирано', 'Planned'],
    ['realExpense', 'amount', 'Утрошено', 'Spent'],
    ['plannedDateEnd', 'date', 'Планирани завршетак', 'Planned end'],
    ['realDateEnd', 'date', 'Стварни завршетак', 'Actual end'],
    ['goals', 'markdown', 'Циљеви пројекта', 'Goals of the project'],
  ],
} satisfies Partial<Record<FormCode, readonly Listed[]>>;

/** Which form the goals were stated in: not every project began with an idea. */
function goalsLabel(data: unknown): BilingualText | null {
  const from = getPath(data, 'goalsFrom');
  if (typeof from !== 'string') return null;
  return from === 'ideja'
    ? { sr: 'Циљеви из идеје', en: 'Goals of the idea' }
    : { sr: 'Циљеви из ПИФ-а', en: 'Goals of the PIF' };
}

/** Earlier decisions, expenses and plans; unknown ones are left out. */
export function referenceData(code: string, data: unknown): ReferenceDatum[] {
  // Stryker disable next-line ArrayDeclaration: a default for the type, which nothing reads.
  const listed = (SHOWN[code] ?? []).flatMap(([path, format, sr, en]): ReferenceDatum[] => {
    const value = textOf(getPath(data, path));
    const label = (path === 'goals' ? goalsLabel(data) : null) ?? { sr, en };
    return value === '' ? [] : [{ label, format, value }];
  });
  const appropriations = code === 'predimplementacija' ? rowsAt(data, 'appropriations') : [];
  return [
    ...listed,
    ...appropriations.map((row): ReferenceDatum => {
      const year = textOf(row.budgetYear);
      const label = { sr: `Апропријација за ${year}.`, en: `Appropriation of ${year}` };
      return { label, format: 'amount', value: textOf(row.amount) };
    }),
  ];
}

/** Indicators of an approved report; null before its approval, when only the appropriation is known. */
export function referenceIndicators(data: unknown): SuccessKeyIndicator | null {
  const found = getPath(data, 'SuccessKeyIndicator') ?? getPath(data, 'indicators');
  return isObject(found) && isObject(found.Inactivity) ? (found as unknown as SuccessKeyIndicator) : null;
}
