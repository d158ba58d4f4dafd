import type { FormValues } from '@pimis/domain/forms/types';

/** The filled example (docs/forms.md, C7): a wastewater plant in Prokuplje. Used by tests. */
export const IDEA_EXAMPLE: FormValues = {
  basic: {
    projectName: 'ППОВ Прокупље',
    projectCode: 'PPOV-PROKUPLJE',
    sector: 5,
    level: 'Локални',
    organization: {
      id: '50112',
      name: 'Град Прокупље',
    },
    proposer: {
      id: '50112',
      name: 'Град Прокупље',
    },
    contacts: [
      {
        name: 'Милена Јовић',
        position: 'руководилац пројекта',
        emails: ['milena.jovic@example.rs'],
        phones: ['+381 27 000 000'],
      },
    ],
    locations: [
      {
        id: '70998',
        name: 'Прокупље',
      },
    ],
    euFunded: 'Не',
  },
  description: {
    summary: 'Постројење за 48.000 ЕС са **2,4 km** доводног колектора.',
    problem: 'Отпадне воде се непречишћене уливају у Топлицу.',
    goals: 'Пречистити 95 % отпадних вода града до краја 2028.',
    results: 'Постројење, колектор и пуштање у рад.',
    beneficiaries: '38.000 становника и 46 предузећа.',
    strategies: [
      {
        document: 'Стратегија управљања водама Републике Србије до 2034.',
        goal: 'Прикупљање и пречишћавање отпадних вода',
      },
    ],
    alternatives: 'Разматрана су два места и два поступка; изабран је јефтинији у раду.',
  },
  criteria: {
    estimateEur: '18000000.00',
    foreignEur: '4200000.00',
    above20M: 'Не',
    foreignAbove5M: 'Не',
    longerThanYear: 'Да',
    above11Months: 'Да',
  },
  financialInfo: {
    price: {
      local: '2109600000.00',
      currency: {
        id: 'EUR',
        name: 'Евро',
        exchangeCode: '978',
        exchangeRate: '117.2000',
      },
      foreign: '18000000.00',
    },
    spent: {
      value: '0.00',
    },
    preparationAmount: {
      value: '84384000.00',
    },
    implementationAmount: {
      value: '2025216000.00',
    },
    fundsTotal: '2109600000.00',
    letterOfIntent: '1207',
    fundingSources: [
      {
        source: 'Буџет Републике Србије',
        name: ' ',
        localAmount: '1406400000.00',
        percentage: '66.67',
      },
      {
        source: 'Буџет јединице локалне самоуправе',
        name: 'Град Прокупље',
        localAmount: '210960000.00',
        percentage: '10.00',
      },
      {
        source: 'Зајам',
        name: 'Развојна банка',
        localAmount: '492240000.00',
        currency: {
          id: 'EUR',
          name: 'Евро',
          exchangeCode: '978',
          exchangeRate: '117.2000',
        },
        foreignAmount: '4200000.00',
        percentage: '23.33',
      },
    ],
    fundingTotal: '2109600000.00',
    yearlyCosts: [
      {
        year: 2026,
        amount: '348084000.00',
      },
      {
        year: 2027,
        amount: '1603296000.00',
      },
      {
        year: 2028,
        amount: '158220000.00',
      },
    ],
    yearlyTotal: '2109600000.00',
    income: [
      {
        year: 2029,
        amount: '96000000.00',
      },
    ],
    feasibilityStudyBudget: {
      value: '21096000.00',
    },
  },
  estimatedStartYear: 2026,
  estimatedEndYear: 2028,
  implementationDates: {
    start: '2026-02-02',
    end: '2028-09-30',
  },
  durationMonths: 32,
  documents: {
    spatialPlan: {
      choice: 'Да',
    },
    urbanPlan: {
      choice: 'Не',
      comment: 'План детаљне регулације је у изради.',
    },
    prefeasibility: {
      choice: 'Да',
    },
    land: {
      choice: 'Не',
      comment: 'Експропријација 1,6 ha почиње у мају.',
    },
  },
  legalAssessment: '1208',
  scope: {
    design: {
      choice: 'Да',
    },
    land: {
      choice: 'Не',
      comment: 'Земљиште прибавља град ван пројекта.',
    },
    works: {
      choice: 'Да',
    },
    equipment: {
      choice: 'Да',
    },
    supervision: {
      choice: 'Да',
    },
  },
  procurement: {
    works: {
      choice: 'Да',
    },
    goods: {
      choice: 'Да',
    },
    services: {
      choice: 'Да',
    },
    international: {
      choice: 'Да',
      comment: 'За део из зајма.',
    },
  },
  capacity: {
    unit: {
      choice: 'Да',
    },
    staff: {
      choice: 'Не',
      comment: 'Два службеника полажу испит у марту.',
    },
  },
  risks: [
    {
      risk: 'Кашњење експропријације',
      degree: 'Висок',
      probability: 'Средњи',
      management: 'Месечни састанак са правобранилаштвом',
      responsible: 'Милена Јовић',
      measures: 'Споразумно прибављање.',
    },
  ],
  notes: 'Зајам је у преговорима.',
};

/** Facts that the server injects beside it. */
export const IDEA_EXAMPLE_DATA = {
  projectName: 'ППОВ Прокупље',
  projectCode: 'PPOV-PROKUPLJE',
  sector: 5,
  organization: { id: '50112', name: 'Град Прокупље' },
  exchangeRate: { date: '2025-11-20', rate: '117.2000' },
  currentYear: 2026,
};
