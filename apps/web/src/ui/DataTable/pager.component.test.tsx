import { beforeEach, describe, expect, test } from 'vitest';
import { beginTable, drawTable, requestedBy } from '../../testing/table.tsx';
import { listParameters } from './state.ts';

beforeEach(beginTable);

test.for([
  [95, undefined, { page: 10, at: undefined }],
  [95, { totalIsAtLeast: false }, { page: 10, at: 'end' }],
  [8, { totalIsAtLeast: false }, { page: 1, at: undefined }],
  [0, undefined, { page: 1, at: undefined }],
] as const)('a page behind the last of %i rows gives way to the last one', async ([total, long, asked]) => {
  const { requested } = await drawTable({ total, page: 12, rows: [], ...(long ? { long } : {}) });
  await expect.poll(() => requested.mock.calls.length).toBe(1);
  expect(requested.mock.calls[0]?.[0]).toMatchObject(asked);
});

describe('the pager of a long list', () => {
  const long = { totalIsAtLeast: true, keys: { first: 'prvi', last: 'poslednji' } };

  test('says that there are more rows than were counted, and counts them when asked', async () => {
    const { screen, requested } = await drawTable({ total: 10_000, long });
    await expect.element(screen.getByText('1–10 од више од 10.000')).toBeVisible();
    const counted = await requestedBy(requested, screen.getByRole('button', { name: 'Преброј све' }).click());
    expect(counted).toMatchObject({ exact: true, page: 1 });
  });

  test('asks for the last page from the other end, and for the page before it by its key', async () => {
    const { screen, requested } = await drawTable({ total: 123_456, long: { ...long, totalIsAtLeast: false } });
    const last = await requestedBy(requested, screen.getByRole('button', { name: 'Последња страна' }).click());
    expect(last && listParameters(last)).toContain('end=true');
    await expect.element(screen.getByText('123.451–123.456 од 123.456')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Следећа страна' })).toBeDisabled();
    const before = await requestedBy(requested, screen.getByRole('button', { name: 'Претходна страна' }).click());
    expect(before?.page).toBe(12_345);
    expect(before && listParameters(before)).toContain('before=prvi');
  });

  test('asks for all pages by their number where rows have no keys', async () => {
    const { screen, requested } = await drawTable({ total: 10_000, page: 150, long: { totalIsAtLeast: true } });
    const next = await requestedBy(requested, screen.getByRole('button', { name: 'Следећа страна' }).click());
    expect(next && listParameters(next)).toBe('perPage=10&page=151');
  });

  test('asks for near pages by their number', async () => {
    const { screen, requested } = await drawTable({ total: 10_000, long });
    const next = await requestedBy(requested, screen.getByRole('button', { name: 'Следећа страна' }).click());
    expect(next && listParameters(next)).toBe('perPage=10&page=2');
  });
});

test('a short table on one page has neither pages nor a choice of rows', async () => {
  const { screen } = await drawTable({ total: 10 });
  await expect.element(screen.getByText('1–10 од 10')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Следећа страна' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('combobox', { name: 'Редова' })).not.toBeInTheDocument();
  await screen.unmount();
  const longer = await drawTable({ total: 11 });
  await expect.element(longer.screen.getByRole('button', { name: 'Следећа страна' })).toBeEnabled();
  await expect.element(longer.screen.getByRole('combobox', { name: 'Редова' })).toBeVisible();
});

test('another number of rows begins at the first page', async () => {
  const { screen, requested } = await drawTable({ page: 3 });
  const rows = screen.getByRole('combobox', { name: 'Редова' });
  const asked = await requestedBy(requested, rows.selectOptions('25'));
  expect(asked).toMatchObject({ page: 1, perPage: 25, at: undefined });
});
