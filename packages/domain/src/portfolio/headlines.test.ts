import { describe, expect, it } from 'vitest';
import { needsAgainstCeilings } from './fiscal-calendar.ts';
import { headlines, overshootFrom } from './headlines.ts';
import { WARNING_KEYS } from './warnings.ts';

const WAITING = { projects: 2, days: 17, step: { key: 'ministerApprove' } };
const NOTHING = { warnings: [], lowestSpi: null, lowestCpi: null, overshoot: null };

describe('the sentences of the first page', () => {
  it('begin with the projects that wait for the user, and omit zeros', () => {
    expect(headlines({ waiting: WAITING, portfolio: null })).toEqual([
      { kind: 'waiting', projects: 2, days: 17, step: 'ministerApprove' },
    ]);
    expect(headlines({ waiting: { projects: 0, days: null, step: null }, portfolio: NOTHING })).toEqual([]);
    const none = { ...NOTHING, warnings: [{ key: 'lowSpi' as const, projects: 0, before: 4 }] };
    expect(headlines({ waiting: WAITING, portfolio: none })).toHaveLength(1);
  });

  it('go on with late works and the exceeded ceiling, then by weight, and are at most five', () => {
    const warnings = WARNING_KEYS.map((key, index) => ({ key, projects: index + 1, before: index }));
    const portfolio = { warnings, lowestSpi: '0.733', lowestCpi: '0.800', overshoot: { year: 2028, over: 650n } };
    const said = headlines({ waiting: WAITING, portfolio });
    expect(said.map((one) => (one.kind === 'warning' ? one.rule : one.kind))).toEqual([
      'waiting',
      'lowSpi',
      'overshoot',
      'lowCpi',
      'noReport',
    ]);
    expect(said[1]).toEqual({ kind: 'warning', rule: 'lowSpi', projects: 1, before: 0, most: '26.7' });
    expect(said[2]).toEqual({ kind: 'overshoot', year: 2028, over: 650n });
    expect(said[3]).toMatchObject({ most: '25.0' });
    expect(said[4]).toMatchObject({ projects: 3, before: 2, most: null });
  });
});

describe('the exceeded ceiling', () => {
  const need = (year: number, source: string, sector: number, amount: string) => ({
    year,
    source,
    sector,
    amount,
    projects: 1,
  });
  const ceiling = (year: number, source: string, sector: number | null, amount: string) => ({
    year,
    source,
    sector,
    amount,
  });

  it('is that of the first year from the present one on, over all sources', () => {
    const lines = needsAgainstCeilings({
      rows: [need(2025, 'А', 1, '9'), need(2028, 'А', 1, '6'), need(2028, 'Б', 2, '5'), need(2029, 'А', 1, '90')],
      ceilings: [2025, 2028, 2029].flatMap((year) => [ceiling(year, 'А', null, '1'), ceiling(year, 'Б', null, '1.50')]),
    });
    expect(overshootFrom(lines, 2026)).toEqual({ year: 2028, over: 850n });
    expect(overshootFrom(lines, 2025)).toEqual({ year: 2025, over: 800n });
    expect(overshootFrom(lines, 2030)).toBeNull();
  });

  it('is that of a sector where the source as a whole is within its own', () => {
    const rows = [need(2028, 'А', 1, '6'), need(2028, 'А', 2, '1')];
    const of = (whole: string) =>
      overshootFrom(
        needsAgainstCeilings({ rows, ceilings: [ceiling(2028, 'А', null, whole), ceiling(2028, 'А', 1, '2')] }),
        2026,
      );
    expect(of('7')).toEqual({ year: 2028, over: 400n });
    // The excess of a sector is part of that of its source, and not counted twice.
    expect(of('5')).toEqual({ year: 2028, over: 200n });
  });
});
