import { FORM_TITLES } from '../titles.ts';
import { days, isDay } from '../../dates/dates.ts';
import { PHASE } from '../../workflow/phases.ts';
import { fromHundredths, sumHundredths, toHundredths } from '../../money/decimal.ts';
import { getPath, rowsAt, setPath } from '../paths.ts';
import type { FormData, FormValues, Rule } from '../types.ts';
import { versionsOf } from '../versions.ts';
import { pair } from '../../text/bilingual-text.ts';
import { COMPUTED, date, long, REQUIRED, rsd, table, text, whole, yesNo } from './fields.ts';
import { amount, amountOrZero, type Input, when, whole as wholeAt, sumDiffers } from './rule-kit.ts';
import { isBlank } from '../../text/blank.ts';
import { NO, YES } from '../answers.ts';

/** The conclusion: was the realization in time and within the money (docs/forms.md, C5). */

const SOURCES = 'expenses.fundingSources';
const MAX_DAYS = 4000;

const added = (data: FormData, key: string): unknown => getPath(data, `conclusionAddData.${key}`);

/** Days of delay between two days; 0 if one is missing or the second is earlier. */
function delay(from: unknown, to: unknown): number {
  return isDay(from) && isDay(to) ? Math.max(0, days(from, to)) : 0;
}

/** One row per source of the plan; entered values stay at their index. */
function sourceRows(values: FormValues, data: FormData): FormValues[] {
  const entered = rowsAt(values, SOURCES);
  return rowsAt(data, 'conclusionAddData.sources').map(({ source, name, estimate }, index) => {
    const row: FormValues = { ...(entered[index] ?? { adjustment: '0.00', other: '0.00', actual: '0.00' }) };
    row.source = source;
    row.name = typeof name === 'string' && !isBlank(name) ? name : ' ';
    row.estimate = estimate;
    const before = amountOrZero(row, 'estimate') + amountOrZero(row, 'adjustment') + amountOrZero(row, 'other');
    row.diff = fromHundredths(amountOrZero(row, 'actual') - before);
    return row;
  });
}

function compute(values: FormValues, data: FormData): void {
  setPath(values, 'basicInfo.projectName', data.projectName);
  setPath(values, 'basicInfo.approvalDate', added(data, 'boardAccepted'));
  setPath(values, 'basicInfo.plannedCompletion', added(data, 'plannedDateEnd'));
  const start = delay(added(data, 'boardAccepted'), added(data, 'dateStart'));
  setPath(values, 'basicInfo.implementationStartDelay', start);
  const over = delay(added(data, 'plannedDateEnd'), getPath(values, 'basicInfo.actualEnd'));
  setPath(values, 'basicInfo.exceedingDeadline', over);
  setPath(values, 'proposerInfo.organization', data.proposer);
  setPath(values, 'expenses.totals.estimatedPlanned', added(data, 'plannedExpenses'));
  setPath(values, 'expenses.totals.estimatedRealization', added(data, 'plannedRealization'));
  setPath(values, 'expenses.totals.actualRealization', added(data, 'realExpense'));
  setPath(values, SOURCES, sourceRows(values, data));
}

function defaults(data: FormData): FormValues {
  return {
    basicInfo: { actualEnd: added(data, 'realDateEnd') },
    proposerInfo: {
      responsiblePerson: getPath(data, 'person.responsiblePerson'),
      phone: getPath(data, 'person.phone'),
      email: getPath(data, 'person.email'),
    },
  };
}

const estimates = (values: FormValues) => rowsAt(values, SOURCES).flatMap((row) => [row.estimate, row.adjustment]);

function sumIsNot(total: string, amounts: (values: FormValues) => unknown[]) {
  return ({ values }: Input) => {
    const whole = amount(values, total);
    return whole === null ? [] : sumDiffers(sumHundredths(amounts(values)), whole, SOURCES);
  };
}

const RULES: readonly Rule[] = [
  {
    code: 'FluentActualSourceSum',
    severity: 'error',
    check: sumIsNot('expenses.totals.actualRealization', (values) => rowsAt(values, SOURCES).map((row) => row.actual)),
  },
  {
    code: 'FluentAdjustmentSum',
    severity: 'error',
    check: sumIsNot('expenses.totals.estimatedRealization', estimates),
  },
  {
    code: 'FluentDelayAnswer',
    severity: 'warning',
    needs: ['basicInfo.delayed'],
    check: ({ values }) =>
      when(
        (wholeAt(values, 'basicInfo.exceedingDeadline') ?? 0) > 0 && getPath(values, 'basicInfo.delayed') === NO,
        'basicInfo.delayed',
      ),
  },
  {
    code: 'FluentDeviationAnswer',
    severity: 'warning',
    needs: ['expenses.deviation.deviated'],
    check: ({ values }) => {
      if (getPath(values, 'expenses.deviation.deviated') !== NO) return [];
      const index = rowsAt(values, SOURCES).findIndex((row) => (toHundredths(row.diff) ?? 0n) !== 0n) + 1;
      return index === 0 ? [] : [{ path: `${SOURCES}[${index}].diff`, index }];
    },
  },
];

const whenYes = (path: string) => ({ ...REQUIRED, visibleWhen: { path, equals: YES } }) as const;
const signed = { signed: true } as const;

export const CONCLUSION = versionsOf({
  code: 'zavrsni',
  aliases: [],
  versions: 1,
  phase: PHASE.conclusion,
  family: 'generic',
  title: FORM_TITLES.zavrsni,
  titleStage: 5,
  help: 7,
  revisionRoute: true,
  sections: [
    {
      key: 'basicInfo',
      title: pair('Основне информације', 'Basic information'),
      fields: [
        text('basicInfo.projectName', 'Назив пројекта', 'Name', 512, COMPUTED),
        date('basicInfo.approvalDate', 'Датум одобрења', 'Approval date', COMPUTED),
        whole(
          'basicInfo.implementationStartDelay',
          'Кашњење почетка реализације, дана',
          'Start delay, days',
          [0, MAX_DAYS],
          COMPUTED,
        ),
        date('basicInfo.plannedCompletion', 'Планирани завршетак', 'Planned completion', COMPUTED),
        date('basicInfo.actualEnd', 'Стварни завршетак', 'Actual end', REQUIRED),
        whole(
          'basicInfo.exceedingDeadline',
          'Прекорачење рока, дана',
          'Days over the deadline',
          [0, MAX_DAYS],
          COMPUTED,
        ),
        yesNo('basicInfo.delayed', 'Да ли је било кашњења?', 'Delayed', REQUIRED),
        long('basicInfo.notes', 'Напомене', 'Notes', 4000, whenYes('basicInfo.delayed')),
        long('basicInfo.measures', 'Мере', 'Measures', 4000, whenYes('basicInfo.delayed')),
      ],
    },
    {
      key: 'proposerInfo',
      title: pair('Предлагач', 'Proposer'),
      fields: [
        { path: 'proposerInfo.organization', kind: 'org', computed: true, label: pair('Предлагач', 'Proposer') },
        text('proposerInfo.responsiblePerson', 'Одговорно лице', 'Person', 120, { ...REQUIRED, span: 6 }),
        text('proposerInfo.position', 'Функција', 'Position', 120, { ...REQUIRED, span: 6 }),
        text('proposerInfo.phone', 'Телефон', 'Phone', 30, { ...REQUIRED, span: 6 }),
        text('proposerInfo.email', 'Е-пошта', 'E-mail', 254, { ...REQUIRED, format: 'email', span: 6 }),
      ],
    },
    {
      key: 'expenses',
      title: pair('Расходи', 'Expenses'),
      fields: [
        rsd('expenses.totals.estimatedPlanned', 'Процењено планом, РСД', 'Planned, RSD', COMPUTED),
        rsd('expenses.totals.estimatedRealization', 'Процењена реализација, РСД', 'Estimated, RSD', COMPUTED),
        rsd('expenses.totals.actualRealization', 'Стварна реализација, РСД', 'Actual, RSD', COMPUTED),
        table(
          SOURCES,
          'Извори финансирања',
          'Funding sources',
          [
            text('source', 'Извор', 'Source', 200, COMPUTED),
            text('name', 'Назив', 'Name', 200, COMPUTED),
            rsd('estimate', 'Процена, РСД', 'Estimate, RSD', COMPUTED),
            rsd('adjustment', 'Корекција, РСД', 'Adjustment, RSD', signed),
            rsd('other', 'Остале промене, РСД', 'Other, RSD', signed),
            rsd('actual', 'Стварно утрошено, РСД', 'Actual, RSD', REQUIRED),
            rsd('diff', 'Разлика, РСД', 'Difference, RSD', { ...COMPUTED, ...signed }),
          ],
          { ...REQUIRED, fixedRows: true },
        ),
        yesNo('expenses.deviation.deviated', 'Да ли је било одступања?', 'Deviated', REQUIRED),
        long('expenses.deviation.notes', 'Напомене', 'Notes', 4000, whenYes('expenses.deviation.deviated')),
      ],
    },
    {
      key: 'other',
      title: pair('Остало', 'Other'),
      fields: [
        yesNo('other.questions', 'Да ли има осталих питања?', 'Other questions', REQUIRED),
        long('other.notes', 'Напомене', 'Notes', 4000, whenYes('other.questions')),
        long('other.comment', 'Коментар', 'Comment', 4000),
      ],
    },
  ],
  defaults,
  compute,
  rules: RULES,
  lockedAt: (path) => /^expenses\.fundingSources\[\d+\]$/.test(path),
  settles: ['basicInfo.notes', 'basicInfo.measures', 'expenses.deviation.notes', 'other.notes'],
});
