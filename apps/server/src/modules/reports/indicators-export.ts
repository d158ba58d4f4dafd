import type { IndicatorRows } from '@pimis/domain/indicators/types';
import { type BilingualText, pair } from '@pimis/domain/text/bilingual-text';
import { wordingOf, type Written } from '@pimis/domain/text/wording';
import { WORDS } from '@pimis/domain/text/words';
import { type Context, today } from '../../platform/context.ts';
import type { Block, Column, PdfDocument } from '../../platform/documents/pdf/model.ts';
import { institutionName, pageHeader } from '../../platform/documents/pdf/page-header.ts';
import type { ProjectRecord } from '../projects/visibility.ts';
import { quartersOf } from '../portfolio/money.ts';
import { moneyCurve } from './money-curve.ts';
import { PROJECT_TEXTS, yesNo } from './texts.ts';

interface Titled {
  title: BilingualText;
  align: Column['align'];
  weight: number;
}
/** Widths of columns relative to those of days. */
const MONEY = 1.7;
const DAY = 1.2;
const LONG_TITLE = 1.2;
const SHORT_TITLE = 0.7;
const text = (title: BilingualText, weight = 1): Titled => ({ title, align: 'left', weight });
const number = (title: BilingualText, weight = 1): Titled => ({ title, align: 'right', weight });
const TITLE: BilingualText = WORDS.keyIndicators;
const QUARTER = text(WORDS.quarter);
const QUARTER_END = text(pair('Крај квартала', 'End of the quarter'), DAY);
const LIMIT = text(pair('Граница достигнута', 'Limit reached'));
const TIMES = [
  QUARTER,
  QUARTER_END,
  text(pair('Почетак пројекта', 'Start of the project'), DAY),
  number(pair('Реализација, дана', 'Realization, days')),
  number(WORDS.realizedInRsd, MONEY),
  number(pair('Укупна вредност, РСД', 'Total value, RSD'), MONEY),
  number(pair('Време, дана', 'Time, days')),
  number(pair('Планирано, РСД', 'Planned, RSD'), MONEY),
  number(pair('Укупно по почетном плану, РСД', 'Total by the first plan, RSD'), MONEY),
  number(pair('По почетном плану, дана', 'By the first plan, days'), LONG_TITLE),
  LIMIT,
];
const INACTIVITIES = [
  QUARTER,
  QUARTER_END,
  text(pair('Завршетак пројекта', 'End of the project'), DAY),
  number(pair('За вредновање, дана', 'To be judged, days')),
  number(pair('Активности у току', 'Activities under way')),
  number(pair('Извршено у кварталу, %', 'Done in the quarter, %'), LONG_TITLE),
  number(pair('Извршено укупно, %', 'Done in all, %')),
  number(WORDS.level, SHORT_TITLE),
  number(pair('До 25 %, дана', 'To 25 %, days')),
  number(pair('До 50 %, дана', 'To 50 %, days')),
  number(pair('До 75 %, дана', 'To 75 %, days')),
  number(pair('Почетна до 25 %, дана', 'Initial to 25 %, days')),
  number(pair('Почетна до 50 %, дана', 'Initial to 50 %, days')),
  number(pair('Почетна до 75 %, дана', 'Initial to 75 %, days')),
];
const FUNDINGS = [
  QUARTER,
  QUARTER_END,
  number(pair('Апропријација, РСД', 'Appropriation, RSD')),
  number(pair('Преостало до краја године, РСД', 'Left to the end of the year, RSD')),
  number(pair('Преостало, %', 'Left, %')),
  number(pair('Адекватност, %', 'Adequacy, %')),
  LIMIT,
];
const quarter = (row: { year: number; quarter: number }) => `${row.year}-${row.quarter}`;

/** Success key indicators of a project as stored, all three groups, in JSON. */
export function indicatorsJson(context: Context, project: ProjectRecord, rows: IndicatorRows): Record<string, unknown> {
  return {
    projectCode: project.code,
    projectName: project.name,
    exportedAt: context.now().toISOString(),
    ...rows,
  };
}

/** The indicators on paper, with every column and the groups in the order of their tabs. */
export async function indicatorsPdf(
  context: Context,
  project: ProjectRecord,
  rows: IndicatorRows,
  written: Written,
): Promise<PdfDocument> {
  const { say, amount, day } = wordingOf(written.language);
  const answer = (value: boolean) => say(yesNo(value));
  const sheet = (sr: string, en: string, columns: readonly Titled[], cells: string[][]): Block => ({
    kind: 'table',
    title: say({ sr, en }),
    columns: columns.map(({ title, ...column }) => ({ title: say(title), ...column })),
    rows: cells,
  });
  return {
    ...written,
    head: pageHeader(await institutionName(context.db, project.organizationId), project.number, context, written),
    title: say(TITLE),
    subtitle: project.name,
    labelled: [
      { label: say(PROJECT_TEXTS.code), value: project.code },
      { label: say(PROJECT_TEXTS.number), value: project.number },
    ],
    blocks: [
      sheet(
        'Време до реализације',
        'Time to realization',
        TIMES,
        rows.timeToProjectImplementation.map((row) => [
          quarter(row),
          day(row.quarterEndDate),
          day(row.projectStartDate),
          String(row.implementationDays),
          amount(row.activityQuarterAmount),
          amount(row.activityTotalAmount),
          row.value === null ? (row.limitReached ? '∞' : '–') : String(row.value),
          amount(row.activityQuarterInitialAmount),
          amount(row.activityTotalInitialAmount),
          row.initialValue === null ? '–' : String(row.initialValue),
          answer(row.limitReached),
        ]),
      ),
      sheet(
        'Неактивност',
        'Inactivity',
        INACTIVITIES,
        rows.inactivity.map((row) => [
          quarter(row),
          day(row.quarterEndDate),
          day(row.projectEndDate),
          String(row.projectEvaluationDays),
          String(row.activity),
          amount(row.activityQuarterPercent),
          amount(row.activityQuarterSumPercent),
          String(row.implementationLevel),
          String(row.inactivity25),
          String(row.inactivity50),
          String(row.inactivity75),
          String(row.inactivityInitial25),
          String(row.inactivityInitial50),
          String(row.inactivityInitial75),
        ]),
      ),
      sheet(
        'Адекватност финансирања',
        'Adequacy of funding',
        FUNDINGS,
        rows.fundingAdequacyIndicator.map((row) => [
          quarter(row),
          day(row.quarterEndDate),
          amount(row.appropriationAmount),
          amount(row.remainingAppropriationAmount),
          amount(row.remainingAppropriationPercent),
          amount(row.value),
          answer(row.limitReached),
        ]),
      ),
      ...moneyCurve(await quartersOf(context.db, project.id), written),
    ],
    signatures: [say(PROJECT_TEXTS.signed)],
    footer: `${project.code} · ${say(TITLE)} · ${day(today(context))}`,
    landscape: true,
  };
}
