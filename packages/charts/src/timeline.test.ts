import { describe, expect, it } from 'vitest';
import { drawn, labelsIn, shapes } from './testing/drawn.ts';
import { widthOf } from './svg.ts';
import { Timeline, timelineBounds, timelineTable } from './timeline.ts';

const NONE = '–';

describe('a timeline', () => {
  const names = { planned: 'план', actual: 'стварно', former: 'ранији план', today: 'данас', event: 'одлука' };
  const rows = [
    {
      key: 'a',
      label: 'Радови',
      planned: { start: '2026-01-01', end: '2026-06-30' },
      actual: { start: '2026-02-01', end: null },
      former: [{ start: '2025-12-01', end: '2026-05-31' }],
    },
    { key: 'b', label: 'План', event: '2025-11-15' },
  ];

  it('reaches over all of its days and says them', () => {
    expect(timelineBounds(rows, '2026-08-01')).toEqual({ start: '2025-11-15', end: '2026-08-01' });
    const svg = drawn(Timeline, { title: 'т', width: 500, rows, today: '2026-08-01', names, day: (day) => day });
    expect(labelsIn(svg)).toEqual([
      'Радови: план 2026-01-01 – 2026-06-30; ранији план 2025-12-01 – 2026-05-31; стварно 2026-02-01 –',
      'План: 2025-11-15',
    ]);
    for (const x of shapes(svg, 'x')) expect(x).toBeGreaterThanOrEqual(0);
    expect(timelineTable({ rows, day: (day) => day }, ['a', 'b', 'c'], NONE).rows[1]).toEqual([
      'План',
      '–',
      '2025-11-15',
    ]);
  });

  it('has its note behind everything that is drawn', () => {
    const planned = { start: '2026-01-01', end: '2026-03-31' };
    const noteAt = (more: object) => {
      const of = [{ key: 'a', label: 'Радови', planned, note: '75 %', ...more }];
      const bounds = { start: '2026-01-01', end: '2026-12-31' };
      const day = (written: string) => written;
      const svg = drawn(Timeline, { title: 'т', width: 1000, rows: of, today: '2026-11-01', names, day, bounds });
      return Number(/<text x="([\d.]+)"[^>]*>75 %</.exec(svg)?.[1]);
    };
    const part = { name: 'стварно', course: 'during', start: '2026-02-01' };
    const plain = noteAt({});
    expect(noteAt({ parts: [{ ...part, end: '2026-03-01' }] })).toBe(plain);
    const reported = noteAt({ parts: [{ ...part, end: '2026-06-30' }] });
    const former = noteAt({ former: [{ start: '2026-01-01', end: '2026-06-30' }] });
    const lasting = noteAt({ parts: [{ ...part, end: null }] });
    expect([reported > plain, former === reported, lasting > reported]).toEqual([true, true, true]);
    expect(noteAt({ isLate: true })).toBe(lasting);
  });

  it('has its note before the bars where they end at the edge, and none where they fill the width', () => {
    const noteOf = (start: string) => {
      const planned = { start, end: '2026-12-31' };
      const bounds = { start: '2026-01-01', end: '2026-12-31' };
      const of = [{ key: 'a', label: 'Радови', planned, note: '75 %' }];
      const day = (written: string) => written;
      const svg = drawn(Timeline, { title: 'т', width: 1000, rows: of, today: '2026-02-01', names, day, bounds });
      const bar = Number(/<rect class="chart-shape" x="([\d.]+)"/.exec(svg)?.[1]);
      const note = /<text x="([\d.]+)"[^>]*>75 %</.exec(svg)?.[1];
      return note === undefined ? 'none' : Number(note) + widthOf('75 %') <= bar;
    };
    expect([noteOf('2026-07-01'), noteOf('2026-01-01')]).toEqual([true, 'none']);
  });

  it('has the line of today behind the rows, and texts that stand on lines with a halo', () => {
    const of = [{ key: 'a', label: 'Радови', planned: { start: '2026-01-01', end: '2026-03-31' }, note: '45 %' }];
    const day = (written: string) => written;
    const svgOf = (width: number) =>
      drawn(Timeline, { title: 'т', width, rows: of, today: '2026-04-05', names, day, bounds });
    const bounds = { start: '2026-01-01', end: '2026-12-31' };
    const hasHalo = (svg: string, text: string) => new RegExp(`<text[^>]*paint-order="stroke"[^>]*>${text}<`).test(svg);
    const [narrow, wide] = [svgOf(360), svgOf(1000)];
    for (const svg of [narrow, wide]) {
      expect(svg.indexOf('stroke-dasharray="4 2"')).toBeLessThan(svg.indexOf('class="chart-mark"'));
      expect(hasHalo(svg, '45 %')).toBe(true);
    }
    // A name beside the bars has no line behind it.
    expect([hasHalo(narrow, 'Радови'), hasHalo(wide, 'Радови')]).toEqual([true, false]);
  });

  it('draws parts of one course as one path', () => {
    const part = { name: 'идеја', course: 'before' as const };
    const parts = [
      { ...part, start: '2026-01-01', end: '2026-02-01' },
      { ...part, start: '2026-03-01', end: '2026-04-01' },
      { ...part, course: 'during' as const, start: '2026-04-01', end: null },
    ];
    const rowsOf = [{ key: 'a', label: 'Радови', parts }];
    const day = (written: string) => written;
    const svg = drawn(Timeline, { title: 'т', width: 500, rows: rowsOf, today: '2026-08-01', names, day });
    const [row = ''] = /<g class="chart-mark".*?<\/g>/.exec(svg) ?? [];
    const paths = [...row.matchAll(/<path class="chart-shape" d="([^"]*)"/g)].map(
      ([, d = '']) => d.split('M').length - 1,
    );
    expect(paths).toEqual([2, 1]);
  });

  it('cuts an indented name where its room ends', () => {
    const long = 'Реконструкција магистралног цевовода, деоница од извора до резервоара';
    const nameAt = (indent: number) => {
      const of = [{ key: 'a', label: long, indent }];
      const svg = drawn(Timeline, { title: 'т', width: 300, rows: of, today: '2026-01-01', names, day: (day) => day });
      const [, x = '', name = ''] = /<text x="([\d.]+)"[^>]*>(Рекон[^<]*)</.exec(svg) ?? [];
      return { x: Number(x), end: Number(x) + widthOf(name) };
    };
    expect([nameAt(0).x, nameAt(40).x]).toEqual([0, 40]);
    for (const indent of [0, 24, 40]) expect(nameAt(indent).end).toBeLessThanOrEqual(300);
  });

  it('of a single day or of nothing is drawn', () => {
    for (const one of [[], [{ key: 'b', label: 'План', event: '2026-01-01' }]]) {
      expect(
        drawn(Timeline, { title: 'т', width: 300, rows: one, today: '2026-01-01', names, day: (day) => day }),
      ).not.toMatch(/NaN|Infinity/);
    }
  });
});
