import { FORM_TITLES } from '../titles.ts';
import { fromHundredths, percentOf, toHundredths } from '../../money/decimal.ts';
import { PHASE } from '../../workflow/phases.ts';
import { getPath, setPath } from '../paths.ts';
import type { Field, FormData, FormValues, Rule, Section } from '../types.ts';
import { versionsOf } from '../versions.ts';
import { pair } from '../../text/bilingual-text.ts';
import {
  choice,
  COMPUTED,
  date,
  long,
  month,
  option,
  percent,
  REQUIRED,
  rsd,
  select,
  table,
  text,
  yesNo,
} from './fields.ts';
import { amount, amountOrZero, day, eachRow, type Input, when } from './rule-kit.ts';
import { NO, YES } from '../answers.ts';

/** Rationalization: continue, postpone or shut down (docs/forms.md, D2). */

const CONTINUE = 'Наставак';
const CONTINUE_CORRECTED = 'Наставак уз корекцију плана';
const POSTPONE = 'Одлагање';
const SHUT_DOWN = 'Обустава';
const CONTINUATIONS: readonly string[] = [CONTINUE, CONTINUE_CORRECTED];
const OVERRUN_LIMIT = 1000n; // 10.00 per cent in hundredths

const CAUSES = [
  option('Имовински односи', 'Property relations'),
  option('Документација', 'Documents'),
  option('Набавка', 'Procurement'),
  option('Извођач', 'Contractor'),
  option('Финансирање', 'Funding'),
  option('Промена приоритета', 'Change of priority'),
  option('Виша сила', 'Force majeure'),
  option('Друго', 'Other'),
];
const PROPOSALS = [
  option(CONTINUE, 'Continuation'),
  option(CONTINUE_CORRECTED, 'Continuation with a plan correction'),
  option(POSTPONE, 'Postponement'),
  option(SHUT_DOWN, 'Shutdown'),
];
const POSTPONED = { path: 'proposal.choice', equals: POSTPONE } as const;

/** The proposal's default for the commission's dialog. */
export function proposedDecision(values: FormValues): { action: number; postponedDate?: string } | null {
  const proposal = getPath(values, 'proposal.choice');
  if (proposal === POSTPONE) {
    const until = day(values, 'postpone.until');
    return { action: 4, ...(until === null ? {} : { postponedDate: until }) };
  }
  if (proposal === SHUT_DOWN) return { action: 3 };
  return CONTINUATIONS.includes(String(proposal)) ? { action: 1 } : null;
}

function compute(values: FormValues, data: FormData): void {
  const spent = toHundredths(data.spent) ?? 0n;
  const planned = toHundredths(data.planned);
  const rest = amountOrZero(values, 'continue.cost');
  const total = spent + rest;
  const overrun = planned === null ? null : total - planned;
  setPath(values, 'continue.total', fromHundredths(total));
  setPath(values, 'continue.overrun', overrun === null ? undefined : fromHundredths(overrun));
  setPath(values, 'continue.overrunPercent', percentOf(overrun, planned) ?? undefined);
  setPath(values, 'postpone.total', fromHundredths(total + amountOrZero(values, 'postpone.cost')));
  const shutdown =
    spent +
    amountOrZero(values, 'shutdown.termination') +
    amountOrZero(values, 'shutdown.claims') -
    amountOrZero(values, 'shutdown.recoverable');
  setPath(values, 'shutdown.total', fromHundredths(shutdown));
  setPath(values, 'opinion.foreignFunds', data.foreignFunds === true ? YES : NO);
}

const continues = (values: FormValues) => CONTINUATIONS.includes(String(getPath(values, 'proposal.choice')));

function pastDates({ values, context }: Input) {
  return ['continue.end', 'postpone.until'].flatMap((path) => {
    const value = day(values, path);
    return when(value !== null && value <= context.today, path);
  });
}

const RULES: readonly Rule[] = [
  { code: 'FluentRationalizationDate', severity: 'error', check: pastDates },
  {
    code: 'FluentNeedNotValid',
    severity: 'error',
    needs: ['need.valid', 'proposal.choice'],
    check: ({ values }) => when(getPath(values, 'need.valid.choice') === NO && continues(values), 'need.valid'),
  },
  {
    code: 'FluentDueAboveContracts',
    severity: 'error',
    needs: ['state.due', 'state.contracted'],
    check: ({ values }) =>
      when(amountOrZero(values, 'state.due') > amountOrZero(values, 'state.contracted'), 'state.due'),
  },
  {
    code: 'FluentCauseNotRemovable',
    severity: 'warning',
    needs: ['proposal.choice'],
    check: ({ values }) =>
      continues(values) ? eachRow(values, 'causes', 'removable', (row) => getPath(row, 'removable.choice') === NO) : [],
  },
  {
    code: 'FluentFundsNotSecured',
    severity: 'warning',
    needs: ['continue.funded', 'proposal.choice'],
    check: ({ values }) =>
      when(getPath(values, 'continue.funded.choice') === NO && continues(values), 'continue.funded'),
  },
  {
    code: 'FluentCostOverrun',
    severity: 'warning',
    needs: ['continue.cost', 'proposal.choice'],
    check: ({ values }) => {
      const over = amount(values, 'continue.overrunPercent');
      const plain = getPath(values, 'proposal.choice') === CONTINUE;
      return when(over !== null && over > OVERRUN_LIMIT && plain, 'continue.overrunPercent');
    },
  },
  {
    code: 'FluentRecoveryAboveSpent',
    severity: 'warning',
    needs: ['shutdown.recoverable'],
    check: ({ values, data }) => {
      const spent = toHundredths(data.spent) ?? 0n;
      return when(amountOrZero(values, 'shutdown.recoverable') > spent, 'shutdown.recoverable');
    },
  },
];

/** A label in Serbian and English. */
type Names = readonly [sr: string, en: string];

/** Since the second version, labels of amounts name the unit, and labels of totals the amounts that they sum. */
const money = (path: string, first: Names, more: Partial<Field>, second: Names = first): Field[] => [
  rsd(path, ...first, { ...more, until: 1 }),
  rsd(path, `${second[0]}, РСД`, `${second[1]}, RSD`, { ...more, since: 2 }),
];

const SECTIONS: readonly Section[] = [
  {
    key: 'state',
    title: pair('Стање', 'State'),
    fields: [
      ...money('state.contracted', ['Вредност уговора на снази', 'Contracts in force'], REQUIRED),
      ...money('state.due', ['Доспеле неизмирене обавезе', 'Due and unpaid'], REQUIRED),
      long('state.description', 'Затечено стање', 'State found', 8000, REQUIRED),
    ],
  },
  {
    key: 'causes',
    title: pair('Узроци', 'Causes'),
    fields: [
      table(
        'causes',
        'Узроци',
        'Causes',
        [
          select('cause', 'Узрок', 'Cause', CAUSES, REQUIRED),
          month('since', 'Од', 'Since', REQUIRED),
          choice('removable', 'Отклоњив', 'Removable'),
        ],
        { ...REQUIRED, minRows: 1, maxRows: 20, key: 'cause' },
      ),
    ],
  },
  {
    key: 'need',
    title: pair('Потреба', 'Need'),
    fields: [
      choice('need.valid', 'Потреба за пројектом и даље постоји', 'Still needed'),
      long('need.benefits', 'Очекиване користи сада', 'Benefits as seen now', 4000, REQUIRED),
    ],
  },
  {
    key: 'continue',
    title: pair('Наставак', 'Continuation'),
    fields: [
      ...money('continue.cost', ['Трошак до завршетка', 'Cost to complete'], REQUIRED),
      date('continue.end', 'Нови рок завршетка', 'New end', REQUIRED),
      choice('continue.funded', 'Средства су обезбеђена', 'Funds secured', { isdacon: true }),
      ...money('continue.total', ['Укупно', 'Total'], COMPUTED, [
        'Укупан трошак уз наставак',
        'Total with continuation',
      ]),
      ...money('continue.overrun', ['Прекорачење', 'Overrun'], { ...COMPUTED, signed: true }, [
        'Прекорачење плана',
        'Overrun of the plan',
      ]),
      percent('continue.overrunPercent', 'Прекорачење, %', 'Overrun, %', {
        ...COMPUTED,
        signed: true,
        unbounded: true,
      }),
    ],
  },
  {
    key: 'postpone',
    title: pair('Одлагање', 'Postponement'),
    fields: [
      rsd('postpone.cost', 'Трошак чувања објекта и уговора', 'Cost of preservation', { ...REQUIRED, until: 1 }),
      rsd('postpone.cost', 'Трошак чувања објекта и уговора, РСД', 'Cost of preservation, RSD', {
        ...REQUIRED,
        since: 2,
        until: 2,
      }),
      rsd(
        'postpone.cost',
        'Трошак одржавања објекта и уговорних обавеза, РСД',
        'Cost of maintenance and contracts, RSD',
        {
          ...REQUIRED,
          since: 3,
        },
      ),
      date('postpone.until', 'Одлаже се до', 'Until', { ...REQUIRED, visibleWhen: POSTPONED }),
      long('postpone.conditions', 'Услови за наставак', 'Conditions to resume', 4000, {
        ...REQUIRED,
        visibleWhen: POSTPONED,
      }),
      ...money('postpone.total', ['Укупно', 'Total'], COMPUTED, [
        'Укупан трошак уз одлагање',
        'Total with postponement',
      ]),
    ],
  },
  {
    key: 'shutdown',
    title: pair('Обустава', 'Shutdown'),
    fields: [
      ...money('shutdown.termination', ['Раскид и обезбеђење градилишта', 'Termination and securing'], REQUIRED),
      ...money('shutdown.claims', ['Очекивана потраживања других', 'Expected claims'], REQUIRED),
      ...money('shutdown.recoverable', ['Може се повратити', 'Recoverable'], REQUIRED),
      long('shutdown.assets', 'Шта бива са изграђеним', 'What becomes of what was built', 4000, {
        requiredWhen: { path: 'proposal.choice', equals: SHUT_DOWN },
        until: 2,
      }),
      long('shutdown.assets', 'Шта ће бити са изведеним радовима', 'What becomes of the works done', 4000, {
        requiredWhen: { path: 'proposal.choice', equals: SHUT_DOWN },
        since: 3,
      }),
      ...money('shutdown.total', ['Укупно', 'Total'], { ...COMPUTED, signed: true }, [
        'Укупан трошак уз обуставу',
        'Total with shutdown',
      ]),
    ],
  },
  {
    key: 'measures',
    title: pair('Мере', 'Measures'),
    fields: [
      table(
        'measures',
        'Мере',
        'Measures',
        [
          text('measure', 'Мера', 'Measure', 500, REQUIRED),
          text('responsible', 'Одговорно лице', 'Responsible', 100, REQUIRED),
          date('deadline', 'Рок', 'Deadline', REQUIRED),
        ],
        { maxRows: 30, requiredWhen: { path: 'proposal.choice', in: CONTINUATIONS } },
      ),
    ],
  },
  {
    key: 'proposal',
    title: pair('Предлог', 'Proposal'),
    fields: [
      select('proposal.choice', 'Предлог', 'Proposal', PROPOSALS, REQUIRED),
      long('proposal.reasons', 'Образложење', 'Reasons', 8000, REQUIRED),
    ],
  },
  {
    key: 'opinions',
    title: pair('Мишљења', 'Opinions'),
    fields: [
      long('opinion.ministry', 'Мишљење министарства финансија', 'Ministry of finance opinion', 4000, {
        admin: true,
        until: 2,
      }),
      long('opinion.ministry', 'Мишљење Министарства финансија', 'Opinion of the Ministry of Finance', 4000, {
        admin: true,
        since: 3,
      }),
      yesNo('opinion.foreignFunds', 'Пројекат се финансира из фондова ЕУ', 'Financed from EU funds', COMPUTED),
      long('opinion.mei', 'Мишљење МЕИ', 'MEI opinion', 4000, {
        mei: true,
        visibleWhen: { path: 'opinion.foreignFunds', equals: YES },
      }),
    ],
  },
];

export const RATIONALIZATION = versionsOf({
  code: 'racionalizacija',
  aliases: [],
  versions: 3,
  phase: PHASE.rationalization,
  family: 'generic',
  title: FORM_TITLES.racionalizacija,
  titleStage: 3,
  help: 13,
  revisionRoute: true,
  sections: SECTIONS,
  defaults: () => ({}),
  compute,
  rules: RULES,
});
