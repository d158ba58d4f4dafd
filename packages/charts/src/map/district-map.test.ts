import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawn, labelsIn } from '../testing/drawn.ts';
import { chartFormats } from '../format.ts';
import { DistrictMap, drawnDistricts, shadeBounds } from './district-map.ts';

const { count } = chartFormats({});
const NONE = '–';

describe('the map', () => {
  it('has each of the 30 districts once, inside its drawing', () => {
    const drawing = drawnDistricts(300);
    expect(new Set(drawing.map(({ code }) => code)).size).toBe(30);
    for (const { path, middle } of drawing) {
      const numbers = [...path.matchAll(/-?\d+(\.\d+)?/g)].map(([text]) => Number(text));
      expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...numbers)).toBeLessThanOrEqual(300 * 1.36);
      expect(middle[0]).toBeGreaterThan(0);
    }
    // Belgrade lies north of Niš and west of Bor.
    const place = (code: string) => drawing.find((one) => one.code === code)?.middle ?? [0, 0];
    expect(place('00')[1]).toBeLessThan(place('20')[1]);
    expect(place('00')[0]).toBeLessThan(place('14')[0]);
  });

  it('shades by round bounds that divide the districts about equally, and hatches districts without a value', () => {
    expect(shadeBounds([])).toEqual([]);
    expect(shadeBounds([5, 5, 5])).toEqual([]);
    expect(shadeBounds([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).toEqual([2, 5]);
    expect(shadeBounds([0, 3e8, 1.7e9, 5.5e9, 11.9e9, 15.4e9, 26.2e9])).toEqual([1e9, 5e9, 1e10]);
    expect(shadeBounds([7])).toEqual([]);
    const districts = [
      { code: '00', name: 'Град Београд', value: 10, href: '/public/regions/00' },
      { code: '01', name: 'Севернобачки', value: null },
    ];
    const svg = drawn(DistrictMap, { title: 'Карта', width: 300, districts, format: count, none: 'нема пројеката' });
    expect(labelsIn(svg)).toContain('Севернобачки: нема пројеката');
    expect(svg).toContain('href="/public/regions/00"');
    expect(svg).not.toMatch(/NaN|Infinity/);
  });
});

it('has the tip and the outline of a district above all areas', () => {
  const svg = drawn(DistrictMap, { title: 'Карта', width: 300, districts: [], format: count, none: NONE });
  // A path that is filled covers what was drawn before it.
  const lastFilled = [...svg.matchAll(/<path [^>]*fill="(?!none")[^>]*>/g)].at(-1)?.index ?? 0;
  expect(svg.indexOf('class="chart-mark"')).toBeGreaterThan(lastFilled);
});

describe('the map drawn larger', () => {
  const map = (scale: number, code = '20') =>
    drawn(DistrictMap, { title: 'Мапа', width: 400, districts: [], format: count, none: NONE, zoom: { code, scale } });
  const place = (svg: string) =>
    (/<g transform="translate\(([-\d.]+) ([-\d.]+)\) scale\(2\)"/.exec(svg) ?? []).slice(1).map(Number);

  it('has a district in its middle, and never leaves its frame', () => {
    expect(map(1)).not.toContain('scale(2)');
    for (const { code } of drawnDistricts(400)) {
      const [left = 1, top = 1] = place(map(2, code));
      expect(left, code).toBeGreaterThanOrEqual(-400);
      expect(left, code).toBeLessThanOrEqual(0);
      expect(top, code).toBeLessThanOrEqual(0);
    }
  });
});

describe('the legend of the map', () => {
  const values = {
    districts: [{ code: '00', name: 'Град Београд', value: 10 }],
    format: count,
    none: 'нема пројеката',
  };
  const lowest = (width: number, more: object) => {
    const svg = drawn(DistrictMap, { title: 'Мапа', width, ...values, ...more });
    const legend = [...svg.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="18"/g)].at(-1)?.slice(1).map(Number) ?? [];
    return { legend, height: Number(/<svg[^>]* height="([\d.]+)"/.exec(svg)?.[1]) };
  };

  it('is beside a country that is lower than its width allows, also when it is drawn larger', () => {
    for (const zoom of [undefined, { code: '00', scale: 2 }]) {
      const { legend, height } = lowest(480, { tallest: 400, zoom });
      expect(height).toBeLessThanOrEqual(400);
      expect(legend[1]).toBeLessThan(100);
      if (zoom) expect(legend[0]).toBeGreaterThanOrEqual(400 / 1.36);
    }
  });

  it('is below a country that leaves no room', () => {
    const { legend, height } = lowest(200, {});
    expect(legend[0]).toBe(0);
    expect(legend[1]).toBeGreaterThan(200 * 1.36);
    expect(height).toBeGreaterThan(legend[1] ?? 0);
  });
});

it('no shade is empty, and their bounds rise', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 10 ** 12 }), { maxLength: 30 }), (values) => {
      const positive = values.filter((value) => value > 0);
      const bounds = shadeBounds(values);
      expect(bounds).toEqual(bounds.toSorted((one, other) => one - other));
      const edges = [0, ...bounds, Infinity];
      for (let at = 1; at < edges.length && positive.length > 0; at += 1) {
        const [from = 0, to = 0] = edges.slice(at - 1, at + 1);
        expect(positive.some((value) => value >= from && value < to)).toBe(true);
      }
    }),
  );
});

it('has its legend in the free corner of a wide map, and below a narrow or enlarged one', () => {
  const heightOf = (width: number, scale = 1) => {
    const districts = [{ code: '00', name: 'Град Београд', value: 10 }];
    const svg = drawn(DistrictMap, {
      title: 'Мапа',
      width,
      districts,
      format: count,
      none: NONE,
      zoom: { code: '00', scale },
    });
    return Number(/height="([\d.]+)"/.exec(svg)?.[1]);
  };
  expect(heightOf(400)).toBeCloseTo(400 * 1.36);
  expect(heightOf(80)).toBeGreaterThan(80 * 1.36 + 40);
  expect(heightOf(400, 2)).toBeGreaterThan(400 * 1.36 + 40);
});
