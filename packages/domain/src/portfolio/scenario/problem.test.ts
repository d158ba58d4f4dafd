import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarOf } from './calendar.ts';
import {
  densityOf,
  filledUp,
  fitsAlone,
  isWithin,
  itemsBy,
  problemOf,
  quickChoice,
  roomLeft,
  sharePrices,
  valueOfChoice,
} from './problem.ts';
import { reasonsOf } from './reasons.ts';
import { candidate, ceiling } from './scenario-examples.ts';
import { type ScenarioData } from './types.ts';

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
      // A ceiling that is exactly used up lacks nothing.
      short: [{ year: 2028, source: 'A', lacks: 75n }],
      fixedValue: 900n,
    });
    expect(problemOf(data, 'marks').items.map(({ value }) => value)).toEqual([5000n, 0n]);
  });

  it('leaves the room that approved and must-have projects do not take, and names their excess', () => {
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

    it('counts the room that a choice leaves, and its value', () => {
      expect(roomLeft(problem, new Set([1, 2]))).toEqual([0n, 0n]);
      expect(roomLeft(problem, new Set([1, 3]))).toEqual([-1n, 10n]);
      expect([new Set([1, 2]), new Set([1, 3]), new Set<number>()].map((taken) => isWithin(problem, taken))).toEqual([
        true,
        false,
        true,
      ]);
      expect([valueOfChoice(problem, [1, 3]), valueOfChoice(problem, [])]).toEqual([16n, 0n]);
    });

    it('fills up by value, and keeps the items already taken', () => {
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

  it('is answered within every ceiling by a quick choice, beside which nobody fits any more', () => {
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
        expect(isWithin(problem, quick)).toBe(true);
        for (const { lacks } of reasonsOf(problem, quick)) expect(lacks.length).toBeGreaterThan(0);
      }),
      { numRuns: 50 },
    );
  });
});

describe('needs that fit alone', () => {
  const rows = [{ room: 5n }, { room: 0n }].map((row, index) => ({ year: 2027 + index, source: '', ...row }));
  const fits = (...needs: [row: number, amount: bigint][]) =>
    fitsAlone(
      { rows },
      needs.map(([row, amount]) => ({ row, amount })),
    );

  it('exceed the room of no row', () => {
    expect(fits()).toBe(true);
    expect(fits([0, 5n])).toBe(true);
    expect(fits([0, 6n])).toBe(false);
    expect(fits([0, 1n], [1, 1n])).toBe(false);
    expect(fits([0, 1n], [1, 0n])).toBe(true);
  });

  it('have no room in a row without a ceiling', () => {
    expect(fits([7, 1n])).toBe(false);
  });
});
