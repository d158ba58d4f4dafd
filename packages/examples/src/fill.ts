import { addDays, isDay, quarterOf } from '@pimis/domain/dates/dates';
import {
  convert,
  divideRounded,
  fromHundredths,
  percentOf,
  sumHundredths,
  toHundredths,
} from '@pimis/domain/money/decimal';
import { completeForm } from '@pimis/domain/forms/complete';
import { readStoredValues } from '@pimis/domain/forms/parse';
import { getPath, nameKey, rowsAt, setPath } from '@pimis/domain/forms/paths';
import type { FormData, FormDefinition, FormValues } from '@pimis/domain/forms/types';
import {
  EFFECTS_EXAMPLE,
  PRE_IMPLEMENTATION_EXAMPLE,
  pifExample,
  RATIONALIZATION_EXAMPLE,
  SHORT_PIF_EXAMPLE,
} from './other.ts';
import {
  type ExampleProject,
  ideaValues,
  identificationValues,
  importantValues,
  preparednessValues,
} from './preparation.ts';

/** Input for filling a form: its starting values and form data, documents of the project, and the day. */
export interface FillInput {
  definition: FormDefinition;
  defaults: FormValues;
  data: FormData;
  project: ExampleProject;
  /** Ids of documents of the project: letter of intent, legal assessment, decision or evidence. */
  documents: { letter: string; assessment: string; decision: string };
  /** РСД for one euro, from the form's data. */
  rate: string;
  today: string;
  /** First and last day of the realization in a plan. */
  period?: { start: string; end: string };
  /** The proposal of a rationalization; continuation by default. */
  proposal?: string;
  /** The progress of a quarterly report; as planned by default. */
  progress?: QuarterProgress;
}

/** A quarter that did not go as planned: each activity in whole per cent of its estimate, and why. */
export interface QuarterProgress {
  done: number;
  spent: number;
  reason: string;
  measures: string;
}

const MILLION = 100_000_000n;
const WHOLE = 10_000n;
const HALF_YEAR = 183;

type Filler = (input: FillInput) => FormValues;

/** Quarters from the first to the last day, at most as many as asked for. */
function quartersOf(start: string, end: string, most: number): { year: number; quarter: number }[] {
  const [from, to] = [quarterOf(start), quarterOf(end)];
  const list: { year: number; quarter: number }[] = [];
  for (let at = from; at.year < to.year || (at.year === to.year && at.quarter <= to.quarter); ) {
    list.push(at);
    at = at.quarter === 4 ? { year: at.year + 1, quarter: 1 } : { year: at.year, quarter: at.quarter + 1 };
  }
  return list.slice(0, most);
}

/** The whole in equal hundredths of a per cent; the last part takes the rest. */
function equalShares(parts: number): string[] {
  const each = WHOLE / BigInt(parts);
  return Array.from({ length: parts }, (_, index) =>
    fromHundredths(index === parts - 1 ? WHOLE - each * BigInt(parts - 1) : each),
  );
}

const plan: Filler = ({ definition, defaults, data, project, rate, period }) => {
  const values = structuredClone(defaults);
  const dates = period ?? (getPath(values, 'implementationDates') as { start: string; end: string });
  const total = BigInt(project.millions) * MILLION;
  setPath(values, 'implementationDates', { start: dates.start, end: dates.end });
  // The rows of the schedule are made anew for these years.
  setPath(values, 'implementation', undefined);
  setPath(values, 'basic.responsiblePerson', project.contact);
  setPath(values, 'basic.phone', '+381 11 555-0000');
  setPath(values, 'basic.email', `projekat.${project.code.toLowerCase()}@example.rs`);
  if (rowsAt(values, 'basic.locations').length === 0) setPath(values, 'basic.locations', [project.location]);
  setPath(values, 'financialInfo.price.local', fromHundredths(total));
  setPath(values, 'financialInfo.price.currency', { id: 'EUR', name: 'Евро', exchangeCode: '978', exchangeRate: rate });
  setPath(values, 'financialInfo.activityList', [
    { name: 'Радови', estimate: fromHundredths((total * 4n) / 5n) },
    { name: 'Надзор', estimate: fromHundredths(total - (total * 4n) / 5n) },
  ]);
  if (sumHundredths(rowsAt(values, 'financialInfo.fundingSources').map((row) => row.localAmount)) !== total) {
    setPath(values, 'financialInfo.fundingSources', [
      { source: 'Буџет Републике Србије', name: ' ', localAmount: fromHundredths(total) },
    ]);
  }
  const quarters = quartersOf(dates.start, dates.end, 4);
  const shares = equalShares(quarters.length);
  const empty = completeForm(definition, values, data);
  const filled = structuredClone(empty);
  for (const row of rowsAt(filled, 'implementation')) {
    for (const [index, { year, quarter }] of quarters.entries()) {
      const found = rowsAt(row, 'plan').find((entry) => entry.year === year);
      if (found) setPath(found, `q${quarter}.percent`, shares[index]);
    }
  }
  return definition.propose?.(empty, filled, data) ?? filled;
};

/** Without progress the quarter went as planned: everything planned was paid, and as much of the work was done. */
const quarterly: Filler = ({ definition, defaults, data, progress }) => {
  const values = completeForm(definition, defaults, data);
  setPath(values, 'keyAspects.costChanges.answer', 'Не');
  setPath(values, 'keyAspects.dateChanges.answer', 'Не');
  const before = (name: unknown, column: 'Fulfilled' | 'Expense') =>
    toHundredths(rowsAt(data, 'Before').find((row) => nameKey(row.Name) === nameKey(name))?.[column]) ?? 0n;
  for (const row of rowsAt(values, 'summary.activities')) {
    const estimate = toHundredths(
      rowsAt(data, 'Plan.ActivityTotalAmounts').find((entry) => nameKey(entry.Name) === nameKey(row.name))?.Amount,
    );
    const planned = toHundredths(getPath(row, 'details.financial.plannedExpense')) ?? 0n;
    if (progress) {
      const { done, spent, reason, measures } = progress;
      setPath(row, 'details.physical.activityFulfilled', `${done}.00`);
      const expense = fromHundredths(((estimate ?? 0n) * BigInt(spent)) / 100n);
      setPath(row, 'details.financial.realExpense', expense);
      if (toHundredths(expense) === planned) continue;
      setPath(row, 'details.financial.targetReason', reason);
      setPath(row, 'details.financial.targetMeasures', measures);
      continue;
    }
    const last = estimate !== null && before(row.name, 'Expense') + planned >= estimate;
    const done = last ? WHOLE - before(row.name, 'Fulfilled') : (divideRounded(planned * WHOLE, estimate ?? 0n) ?? 0n);
    setPath(row, 'details.financial.realExpense', fromHundredths(planned));
    setPath(row, 'details.physical.activityFulfilled', fromHundredths(done));
  }
  return values;
};

const correction: Filler = ({ defaults, documents }) => {
  const values = structuredClone(defaults);
  const end = String(getPath(values, 'implementationDates.end'));
  setPath(values, 'implementationDates.end', addDays(end, HALF_YEAR));
  setPath(values, 'correction.explanation', 'Радови касне због поплаве у пролеће; рок се продужава за пола године.');
  setPath(values, 'correction.evidence', [documents.decision]);
  return values;
};

const conclusion: Filler = ({ definition, defaults, data }) => {
  const values = completeForm(definition, defaults, data);
  const sources = rowsAt(values, 'expenses.fundingSources');
  const [first] = sources;
  const estimated = sumHundredths(sources.map((row) => row.estimate));
  const realized = toHundredths(getPath(values, 'expenses.totals.estimatedRealization')) ?? 0n;
  if (first) {
    first.adjustment = fromHundredths(realized - estimated);
    first.actual = getPath(values, 'expenses.totals.actualRealization');
  }
  setPath(values, 'basicInfo.delayed', 'Да');
  setPath(values, 'basicInfo.notes', 'Прикључење струје је каснило.');
  setPath(values, 'basicInfo.measures', 'Рад у две смене.');
  setPath(values, 'proposerInfo.position', 'руководилац пројекта');
  setPath(values, 'expenses.deviation', { deviated: 'Да', notes: 'Плаћања су по изворима прерасподељена.' });
  setPath(values, 'other', { questions: 'Не', comment: 'Објекат је предат на употребу.' });
  return values;
};

const preImplementation: Filler = ({ defaults }) => {
  const values = structuredClone(PRE_IMPLEMENTATION_EXAMPLE);
  const sources = getPath(defaults, 'funds.sources');
  if (sources !== undefined) setPath(values, 'funds.sources', structuredClone(sources));
  const total = sumHundredths(rowsAt(values, 'funds.sources').map((row) => row.localAmount));
  const items = rowsAt(values, 'procurement.items').slice(0, 1);
  for (const item of items) Object.assign(item, { net: fromHundredths(total), vat: '0.00' });
  setPath(values, 'procurement.items', items);
  setPath(values, 'funds.firstYear', '0.00');
  return values;
};

/** Amounts are derived from the plan in force and the spending so far. */
const rationalization: Filler = ({ today, proposal, data, project }) => {
  const values = structuredClone(RATIONALIZATION_EXAMPLE);
  const soon = addDays(today, HALF_YEAR);
  const planned = toHundredths(data.planned) ?? BigInt(project.millions) * MILLION;
  const spent = toHundredths(data.spent) ?? 0n;
  const left = planned > spent ? planned - spent : 0n;
  const percentOfPlan = (percent: bigint) => fromHundredths((planned * percent) / 100n);
  setPath(values, 'state.contracted', fromHundredths(planned));
  setPath(values, 'state.due', percentOfPlan(1n));
  setPath(values, 'causes', [
    { ...rowsAt(values, 'causes')[0], since: addDays(today, -HALF_YEAR).slice(0, 'YYYY-MM'.length) },
  ]);
  setPath(values, 'continue.cost', fromHundredths((left * 11n) / 10n));
  setPath(values, 'continue.end', soon);
  setPath(values, 'postpone.cost', percentOfPlan(1n));
  setPath(values, 'shutdown.termination', percentOfPlan(2n));
  setPath(values, 'shutdown.claims', percentOfPlan(1n));
  setPath(values, 'shutdown.recoverable', percentOfPlan(3n));
  setPath(values, 'measures', [
    { measure: 'Раскид уговора', responsible: 'Милена Јовић', deadline: addDays(today, 60) },
  ]);
  if (proposal) setPath(values, 'proposal.choice', proposal);
  if (proposal === 'Одлагање') {
    setPath(values, 'postpone.until', soon);
    setPath(values, 'postpone.conditions', 'Обезбеђен нови извођач.');
  }
  if (proposal === 'Обустава') setPath(values, 'shutdown.assets', 'Изведени радови се конзервирају и предају граду.');
  return values;
};

const shortPif: Filler = ({ project }) => {
  const values = structuredClone(SHORT_PIF_EXAMPLE);
  const total = BigInt(project.millions) * MILLION;
  const preparation = total / 20n;
  setPath(values, 'basic.name', project.name);
  setPath(values, 'basic.sector', project.sector);
  setPath(values, 'basic.proposer', project.proposer);
  setPath(values, 'basic.locations', [project.location]);
  setPath(values, 'description', project.problem);
  const parts = { preparation: fromHundredths(preparation), realization: fromHundredths(total - preparation) };
  setPath(values, 'estimate', parts);
  setPath(values, 'capital', { ...parts });
  setPath(values, 'fundingSources', [
    { source: 'Сопствена средства', localAmount: fromHundredths(total), percentage: '100.00' },
  ]);
  return values;
};

/** Shares of the realization by year, by whole years in the versions that know no quarters. */
function pifSchedule({ start, end }: { start: string; end: string }, yearly: boolean): FormValues[] {
  const quarters = quartersOf(start, end, 4);
  const shares = equalShares(quarters.length);
  const years = new Map<number, FormValues>();
  for (const [index, { year, quarter }] of quarters.entries()) {
    const row = years.get(year) ?? { year };
    years.set(year, row);
    if (!yearly) setPath(row, `q${quarter}.percent`, shares[index]);
    else row.percent = fromHundredths((toHundredths(row.percent) ?? 0n) + (toHundredths(shares[index]) ?? 0n));
  }
  return [...years.values()];
}

const pif: Filler = ({ project, documents, rate, period, definition }) => {
  const total = BigInt(project.millions) * MILLION;
  const text = fromHundredths(total);
  const works = (total * 4n) / 5n;
  const preparation = total / 25n;
  const dates = isDay(period?.start) && period ? period : { start: '2027-01-01', end: '2027-12-31' };
  const yearly = definition.code === '1-5-0' || definition.code === '1-5-1';
  const values = pifExample({});
  const plan = pifSchedule(dates, yearly);
  setPath(values, 'implementation', [{ plan }, { plan: structuredClone(plan) }]);
  setPath(values, 'basic.name', project.name);
  setPath(values, 'basic.sector', project.sector);
  setPath(values, 'basic.proposer', project.proposer);
  setPath(values, 'basic.locations', [project.location]);
  setPath(values, 'description.purpose', project.problem);
  setPath(values, 'financialInfo.activityList', [
    { name: 'Радови', estimate: fromHundredths(works) },
    { name: 'Надзор', estimate: fromHundredths(total - works) },
  ]);
  setPath(values, 'financialInfo.price', { local: text, foreign: convert(text, rate) ?? undefined });
  setPath(values, 'financialInfo.preparationAmount.value', fromHundredths(preparation));
  setPath(values, 'financialInfo.implementationAmount.value', fromHundredths(total - preparation));
  setPath(values, 'expenses', [
    { name: 'Припрема', amount: fromHundredths(preparation) },
    { name: 'Сагласности', amount: 'н/п' },
    { name: 'Извођење', amount: fromHundredths(total - preparation) },
  ]);
  setPath(values, 'fundingSources', [
    { source: 'Буџет Републике Србије', localAmount: text, percentage: percentOf(total, total) },
  ]);
  setPath(values, 'startDate', dates.start);
  setPath(values, 'endDate', dates.end);
  if (definition.code === '1-5-5') {
    for (const name of ['planning', 'location', 'land', 'environment', 'permit'])
      setPath(values, `documents.${name}`, { choice: 'Да', documentDate: '2025-05' });
  }
  setPath(values, 'legalAssessment', documents.assessment);
  return values;
};

function effectsOf({ problem, name }: ExampleProject): FormValues {
  const values = structuredClone(EFFECTS_EXAMPLE);
  setPath(values, 'basic.problem', problem);
  setPath(values, 'basic.activities', `${name}: радови су изведени и објекат је предат на употребу.`);
  setPath(values, 'effect.summary', `Отклоњено: ${problem}`);
  return values;
}

const FILLERS: Readonly<Record<string, Filler>> = {
  ideja: ({ project, documents, rate }) => ideaValues(project, documents, rate),
  'identifikacija-projekta': ({ defaults }) => identificationValues(defaults),
  spremnost: ({ definition, defaults, project, documents, rate }) => {
    // Without an identification before it (a project that was in preparation) nothing was taken over.
    if (rowsAt(defaults, 'basic.contacts')[0]?.name) return preparednessValues(defaults);
    const whole = importantValues(project, documents, rate);
    return preparednessValues(readStoredValues(definition, whole).values);
  },
  'posebnog-znacaja': ({ project, documents, rate }) => importantValues(project, documents, rate),
  predimplementacija: preImplementation,
  plan,
  kvartalni: quarterly,
  korekcija: correction,
  'kvartalni-korekcija': ({ definition, defaults, data }) => completeForm(definition, defaults, data),
  racionalizacija: rationalization,
  zavrsni: conclusion,
  efekti: ({ project }) => effectsOf(project),
  'pif-mini': shortPif,
};

/**
 * Consistent values of any form, which can be locked. Used by tests and demo data. The examples contain the fields of
 * all versions; each form gets those of its own version.
 */
export function fillForm(input: FillInput): FormValues {
  const values = (FILLERS[input.definition.code] ?? pif)(input);
  return readStoredValues(input.definition, values).values;
}
