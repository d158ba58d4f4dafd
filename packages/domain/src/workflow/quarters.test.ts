import { describe, expect, it } from 'vitest';
import { quarterOfName } from './quarters.ts';

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
    'Квартални-двадесет-1',
    'Квартални-2026-први',
    '',
  ])('is none in "%s"', (name) => {
    expect(quarterOfName(name)).toBeFalsy();
  });
});
