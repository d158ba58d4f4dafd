import { formatDay } from '@pimis/domain/dates/dates';
import type { IndicatorRows } from '@pimis/domain/indicators/types';
import { formatAmount } from '@pimis/domain/money/decimal';
import { type Context, today } from '../../platform/context.ts';
import type { Block, Column, PdfDocument } from '../../platform/pdf/model.ts';
import { institutionName, pageHeader } from '../../platform/pdf/page-header.ts';
import type { ProjectRecord } from '../projects/visibility.ts';
import { yesNo } from './texts.ts';

const text = (title: string): Column => ({ title, align: 'left' });
const number = (title: string): Column => ({ title, align: 'right' });
const quarter = (row: { year: number; quarter: number }) => `${row.year}-${row.quarter}`;

function sheet(title: string, columns: Column[], rows: string[][]): Block {
  return { kind: 'table', title, columns, rows };
}

/** Success key indicators of a project as stored, all three groups, in JSON. */
export function indicatorsJson(context: Context, project: ProjectRecord, rows: IndicatorRows): Record<string, unknown> {
  return {
    projectCode: project.code,
    projectName: project.name,
    exportedAt: context.now().toISOString(),
    ...rows,
  };
}

/** The same on paper. */
export async function indicatorsPdf(
  context: Context,
  project: ProjectRecord,
  rows: IndicatorRows,
): Promise<PdfDocument> {
  return {
    head: pageHeader(
      await institutionName(context.db, project.organizationId),
      project.number,
      formatDay(today(context)),
    ),
    title: 'Кључни показатељи успеха',
    subtitle: project.name,
    labelled: [
      { label: 'Радни назив', value: project.code },
      { label: 'Број', value: project.number },
    ],
    blocks: [
      sheet(
        'Време до реализације',
        [
          text('Квартал'),
          text('Крај квартала'),
          number('Дани реализације'),
          number('Реализовано'),
          number('Укупна вредност'),
          number('Време, дана'),
          number('Планирано'),
          number('По почетном плану, дана'),
          text('Граница достигнута'),
        ],
        rows.timeToProjectImplementation.map((row) => [
          quarter(row),
          formatDay(row.quarterEndDate),
          String(row.implementationDays),
          formatAmount(row.activityQuarterAmount),
          formatAmount(row.activityTotalAmount),
          row.value === null ? (row.limitReached ? '∞' : '–') : String(row.value),
          formatAmount(row.activityQuarterInitialAmount),
          row.initialValue === null ? '–' : String(row.initialValue),
          yesNo(row.limitReached),
        ]),
      ),
      sheet(
        'Адекватност финансирања',
        [
          text('Квартал'),
          number('Апропријација'),
          number('Преостало до краја године'),
          number('Преостало, %'),
          number('Адекватност, %'),
          text('Граница достигнута'),
        ],
        rows.fundingAdequacyIndicator.map((row) => [
          quarter(row),
          formatAmount(row.appropriationAmount),
          formatAmount(row.remainingAppropriationAmount),
          formatAmount(row.remainingAppropriationPercent),
          formatAmount(row.value),
          yesNo(row.limitReached),
        ]),
      ),
      sheet(
        'Неактивност',
        [
          text('Квартал'),
          text('Завршетак пројекта'),
          number('Дани за вредновање'),
          number('Активности у току'),
          number('Извршено укупно, %'),
          number('Ниво'),
          number('25, дана'),
          number('50, дана'),
          number('75, дана'),
        ],
        rows.inactivity.map((row) => [
          quarter(row),
          formatDay(row.projectEndDate),
          String(row.projectEvaluationDays),
          String(row.activity),
          formatAmount(row.activityQuarterSumPercent),
          String(row.implementationLevel),
          String(row.inactivity25),
          String(row.inactivity50),
          String(row.inactivity75),
        ]),
      ),
    ],
    signatures: ['Одговорно лице'],
    footer: `${project.code} · Кључни показатељи успеха · ${formatDay(today(context))}`,
    landscape: true,
  };
}
