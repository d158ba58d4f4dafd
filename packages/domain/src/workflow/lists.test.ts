import { expect, it } from 'vitest';
import { LIST_NAME } from './list-limits.ts';
import { isImportantPending, listAwaitedAt } from './awaited-lists.ts';
import { IMPORTANT_PENDING, LIST, listInfo, LISTS, opinionIsAsked } from './lists.ts';
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

/** Written by hand from the specification, "Project lists": phase and status of the projects that wait for a list. */
const PENDING = [
  [LIST.rationalizationProposal, 5, 5],
  [LIST.rationalization, 13, 10],
  [LIST.idea, 0, 14],
  [LIST.identification, 10, 15],
  [LIST.preparedness, 2, 16],
  [LIST.correction, 11, 28],
] as const;

it.each(PENDING)('projects wait for the list of type %i in phase %i with status %i', (type, phase, status) => {
  const list = listInfo(type);
  expect({ type: list.type, pending: list.pending }).toEqual({ type, pending: { phase, status } });
  expect(listAwaitedAt({ phase, phaseStatus: status })).toBe(list);
});

it('projects wait for a list in its phase with its status alone, important ones in another phase', () => {
  expect(listAwaitedAt({ phase: 0, phaseStatus: 15 })).toBeUndefined();
  expect(listAwaitedAt({ phase: 3, phaseStatus: 17 })).toBeUndefined();
  expect(isImportantPending({ phase: 3, phaseStatus: 17 })).toBe(true);
  expect(isImportantPending({ phase: 3, phaseStatus: 14 })).toBe(false);
  expect(isImportantPending({ phase: 0, phaseStatus: 17 })).toBe(false);
});

it('important projects wait in their own phase, and another type of list is an error', () => {
  expect(IMPORTANT_PENDING).toEqual({ phase: 3, status: 17 });
  expect(LISTS).toHaveLength(PENDING.length);
  for (const type of [0, 7, Number.NaN]) expect(() => listInfo(type)).toThrow(RangeError);
});

it('the name of a list begins with a letter or a digit and can stand in an address', () => {
  const name = new RegExp(LIST_NAME, 'u');
  for (const right of ['Седница 12', ' 3. седница', 'A_b-1']) expect(name.test(right), right).toBe(true);
  for (const wrong of ['', ' ', '-1', '.', 'Седница/12', 'Седница?', '\u3164'])
    expect(name.test(wrong), wrong).toBe(false);
});
