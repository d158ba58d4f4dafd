import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Ceiling, CeilingInput } from '@pimis/contract/portfolio/calendar';
import { draw } from '../../../testing/form.tsx';
import { EnteredCeiling } from './EnteredCeiling.tsx';

const ceiling = (revision: number, amount: string | null): Ceiling => ({
  year: 2027,
  source: '',
  sector: null,
  amount,
  revision,
  changedDate: '2026-11-24T09:00:00Z',
  changedUser: 'Ана Јовић',
});

/** The revision with which a typed amount is saved: the calendar shows `known`, the server has `history`. */
async function savedOver(known: Ceiling | undefined, history: Ceiling[]): Promise<number | undefined> {
  let sent: CeilingInput | undefined;
  vi.spyOn(window, 'fetch').mockImplementation(async (_, init) => {
    const body = typeof init?.body === 'string' ? init.body : null;
    if (body !== null) sent = JSON.parse(body) as CeilingInput;
    const payload = body === null ? history : ceiling(9, '5.00');
    return Response.json({ payload, additionalInformation: null, status: { code: 0, name: 'Success' }, errors: [] });
  });
  const screen = await draw(
    <EnteredCeiling year={2027} source="" sector={null} ceiling={known} onClose={() => undefined} />,
  );
  if (history.length > 0) await expect.element(screen.getByText(/Ана Јовић/).first()).toBeVisible();
  await userEvent.fill(screen.getByRole('textbox'), '5');
  await screen.getByRole('button', { name: 'Сачувај' }).click();
  await expect.poll(() => sent?.amount).toBe('5.00');
  await screen.unmount();
  return sent?.revision;
}

const opened = () =>
  draw(<EnteredCeiling year={2027} source="" sector={null} ceiling={undefined} onClose={() => undefined} />);

afterEach(() => vi.restoreAllMocks());

test('what another has entered since the calendar was read is a conflict, not overwritten', async () => {
  expect(await savedOver(ceiling(1, '1.00'), [ceiling(2, '2.00'), ceiling(1, '1.00')])).toBe(1);
  expect(await savedOver(undefined, [ceiling(1, '1.00')])).toBe(0);
});

test('a removed ceiling is entered again, and a new one for the first time', async () => {
  expect(await savedOver(undefined, [ceiling(2, null), ceiling(1, '1.00')])).toBe(2);
  expect(await savedOver(undefined, [])).toBe(0);
  expect(await savedOver(ceiling(1, '1.00'), [ceiling(1, '1.00')])).toBe(1);
});

test('an amount that may mean another one is refused, not saved as another', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => undefined));
  const screen = await opened();
  const [field, save] = [screen.getByRole('textbox'), screen.getByRole('button', { name: 'Сачувај' })];
  for (const text of ['1.234.567,89', ' 1 234,5 ', '999.999.999.999.999,00', '1,234,567.89', '12.5', '0', '']) {
    await userEvent.fill(field, text);
    await expect.element(field).toHaveValue(text);
    await expect.element(save).toBeEnabled();
  }
  for (const text of ['абв', '-5', '1,234', '1000.000', '1,2,3', '1e5', ',']) {
    await userEvent.fill(field, text);
    await expect.element(save).toBeDisabled();
    await expect.element(screen.getByText(/^Упишите износ/)).toBeVisible();
  }
  await userEvent.fill(field, '9.999.999.999.999.999,00');
  await expect.element(screen.getByText('Највише 999.999.999.999.999,00.')).toBeVisible();
  await expect.element(save).toBeDisabled();
});

test('an amount is said in millions too, as the tables have it', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => undefined));
  const screen = await opened();
  const field = screen.getByRole('textbox');
  await userEvent.fill(field, '5000');
  await expect.element(screen.getByText('У табелама: 0,01 милиона РСД')).toBeVisible();
  await userEvent.fill(field, '5.000.000.000,00');
  await expect.element(screen.getByText('У табелама: 5.000,00 милиона РСД')).toBeVisible();
  await userEvent.fill(field, '');
  await expect.element(screen.getByText(/У табелама/)).not.toBeInTheDocument();
});
