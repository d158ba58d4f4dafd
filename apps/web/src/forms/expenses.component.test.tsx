import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { EXPENSES } from '@pimis/domain/forms/definitions/pif-fields';
import { getPath } from '@pimis/domain/forms/paths';
import { drawForm } from '../testing/form.tsx';

test('expenses (4.8) are read as amounts are read everywhere, and a remark stays a remark', async () => {
  const rows = ['Камате', 'Таксе', 'Опис'].map((name) => ({ name, amount: '' }));
  const { screen, store } = await drawForm(EXPENSES, { expenses: rows });
  const inputs = screen.getByRole('textbox', { name: /^Износ или напомена/ });
  for (const [row, typed] of ['1.000.000', '1000,5', 'по уговору'].entries()) {
    await inputs.nth(row).fill(typed);
    await userEvent.tab();
  }
  await expect.element(inputs.nth(0)).toHaveValue('1.000.000,00');
  await expect.element(inputs.nth(1)).toHaveValue('1.000,50');
  await expect.element(inputs.nth(2)).toHaveValue('по уговору');
  const stored = getPath(store.values, 'expenses') as { amount: string }[];
  expect(stored.map(({ amount }) => amount)).toEqual(['1000000.00', '1000.50', 'по уговору']);
});
