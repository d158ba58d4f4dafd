import { describe, expect, it } from 'vitest';
import { formOf } from '../../test/forms.ts';
import { YES } from './answers.ts';
import { PIF_CODES } from './codes.ts';
import {
  comparedOptions,
  type DecidedFacts,
  decidedFacts,
  placeOfFact,
  SOURCE_PLACES,
  sourceRows,
} from './decided-facts.ts';
import { setPath } from './paths.ts';
import { FORM_TITLES } from './titles.ts';
import type { FormValues } from './types.ts';

const DATES = { start: 'implementationDates.start', end: 'implementationDates.end' };
const PREPARATION = {
  what: ['description.summary'],
  why: ['description.goals', 'description.problem'],
  options: ['description.alternatives'],
  value: 'financialInfo.price.local',
  ...DATES,
};
const PIF = {
  what: ['description.purpose'],
  why: ['description.goals'],
  options: ['relevance.alternatives'],
  value: 'financialInfo.price.local',
  start: 'startDate',
  end: 'endDate',
};
/** The fields in which each form states the facts; no other form states any. */
const STATED: Readonly<Record<string, Partial<Record<keyof DecidedFacts, string | string[]>>>> = {
  ideja: PREPARATION,
  'identifikacija-projekta': PREPARATION,
  spremnost: PREPARATION,
  'posebnog-znacaja': PREPARATION,
  ...Object.fromEntries(PIF_CODES.map((code) => [code, PIF])),
  'pif-mini': { what: ['description'], value: 'estimate.total' },
  plan: { what: ['basic.description'], value: 'financialInfo.price.local', ...DATES },
  korekcija: { why: ['correction.explanation'], value: 'financialInfo.price.local', ...DATES },
  racionalizacija: { why: ['proposal.reasons'] },
  zavrsni: { value: 'expenses.totals.actualRealization', end: 'basicInfo.actualEnd' },
  efekti: { what: ['basic.activities'], why: ['basic.goals'] },
};
const FACTS = ['what', 'why', 'options', 'value', 'start', 'end'] as const;
const NONE: DecidedFacts = { what: null, why: null, options: null, value: null, start: null, end: null };
const written = { value: '12.50', start: '2027-01-31', end: '2027-12-31' };

function formValues(places: Readonly<Record<string, unknown>>): FormValues {
  const values: FormValues = {};
  for (const [place, value] of Object.entries(places)) setPath(values, place, value);
  return values;
}

describe('a form states the facts of a decision', () => {
  it.each(Object.keys(FORM_TITLES))('in fields of its own: %s', (code) => {
    for (const fact of FACTS) {
      const places = [STATED[code]?.[fact] ?? []].flat();
      const value = fact in written ? written[fact as keyof typeof written] : 'Текст.';
      for (const place of places) {
        const values = formValues({ [place]: value });
        expect(decidedFacts(code, values), `${fact} in ${place}`).toEqual({ ...NONE, [fact]: value });
        expect(placeOfFact(code, values, fact)).toBe(place);
      }
      if (places.length === 0) expect(placeOfFact(code, {}, fact), fact).toBe(null);
    }
  });

  it('in fields that it has; the forms of the preparation share those of the idea', () => {
    const missing = Object.entries(STATED).flatMap(([code, facts]) => {
      const fields = formOf(facts === PREPARATION ? 'ideja' : code).sections.flatMap((section) =>
        section.fields.map(({ path }) => path),
      );
      return Object.values(facts)
        .flat()
        .filter((place) => !fields.includes(place))
        .map((place) => `${code}: ${place}`);
    });
    expect(missing).toEqual([]);
  });

  it('in the first of two fields that says something', () => {
    const [goals, problem] = PREPARATION.why;
    const both = formValues({ [String(goals)]: 'Циљ.', [String(problem)]: 'Проблем.' });
    expect([decidedFacts('ideja', both).why, placeOfFact('ideja', both, 'why')]).toEqual(['Циљ.', goals]);
    const blank = formValues({ [String(goals)]: ' \n', [String(problem)]: 'Проблем.' });
    expect([decidedFacts('ideja', blank).why, placeOfFact('ideja', blank, 'why')]).toEqual(['Проблем.', problem]);
    expect([decidedFacts('ideja', {}).why, placeOfFact('ideja', {}, 'why')]).toEqual([null, null]);
  });

  it('as days and amounts only where they are such', () => {
    const values = formValues({ [DATES.start]: '2027-02-30', [DATES.end]: 5, 'financialInfo.price.local': 'много' });
    expect(decidedFacts('ideja', values)).toEqual(NONE);
  });
});

it('options are compared in their order, without those that have no name', () => {
  const values = formValues({
    'description.options': [
      { name: 'Нови мост', amount: '1500.5', chosen: YES },
      { name: ' ', amount: '7.00', chosen: YES },
      { name: 'Скела', amount: 'мало', chosen: 'Не' },
    ],
  });
  expect(comparedOptions(values)).toEqual([
    { name: 'Нови мост', amount: '1500.50', chosen: true },
    { name: 'Скела', amount: null, chosen: false },
  ]);
  expect(comparedOptions({})).toEqual([]);
});

it('sources are the rows of the first table that has some', () => {
  expect(SOURCE_PLACES).toEqual(['financialInfo.fundingSources', 'fundingSources', 'expenses.fundingSources']);
  const [first, , last] = SOURCE_PLACES;
  expect(sourceRows(formValues({ [String(first)]: [], [String(last)]: [{ source: 'Буџет РС' }] }))).toEqual([
    { source: 'Буџет РС' },
  ]);
  expect(sourceRows(formValues({ [String(first)]: [{ source: 'Кредит' }], [String(last)]: [{}] }))).toEqual([
    { source: 'Кредит' },
  ]);
  expect(sourceRows({})).toEqual([]);
});
