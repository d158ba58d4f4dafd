import { FORM_CODE, isPif } from '../forms/codes.ts';
import { getPath, isObject, rowsAt } from '../forms/paths.ts';
import type { FormValues } from '../forms/types.ts';
import { YES } from '../forms/answers.ts';

/** The public values of an approved form, as stored in `public_forms`. */
export type PublicFormFacts = Record<string, unknown>;

type Reader = (values: FormValues) => unknown;

const at =
  (path: string): Reader =>
  (values) =>
    getPath(values, path);

/** The named fields of a row. Fields that are not named never leave. */
const named = (row: Record<string, unknown>, fields: readonly string[]) =>
  Object.fromEntries(fields.flatMap((field) => (Object.hasOwn(row, field) ? [[field, row[field]]] : [])));

/** The named fields of each row of a table, in its order; undefined if the value is not a table or has no rows. */
function rowsOf(given: unknown, fields: readonly string[]): unknown {
  const rows = Array.isArray(given) ? given.filter(isObject).map((row) => named(row, fields)) : [];
  return rows.length > 0 ? rows : undefined;
}

const rows =
  (path: string, ...fields: string[]): Reader =>
  (values) =>
    rowsOf(getPath(values, path), fields);

/** Each row of a table by its own facts; undefined without rows. */
const each =
  (path: string, facts: Readonly<Record<string, Reader>>): Reader =>
  (values) => {
    const found = rowsAt(values, path);
    return found.length > 0 ? found.map((row) => read(facts, row)) : undefined;
  };

/** A text that counts only where a question was answered with yes. */
const whereYes =
  (question: string, path: string): Reader =>
  (values) =>
    getPath(values, question) === YES ? getPath(values, path) : undefined;

const PLACES = rows('basic.locations', 'id', 'name');
const SOURCE_FIELDS = ['source', 'name', 'localAmount'];

const PREPARATION: Readonly<Record<string, Reader>> = {
  name: at('basic.projectName'),
  level: at('basic.level'),
  proposer: at('basic.proposer.id'),
  locations: PLACES,
  isdaconNumber: at('basic.isdaconNumber'),
  summary: at('description.summary'),
  goals: at('description.goals'),
  beneficiaries: at('description.beneficiaries'),
  strategies: rows('description.strategies', 'document', 'goal'),
  value: at('financialInfo.price.local'),
  sources: rows('financialInfo.fundingSources', ...SOURCE_FIELDS),
  years: rows('financialInfo.yearlyCosts', 'year', 'amount'),
};

const PIF: Readonly<Record<string, Reader>> = {
  name: at('basic.name'),
  proposer: at('basic.proposer.id'),
  locations: PLACES,
  summary: at('description.purpose'),
  goals: at('description.goals'),
  beneficiaries: at('description.beneficiaries'),
  strategy: at('relevance.strategy'),
  value: at('financialInfo.price.local'),
  sources: rows('fundingSources', ...SOURCE_FIELDS),
};

const PLAN: Readonly<Record<string, Reader>> = {
  name: at('basic.projectName'),
  locations: PLACES,
  value: at('financialInfo.price.local'),
  sources: rows('financialInfo.fundingSources', ...SOURCE_FIELDS),
  activities: rows('financialInfo.activityList', 'name', 'estimate'),
  start: at('implementationDates.start'),
  end: at('implementationDates.end'),
  schedule: each('implementation', {
    activity: at('activity.name'),
    plan: rows('plan', 'year', 'q1', 'q2', 'q3', 'q4'),
  }),
};

const QUARTER: Readonly<Record<string, Reader>> = {
  progress: each('summary.activities', {
    name: at('name'),
    fulfilled: at('details.physical.activityFulfilled'),
    expense: at('details.financial.realExpense'),
  }),
};

/**
 * The public values of each form, named one by one: contacts, risks, opinions, notes, documents and people are not
 * named and never leave, and a new field of a form is not public until it is added here.
 */
const FACTS: Readonly<Record<string, Readonly<Record<string, Reader>>>> = {
  ideja: PREPARATION,
  'identifikacija-projekta': PREPARATION,
  spremnost: PREPARATION,
  'posebnog-znacaja': PREPARATION,
  'pif-mini': {
    name: at('basic.name'),
    proposer: at('basic.proposer.id'),
    locations: PLACES,
    summary: ({ description }) => (typeof description === 'string' ? description : undefined),
    value: at('estimate.total'),
    sources: rows('fundingSources', ...SOURCE_FIELDS),
  },
  [FORM_CODE.plan]: PLAN,
  [FORM_CODE.correction]: PLAN,
  predimplementacija: {
    procurements: rows(
      'procurement.items',
      'subject',
      'kind',
      'procedure',
      'net',
      'gross',
      'call',
      'contract',
      'duration',
    ),
  },
  [FORM_CODE.quarterlyReport]: QUARTER,
  [FORM_CODE.quarterlyCorrection]: QUARTER,
  zavrsni: {
    actualEnd: at('basicInfo.actualEnd'),
    delayNotes: whereYes('basicInfo.delayed', 'basicInfo.notes'),
    actualValue: at('expenses.totals.actualRealization'),
    deviationNotes: whereYes('expenses.deviation.deviated', 'expenses.deviation.notes'),
  },
};

/** The names of all facts that forms make public. */
export const PUBLIC_FACT_NAMES: ReadonlySet<string> = new Set([...Object.values(FACTS), PIF].flatMap(Object.keys));

const read = (facts: Readonly<Record<string, Reader>>, values: FormValues): PublicFormFacts =>
  Object.fromEntries(Object.entries(facts).map(([name, reader]) => [name, reader(values)]));

/** Removes absent and null properties at any depth, as in the stored value. */
function stripped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripped);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      inner === undefined || inner === null ? [] : [[key, stripped(inner)]],
    ),
  );
}

/** The values of a form that may be public, by its code; a form without public values has none. */
export function publicFormFacts(code: string, values: FormValues): PublicFormFacts {
  const facts = isPif(code) ? PIF : Object.hasOwn(FACTS, code) ? FACTS[code] : undefined;
  return facts ? (stripped(read(facts, values)) as PublicFormFacts) : {};
}
