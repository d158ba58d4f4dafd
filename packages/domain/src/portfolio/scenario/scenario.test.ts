import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarOf, sourceOrder } from './calendar.ts';
import { candidateChanges } from './changes.ts';
import { mergeScenario } from './merge.ts';
import {
  densityOf,
  filledUp,
  isWithin,
  itemsBy,
  problemOf,
  quickChoice,
  roomLeft,
  sharePrices,
  valueOfChoice,
} from './problem.ts';
import { reasonsOf } from './reasons.ts';
import { searchedChoice } from './search.ts';
import { type Candidate, type ScenarioData, shiftBounds } from './types.ts';

const candidate = (code: string, needs: Record<number, string>, more: Partial<Candidate> = {}): Candidate => ({
  code,
  name: code,
  organizationName: '',
  sector: 1,
  phase: 0,
  mark: '50.00',
  worth: '100.00',
  needs: Object.entries(needs).map(([year, amount]) => ({ year: Number(year), source: 'A', amount })),
  state: 'in',
  shift: 0,
  ...more,
});
const ceiling = (year: number, amount: string) => ({ year, source: 'A', amount });

describe('the calendar of a scenario', () => {
  it('sums approved and chosen needs in the years to which they are moved, and says where they exceed a ceiling', () => {
    const calendar = calendarOf({
      candidates: [
        candidate('A', { 2027: '10.00', 2028: '0.01' }),
        candidate('B', { 2027: '5.00' }, { shift: 2, state: 'must', mark: null }),
        candidate('C', { 2027: '7.00' }, { state: 'out' }),
        candidate('D', {}, { state: 'in' }),
      ],
      committed: [ceiling(2028, '1.00')],
      ceilings: [ceiling(2027, '10.00'), ceiling(2028, '1.00')],
    });
    expect(
      [...calendar.cells.values()].map(({ year, committed, chosen, over }) => [year, committed, chosen, over]),
    ).toEqual([
      [2028, 100n, 1n, 1n],
      [2027, 0n, 1000n, 0n],
      [2029, 0n, 500n, 0n],
    ]);
    expect(calendar).toMatchObject({
      years: [2027, 2028, 2029],
      chosenCount: 3,
      marks: 10_000n,
      worth: 30_000n,
      withoutMark: 1,
      withoutNeeds: 1,
      over: 1n,
      overFrom: 2028,
    });
  });

  it('moves needs by twenty years at most, and none out of the fiscal years', () => {
    const bounds = (...years: number[]) => {
      const { least, most } = shiftBounds(candidate('A', Object.fromEntries(years.map((year) => [year, '1.00']))));
      return [least, most];
    };
    expect(bounds()).toEqual([-20, 20]);
    expect(bounds(2027, 2030)).toEqual([-20, 20]);
    expect(bounds(2020, 2080)).toEqual([-20, 20]);
    expect(bounds(2019, 2081)).toEqual([-19, 19]);
    expect(bounds(2100, 2000)).toEqual([0, 0]);
  });

  it('shows sources as forms order them, then others, the unnamed one last, and the years of those that are out', () => {
    const need = (year: number, source: string, amount: string) => ({ year, source, amount });
    const rows = ['', 'Б', 'А', 'Друго', 'Треће'].map((source) => need(2027, source, '1.00'));
    const calendar = calendarOf(
      {
        candidates: [candidate('A', {}, { needs: rows }), candidate('B', { 2029: '1.00' }, { state: 'out', shift: 1 })],
        committed: [],
        ceilings: [need(2028, 'Б', '1.00')],
      },
      ['Б', 'А'],
    );
    expect(calendar.sources).toEqual(['Б', 'А', 'Друго', 'Треће', 'A', '']);
    expect(calendar.years).toEqual([2027, 2028, 2029, 2030]);
    expect(calendar.cells.get('2030 A')).toEqual({
      year: 2030,
      source: 'A',
      committed: 0n,
      chosen: 0n,
      ceiling: null,
      over: 0n,
    });
    expect(sourceOrder(['в', 'а', 'б'], [])).toEqual(['а', 'б', 'в']);
  });

  it('is first above a ceiling in the earliest such year, in whatever order they come, and not below or at it', () => {
    const over = (...years: number[]) => {
      const calendar = calendarOf({
        candidates: [candidate('A', Object.fromEntries([2027, 2028, 2029].map((year) => [year, '2.00'])))],
        committed: [],
        ceilings: [2027, 2028, 2029].map((year) =>
          ceiling(year, years.includes(year) ? '1.00' : year === 2028 ? '3.00' : '2.00'),
        ),
      });
      return [calendar.overFrom, calendar.over];
    };
    expect([over(2029, 2028), over(2029), over(2027, 2029), over()]).toEqual([
      [2028, 200n],
      [2029, 100n],
      [2027, 200n],
      [null, 0n],
    ]);
    const late = calendarOf({
      candidates: [],
      committed: [ceiling(2029, '2.00'), ceiling(2027, '2.00'), ceiling(2028, '2.00')],
      ceilings: [ceiling(2027, '1.00'), ceiling(2028, '1.00'), ceiling(2029, '1.00')],
    });
    expect([late.overFrom, late.over]).toEqual([2027, 300n]);
  });

  it('keeps the needs of a plan in force where its correction is left out, and replaces them where it is chosen', () => {
    const running = (state: Candidate['state']) =>
      candidate(
        'A',
        { 2027: '3.00', 2028: '9.00' },
        { state, inForce: [ceiling(2027, '5.00'), ceiling(2029, '1.00')] },
      );
    const cellsWith = (state: Candidate['state']) =>
      [...calendarOf({ candidates: [running(state)], committed: [ceiling(2027, '1.00')], ceilings: [] }).cells.values()]
        .toSorted((a, b) => a.year - b.year)
        .map(({ year, committed, chosen }) => [year, committed, chosen]);
    for (const state of ['out', 'never'] as const)
      expect(cellsWith(state)).toEqual([
        [2027, 600n, 0n],
        [2028, 0n, 0n],
        [2029, 100n, 0n],
      ]);
    for (const state of ['in', 'must'] as const)
      expect(cellsWith(state)).toEqual([
        [2027, 100n, 300n],
        [2028, 0n, 900n],
        [2029, 0n, 0n],
      ]);
  });

  it('of nothing is empty', () => {
    expect(calendarOf({ candidates: [], ceilings: [], committed: [] })).toMatchObject({ years: [], overFrom: null });
  });
});

describe('the problem of a scenario', () => {
  it('asks for the difference to the plan in force, and gives to others nothing that a choice frees', () => {
    const data: ScenarioData = {
      candidates: [
        candidate('A', { 2027: '7.00', 2028: '2.00' }, { inForce: [ceiling(2027, '5.00'), ceiling(2028, '3.00')] }),
        candidate('B', { 2028: '1.00' }, { inForce: [ceiling(2026, '4.00')], state: 'never' }),
      ],
      committed: [],
      ceilings: [ceiling(2026, '9.00'), ceiling(2027, '9.00'), ceiling(2028, '9.00')],
    };
    const { items, rows } = problemOf(data, 'marks');
    expect(new Map(rows.map(({ year, room }) => [year, room]))).toEqual(
      new Map([
        [2026, 500n],
        [2027, 400n],
        [2028, 600n],
      ]),
    );
    expect(items.map(({ needs }) => needs.map(({ row, amount }) => [rows[row]?.year, amount]))).toEqual([
      [[2027, 200n]],
    ]);
  });

  it('takes nothing beyond a ceiling, whatever plans in force there are', () => {
    const amounts = fc.array(
      fc.record({
        year: fc.constantFrom(2027, 2028),
        source: fc.constant('A'),
        amount: fc.constantFrom('0.50', '2.00'),
      }),
      { maxLength: 3 },
    );
    const candidates = fc.array(fc.record({ needs: amounts, inForce: amounts }), { maxLength: 5 });
    fc.assert(
      fc.property(candidates, (given) => {
        const data = {
          candidates: given.map((one, index) => candidate(String(index), {}, one)),
          committed: [],
          ceilings: [ceiling(2027, '4.00'), ceiling(2028, '3.00')],
        };
        const problem = problemOf(data, 'marks');
        const taken = new Set([...quickChoice(problem)].map((index) => problem.items[index]?.code));
        const states = (chosen: ReadonlySet<string | undefined>) =>
          data.candidates.map((one) => ({ ...one, state: chosen.has(one.code) ? ('in' as const) : ('out' as const) }));
        const before = calendarOf({ ...data, candidates: states(new Set()) }).cells;
        const after = calendarOf({ ...data, candidates: states(taken) }).cells;
        for (const [key, { over }] of after) expect(over <= (before.get(key)?.over ?? 0n)).toBe(true);
      }),
    );
  });

  it('measures candidates by marks or by worth, and drops needs of nothing', () => {
    const data: ScenarioData = {
      candidates: [
        candidate('A', { 2027: '0.00', 2028: '2.00' }),
        candidate('B', { 2027: '1.00' }, { mark: null, worth: '7.00' }),
        candidate('C', { 2027: '1.00', 2028: '1.00' }, { state: 'must', worth: '9.00' }),
      ],
      committed: [ceiling(2027, '4.00')],
      ceilings: [ceiling(2027, '5.00'), ceiling(2028, '0.25')],
    };
    expect(problemOf(data, 'worth')).toEqual({
      items: [
        { code: 'A', value: 10_000n, needs: [{ row: 1, amount: 200n }] },
        { code: 'B', value: 700n, needs: [{ row: 0, amount: 100n }] },
      ],
      rows: [
        { year: 2027, source: 'A', room: 0n },
        { year: 2028, source: 'A', room: 0n },
      ],
      must: ['C'],
      // What is just used up lacks nothing.
      short: [{ year: 2028, source: 'A', lacks: 75n }],
      fixedValue: 900n,
    });
    expect(problemOf(data, 'marks').items.map(({ value }) => value)).toEqual([5000n, 0n]);
  });

  it('leaves what approved and must-have projects do not take, and names what they lack', () => {
    const data: ScenarioData = {
      candidates: [
        candidate('A', { 2027: '6.00' }, { state: 'must' }),
        candidate('B', { 2027: '5.00' }),
        candidate('C', { 2028: '5.00' }, { state: 'never' }),
      ],
      committed: [ceiling(2027, '1.00'), ceiling(2028, '9.00')],
      ceilings: [ceiling(2027, '10.00'), ceiling(2028, '8.00')],
    };
    const problem = problemOf(data, 'marks');
    expect(problem.rows.map(({ year, room }) => [year, room])).toEqual([
      [2027, 300n],
      [2028, 0n],
    ]);
    // Approved projects alone exceed the ceiling of 2028: the others get no room, and the choice lacks nothing.
    expect(problem).toMatchObject({ must: ['A'], short: [], fixedValue: 5000n, items: [{ code: 'B' }] });
    const tight = problemOf({ ...data, ceilings: [ceiling(2027, '6.99')] }, 'marks');
    expect(tight.short).toEqual([{ year: 2027, source: 'A', lacks: 1n }]);
  });

  it('bounds nothing where there is no ceiling', () => {
    const problem = problemOf({ candidates: [candidate('A', { 2027: '6.00' })], committed: [], ceilings: [] }, 'worth');
    expect([problem.rows, filledUp(problem, new Set())]).toEqual([[], new Set([0])]);
  });

  describe('with a room of 10 in two years', () => {
    const item = (value: bigint, ...needs: bigint[]) => ({
      code: '',
      value,
      needs: needs.flatMap((amount, row) => (amount > 0n ? [{ row, amount }] : [])),
    });
    const problem = {
      items: [item(1n, 1n), item(9n, 6n), item(8n, 4n, 10n), item(7n, 5n), item(0n)],
      rows: [2027, 2028].map((year) => ({ year, source: 'A', room: 10n })),
    };

    it('counts what a choice leaves and is worth', () => {
      expect(roomLeft(problem, new Set([1, 2]))).toEqual([0n, 0n]);
      expect(roomLeft(problem, new Set([1, 3]))).toEqual([-1n, 10n]);
      expect([new Set([1, 2]), new Set([1, 3]), new Set<number>()].map((taken) => isWithin(problem, taken))).toEqual([
        true,
        false,
        true,
      ]);
      expect([valueOfChoice(problem, [1, 3]), valueOfChoice(problem, [])]).toEqual([16n, 0n]);
    });

    it('fills up by value, and keeps what is there', () => {
      expect([...filledUp(problem, new Set())]).toEqual([1, 2, 4]);
      expect([...filledUp(problem, new Set([3]))]).toEqual([3, 2, 0, 4]);
      expect([...filledUp(problem, new Set([0, 1]))]).toEqual([0, 1, 4]);
    });

    it('orders by value for the share of the room that is needed', () => {
      expect(problem.items.map((one) => Math.round(densityOf(one, sharePrices(problem.rows))))).toEqual([
        10, 15, 6, 14, 0,
      ]);
      expect(densityOf(item(1n), sharePrices(problem.rows))).toBeGreaterThan(1e15);
      expect(densityOf(item(5n, 1n), sharePrices([{ year: 2027, source: 'A', room: 0n }]))).toBe(0);
      expect(itemsBy(problem.items, (one) => densityOf(one, sharePrices(problem.rows)))).toEqual([1, 3, 0, 2, 4]);
      expect(itemsBy(problem.items, () => 1)).toEqual([0, 1, 2, 3, 4]);
      expect([...quickChoice(problem)]).toEqual([1, 0, 4]);
      expect([
        ...quickChoice({ ...problem, rows: [2027, 2028].map((year) => ({ year, source: 'A', room: 11n })) }),
      ]).toEqual([1, 3, 4]);
    });
  });

  const scenarios = fc.array(
    fc.record({
      mark: fc.integer({ min: 20, max: 100 }),
      needs: fc.array(fc.tuple(fc.integer({ min: 2027, max: 2029 }), fc.integer({ min: 1, max: 60 })), {
        maxLength: 3,
      }),
    }),
    { maxLength: 30 },
  );

  it('is answered within every ceiling by a quick choice and by the search, which is never worse', () => {
    fc.assert(
      fc.property(scenarios, fc.integer({ min: 0, max: 200 }), (rows, room) => {
        const candidates = rows.map(({ mark, needs }, index) =>
          candidate(`K${index}`, Object.fromEntries(needs.map(([year, amount]) => [year, `${amount}.00`])), {
            mark: `${mark}.00`,
          }),
        );
        const ceilings = [2027, 2028, 2029].map((year) => ceiling(year, `${room}.00`));
        const problem = problemOf({ candidates, ceilings, committed: [] }, 'marks');
        const quick = quickChoice(problem);
        const searched = searchedChoice(problem, (step) => 1 - step / 30);
        expect([isWithin(problem, quick), isWithin(problem, searched)]).toEqual([true, true]);
        expect(valueOfChoice(problem, searched)).toBeGreaterThanOrEqual(valueOfChoice(problem, quick));
        // Who was left out does not fit any more.
        for (const { lacks } of reasonsOf(problem, searched)) expect(lacks.length).toBeGreaterThan(0);
      }),
      { numRuns: 50 },
    );
  });
});

describe('why a candidate was left out', () => {
  it('names what is lacking beside the chosen ones, and which of them alone would make room', () => {
    const problem = problemOf(
      {
        candidates: [
          candidate('A', { 2027: '6.00', 2028: '1.00' }, { mark: '90.00' }),
          candidate('B', { 2027: '4.00' }, { mark: '60.00' }),
          candidate('C', { 2027: '5.00', 2028: '2.00' }, { mark: '20.00' }),
        ],
        committed: [],
        ceilings: [ceiling(2027, '10.00'), ceiling(2028, '2.50')],
      },
      'marks',
    );
    expect(reasonsOf(problem, new Set([0, 1]))).toEqual([
      {
        code: 'C',
        lacks: [
          { year: 2027, source: 'A', amount: 500n },
          { year: 2028, source: 'A', amount: 50n },
        ],
        outweighedBy: ['A'],
      },
    ]);
  });
});

describe('reasons', () => {
  const item = (code: string, value: bigint, ...needs: bigint[]) => ({
    code,
    value,
    needs: needs.map((amount, row) => ({ row, amount })),
  });
  const years = [2027, 2028, 2029, 2030];
  const problem = (items: ReturnType<typeof item>[]) => ({
    items,
    rows: years.map((year) => ({ year, source: 'A', room: 10n })),
    must: [],
    short: [],
    fixedValue: 0n,
  });

  it('are the three largest lacks, and the three least valuable chosen ones that are worth at least as much', () => {
    const chosen = ['E', 'D', 'C', 'B', 'A'].map((code, index) => item(code, BigInt(9 - index), 2n, 2n, 2n, 2n));
    const [out] = reasonsOf(problem([...chosen, item('X', 6n, 1n, 2n, 2n, 1n)]), new Set([2, 0, 4, 1, 3]));
    expect(out).toEqual({
      code: 'X',
      lacks: [
        { year: 2028, source: 'A', amount: 2n },
        { year: 2029, source: 'A', amount: 2n },
        { year: 2027, source: 'A', amount: 1n },
      ],
      outweighedBy: ['B', 'C', 'D'],
    });
  });

  it('ask for all that is lacking from one project', () => {
    const chosen = [item('A', 9n, 9n, 1n), item('B', 9n, 1n, 9n), item('C', 9n, 0n, 0n, 9n)];
    expect(reasonsOf(problem([...chosen, item('X', 5n, 2n, 2n)]), new Set([0, 1, 2]))).toMatchObject([
      { lacks: [{ amount: 2n }, { amount: 2n }], outweighedBy: [] },
    ]);
    expect(reasonsOf(problem([...chosen, item('X', 5n, 9n)]), new Set([0, 1, 2]))).toMatchObject([
      { lacks: [{ amount: 9n }], outweighedBy: ['A'] },
    ]);
  });

  it('are none for a project that fits', () => {
    expect(reasonsOf(problem([item('A', 9n, 4n), item('X', 5n, 6n)]), new Set([0]))).toEqual([
      { code: 'X', lacks: [], outweighedBy: [] },
    ]);
  });
});

describe('changes since data was taken over', () => {
  it('of name, phase and worth stand before needs, which are in the order of years and sources', () => {
    const need = (year: number, source: string) => ({ year, source, amount: '1.00' });
    const before = {
      ...candidate('A', {}),
      needs: [need(2028, 'Г'), need(2027, 'В'), need(2028, 'А'), need(2028, 'Б')],
    };
    const after = { ...before, name: 'Нови', phase: 1, worth: '101.00', needs: [] };
    expect(candidateChanges(before, after).map(({ figure, year, source }) => [figure, year, source])).toEqual([
      ['name', null, null],
      ['phase', null, null],
      ['worth', null, null],
      ['need', 2027, 'В'],
      ['need', 2028, 'А'],
      ['need', 2028, 'Б'],
      ['need', 2028, 'Г'],
    ]);
  });

  it('are named by figure, from what to what', () => {
    const before = candidate('A', { 2027: '6.00', 2028: '1.00' });
    expect(candidateChanges(before, before)).toEqual([]);
    expect(candidateChanges(before, null)).toMatchObject([{ figure: 'gone' }]);
    expect(candidateChanges(before, candidate('A', { 2027: '7.00', 2029: '1.00' }, { mark: null }))).toEqual([
      { figure: 'mark', year: null, source: null, from: '50.00', to: null },
      { figure: 'need', year: 2027, source: 'A', from: '6.00', to: '7.00' },
      { figure: 'need', year: 2028, source: 'A', from: '1.00', to: null },
      { figure: 'need', year: 2029, source: 'A', from: null, to: '1.00' },
    ]);
  });
});

describe('two windows', () => {
  it('keep what was changed here and take the rest from what was saved there', () => {
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
