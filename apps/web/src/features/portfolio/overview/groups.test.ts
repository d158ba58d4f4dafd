import { expect, it } from 'vitest';
import { everyYear } from './groups.ts';

const group = (key: string) => ({ key, projects: 2, value: '5.00', spent: '1.00', late: 1 });

it('years without projects stand between those with some', () => {
  expect(everyYear([group('2020'), group('2023')])).toEqual([
    group('2020'),
    { key: '2021', projects: 0, value: '0.00', spent: '0.00', late: 0 },
    { key: '2022', projects: 0, value: '0.00', spent: '0.00', late: 0 },
    group('2023'),
  ]);
  expect(everyYear([])).toEqual([]);
});
