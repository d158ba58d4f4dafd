import { describe, expect, it } from 'vitest';
import { searchOf, viewOf } from './view.ts';

describe('the view of a timeline in the address', () => {
  it('is years, unless the address says otherwise', () => {
    expect(viewOf({})).toEqual({ zoom: 'year', from: undefined });
    expect(viewOf({ zoom: 'month', from: '2025-04' })).toEqual({ zoom: 'month', from: '2025-04' });
    expect(searchOf({ zoom: 'year', from: '2025-04' })).toEqual({ zoom: undefined, from: '2025-04' });
    expect(searchOf({ zoom: 'fit' })).toEqual({ zoom: 'fit', from: undefined });
  });

  it('takes no unknown zoom and no impossible month', () => {
    for (const from of ['2025-13', '0000-05', '2025-4', '2025-04-01', 2025, true]) {
      expect(viewOf({ zoom: 'day', from })).toEqual({ zoom: 'year', from: undefined });
    }
  });
});
