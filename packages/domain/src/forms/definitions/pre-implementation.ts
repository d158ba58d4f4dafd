import { FORM_TITLES } from '../titles.ts';
import { fromHundredths, percentOf, sumHundredths, toHundredths, divideRounded } from '../../money/decimal.ts';
import { PHASE } from '../../workflow/phases.ts';
import { getPath, isObject, rowsAt, setPath } from '../paths.ts';
import type { FormData, FormValues, Rule } from '../types.ts';
import { versionsOf } from '../versions.ts';
import { pair } from '../../text/bilingual-text.ts';
import { RISK_COLUMNS, SOURCES } from './common.ts';
import {
  addresses,
  choice,
  COMPUTED,
  long,
  month,
  option,
  percent,
  planDoc,
  REQUIRED,
  rsd,
  select,
  table,
  text,
  whole,
  yesNo,
} from './fields.ts';
import { amount, amountOrZero, eachRow, when, nameSources, unmeasuredRisk, sumDiffers } from './rule-kit.ts';
import { NO, NOT_NEEDED, YES } from '../answers.ts';

/** Pre-implementation: procurement can start (docs/forms.md, D1). */

const WORKS = 'Радови';
const KINDS = [
  option(WORKS, 'Works'),
  option('Добра', 'Goods'),
  option('Услуге', 'Services'),
  option('Стручни надзор', 'Supervision'),
];
const PROCEDURES = [
  option('Отворени', 'Open'),
  option('Рестриктивни', 'Restricted'),
  option('Преговарачки', 'Negotiated'),
  option('Правила финансијера', "Financier's rules"),
  option('Изузета набавка', 'Exempt'),
];
const CHOICES: readonly string[] = [
  'team.unit',
  'team.staff',
  'documents.planning',
  'documents.location',
  'documents.land',
  'documents.environment',
  'documents.technical',
  'documents.permit',
  'procurement.scope',
  'procurement.inPlan',
  'procurement.tender',
  'procurement.board',
  'procurement.commitment',
];
const ITEMS = 'procurement.items';
const TOTAL = 'procurement.total';
const HUNDRED_PERCENT = 10_000n;

const items = table(
  ITEMS,
  'Набавке',
  'Procurements',
  [
    text('subject', 'Предмет', 'Subject', 250, REQUIRED),
    select('kind', 'Врста', 'Kind', KINDS, REQUIRED),
    select('procedure', 'Поступак', 'Procedure', PROCEDURES, REQUIRED),
    rsd('net', 'Процењена вредност без ПДВ', 'Net estimate', { ...REQUIRED, aboveZero: true }),
    percent('vat', 'ПДВ, %', 'VAT, %', { ...REQUIRED, startsFrom: '20.00' }),
    rsd('gross', 'Са ПДВ', 'With VAT', COMPUTED),
    month('call', 'Месец позива', 'Month of call', REQUIRED),
    month('contract', 'Месец уговора', 'Month of contract', REQUIRED),
    whole('duration', 'Трајање уговора, месеци', 'Contract months', [1, 120], REQUIRED),
  ],
  { ...REQUIRED, minRows: 1, maxRows: 50, key: 'subject', totals: { gross: TOTAL } },
);

function readiness(values: FormValues): string | undefined {
  const answers = CHOICES.map((path) => getPath(values, `${path}.choice`));
  const counted = answers.filter((answer) => answer !== NOT_NEEDED).length;
  const fulfilled = answers.filter((answer) => answer === YES).length;
  return percentOf(BigInt(fulfilled), BigInt(counted)) ?? undefined;
}

function firstYear(values: FormValues): number | null {
  const calls = rowsAt(values, ITEMS).flatMap(({ call }) => (typeof call === 'string' ? [call] : []));
  const earliest = calls.toSorted()[0];
  return earliest === undefined ? null : Number(earliest.slice(0, 4));
}

function compute(values: FormValues, data: FormData): void {
  for (const row of rowsAt(values, ITEMS)) {
    const [net, vat] = [toHundredths(row.net), toHundredths(row.vat)];
    const gross = net === null || vat === null ? null : divideRounded(net * (HUNDRED_PERCENT + vat), HUNDRED_PERCENT);
    setPath(row, 'gross', gross === null ? undefined : fromHundredths(gross));
  }
  const total = sumHundredths(rowsAt(values, ITEMS).map((row) => row.gross));
  setPath(values, TOTAL, fromHundredths(total));
  const sources = rowsAt(values, 'funds.sources');
  const funds = sumHundredths(sources.map((row) => row.localAmount));
  nameSources(sources);
  for (const row of sources) {
    setPath(row, 'percentage', percentOf(toHundredths(row.localAmount), total) ?? undefined);
  }
  setPath(values, 'funds.total', fromHundredths(funds));
  const year = firstYear(values);
  const appropriated = rowsAt(data, 'appropriations').filter((row) => row.budgetYear === year);
  setPath(values, 'funds.appropriated', fromHundredths(sumHundredths(appropriated.map((row) => row.amount))));
  setPath(values, 'readiness', readiness(values));
}

const RULES: readonly Rule[] = [
  {
    code: 'FluentProcurementFundingSum',
    severity: 'error',
    check: ({ values }) =>
      sumDiffers(amountOrZero(values, 'funds.total'), amountOrZero(values, TOTAL), 'funds.sources'),
  },
  {
    code: 'FluentProcurementDateOrder',
    severity: 'error',
    check: ({ values }) =>
      eachRow(
        values,
        ITEMS,
        'contract',
        ({ call, contract }) => typeof call === 'string' && typeof contract === 'string' && contract < call,
      ),
  },
  {
    code: 'FluentReadyWithoutPermit',
    severity: 'error',
    needs: ['ready'],
    check: ({ values }) =>
      when(
        getPath(values, 'ready') === YES &&
          getPath(values, 'documents.permit.choice') === NO &&
          rowsAt(values, ITEMS).some((row) => row.kind === WORKS),
        'ready',
      ),
  },
  {
    code: 'FluentEstimateExceeded',
    severity: 'warning',
    check: ({ values, data }) => {
      const estimate = toHundredths(data.totalEstimate);
      return when(estimate !== null && amountOrZero(values, TOTAL) > estimate, ITEMS);
    },
  },
  {
    code: 'FluentAppropriationInsufficient',
    severity: 'warning',
    needs: ['funds.firstYear'],
    check: ({ values }) => {
      const needed = amount(values, 'funds.firstYear');
      return when(needed !== null && needed > amountOrZero(values, 'funds.appropriated'), 'funds.firstYear');
    },
  },
  {
    code: 'FluentCallBeforePermit',
    severity: 'warning',
    check: ({ values }) => {
      const permit = getPath(values, 'documents.permit.completionDate');
      if (typeof permit !== 'string' || permit === '') return [];
      return eachRow(
        values,
        ITEMS,
        'call',
        ({ kind, call }) => kind === WORKS && typeof call === 'string' && call < permit,
      );
    },
  },
  {
    code: 'FluentHighRisk',
    severity: 'warning',
    check: unmeasuredRisk('risks'),
  },
];

export const PRE_IMPLEMENTATION = versionsOf({
  code: 'predimplementacija',
  aliases: [],
  versions: 2,
  phase: PHASE.preImplementation,
  family: 'generic',
  title: FORM_TITLES.predimplementacija,
  titleStage: 0,
  help: 9,
  revisionRoute: true,
  sections: [
    {
      key: 'team',
      title: pair('Тим', 'Team'),
      fields: [
        text('team.manager', 'Руководилац пројекта', 'Project manager', 100, { ...REQUIRED, span: 6 }),
        addresses('team.emails', 'email', 100),
        addresses('team.phones', 'phone', 100),
        choice('team.unit', 'Образована јединица за спровођење', 'Implementation unit', { until: 1 }),
        choice('team.unit', 'Образована јединица за имплементацију', 'Implementation unit', { since: 2 }),
        choice('team.staff', 'Обезбеђени службеници за јавне набавке', 'Procurement officers'),
      ],
    },
    {
      key: 'documents',
      title: pair('Документација', 'Documents'),
      fields: [
        planDoc('documents.planning', 'Плански документ', 'Planning document'),
        planDoc('documents.location', 'Локацијски услови', 'Location conditions'),
        planDoc('documents.land', 'Решени имовинско-правни односи', 'Property relations'),
        planDoc('documents.environment', 'Сагласност на процену утицаја', 'Environmental consent'),
        planDoc('documents.technical', 'Извештај о техничкој контроли', 'Technical control'),
        planDoc('documents.permit', 'Грађевинска дозвола', 'Building permit'),
      ],
    },
    {
      key: 'procurement',
      title: pair('Набавке', 'Procurement'),
      fields: [
        choice('procurement.scope', 'Утврђен обим набавки', 'Scope settled'),
        choice('procurement.inPlan', 'У плану јавних набавки', 'In the annual procurement plan', { isdacon: true }),
        choice('procurement.tender', 'Израђена конкурсна документација', 'Tender documents'),
        choice('procurement.board', 'Именована комисија за набавку', 'Tender board'),
        choice('procurement.commitment', 'Сагласност за вишегодишње обавезе', 'Consent for multi-year commitments'),
        items,
        rsd(TOTAL, 'Укупно са ПДВ', 'Total with VAT', COMPUTED),
      ],
    },
    {
      key: 'funds',
      title: pair('Средства', 'Funds'),
      fields: [
        table(
          'funds.sources',
          'Извори финансирања',
          'Funding sources',
          [
            select('source', 'Извор', 'Source', SOURCES, { ...REQUIRED, isdacon: true }),
            text('name', 'Назив', 'Name', 200),
            rsd('localAmount', 'Износ, РСД', 'Amount, RSD', { ...REQUIRED, isdacon: true }),
            percent('percentage', 'Учешће, %', 'Share, %', COMPUTED),
          ],
          { ...REQUIRED, minRows: 1, maxRows: 20, totals: { localAmount: 'funds.total' } },
        ),
        rsd('funds.total', 'Укупно извори', 'Sources total', COMPUTED),
        rsd('funds.firstYear', 'Потребно у години првог позива', 'Needed in the year of the first call', REQUIRED),
        rsd('funds.appropriated', 'Апропријација за ту годину', 'Appropriated for that year', COMPUTED),
      ],
    },
    {
      key: 'risks',
      title: pair('Ризици', 'Risks'),
      fields: [table('risks', 'Ризици', 'Risks', RISK_COLUMNS, { maxRows: 30 })],
    },
    {
      key: 'closing',
      title: pair('Закључак', 'Conclusion'),
      fields: [
        percent('readiness', 'Спремност за набавке, %', 'Readiness, %', COMPUTED),
        yesNo('ready', 'Пројекат је спреман за израду плана', 'Ready for the plan', REQUIRED),
        long('notes', 'Напомене', 'Notes', 4000),
        long('ministryOpinion', 'Мишљење министарства', 'Ministry opinion', 4000, { admin: true, until: 1 }),
        long('ministryOpinion', 'Мишљење Министарства', 'Opinion of the Ministry', 4000, { admin: true, since: 2 }),
      ],
    },
  ],
  defaults: (data) => {
    const prefill = data.prefill;
    return isObject(prefill) ? structuredClone(prefill) : {};
  },
  compute,
  rules: RULES,
});

/**
 * Starting values from the approved preparation form: its sources and risks, manager and contacts of its first contact.
 */
export function preImplementationPrefill(earlier: FormValues): FormValues {
  const made: FormValues = {};
  const contact = rowsAt(earlier, 'basic.contacts')[0];
  if (contact) {
    setPath(made, 'team.manager', contact.name);
    setPath(made, 'team.emails', structuredClone(contact.emails));
    setPath(made, 'team.phones', structuredClone(contact.phones));
  }
  const sources = rowsAt(earlier, 'financialInfo.fundingSources').map(({ source, name, localAmount }) => ({
    source,
    name,
    localAmount,
  }));
  if (sources.length > 0) setPath(made, 'funds.sources', sources);
  const risks = getPath(earlier, 'risks');
  if (Array.isArray(risks)) setPath(made, 'risks', structuredClone(risks));
  return made;
}
