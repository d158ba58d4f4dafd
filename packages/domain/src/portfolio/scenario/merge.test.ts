import { describe, expect, it } from 'vitest';
import { mergeScenario } from './merge.ts';
import { ceiling } from './scenario-examples.ts';
import { type Candidate } from './types.ts';

describe('two windows', () => {
  it('keep local changes and take the rest from the saved state', () => {
    const row = (code: string, state: Candidate['state'] = 'in', shift = 0) => ({ code, state, shift });
    const base = {
      name: 'А',
      shared: false,
      goal: 'marks' as const,
      candidates: [row('A'), row('B'), row('C')],
      ceilings: [ceiling(2027, '1'), ceiling(2028, '2')],
    };
    const mine = {
      ...base,
      name: 'Моје',
      candidates: [row('A', 'out'), row('B')],
      ceilings: [ceiling(2027, '9'), ceiling(2029, '3')],
    };
    const theirs = {
      ...base,
      revision: 5,
      shared: true,
      candidates: [row('A', 'in', 2), row('B', 'must'), row('C'), row('D')],
      ceilings: [ceiling(2027, '1'), ceiling(2028, '2'), ceiling(2030, '4')],
    };
    expect(mergeScenario(base, mine, theirs)).toEqual({
      ...base,
      revision: 5,
      name: 'Моје',
      shared: true,
      candidates: [row('A', 'out', 2), row('B', 'must'), row('D')],
      ceilings: [ceiling(2027, '9'), ceiling(2030, '4'), ceiling(2029, '3')],
    });
  });

  it('undo a change where a project has come back meanwhile, and leave all other rows the objects that they were', () => {
    const rowOf = (code: string, state: Candidate['state'] = 'in', shift = 0) => ({ code, state, shift });
    const before = {
      name: 'А',
      shared: false,
      goal: 'marks' as const,
      candidates: [rowOf('A'), rowOf('B', 'must', 2), rowOf('C')],
      ceilings: [],
    };
    const after = { ...before, candidates: [rowOf('A'), rowOf('C', 'in', 1)] };
    const now = { ...before, candidates: [rowOf('A'), rowOf('B'), rowOf('C', 'in', 1)] };
    const undone = mergeScenario(after, before, now);
    expect(undone.candidates).toEqual(before.candidates);
    expect(undone.candidates[0]).toBe(now.candidates[0]);
    expect(mergeScenario(before, after, undone).candidates).toEqual(after.candidates);
  });
});
