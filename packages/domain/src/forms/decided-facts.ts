import { fromHundredths, toHundredths } from '../money/decimal.ts';
import { textOf } from '../text/text-of.ts';
import { isDay } from '../dates/dates.ts';
import { isBlank } from '../text/blank.ts';
import { YES } from './answers.ts';
import { isPif } from './codes.ts';
import { getPath, rowsAt } from './paths.ts';
import { valuesForProject } from './project-mapping.ts';
import type { FormCode } from './titles.ts';
import type { FormValues } from './types.ts';

/** Where the tables of forms store sources of money. */
export const SOURCE_PLACES: readonly string[] = [
  'financialInfo.fundingSources',
  'fundingSources',
  'expenses.fundingSources',
];

/** The rows of the first table that names sources. */
export const sourceRows = (values: FormValues) =>
  SOURCE_PLACES.map((place) => rowsAt(values, place)).find((rows) => rows.length > 0) ?? [];

/** Where a form states the facts on which a decision is based, the best place first. */
interface DecidedPlaces {
  what?: readonly string[];
  why?: readonly string[];
  /** Text on the options that were considered. */
  options?: readonly string[];
  value?: string;
  start?: string;
  end?: string;
}

const DATES = { start: 'implementationDates.start', end: 'implementationDates.end' };
const PREPARATION: DecidedPlaces = {
  what: ['description.summary'],
  why: ['description.goals', 'description.problem'],
  options: ['description.alternatives'],
  ...DATES,
};
const PIF: DecidedPlaces = {
  what: ['description.purpose'],
  why: ['description.goals'],
  options: ['relevance.alternatives'],
  start: 'startDate',
  end: 'endDate',
};

/**
 * Forms that state these facts themselves. A quarterly report states none, because it is read with the plan. A
 * correction and a rationalization state the reason of the change; the earlier form states what is built.
 */
const PLACES: Readonly<Record<string, DecidedPlaces>> = {
  ideja: PREPARATION,
  'identifikacija-projekta': PREPARATION,
  spremnost: PREPARATION,
  'posebnog-znacaja': PREPARATION,
  'pif-mini': { what: ['description'] },
  plan: { what: ['basic.description'], ...DATES },
  korekcija: { why: ['correction.explanation'], value: 'financialInfo.price.local', ...DATES },
  racionalizacija: { why: ['proposal.reasons'] },
  zavrsni: { value: 'expenses.totals.actualRealization', end: 'basicInfo.actualEnd' },
  efekti: { what: ['basic.activities'], why: ['basic.goals'] },
} satisfies Partial<Record<FormCode, DecidedPlaces>>;

/** Where forms of the preparation compare options with their amounts. */
const COMPARED_OPTIONS = 'description.options';

/** An option that was compared; its amount in RSD, null if it is not stated. */
export interface ComparedOption {
  name: string;
  amount: string | null;
  chosen: boolean;
}

/** The options that a form compares, in its order; those without a name are omitted. */
export function comparedOptions(values: FormValues): ComparedOption[] {
  return rowsAt(values, COMPARED_OPTIONS).flatMap(({ name, amount, chosen }) => {
    const title = textOf(name);
    if (isBlank(title)) return [];
    const hundredths = toHundredths(amount);
    return [{ name: title, amount: hundredths === null ? null : fromHundredths(hundredths), chosen: chosen === YES }];
  });
}

/**
 * The facts on which a decision is based, as one form states them; null where it does not. Days YYYY-MM-DD, texts in
 * Markdown.
 */
export interface DecidedFacts {
  what: string | null;
  why: string | null;
  options: string | null;
  value: string | null;
  start: string | null;
  end: string | null;
}

const text = (values: FormValues, places: readonly string[] = []): string | null =>
  places.map((place) => textOf(getPath(values, place))).find((found) => !isBlank(found)) ?? null;

function day(values: FormValues, place: string | undefined): string | null {
  const found = place === undefined ? null : getPath(values, place);
  return isDay(found) ? found : null;
}

const placesOf = (code: string): DecidedPlaces => (isPif(code) ? PIF : (PLACES[code] ?? {}));
const valuePlaceOf = (code: string): string | undefined => placesOf(code).value ?? valuesForProject(code).total;

/** The field in which a form states a fact; null if it does not. */
export function placeOfFact(code: string, values: FormValues, fact: keyof DecidedFacts): string | null {
  if (fact === 'value') return valuePlaceOf(code) ?? null;
  const places = placesOf(code)[fact];
  if (places === undefined || typeof places === 'string') return places ?? null;
  return places.find((place) => !isBlank(textOf(getPath(values, place)))) ?? null;
}

export function decidedFacts(code: string, values: FormValues): DecidedFacts {
  const places = placesOf(code);
  const valuePlace = valuePlaceOf(code);
  const value = valuePlace === undefined ? null : toHundredths(getPath(values, valuePlace));
  return {
    what: text(values, places.what),
    why: text(values, places.why),
    options: text(values, places.options),
    value: value === null ? null : fromHundredths(value),
    start: day(values, places.start),
    end: day(values, places.end),
  };
}
