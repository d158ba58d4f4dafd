import { expect, it } from 'vitest';
import type { TimelineRow } from '@pimis/charts/timeline-layout';
import { boundsWith, type Entry } from './rows.ts';

const TODAY = '2026-11-26';
const bounds = { start: '2025-01-01', end: '2027-12-31' };
const activity = (row: Partial<TimelineRow>): Entry => ({
  kind: 'activity',
  row: { key: 'А 0', label: 'Радови', ...row },
  code: 'А',
});
const during = (start: string, end: string | null) => [{ name: 'стварно', course: 'during' as const, start, end }];

it('draws over the days of the list, and over those of activities that reach beyond them', () => {
  const project: Entry = {
    kind: 'project',
    row: { key: 'А', label: 'А', planned: { start: '2019-01-01', end: '2040-01-01' } },
    isOpen: true,
  };
  const within = activity({ planned: { start: '2025-01-01', end: '2027-12-31' }, parts: during('2026-01-01', null) });
  // The same object: rows that stay are not laid out anew.
  expect(boundsWith(bounds, [project, within, activity({ isEmpty: true })], TODAY)).toBe(bounds);
  const early = activity({ parts: during('2024-05-01', '2024-06-01') });
  expect(boundsWith(bounds, [early], TODAY)).toEqual({ start: '2024-05-01', end: '2027-12-31' });
  const late = activity({ former: [{ start: '2026-01-01', end: '2028-03-31' }] });
  expect(boundsWith(bounds, [early, late], TODAY)).toEqual({ start: '2024-05-01', end: '2028-03-31' });
  const lasting = activity({ parts: during('2025-02-01', null) });
  expect(boundsWith({ start: '2025-01-01', end: '2025-12-31' }, [lasting], TODAY).end).toBe(TODAY);
});
