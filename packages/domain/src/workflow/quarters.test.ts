import { describe, expect, it } from 'vitest';
import { quarterName, quarterOfName } from './quarters.ts';

describe('the quarter that a report’s name says (docs/forms.md, K6)', () => {
  it('is its second and third part', () => {
    expect(quarterOfName('Квартални-2026-1')).toEqual({ year: 2026, quarter: 1 });
    expect(quarterOfName('Квартални-2030-4')).toEqual({ year: 2030, quarter: 4 });
  });

  it.each([
    'Квартални',
    'Квартални-2026',
    'Квартални-2026-5',
    'Квартални-2026-0',
    'Квартални-0-1',
    'Квартални-2026--1',
    'Квартални-2026.5-1',
    'Квартални-2026-1.5',
    'Квартални-двадесет-1',
    'Квартални-2026-први',
    '',
  ])('is none in "%s"', (name) => {
    expect(quarterOfName(name)).toBeNull();
  });

  it('is in the name that a report or a restatement is given', () => {
    const at = { year: 2026, quarter: 1 };
    expect(quarterName('report', at)).toBe('Квартални-2026-1');
    expect(quarterName('correction', at)).toBe('Квартална корекција-2026-1');
    expect((['report', 'correction'] as const).map((kind) => quarterOfName(quarterName(kind, at)))).toEqual([at, at]);
  });
});
