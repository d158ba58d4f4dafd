import { describe, expect, it } from 'vitest';
import { chartFormats } from './format.ts';
import { LineChart } from './lines.ts';
import { FONT_SIZE, widthOf } from './svg.ts';
import { drawn } from './testing/drawn.ts';
import { timeNames } from './time-axis.ts';

const { count } = chartFormats({});
const quarters = (number: number) =>
  Array.from({ length: number }, (_, index) => `${(index % 4) + 1}. квартал ${2026 + Math.floor(index / 4)}`);

interface Drawn {
  x: number;
  y: number;
  turned: boolean;
  text: string;
}

/** The names of the axis as they are drawn: labels of the given names with their place. */
function namesIn(svg: string, labels: readonly string[]): Drawn[] {
  return [...svg.matchAll(/<g( transform="rotate[^"]*")?><text x="([^"]*)" y="([^"]*)"[^>]*>([^<]*)</g)].flatMap(
    ([, turned, x, y, text]) =>
      labels.includes(text ?? '')
        ? [{ x: Number(x), y: Number(y), turned: turned !== undefined, text: text ?? '' }]
        : [],
  );
}

/** The distance that two names keep: between their sides, or across turned lines. */
function distance(one: Drawn, next: Drawn): number {
  if (one.turned) return (next.x - one.x) * Math.SQRT1_2 - FONT_SIZE;
  return next.x - widthOf(next.text) / 2 - (one.x + widthOf(one.text) / 2);
}

const chart = (labels: readonly string[], width: number) =>
  drawn(LineChart, {
    title: 'т',
    width,
    labels,
    series: [{ name: 'а', values: labels.map((_, index) => index * 1000) }],
    format: count,
  });

describe('names below a line chart', () => {
  it.each([280, 360, 480, 720, 1100])('touch nothing and stay in the drawing at a width of %i', (width) => {
    for (const number of [1, 2, 3, 5, 8, 12, 20, 40, 80]) {
      const labels = quarters(number);
      const svg = chart(labels, width);
      const names = namesIn(svg, labels);
      const height = Number(/viewBox="0 0 \S+ ([^"]+)"/.exec(svg)?.[1]);
      for (const [index, name] of names.entries()) {
        const next = names[index + 1];
        if (next) expect(distance(name, next), `${number} at ${width}: ${name.text}`).toBeGreaterThan(0);
        const reach = widthOf(name.text) * (name.turned ? Math.SQRT1_2 : 0.5);
        expect(name.x - reach).toBeGreaterThanOrEqual(-1);
        expect(name.x + (name.turned ? 0 : reach)).toBeLessThanOrEqual(width + 1);
        expect(name.y + (name.turned ? reach : 0)).toBeLessThanOrEqual(height);
      }
    }
  });

  it('always have the first and the last, uncut', () => {
    for (const number of [1, 2, 7, 33, 80]) {
      for (const width of [280, 720]) {
        const labels = quarters(number);
        const names = namesIn(chart(labels, width), labels).map(({ text }) => text);
        expect([names[0], names.at(-1)]).toEqual([labels[0], labels.at(-1)]);
      }
    }
  });

  it('are all written as long as they have room, turned where they do not fit side by side', () => {
    const of = (number: number, width: number) => {
      const labels = quarters(number);
      const { turned, names } = timeNames(labels, (index) => 40 + (index * (width - 66)) / (number - 1), width);
      return [turned, names.length];
    };
    expect(of(4, 720)).toEqual([false, 4]);
    expect(of(12, 720)).toEqual([true, 12]);
    expect(of(30, 720)).toEqual([true, 30]);
    const [, few] = of(80, 720);
    expect(few).toBeLessThan(80);
  });

  it('are the same quarter of each year where not all have room', () => {
    const labels = quarters(40);
    const names = namesIn(chart(labels, 360), labels).map(({ text }) => text);
    expect(names.slice(0, -1).every((text) => text.startsWith('1. квартал'))).toBe(true);
    expect(names.at(-1)).toBe('4. квартал 2035');
  });

  it('make the drawing higher where they are turned, and leave the lines their height', () => {
    const heightOf = (svg: string) => Number(/viewBox="0 0 \S+ ([^"]+)"/.exec(svg)?.[1]);
    expect(heightOf(chart(quarters(12), 360))).toBeGreaterThan(heightOf(chart(quarters(2), 360)) + 40);
  });
});
