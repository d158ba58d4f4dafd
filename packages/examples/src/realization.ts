import type { FormData, FormValues } from '@pimis/domain/forms/types';

/** Filled examples (docs/forms.md, C7): a wastewater plant in Prokuplje. Used by tests and demo data. */

export const PLAN_EXAMPLE: FormValues = {
  basic: {
    projectName: 'ППОВ Прокупље',
    projectCode: 'PPOV-PROKUPLJE',
    locations: [
      {
        id: '70998',
        name: 'Прокупље',
      },
    ],
    responsiblePerson: 'Милена Јовић',
    phone: '+381 27 000 000',
    email: 'milena.jovic@example.rs',
  },
  financialInfo: {
    activityList: [
      {
        name: 'Пројектовање',
        estimate: '84384000.00',
      },
      {
        name: 'Радови',
        estimate: '1265760000.00',
      },
      {
        name: 'Опрема',
        estimate: '653976000.00',
      },
      {
        name: 'Надзор',
        estimate: '105480000.00',
      },
    ],
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
    implementationAmount: {
      value: '2109600000.00',
    },
    fundingTotal: '2109600000.00',
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
        percentage: '23.33',
        currency: {
          id: 'EUR',
          name: 'Евро',
          exchangeCode: '978',
          exchangeRate: '117.2000',
        },
        foreignAmount: '4200000.00',
      },
    ],
  },
  implementationDates: {
    start: '2026-02-02',
    end: '2028-09-30',
  },
  implementation: [
    {
      activity: {
        name: 'Пројектовање',
        estimate: '84384000.00',
      },
      plan: [
        {
          year: 2026,
          q1: {
            percent: '40.00',
            amount: '33753600.00',
          },
          q2: {
            percent: '40.00',
            amount: '33753600.00',
          },
          q3: {
            percent: '20.00',
            amount: '16876800.00',
          },
        },
      ],
    },
    {
      activity: {
        name: 'Радови',
        estimate: '1265760000.00',
      },
      plan: [
        {
          year: 2026,
          q3: {
            percent: '10.00',
            amount: '126576000.00',
          },
          q4: {
            percent: '10.00',
            amount: '126576000.00',
          },
        },
        {
          year: 2027,
          q2: {
            percent: '40.00',
            amount: '506304000.00',
          },
          q3: {
            percent: '20.00',
            amount: '253152000.00',
          },
          q4: {
            percent: '10.00',
            amount: '126576000.00',
          },
        },
        {
          year: 2028,
          q2: {
            percent: '10.00',
            amount: '126576000.00',
          },
        },
      ],
    },
    {
      activity: {
        name: 'Опрема',
        estimate: '653976000.00',
      },
      plan: [
        {
          year: 2027,
          q1: {
            percent: '0.00',
            amount: '130795200.00',
          },
          q2: {
            percent: '50.00',
            amount: '261590400.00',
          },
          q4: {
            percent: '50.00',
            amount: '261590400.00',
          },
        },
      ],
    },
    {
      activity: {
        name: 'Надзор',
        estimate: '105480000.00',
      },
      plan: [
        {
          year: 2026,
          q3: {
            percent: '10.00',
            amount: '10548000.00',
          },
        },
        {
          year: 2027,
          q2: {
            percent: '30.00',
            amount: '31644000.00',
          },
          q4: {
            percent: '30.00',
            amount: '31644000.00',
          },
        },
        {
          year: 2028,
          q3: {
            percent: '30.00',
            amount: '31644000.00',
          },
        },
      ],
    },
  ],
};

export const QUARTERLY_EXAMPLE: FormValues = {
  plan: {
    activities: [
      {
        name: 'Пројектовање',
        amount: '33753600.00',
      },
      {
        name: 'Радови',
        amount: '0.00',
      },
      {
        name: 'Опрема',
        amount: '0.00',
      },
      {
        name: 'Надзор',
        amount: '0.00',
      },
    ],
  },
  keyAspects: {
    costChanges: {
      answer: 'Не',
      activities: [
        {
          name: 'Пројектовање',
          oldEstimate: '84384000.00',
          newEstimate: '84384000.00',
        },
        {
          name: 'Радови',
          oldEstimate: '1265760000.00',
          newEstimate: '1265760000.00',
        },
        {
          name: 'Опрема',
          oldEstimate: '653976000.00',
          newEstimate: '653976000.00',
        },
        {
          name: 'Надзор',
          oldEstimate: '105480000.00',
          newEstimate: '105480000.00',
        },
      ],
    },
    dateChanges: {
      answer: 'Не',
      activities: [
        {
          name: 'Пројектовање',
          oldDate: '2026-09-30T00:00:00',
          newDate: '2026-09-30',
        },
        {
          name: 'Радови',
          oldDate: '2028-06-30T00:00:00',
          newDate: '2028-06-30',
        },
        {
          name: 'Опрема',
          oldDate: '2027-12-31T00:00:00',
          newDate: '2027-12-31',
        },
        {
          name: 'Надзор',
          oldDate: '2028-09-30T00:00:00',
          newDate: '2028-09-30',
        },
      ],
    },
  },
  summary: {
    activities: [
      {
        name: 'Пројектовање',
        details: {
          physical: {
            activityFulfilled: '32.00',
          },
          financial: {
            plannedExpense: '33753600.00',
            realExpense: '27002880.00',
            targetPercent: '80.00',
            targetReason: 'Услови издати 30 дана касније.',
            targetMeasures: 'Други тим до краја маја.',
          },
        },
      },
      {
        name: 'Радови',
        details: {
          physical: {
            activityFulfilled: '0.00',
          },
          financial: {
            plannedExpense: '0.00',
            realExpense: '0.00',
            targetPercent: '100.00',
          },
        },
      },
      {
        name: 'Опрема',
        details: {
          physical: {
            activityFulfilled: '0.00',
          },
          financial: {
            plannedExpense: '0.00',
            realExpense: '0.00',
            targetPercent: '100.00',
          },
        },
      },
      {
        name: 'Надзор',
        details: {
          physical: {
            activityFulfilled: '0.00',
          },
          financial: {
            plannedExpense: '0.00',
            realExpense: '0.00',
            targetPercent: '100.00',
          },
        },
      },
    ],
  },
};

export const CONCLUSION_EXAMPLE: FormValues = {
  basicInfo: {
    projectName: 'ППОВ Прокупље',
    implementationStartDelay: 74,
    plannedCompletion: '2028-09-30',
    actualEnd: '2028-12-20',
    exceedingDeadline: 81,
    approvalDate: '2025-11-20',
    delayed: 'Да',
    notes: 'Прикључење струје је каснило.',
    measures: 'Рад у две смене.',
  },
  proposerInfo: {
    organization: {
      id: '50112',
      name: 'Град Прокупље',
    },
    responsiblePerson: 'Милена Јовић',
    position: 'руководилац пројекта',
    phone: '+381 27 000 000',
    email: 'milena.jovic@example.rs',
  },
  expenses: {
    totals: {
      estimatedPlanned: '2109600000.00',
      estimatedRealization: '2109600000.00',
      actualRealization: '2088504000.00',
    },
    fundingSources: [
      {
        source: 'Буџет Републике Србије',
        name: ' ',
        estimate: '1406400000.00',
        actual: '1385304000.00',
        diff: '-21096000.00',
      },
      {
        source: 'Буџет јединице локалне самоуправе',
        name: 'Град Прокупље',
        estimate: '210960000.00',
        actual: '210960000.00',
        diff: '0.00',
      },
      {
        source: 'Зајам',
        name: 'Развојна банка',
        estimate: '492240000.00',
        actual: '492240000.00',
        diff: '0.00',
      },
    ],
    deviation: {
      deviated: 'Да',
      notes: 'Уштеда од 1 % у набавци опреме.',
    },
  },
  other: {
    questions: 'Не',
    comment: 'Постројење је предато.',
  },
};

export const QUARTERLY_DATA: FormData = {
  projectName: 'ППОВ Прокупље',
  projectCode: 'PPOV-PROKUPLJE',
  year: 2026,
  quarter: 1,
  quarterKnown: true,
  Plan: {
    ActivityTotalAmounts: [
      {
        Name: 'Пројектовање',
        Amount: '84384000.00',
        InitialAmount: '84384000.00',
        Date: '2026-09-30T00:00:00',
      },
      {
        Name: 'Радови',
        Amount: '1265760000.00',
        InitialAmount: '1265760000.00',
        Date: '2028-06-30T00:00:00',
      },
      {
        Name: 'Опрема',
        Amount: '653976000.00',
        InitialAmount: '653976000.00',
        Date: '2027-12-31T00:00:00',
      },
      {
        Name: 'Надзор',
        Amount: '105480000.00',
        InitialAmount: '105480000.00',
        Date: '2028-09-30T00:00:00',
      },
    ],
    ImplementationDates: {
      end: '2028-09-30',
    },
  },
  Activities: [
    {
      Name: 'Пројектовање',
      Amount: '33753600.00',
    },
    {
      Name: 'Радови',
      Amount: '0.00',
    },
    {
      Name: 'Опрема',
      Amount: '0.00',
    },
    {
      Name: 'Надзор',
      Amount: '0.00',
    },
  ],
  SuccessKeyIndicator: {
    FundingAdequacyIndicator: {
      AppropriationAmount: '300000000.00',
    },
  },
  Before: [],
};

export const CONCLUSION_DATA: FormData = {
  projectName: 'ППОВ Прокупље',
  proposer: {
    id: '50112',
    name: 'Град Прокупље',
  },
  person: {
    responsiblePerson: 'Милена Јовић',
    phone: '+381 27 000 000',
    email: 'milena.jovic@example.rs',
  },
  conclusionAddData: {
    sources: [
      {
        source: 'Буџет Републике Србије',
        name: ' ',
        estimate: '1406400000.00',
      },
      {
        source: 'Буџет јединице локалне самоуправе',
        name: 'Град Прокупље',
        estimate: '210960000.00',
      },
      {
        source: 'Зајам',
        name: 'Развојна банка',
        estimate: '492240000.00',
      },
    ],
    plannedDateEnd: '2028-09-30',
    realDateEnd: '2028-12-31',
    plannedExpenses: '2109600000.00',
    plannedRealization: '2109600000.00',
    realExpense: '2088504000.00',
    dateStart: '2026-02-02',
    boardAccepted: '2025-11-20',
  },
};

export const PLAN_DATA: FormData = {
  projectName: 'ППОВ Прокупље',
  projectCode: 'PPOV-PROKUPLJE',
  currentYear: 2026,
  exchangeRate: {
    date: '2026-01-15',
    rate: '117.2000',
  },
};
