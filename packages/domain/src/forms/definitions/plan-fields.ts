import type { Field, Section } from '../types.ts';
import { pair } from '../../text/bilingual-text.ts';
import { fundColumns } from './common.ts';
import { COMPUTED, date, long, percent, REQUIRED, ROW_NAME, rsd, table, text, without, year } from './fields.ts';
import { QUARTERS } from './plan-schedule.ts';

/** Sections of the plan, which the correction has too (docs/forms.md, C1 and C2). */

const quarterColumns: readonly Field[] = QUARTERS.flatMap((quarter) => [
  percent(`q${quarter}.percent`, `К${quarter}, %`, `Q${quarter}, %`),
  rsd(`q${quarter}.amount`, `К${quarter}, РСД`, `Q${quarter}, RSD`),
]);

export function planSections(options: { zeroEstimates: boolean }): Section[] {
  return [
    {
      key: 'basic',
      title: pair('Основни подаци', 'Basic data'),
      fields: [
        text('basic.projectName', 'Назив пројекта', 'Name', 512, { ...COMPUTED, span: 8 }),
        text('basic.projectCode', 'Радни назив', 'Code', 20, { ...COMPUTED, span: 4 }),
        {
          path: 'basic.locations',
          kind: 'locationList',
          required: true,
          minRows: 1,
          maxRows: 50,
          label: pair('Локације', 'Locations'),
        },
        text('basic.responsiblePerson', 'Одговорно лице', 'Responsible person', 120, { ...REQUIRED, span: 6 }),
        text('basic.phone', 'Телефон', 'Phone', 30, { ...REQUIRED, span: 3 }),
        text('basic.email', 'Е-пошта', 'E-mail', 254, { ...REQUIRED, format: 'email', span: 3 }),
        long('basic.description', 'Опис', 'Description', 4000),
      ],
    },
    {
      key: 'finance',
      title: pair('Финансијске информације', 'Financial information'),
      fields: [
        table(
          'financialInfo.activityList',
          'Активности',
          'Activities',
          [
            text('name', 'Активност', 'Activity', 200, REQUIRED),
            rsd('estimate', 'Процењена вредност, РСД', 'Estimate, RSD', {
              ...REQUIRED,
              ...(options.zeroEstimates ? {} : { aboveZero: true }),
            }),
          ],
          { ...REQUIRED, minRows: 1, maxRows: 40, key: 'name' },
        ),
        rsd('financialInfo.price.local', 'Процењена вредност пројекта, РСД', 'Estimated value, RSD', {
          ...REQUIRED,
          aboveZero: true,
        }),
        {
          path: 'financialInfo.price.currency',
          kind: 'currency',
          required: true,
          span: 4,
          label: pair('Валута', 'Currency'),
        },
        {
          path: 'financialInfo.price.foreign',
          kind: 'foreign',
          computed: true,
          span: 4,
          label: pair('Вредност у валути', 'In currency'),
        },
        rsd(
          'financialInfo.implementationAmount.value',
          'Планирана реализација, РСД',
          'Planned realization, RSD',
          COMPUTED,
        ),
        table(
          'financialInfo.fundingSources',
          'Извори финансирања',
          'Funding sources',
          fundColumns({ provided: false }).map((column) => without(column, 'isdacon')),
          { ...REQUIRED, minRows: 1, maxRows: 20, totals: { localAmount: 'financialInfo.fundingTotal' } },
        ),
        rsd('financialInfo.fundingTotal', 'Укупно извори', 'Sources total', COMPUTED),
      ],
    },
    {
      key: 'period',
      title: pair('Рок реализације', 'Period'),
      fields: [
        date('implementationDates.start', 'Почетак', 'Start', REQUIRED),
        date('implementationDates.end', 'Завршетак', 'End', REQUIRED),
      ],
    },
    {
      key: 'schedule',
      title: pair('Динамика по кварталима', 'Quarterly schedule'),
      fields: [
        table(
          'implementation',
          'Динамика',
          'Schedule',
          [
            text('activity.name', 'Активност', 'Activity', 200, ROW_NAME),
            rsd('activity.estimate', 'Вредност, РСД', 'Estimate, RSD', COMPUTED),
            table(
              'plan',
              'Године',
              'Years',
              [year('year', 'Година', 'Year', { ...REQUIRED, years: 'PLAN' }), ...quarterColumns],
              { ...REQUIRED, minRows: 1, maxRows: 21, key: 'year' },
            ),
          ],
          { ...REQUIRED, fixedRows: true },
        ),
      ],
    },
  ];
}
