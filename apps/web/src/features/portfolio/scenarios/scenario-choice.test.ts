import { expect, it } from 'vitest';
import type { Scenario } from '@pimis/contract/portfolio/scenarios';
import { choiceOf, inputOf, isSameChoice } from './scenario-choice.ts';

const SCENARIO = {
  id: 7,
  revision: 3,
  name: ' План ',
  shared: true,
  goal: 'marks',
  candidates: [{ code: 'A', state: 'in', shift: 1, name: 'Школа', need: [] }],
  ceilings: [{ year: 2026, source: 'budget', amount: '5.00' }],
} as unknown as Scenario;
const CHOICE = {
  name: 'План',
  shared: true,
  goal: 'marks',
  ceilings: [{ year: 2026, source: 'budget', amount: '5.00' }],
};

it('only what a person chooses is saved, without blanks around the name', () => {
  expect(choiceOf(SCENARIO)).toEqual({ ...CHOICE, candidates: [{ code: 'A', state: 'in', shift: 1 }] });
  expect(inputOf(SCENARIO)).toEqual({ ...CHOICE, revision: 3, choices: [{ code: 'A', state: 'in', shift: 1 }] });
});

it('a choice is the same with other figures of its projects, not with another choice', () => {
  const [candidate] = SCENARIO.candidates;
  const figures = { ...SCENARIO, revision: 4, name: 'План', candidates: [{ ...candidate, name: 'Болница' }] };
  expect(isSameChoice(SCENARIO, figures as never)).toBe(true);
  for (const change of [{ name: 'Други' }, { shared: false }, { candidates: [] }, { ceilings: [] }]) {
    expect(isSameChoice(SCENARIO, { ...SCENARIO, ...change })).toBe(false);
  }
});
