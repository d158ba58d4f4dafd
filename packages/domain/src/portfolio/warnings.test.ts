import { describe, expect, it } from 'vitest';
import { PHASE } from '../workflow/phases.ts';
import { PHASE_STATUS, stepNormDays } from '../workflow/statuses.ts';
import {
  rulesBeside,
  WARNING_KEYS,
  WARNING_RULES,
  type WarningFacts,
  type WarningKey,
  warningsOf,
} from './warnings.ts';

const DAY = '2026-11-24';
const FACTS: WarningFacts = {
  phase: PHASE.reporting,
  phaseStatus: PHASE_STATUS.entry,
  isPending: true,
  waitingSince: '2026-11-20',
  plan: { start: '2026-01-01', end: '2026-12-31', bac: 1_000_000n },
  measured: { at: { year: 2026, quarter: 3 }, spi: 1000n, cpi: 1000n, eac: 1_000_000n },
};
const measured = (change: Partial<NonNullable<WarningFacts['measured']>>): Partial<WarningFacts> => ({
  measured: { at: { year: 2026, quarter: 3 }, spi: 1000n, cpi: 1000n, eac: 1_000_000n, ...change },
});
const planned = (change: Partial<NonNullable<WarningFacts['plan']>>): Partial<WarningFacts> => ({
  plan: { start: '2026-01-01', end: '2026-12-31', bac: 1_000_000n, ...change },
});

describe('warnings of a project', () => {
  it.each<[string, Partial<WarningFacts>, WarningKey[]]>([
    ['all well', {}, []],
    ['SPI at the limit', measured({ spi: 900n }), []],
    ['SPI below it', measured({ spi: 899n }), ['lowSpi']],
    ['no SPI', measured({ spi: null }), []],
    ['CPI at the limit', measured({ cpi: 900n }), []],
    ['CPI below it', measured({ cpi: 899n }), ['lowCpi']],
    ['EAC 10 % over', measured({ eac: 1_100_000n }), []],
    ['EAC a hundredth more', measured({ eac: 1_100_001n }), ['eacOverEstimate']],
    ['the newest report a quarter too old', measured({ at: { year: 2026, quarter: 2 } }), ['noReport']],
    ['no report at all', { measured: null }, ['noReport']],
    ['the plan begins after the last quarter', { ...planned({ start: '2026-10-01' }), measured: null }, []],
    ['the plan begins on its last day', { ...planned({ start: '2026-09-30' }), measured: null }, ['noReport']],
    ['planned end today', planned({ end: DAY }), []],
    ['planned end yesterday', planned({ end: '2026-11-23' }), ['plannedEndGone']],
    ['waits as long as it may', { waitingSince: '2026-10-25' }, []],
    ['waits a day longer', { waitingSince: '2026-10-24' }, ['waitingTooLong']],
    ['nothing is waited for', { waitingSince: null }, []],
    ['the last quarter of the year before', measured({ at: { year: 2025, quarter: 4 } }), ['noReport']],
    ['realization has ended', { ...measured({ spi: 100n, cpi: 100n }), phase: PHASE.conclusion }, []],
    ['not pending', { ...measured({ spi: 100n }), isPending: false }, []],
    ['no plan', { plan: null, measured: null }, []],
  ])('%s', (_, change, expected) => {
    expect(warningsOf({ ...FACTS, ...change }, DAY)).toEqual(expected);
  });

  it('a report is missed from the first day after its quarter on', () => {
    const facts = { ...FACTS, ...measured({ at: { year: 2026, quarter: 2 } }), waitingSince: null };
    expect(warningsOf(facts, '2026-09-30')).toEqual([]);
    expect(warningsOf(facts, '2026-10-01')).toEqual(['noReport']);
  });

  it('waits for 30 days in entry', () => {
    expect(stepNormDays(PHASE_STATUS.entry)).toBe(30);
  });

  it('are in the order of weight, the heaviest first, and no two weigh the same', () => {
    const weights = WARNING_KEYS.map((key) => WARNING_RULES[key].weight);
    expect(weights).toEqual([...new Set(weights)].toSorted((a, b) => b - a));
    expect(Math.min(...weights)).toBeGreaterThan(0);
  });
});

it('beside a rule are the others of its kind, in their order', () => {
  for (const key of WARNING_KEYS) {
    const sameKind = WARNING_KEYS.filter((other) => WARNING_RULES[other].kind === WARNING_RULES[key].kind);
    expect([...rulesBeside(key), key].toSorted()).toEqual(sameKind.toSorted());
    expect(rulesBeside(key)).toEqual(sameKind.filter((other) => other !== key));
  }
  expect(WARNING_KEYS.some((key) => rulesBeside(key).length > 1)).toBe(true);
});
