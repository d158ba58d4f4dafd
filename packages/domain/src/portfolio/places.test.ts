import { expect, it } from 'vitest';
import { LEVELS } from '../forms/definitions/common.ts';
import { placesOf } from './places.ts';

const NONE = { level: null, districts: [], municipalities: [] };
const KNOWN = { level: 2, districts: ['09'], municipalities: ['70009'] };
const at = (id: string, district: string | null) => ({ id, district });
const [national, provincial, local] = LEVELS.map(({ value }) => value);

it('the newest form that says a level, and the newest that says a place', () => {
  const forms = [
    { formId: 3, level: 'Светски', places: [] },
    { formId: 1, level: national, places: [at('70001', '01')] },
    { formId: 2, level: local, places: [at('70020', '20'), at('70003', '03'), at('70020', '20'), at('90001', null)] },
  ];
  expect(placesOf(forms, KNOWN)).toEqual({
    level: 3,
    districts: ['03', '20'],
    municipalities: ['70003', '70020', '90001'],
  });
  expect(placesOf(forms.slice(0, 2), KNOWN)).toEqual({ level: 1, districts: ['01'], municipalities: ['70001'] });
  expect(placesOf([{ formId: 1, level: provincial, places: [] }], NONE)).toEqual({ ...NONE, level: 2 });
});

it('values that no form states stay', () => {
  expect(placesOf([], KNOWN)).toEqual(KNOWN);
  expect(placesOf([{ formId: 1, level: null, places: [] }], KNOWN)).toEqual(KNOWN);
});

it('of two plans of one form the later', () => {
  const plans = [national, local].map((level) => ({ formId: 1, level, places: [] }));
  expect(placesOf(plans, NONE).level).toBe(3);
});

it('the newest form counts, in whichever order they are read', () => {
  const [one, two, three] = [national, provincial, local].map((level, formId) => ({ formId, level, places: [] }));
  if (!one || !two || !three) throw new Error('There are three levels.');
  for (const forms of [
    [one, two, three],
    [three, one, two],
    [two, three, one],
  ]) {
    expect(placesOf(forms, NONE).level).toBe(3);
  }
});
