import { describe, expect, it } from 'vitest';
import type { Scenario } from '@pimis/contract/portfolio/scenarios';
import { candidate, scenario } from '../../../testing/scenarios.ts';
import { type Step, withStep } from './scenario-steps.ts';

const START: Scenario = { ...scenario(3, 'Март'), candidates: [candidate('A-1'), candidate('B-2')] };
const named = (name: string, from = START): Scenario => ({ ...from, name });
const moved = (code: string, shift: number, from = START): Scenario => ({
  ...from,
  candidates: from.candidates.map((one) => (one.code === code ? { ...one, shift } : one)),
});
const shifts = ({ candidates }: Scenario) => candidates.map(({ shift }) => shift);

/** The steps after these states of a scenario, one after the other. */
const steps = (...states: Scenario[]): Step[] =>
  states.slice(1).reduce<Step[]>((past, to, at) => withStep(past, { from: states[at] as Scenario, to }), []);

describe('a name that is typed', () => {
  it('is one step from what it was to what it is', () => {
    const past = steps(START, named('Март 2'), named('Март 20'));
    expect(past.map(({ from, to }) => [from.name, to.name])).toEqual([['Март', 'Март 20']]);
  });

  it('is a step of its own after any other change', () => {
    const worth = { ...START, goal: 'worth' } as const;
    expect(steps(START, named('Март 2'), named('Март 2', worth), named('Март 20', worth))).toHaveLength(3);
    expect(steps(START, named('Март 2'), moved('A-1', 1, named('Март 2')))).toHaveLength(2);
  });

  it('leaves out of its step what another window has saved in between', () => {
    const [step] = withStep([{ from: START, to: named('Март 2') }], {
      from: { ...named('Март 2'), goal: 'worth', revision: 4 },
      to: { ...named('Март 20'), goal: 'worth', revision: 4 },
    });
    expect(step?.from).toMatchObject({ name: 'Март', goal: 'worth', revision: 4 });
  });
});

describe('years that are typed for a project', () => {
  it('are one step from what they were to what they are, the years of others as they are', () => {
    const last = moved('A-1', 1);
    const past = withStep([{ from: START, to: last }], {
      from: moved('B-2', 5, last),
      to: moved('B-2', 5, moved('A-1', 12)),
    });
    expect(past.map(({ from, to }) => [shifts(from), shifts(to)])).toEqual([
      [
        [0, 5],
        [12, 5],
      ],
    ]);
  });

  it('are a step of each project by itself', () => {
    const past = steps(START, moved('A-1', 1), moved('B-2', 2, moved('A-1', 1)));
    expect(past.map(({ to }) => shifts(to))).toEqual([
      [1, 0],
      [1, 2],
    ]);
  });

  it('stay at the present ones where the project was not there before', () => {
    const without = { ...START, candidates: [candidate('B-2')] };
    const past = withStep([{ from: without, to: { ...without, candidates: moved('B-2', 1).candidates.slice(1) } }], {
      from: moved('B-2', 1),
      to: moved('B-2', 12),
    });
    expect(past.map(({ from }) => shifts(from))).toEqual([[0, 0]]);
  });

  it('are no typing where a project is added or removed at once', () => {
    const fewer = { ...moved('B-2', 1), candidates: moved('B-2', 1).candidates.slice(1) };
    expect(steps(START, fewer, { ...START, candidates: [candidate('B-2'), candidate('C-3')] })).toHaveLength(2);
    expect(steps(START, moved('B-2', 1), fewer)).toHaveLength(2);
  });
});

describe('the past', () => {
  it('takes any other change as a step of its own', () => {
    const shared = (is: boolean) => ({ ...START, shared: is });
    expect(steps(shared(true), shared(false), shared(true))).toHaveLength(2);
  });

  it('has the last hundred steps', () => {
    const states = Array.from({ length: 103 }, (_, place) => ({ ...START, shared: place % 2 === 0, revision: place }));
    const past = steps(...states);
    expect([past.length, past[0]?.from.revision, past.at(-1)?.to.revision]).toEqual([100, 2, 102]);
  });
});
