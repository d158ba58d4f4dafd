import { fitted } from '@pimis/charts/svg';
import { timelineLayout } from '@pimis/charts/timeline-layout';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Entry, keyOf } from './rows.ts';
import { FIRST_ROWS, roomOfNames, SHEET_ROWS, sheetsOf } from './sheets.ts';

const row = (key: string) => ({ key, label: key });
const keys = (sheets: (readonly Entry[])[]) => sheets.map((sheet) => sheet.map(keyOf));

/** Groups of projects; each project with its number of activities, closed with none. */
function entriesOf(groups: readonly (readonly number[])[]): Entry[] {
  return groups.flatMap((projects, group): Entry[] => [
    { kind: 'heading', heading: { key: `g${group}`, heading: '' } },
    ...projects.flatMap((activities, project): Entry[] => {
      const code = `g${group}p${project}`;
      const own = Array.from({ length: activities }, (_, index): Entry => {
        return { kind: 'activity', row: row(`${code}a${index}`), code };
      });
      return [{ kind: 'project', row: row(code), isOpen: activities > 0 }, ...own];
    }),
  ]);
}

it('a sheet that goes on names the group and the project of its first row', () => {
  const [, second = []] = keys(sheetsOf(entriesOf([[30]])));
  expect(second).toEqual(['g0', 'g0p0', 'g0p0a24', 'g0p0a25', 'g0p0a26', 'g0p0a27', 'g0p0a28', 'g0p0a29']);
  const [, closed = []] = keys(sheetsOf(entriesOf([Array.from({ length: 30 }, () => 0)])));
  expect(closed).toEqual(['g0', 'g0p25', 'g0p26', 'g0p27', 'g0p28', 'g0p29']);
});

it('a group and an open project begin on the sheet that has their rows', () => {
  const [first = [], second = []] = keys(sheetsOf(entriesOf([Array.from({ length: 24 }, () => 0), [3]])));
  expect(first.at(-1)).toBe('g0p23');
  expect(second).toEqual(['g1', 'g1p0', 'g1p0a0', 'g1p0a1', 'g1p0a2']);
});

it('every row is on one sheet, in its order, and none has more than fit', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.nat(80), { maxLength: 20 }), { maxLength: 6 }), (groups) => {
      const entries = entriesOf(groups);
      const sheets = sheetsOf(entries);
      const seen = new Set<string>();
      const once = keys(sheets)
        .flat()
        .filter((key) => !seen.has(key) && seen.add(key));
      expect(once).toEqual(entries.map(keyOf));
      for (const [index, sheet] of sheets.entries()) {
        expect(sheet.length).toBeLessThanOrEqual(index === 0 ? FIRST_ROWS : SHEET_ROWS);
        const [entry] = sheet;
        expect(entry?.kind).toBe('heading');
      }
    }),
  );
});

it('names have the room that the longest needs, within bounds', () => {
  const entry = (letters: number): Entry => ({
    kind: 'project',
    row: { key: 'a', label: 'ш'.repeat(letters), indent: 28 },
    isOpen: false,
  });
  const layout = (entries: readonly Entry[]) =>
    timelineLayout(1500, { start: '2026-01-01', end: '2026-12-31' }, '2026-06-01', roomOfNames(entries));
  expect(layout([entry(10)]).name).toBe(360);
  const { name, left } = layout([entry(10), entry(60)]);
  expect(fitted('ш'.repeat(60), name - 28)).toBe('ш'.repeat(60));
  expect(left).toBeGreaterThan(name);
  expect(layout([entry(300)]).name).toBe(600);
});
