import { beforeEach, describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { ApiFailure } from '../../api/client.ts';
import { beginTable, drawTable, requestedBy } from '../../testing/table.tsx';
import type { Filter } from './filter.ts';
import type { TableState } from './state.ts';

beforeEach(beginTable);

describe('the search', () => {
  test('asks once for a search, when the typing rests', async () => {
    const { screen, requested } = await drawTable();
    await screen.getByRole('textbox', { name: 'Претрага' }).fill('водовод');
    await expect.poll(() => requested.mock.calls.length).toBe(1);
    expect(requested).toHaveBeenCalledWith(expect.objectContaining({ filters: { search: 'водовод' }, page: 1 }));
  });

  test('keeps the blank after a word whose search is asked for while one types on', async () => {
    const { screen, requested } = await drawTable();
    const search = screen.getByRole('textbox', { name: 'Претрага' });
    await search.fill('нови ');
    await expect.poll(() => requested.mock.lastCall?.[0].filters).toEqual({ search: 'нови' });
    await userEvent.type(search, 'мост');
    await expect.element(search).toHaveValue('нови мост');
  });

  test('says that there is nothing, and offers to clear what was searched', async () => {
    const { screen, requested } = await drawTable({ rows: [], total: 0 });
    await expect.element(screen.getByText('Нема пројеката')).toBeVisible();
    await screen.getByRole('textbox', { name: 'Претрага' }).fill('xyz');
    await expect.poll(() => requested.mock.calls.length).toBe(1);
    const clear = screen.getByRole('button', { name: /Обриши све|Поништи/ }).last();
    expect((await requestedBy(requested, clear.click()))?.filters).toEqual({});
  });
});

test('a filter that the server refuses can be removed by its chip, and from the refusal', async () => {
  const refused = new ApiFailure(422, 'ValidationError', [{ field: 'filter[foo]', code: 'UnknownField' }]);
  const failure = ({ filters }: TableState) => (filters.foo ? refused : undefined);
  const { screen } = await drawTable({ filters: { foo: '1' }, failure });
  await expect.element(screen.getByRole('alert').getByText('Један од филтера није исправан.')).toBeVisible();
  await screen.getByRole('alert').getByRole('button', { name: 'Обриши све' }).click();
  await expect.element(screen.getByText('P-1', { exact: true })).toBeVisible();
  await screen.unmount();
  const again = await drawTable({ filters: { foo: '1' }, failure });
  await again.screen.getByRole('button', { name: 'Уклони филтер foo' }).click();
  await expect.element(again.screen.getByText('P-1', { exact: true })).toBeVisible();
});

test('an order that the table no longer has is given up from the refusal', async () => {
  const refused = new ApiFailure(422, 'ValidationError', [{ field: 'sort_by', code: 'InvalidField' }]);
  const failure = ({ sortBy }: TableState) => (sortBy === 'gone' ? refused : undefined);
  const { screen, requested } = await drawTable({ sortBy: 'gone', failure });
  const start = screen.getByRole('alert').getByRole('button', { name: 'Прикажи од почетка' });
  expect(await requestedBy(requested, start.click())).toMatchObject({ page: 1, sortBy: undefined, descending: false });
  await expect.element(screen.getByText('P-1', { exact: true })).toBeVisible();
});

test('an order that is refused is not blamed on a filter beside it, which stays', async () => {
  const refused = new ApiFailure(422, 'ValidationError', [{ field: 'sort_by', code: 'InvalidField' }]);
  const failure = ({ sortBy }: TableState) => (sortBy === 'gone' ? refused : undefined);
  const { screen, requested } = await drawTable({ sortBy: 'gone', filters: { search: 'мост' }, failure });
  const start = screen.getByRole('alert').getByRole('button', { name: 'Прикажи од почетка' });
  expect(await requestedBy(requested, start.click())).toMatchObject({ sortBy: undefined, filters: { search: 'мост' } });
});

test('the number that a filter would find is of the rows as they are now', async () => {
  const count = vi.fn<(state: TableState) => Promise<number>>(async () => 1234);
  const { screen } = await drawTable({ count, filters: { 'value-to': '500' } });
  const chip = screen.getByRole('button', { name: /^Вредност:/ });
  await chip.click();
  await expect.element(screen.getByText('Одговара: 1.234')).toBeVisible();
  await chip.click();
  count.mockImplementation(() => new Promise(() => undefined));
  await chip.click();
  await expect.poll(() => count.mock.calls.length).toBe(2);
  await expect.element(screen.getByText('Одговара: 1.234')).not.toBeInTheDocument();
});

test('a filter offers quick ranges and says how many rows they leave before it is applied', async () => {
  const count = vi.fn(async (other: TableState) => (other.filters['value-to'] ? 1234 : 95));
  const { screen, requested } = await drawTable({ count });
  await screen.getByRole('button', { name: /Филтер/ }).click();
  await screen.getByRole('menuitem', { name: 'Вредност' }).click();
  await screen.getByRole('button', { name: 'до 500 мил.' }).click();
  await expect.element(screen.getByText('Одговара: 1.234')).toBeVisible();
  expect(requested).not.toHaveBeenCalled();
  const applied = await requestedBy(requested, screen.getByRole('button', { name: 'Примени' }).click());
  expect(applied?.filters).toEqual({ 'value-to': '500000000' });
});

test.each([
  [{}, '500'],
  [{ maxLength: 200 }, '200'],
])('a search takes no more than the server does: %o', async (limit, most) => {
  const { screen } = await drawTable({ offered: [{ id: 'search', kind: 'search', label: 'Претрага', ...limit }] });
  await expect.element(screen.getByRole('textbox', { name: 'Претрага' })).toHaveAttribute('maxlength', most);
});

test('neither does the filter of a text', async () => {
  const named: Filter = { id: 'name', kind: 'text', label: 'Назив' };
  const { screen } = await drawTable({ offered: [named], filters: { name: 'пут' } });
  await screen.getByRole('button', { name: /^Назив:/ }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Назив' })).toHaveAttribute('maxlength', '500');
});

describe('a bound of an amount', () => {
  const rate: Filter = { id: 'rate', kind: 'moneyRange', label: 'Курс', decimals: 4 };
  async function opened(name: 'Вредност' | 'Курс') {
    const drawn = await drawTable(name === 'Курс' ? { offered: [rate] } : {});
    await drawn.screen.getByRole('button', { name: 'Филтер', exact: true }).click();
    await drawn.screen.getByRole('menuitem', { name }).click();
    return { ...drawn, from: drawn.screen.getByLabelText('Од'), to: drawn.screen.getByLabelText('До') };
  }

  test.each([
    ['Вредност', '1,234.56', '1234.56'],
    ['Вредност', '1.234,56', '1234.56'],
    ['Вредност', '1.234', '1234.00'],
    ['Вредност', '500.000.000 РСД', '500000000.00'],
    ['Курс', '117,2514', '117.2514'],
    ['Курс', '1,117.25', '1117.25'],
  ] as const)('%s: %s is read in its notation', async (name, typed, bound) => {
    const { screen, requested, from } = await opened(name);
    await from.fill(typed);
    await expect.element(from).toHaveValue(typed);
    const apply = screen.getByRole('button', { name: 'Примени' });
    const key = name === 'Курс' ? 'rate-from' : 'value-from';
    expect((await requestedBy(requested, apply.click()))?.filters).toEqual({ [key]: bound });
  });

  test.each([
    ['Вредност', '1,234'],
    ['Вредност', '-5'],
    ['Вредност', 'пуно'],
    ['Курс', '117,25145'],
    ['Курс', '-1'],
  ] as const)('%s: %s is refused at its field, until it is another', async (name, typed) => {
    const { screen, requested, from, to } = await opened(name);
    await to.fill('7');
    await from.fill(typed);
    await expect.element(from).toHaveValue(typed);
    await expect.element(from).toBeInvalid();
    await screen.getByRole('button', { name: 'Примени' }).click();
    expect(requested).not.toHaveBeenCalled();
    await from.fill('');
    await expect.element(from).toBeValid();
    await screen.getByRole('button', { name: 'Примени' }).click();
    await expect.poll(() => requested.mock.calls.length).toBe(1);
  });

  test('of an address is shown as people write it, and another choice replaces what was typed', async () => {
    const { screen } = await drawTable({ filters: { 'value-from': '1234.5', 'value-to': 'abc' } });
    await screen.getByRole('button', { name: /^Вредност:/ }).click();
    const [from, to] = [screen.getByLabelText('Од'), screen.getByLabelText('До')];
    await expect.element(from).toHaveValue('1.234,50');
    await expect.element(to).toHaveValue('abc');
    await from.fill('1,234');
    await screen.getByRole('button', { name: 'до 500 мил.' }).click();
    await expect.element(from).toHaveValue('');
    await expect.element(to).toHaveValue('500.000.000,00');
  });
});
