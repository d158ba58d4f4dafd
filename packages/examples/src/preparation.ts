import { PLAN_DOCUMENTS } from '@pimis/domain/forms/definitions/preparation-compute';
import { fromHundredths, toHundredths } from '@pimis/domain/money/decimal';
import { getPath, rowsAt, setPath } from '@pimis/domain/forms/paths';
import type { FormValues } from '@pimis/domain/forms/types';

/** The data of an invented project for its forms. Amounts in millions of dinars. */
export interface ExampleProject {
  code: string;
  name: string;
  organization: string;
  sector: number;
  millions: number;
  location: { id: string; name: string };
  contact: string;
  problem: string;
  proposer: { id: string; name: string };
  euFunded?: boolean;
  important?: boolean;
  /** First year of the realization; 2027 when absent. */
  startYear?: number;
}

/** The waste water plant of Prokuplje, the project of most tests. */
export const WASTE_WATER_PLANT = {
  name: 'ППОВ Прокупље',
  organization: '50112',
  sector: 5,
  millions: 2_110,
  location: { id: '70998', name: 'Прокупље' },
  contact: 'Милена Јовић',
  problem: 'Отпадне воде се непречишћене уливају у Топлицу.',
  proposer: { id: '10503', name: 'Министарство заштите животне средине' },
} as const satisfies Partial<ExampleProject>;

const FIRST_YEAR = 2027;
const MILLION = 100_000_000n;
const ADVANCE_SHARES = [20n, 45n, 35n];
const RATE_CURRENCY = { id: 'EUR', name: 'Евро', exchangeCode: '978' };

function share(total: bigint, percent: bigint): bigint {
  return (total * percent) / 100n;
}

/** Consistent values of an idea form: sources, yearly costs and parts add up to the total. */
export function ideaValues(
  project: ExampleProject,
  documents: { letter: string; assessment: string },
  rate: string,
): FormValues {
  const year = project.startYear ?? FIRST_YEAR;
  const total = BigInt(project.millions) * MILLION;
  const preparation = share(total, 4n);
  const first = share(total, ADVANCE_SHARES[0] ?? 20n);
  const second = share(total, ADVANCE_SHARES[1] ?? 45n);
  const foreign = share(total, 30n);
  const own = share(total, 10n);
  const text = fromHundredths;
  const yes = { choice: 'Да' };
  return {
    basic: {
      projectName: project.name,
      level: 'Локални',
      proposer: project.proposer,
      contacts: [
        {
          name: project.contact,
          position: 'руководилац пројекта',
          emails: [`projekat.${project.code.toLowerCase()}@example.rs`],
          phones: ['+381 11 555-0000'],
        },
      ],
      locations: [project.location],
      euFunded: project.euFunded ? 'Да' : 'Не',
      ...(project.euFunded ? { euProgramme: 'ИПА III', isdaconNumber: `ИС-${project.code}` } : {}),
    },
    description: {
      summary: `${project.name}: израда документације, извођење радова, набавка опреме и надзор на територији ${project.location.name}.`,
      problem: project.problem,
      goals: 'Поуздана услуга за све становнике обухваћеног подручја до краја пројекта.',
      results: 'Изграђен и испитан објекат, обучено особље и пуштање у рад.',
      beneficiaries: 'Становници, установе и предузећа обухваћеног подручја.',
      strategies: [
        {
          document: 'План развоја јединице локалне самоуправе',
          goal: 'Унапређење комуналне и друштвене инфраструктуре',
        },
      ],
      alternatives: 'Разматрана је обнова постојећег објекта; изградња је повољнија у веку трајања.',
    },
    financialInfo: {
      price: { local: text(total) },
      spent: { value: '0.00' },
      preparationAmount: { value: text(preparation) },
      implementationAmount: { value: text(total - preparation) },
      letterOfIntent: documents.letter,
      fundingSources: [
        { source: 'Буџет Републике Србије', name: ' ', localAmount: text(total - foreign - own) },
        { source: 'Буџет јединице локалне самоуправе', name: ' ', localAmount: text(own) },
        {
          source: project.euFunded ? 'Фондови ЕУ' : 'Зајам',
          name: project.euFunded ? 'ИПА III' : 'Развојна банка',
          localAmount: text(foreign),
          currency: { ...RATE_CURRENCY, exchangeRate: rate },
        },
      ],
      yearlyCosts: [
        { year, amount: text(first) },
        { year: year + 1, amount: text(second) },
        { year: year + 2, amount: text(total - first - second) },
      ],
      income: [],
      feasibilityStudyBudget: { value: text(share(preparation, 25n)) },
    },
    estimatedStartYear: year,
    estimatedEndYear: year + 2,
    implementationDates: { start: `${year}-03-01`, end: `${year + 2}-09-30` },
    durationMonths: 33,
    documents: {
      spatialPlan: yes,
      urbanPlan: { choice: 'Не', comment: 'План детаљне регулације је у изради.' },
      prefeasibility: yes,
      land: { choice: 'Не', comment: 'Преостаје експропријација мањег дела трасе.' },
    },
    legalAssessment: documents.assessment,
    scope: { design: yes, land: yes, works: yes, equipment: yes, supervision: yes },
    procurement: {
      works: yes,
      goods: yes,
      services: yes,
      international: { choice: 'Не', comment: 'Примењује се домаћи пропис о јавним набавкама.' },
    },
    capacity: { unit: yes, staff: { choice: 'Не', comment: 'Једно радно место се попуњава до краја године.' } },
    risks: [
      {
        risk: 'Кашњење имовинско-правних поступака',
        degree: 'Средњи',
        probability: 'Средњи',
        management: 'Месечни преглед стања са правобранилаштвом',
        responsible: project.contact,
      },
    ],
    notes: 'Подаци су из претходне студије изводљивости.',
  };
}

const RISK = {
  risk: 'Кашњење имовинско-правних поступака',
  degree: 'Средњи',
  probability: 'Средњи',
  management: 'Месечни преглед стања са правобранилаштвом',
  responsible: 'руководилац пројекта',
};
const READY = { choice: 'Да', documentDate: '2026-03' };
const LATER = { choice: 'Не', completionDate: '2027-06', comment: 'Израда је уговорена.' };

function answerDocuments(values: FormValues, names: readonly string[]): void {
  for (const [index, name] of names.entries()) setPath(values, `documents.${name}`, index % 3 === 2 ? LATER : READY);
}

/** The estimate in three activities. */
function activities(values: FormValues): void {
  const total = toHundredths(getPath(values, 'financialInfo.price.local')) ?? 0n;
  const design = share(total, 4n);
  const supervision = share(total, 5n);
  setPath(values, 'financialInfo.activityList', [
    { name: 'Пројектовање', estimate: fromHundredths(design) },
    { name: 'Радови', estimate: fromHundredths(total - design - supervision) },
    { name: 'Надзор', estimate: fromHundredths(supervision) },
  ]);
}

/** Values of identification in addition to those taken over from the idea. */
export function identificationValues(prefilled: FormValues): FormValues {
  const values = structuredClone(prefilled);
  const total = toHundredths(getPath(values, 'financialInfo.price.local')) ?? 0n;
  answerDocuments(values, [
    'spatialPlan',
    'urbanPlan',
    'prefeasibility',
    'feasibility',
    'land',
    'environment',
    'surveys',
  ]);
  setPath(values, 'description.options', [
    {
      name: 'Обнова постојећег',
      amount: fromHundredths(share(total, 70n)),
      benefits: 'Краћи рок, мањи капацитет.',
      chosen: 'Не',
    },
    {
      name: 'Нова изградња',
      amount: fromHundredths(total),
      benefits: 'Пун капацитет у веку трајања.',
      chosen: 'Да',
    },
  ]);
  activities(values);
  secureSources(values);
  return values;
}

/** Values of preparedness in addition to those of identification. */
export function preparednessValues(prefilled: FormValues): FormValues {
  const values = structuredClone(prefilled);
  answerDocuments(values, PLAN_DOCUMENTS);
  secureSources(values);
  if (rowsAt(values, 'risks').length === 0) setPath(values, 'risks', [RISK]);
  return values;
}

function secureSources(values: FormValues): void {
  const finance = values.financialInfo as { fundingSources?: Record<string, unknown>[] };
  for (const row of finance.fundingSources ?? []) row.provided = row.source === 'Зајам' ? 'Не' : 'Да';
}

/** The one form of an important project: the idea's case with activities, documents and the Government's decision. */
export function importantValues(
  project: ExampleProject,
  documents: { letter: string; assessment: string; decision: string },
  rate: string,
): FormValues {
  const values = ideaValues(project, documents, rate);
  values.documents = {};
  answerDocuments(values, ['spatialPlan', 'urbanPlan', 'feasibility', 'land', 'environment', 'surveys']);
  activities(values);
  values.governmentDecision = { file: documents.decision, number: '05 број 351-1204/2026', date: '2026-02-12' };
  values.importantReasons = 'Пројекат решава обавезу из међународног уговора и део је програма Владе.';
  return values;
}
