import { FORM_TITLES } from '../titles.ts';
import { fromHundredths, sumHundredths } from '../../money/decimal.ts';
import { PHASE } from '../../workflow/phases.ts';
import { getPath, setPath } from '../paths.ts';
import type { FormValues, RuleItem } from '../types.ts';
import { versionsOf } from '../versions.ts';
import { pair } from '../../text/bilingual-text.ts';
import { SOURCES } from './common.ts';
import { COMPUTED, long, percent, REQUIRED, rsd, select, table, text, without, year } from './fields.ts';
import { olderDefaults } from './pif.ts';
import { computeOlderTotals, computeSourceTotals, proposeForeignAmounts } from './pif-compute.ts';
import { EXPENSES, LOCATIONS, OLDER_BASIC } from './pif-fields.ts';
import { above, expensesAbove, realizationEmpty, sourcePercentSum, sourcesDiffer } from './pif-rules.ts';
import { type Input, when, whole } from './rule-kit.ts';

/** The short PIF of a project in preparation (docs/forms.md, D5): one screen without sections. */

const TOTAL = 'estimate.total';
const PARTS = ['preparation', 'realization'] as const;

function compute(values: FormValues): void {
  for (const group of ['estimate', 'capital'] as const) {
    const parts = PARTS.map((part) => getPath(values, `${group}.${part}`));
    setPath(values, `${group}.total`, fromHundredths(sumHundredths(parts)));
  }
  computeOlderTotals(values);
  computeSourceTotals(values, { euroOnly: false });
  setPath(values, 'fundingTotal', getPath(values, 'sourceTotals.local'));
}

function capitalAboveEstimate({ values }: Input): RuleItem[] {
  return PARTS.flatMap((part) => when(above(values, `capital.${part}`, `estimate.${part}`), `capital.${part}`));
}

function yearOrder({ values }: Input): RuleItem[] {
  const [first, last] = [whole(values, 'basic.startYear'), whole(values, 'basic.endYear')];
  return when(first !== null && last !== null && last < first, 'basic.endYear');
}

/** Fields of the PIF, without the item numbers that the short one does not have. */
const plain = OLDER_BASIC.map((field) => without(field, 'no'));
const locations = without(LOCATIONS, 'no');

export const SHORT_PIF = versionsOf({
  code: 'pif-mini',
  aliases: [],
  versions: 1,
  phase: PHASE.projectIdentification,
  family: 'older',
  title: FORM_TITLES['pif-mini'],
  titleStage: 3,
  help: 1,
  revisionRoute: false,
  sections: [
    {
      key: 'all',
      title: pair('Кратки ПИФ', 'Short PIF'),
      fields: [
        ...plain,
        { ...locations, key: 'id' },
        year('basic.startYear', 'Година почетка', 'Start year', { ...REQUIRED, years: 'GEN' }),
        year('basic.endYear', 'Година завршетка', 'End year', { ...REQUIRED, years: 'GEN' }),
        long('description', 'Опис пројекта', 'Description', 8000, REQUIRED),
        rsd('estimate.preparation', 'Процена: припрема', 'Estimate: preparation', REQUIRED),
        rsd('estimate.realization', 'Процена: реализација', 'Estimate: realization', REQUIRED),
        rsd(TOTAL, 'Процена укупно', 'Estimate total', COMPUTED),
        rsd('capital.preparation', 'Капитални део: припрема', 'Capital part: preparation', REQUIRED),
        rsd('capital.realization', 'Капитални део: реализација', 'Capital part: realization', REQUIRED),
        rsd('capital.total', 'Капитални део укупно', 'Capital total', COMPUTED),
        table(
          'fundingSources',
          'Извори финансирања',
          'Funding sources',
          [
            select('source', 'Извор', 'Source', SOURCES, REQUIRED),
            text('name', 'Назив', 'Name', 250),
            rsd('localAmount', 'Износ, РСД', 'Amount, RSD', REQUIRED),
            percent('percentage', 'Учешће, %', 'Share, %', REQUIRED),
            { path: 'foreignAmount', kind: 'eur', label: pair('Износ, EUR', 'Amount, EUR') },
          ],
          {
            ...REQUIRED,
            minRows: 1,
            maxRows: 20,
            totals: {
              localAmount: 'sourceTotals.local',
              percentage: 'sourceTotals.percentage',
              foreignAmount: 'sourceTotals.foreign',
            },
          },
        ),
        rsd('sourceTotals.local', 'Укупно, РСД', 'Total, RSD', COMPUTED),
        percent('sourceTotals.percentage', 'Укупно, %', 'Total, %', { ...COMPUTED, unbounded: true }),
        {
          path: 'sourceTotals.foreign',
          kind: 'eur',
          computed: true,
          span: 4,
          label: pair('Укупно, EUR', 'Total, EUR'),
        },
        rsd('fundingTotal', 'Укупно извори', 'Sources total', COMPUTED),
        ...EXPENSES.map((field) => without(field, 'no')),
      ],
    },
  ],
  defaults: olderDefaults,
  compute,
  rules: [
    { code: 'FluentFundingSourceSum', severity: 'error', check: sourcesDiffer(TOTAL) },
    { code: 'FluentSourcePercentSum', severity: 'error', check: sourcePercentSum },
    {
      code: 'FluentEstimateEmpty',
      severity: 'error',
      needs: ['estimate.realization'],
      check: realizationEmpty('estimate.realization'),
    },
    { code: 'FluentCapitalAboveEstimate', severity: 'error', check: capitalAboveEstimate },
    {
      code: 'FluentYearOrder',
      severity: 'error',
      needs: ['basic.startYear', 'basic.endYear'],
      check: yearOrder,
    },
    { code: 'FluentExpensesAboveTotal', severity: 'warning', check: expensesAbove(TOTAL) },
  ],
  propose: proposeForeignAmounts,
});
