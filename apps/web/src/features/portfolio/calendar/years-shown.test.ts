import { expect, it } from 'vitest';
import { yearsShown } from './years-shown.ts';

it('has the years ahead of today for who enters ceilings, also where needs began long ago', () => {
  expect(yearsShown([2022, 2023], 2026, true)).toEqual([2022, 2023, 2024, 2025, 2026, 2027, 2028, 2029]);
  expect(yearsShown([], 2026, true)).toEqual([2026, 2027, 2028, 2029]);
  expect(yearsShown([2028, 2031], 2026, true)).toEqual([2026, 2027, 2028, 2029, 2030, 2031]);
});

it('has the years of its lines alone for others', () => {
  expect(yearsShown([2022, 2024], 2026, false)).toEqual([2022, 2023, 2024]);
  expect(yearsShown([], 2026, false)).toEqual([]);
});
