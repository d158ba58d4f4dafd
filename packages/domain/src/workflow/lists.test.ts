import { expect, it } from 'vitest';
import { LIST, LISTS, opinionIsAsked } from './lists.ts';
import { PHASE, PHASES } from './phases.ts';

it('the ministry gives its opinion for every list but the proposal of a rationalization', () => {
  expect(LISTS.filter(({ needsOpinion }) => !needsOpinion).map(({ type }) => type)).toEqual([
    LIST.rationalizationProposal,
  ]);
  for (const { id } of PHASES) expect(opinionIsAsked(id), String(id)).toBe(id !== PHASE.reporting);
});

it('important projects come to the three lists of the preparation', () => {
  expect(LISTS.filter(({ takesImportant }) => takesImportant).map(({ type }) => type)).toEqual([
    LIST.idea,
    LIST.identification,
    LIST.preparedness,
  ]);
});
