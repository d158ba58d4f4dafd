import type { FormData, FormValues } from '@pimis/domain/forms/types';

/** Filled examples (docs/forms.md, D1 to D5). Used by tests and demo data. */

const yes = { choice: 'Да' };
const ready = { choice: 'Да', documentDate: '2025-05' };

export const PRE_IMPLEMENTATION_DATA: FormData = {
  totalEstimate: '2109600000.00',
  appropriations: [
    { budgetYear: 2027, amount: '90000000.00' },
    { budgetYear: 2026, amount: '5.00' },
  ],
};

/** A row of procurement with some values replaced. */
export const procurementItem = (net: string, more: FormValues = {}) => ({
  subject: `Радови ${net}`,
  kind: 'Радови',
  procedure: 'Отворени',
  net,
  vat: '20.00',
  call: '2027-03',
  contract: '2027-06',
  duration: 18,
  ...more,
});

export const PRE_IMPLEMENTATION_EXAMPLE: FormValues = {
  team: {
    manager: 'Милена Јовић',
    emails: ['milena.jovic@example.rs'],
    phones: ['+381 27 000 000'],
    unit: yes,
    staff: yes,
  },
  documents: {
    planning: ready,
    location: ready,
    land: ready,
    environment: { choice: 'Није потребно', comment: 'Испод прага.' },
    technical: ready,
    permit: ready,
  },
  procurement: {
    scope: yes,
    inPlan: yes,
    tender: { choice: 'Не', comment: 'У изради.' },
    board: { choice: 'Не', comment: 'После плана.' },
    commitment: yes,
    items: [
      procurementItem('150000000.00'),
      procurementItem('7500000.00', { subject: 'Надзор', kind: 'Стручни надзор' }),
    ],
  },
  funds: { sources: [{ source: 'Буџет Републике Србије', localAmount: '189000000.00' }], firstYear: '80000000.00' },
  ready: 'Да',
};

export const RATIONALIZATION_DATA: FormData = { spent: '180000000.00', planned: '500000000.00', foreignFunds: false };

export const RATIONALIZATION_EXAMPLE: FormValues = {
  state: { contracted: '300000000.00', due: '20000000.00', description: 'Радови стоје од пролећа.' },
  causes: [{ cause: 'Извођач', since: '2026-04', removable: { choice: 'Да', comment: 'Нови извођач.' } }],
  need: { valid: yes, benefits: 'Исте као у идеји.' },
  continue: { cost: '410000000.00', end: '2028-12-31', funded: yes },
  postpone: { cost: '12000000.00' },
  shutdown: { termination: '25000000.00', claims: '15000000.00', recoverable: '40000000.00' },
  measures: [{ measure: 'Раскид уговора', responsible: 'Милена Јовић', deadline: '2027-01-31' }],
  proposal: { choice: 'Наставак уз корекцију плана', reasons: 'Остало је мање од половине радова.' },
};

const long = 'Стање које је пројекат затекао је отклоњено, а корисници имају поуздану услугу.';

export const EFFECTS_EXAMPLE: FormValues = {
  basic: { problem: long, goals: long, activities: long },
  effect: { relevance: long, eficiency: long, sustainability: long, summary: long },
};

/** The PIF with one given year of its schedule, whose fields differ between versions. */
export const pifExample = (share: FormValues): FormValues => ({
  basic: {
    name: 'Обилазница Прокупље',
    sector: 2,
    proposer: { id: '50112', name: 'Град Прокупље' },
    contact: { name: 'Милена Јовић', emails: ['milena.jovic@example.rs'], phones: ['+381 27 000 000'] },
    location: 'Прокупље',
    locations: [{ id: '70998', name: 'Прокупље' }],
  },
  description: {
    purpose: 'Сврха.',
    goals: 'Циљеви.',
    results: 'Резултати.',
    users: 'Корисници.',
    beneficiaries: 'Корисници.',
  },
  relevance: { strategy: 'Усклађено.', legalBasis: 'Закон.' },
  financialInfo: {
    activityList: [{ name: 'Радови', estimate: '500000000.00' }],
    price: { local: '500000000.00', foreign: '4266211.60' },
    preparationAmount: { value: '20000000.00' },
    implementationAmount: { value: '480000000.00' },
  },
  fundingSources: [{ source: 'Буџет Републике Србије', localAmount: '500000000.00', percentage: '100.00' }],
  expenses: [
    { name: 'Пројекат', amount: '100000.00' },
    { name: 'Сагласности', amount: 'н/п' },
    { name: 'Надзор', amount: '50000.50' },
  ],
  implementation: [{ plan: [{ year: 2027, ...share }] }],
  startDate: '2027-01-01',
  endDate: '2027-12-31',
  documents: { planning: yes, location: yes, land: yes, environment: yes, permit: yes },
  organization: { capacity: 'Довољан.' },
  legalAssessment: '4',
});

export const SHORT_PIF_EXAMPLE: FormValues = {
  basic: {
    name: 'Вртић Прокупље',
    sector: 1,
    proposer: { id: '50112', name: 'Град Прокупље' },
    locations: [{ id: '70998', name: 'Прокупље' }],
    startYear: 2027,
    endYear: 2028,
  },
  description: 'Изградња вртића.',
  estimate: { preparation: '12500000.00', realization: '187500000.00' },
  capital: { preparation: '11000000.00', realization: '180000000.00' },
  fundingSources: [
    { source: 'Сопствена средства', localAmount: '200000000.00', percentage: '100.00', foreignAmount: '9.00' },
  ],
  expenses: [],
};
