import { Notifications } from '@mantine/notifications';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { columnOf, registryOf } from '@pimis/domain/registries/catalogue';
import { draw } from '../../testing/form.tsx';
import { isSent } from '../../testing/sent.ts';
import { signIn } from '../../testing/sign-in.ts';
import { RowEditDialog } from './RowEditDialog.tsx';

const registry = registryOf('funding-sources');
const APPROPRIATIONS = registryOf('appropriations');
const labelOf = (name: string) => columnOf(APPROPRIATIONS, name)?.label.sr ?? name;

beforeEach(() => signIn());
afterEach(() => vi.restoreAllMocks());

test('a row that is read anew meanwhile is changed in the state it was opened in', async () => {
  const sent = vi
    .spyOn(window, 'fetch')
    .mockImplementation(async () =>
      Response.json({ payload: {}, additionalInformation: null, status: { code: 0, name: 'Success' }, errors: [] }),
    );
  let readAnew = (_name: string, _revision: string) => {};
  function OpenedRow() {
    const [{ name, revision }, setFound] = useState({ name: 'Буџет', revision: '1' });
    readAnew = (name, revision) => setFound({ name, revision });
    const row = { id: '01', code: '01', name };
    return <RowEditDialog registry={registry} existing={{ row, revision }} onClose={() => undefined} />;
  }
  const screen = await draw(<OpenedRow />);
  await userEvent.fill(screen.getByRole('textbox', { name: 'Назив' }), 'Мој назив');
  readAnew('Туђи назив', '2');
  await screen.getByRole('button', { name: 'Сачувај' }).click();
  await expect.poll(() => sent.mock.calls.length).toBeGreaterThan(0);
  expect(sent.mock.calls[0]?.[1]?.body).toMatch(/"name":"Мој назив".*"revision":"1"/);
});

test('a change of somebody else is told, keeps what is typed, and is saved over with the next press', async () => {
  const bodies: unknown[] = [];
  let readAnew = () => {};
  vi.spyOn(window, 'fetch').mockImplementation(async (_address, request) => {
    bodies.push(JSON.parse(request?.body as string));
    const [name, status] = bodies.length === 1 ? ['RecordConflict', 409] : ['Success', 200];
    if (status === 409) readAnew();
    return Response.json(
      { payload: {}, additionalInformation: null, status: { code: status === 200 ? 0 : status, name }, errors: [] },
      { status: Number(status) },
    );
  });
  const onClose = vi.fn();
  function OpenedRow() {
    const [{ amount, revision }, setFound] = useState({ amount: '10.00', revision: '1' });
    readAnew = () => setFound({ amount: '25000.00', revision: '2' });
    const row = {
      id: '1',
      name: '',
      budgetYear: 2031,
      organizationCode: '50112',
      amount: '10.00',
      currentAmount: amount,
    };
    return <RowEditDialog registry={APPROPRIATIONS} existing={{ row, revision }} onClose={onClose} />;
  }
  const screen = await draw(<OpenedRow />);
  const fieldOf = (name: string) => screen.getByRole('textbox', { name: labelOf(name) });
  await fieldOf('amount').fill('12,00');
  await screen.getByRole('button', { name: 'Сачувај' }).click();
  const told = screen.getByRole('alert');
  await expect
    .element(told.getByText(`${labelOf('currentAmount')}: преузета је сачувана вредност „25.000,00“.`))
    .toBeVisible();
  await expect.element(fieldOf('amount')).toHaveValue('12,00');
  await expect.element(fieldOf('currentAmount')).toHaveValue('25.000,00');
  await screen.getByRole('button', { name: 'Сачувај' }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(bodies).toMatchObject([
    { amount: '12.00', currentAmount: '10.00', revision: '1' },
    { amount: '12.00', currentAmount: '25000.00', revision: '2' },
  ]);
});

test('a row cannot be changed while it is saved: the change would be dropped with the one that was sent', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise<Response>(() => undefined));
  const existing = { row: { id: '01', code: '01', name: 'Буџет' }, revision: '1' };
  const screen = await draw(<RowEditDialog registry={registry} existing={existing} onClose={() => undefined} />);
  const name = screen.getByRole('textbox', { name: 'Назив' });
  await userEvent.fill(name, 'Мој назив');
  await screen.getByRole('button', { name: 'Сачувај' }).click();
  await expect.poll(() => isSent(name)).toBe(true);
});

test('while an import is written, the dialog says whose it is and keeps what was typed', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    Response.json(
      {
        payload: { by: 'Ана Анић' },
        additionalInformation: null,
        status: { code: 6021, name: 'RegistryImportRunning' },
        errors: [],
      },
      { status: 409 },
    ),
  );
  const existing = { row: { id: '01', code: '01', name: 'Буџет' }, revision: '1' };
  const onClose = vi.fn();
  const screen = await draw(
    <>
      <Notifications />
      <RowEditDialog registry={registry} existing={existing} onClose={onClose} />
    </>,
  );
  const name = screen.getByRole('textbox', { name: 'Назив' });
  await userEvent.fill(name, 'Мој назив');
  await screen.getByRole('button', { name: 'Сачувај' }).click();
  await expect
    .element(screen.getByText('Увози Ана Анић: У овај регистар се управо увози. Покушајте поново касније.'))
    .toBeVisible();
  await expect.element(name).toHaveValue('Мој назив');
  expect(onClose).not.toHaveBeenCalled();
});

test('a refused field says why until it is changed, and the other one until it is, too', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(async () => {
    const errors = ['name', 'code'].map((field) => ({ field, code: 'InvalidFieldValue' }));
    const status = { code: 1004, name: 'ValidationError' };
    return Response.json({ payload: null, additionalInformation: null, status, errors }, { status: 422 });
  });
  const screen = await draw(<RowEditDialog registry={registry} onClose={() => undefined} />);
  const [code, name] = [screen.getByRole('textbox').first(), screen.getByRole('textbox', { name: 'Назив' })];
  await userEvent.fill(code, '01');
  await userEvent.fill(name, 'Буџет');
  await expect.element(name).not.toBeInvalid();
  await screen.getByRole('button', { name: 'Сачувај' }).click();
  await expect.element(name).toBeInvalid();
  await expect.element(name).toHaveAccessibleDescription(/Вредност није дозвољена/);
  await userEvent.fill(name, 'Буџет Републике');
  await expect.element(name).not.toBeInvalid();
  await expect.element(code).toBeInvalid();
  await userEvent.fill(code, '02');
  await expect.element(code).not.toBeInvalid();
});

test('a phone is sent in one notation when it was changed; an older one, and several in one field, stay', async () => {
  const bodies: Record<string, unknown>[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (_address, request) => {
    bodies.push(JSON.parse(request?.body as string) as Record<string, unknown>);
    return Response.json({
      payload: {},
      additionalInformation: null,
      status: { code: 0, name: 'Success' },
      errors: [],
    });
  });
  const bodiesRegistry = registryOf('organizations');
  const row = {
    id: '1',
    companyNumber: '12345678',
    taxIdNumber: '123456789',
    name: 'Град',
    phoneNumber: '027/321-000',
  };
  const typed = async (changes: Record<string, string>) => {
    const screen = await draw(
      <RowEditDialog registry={bodiesRegistry} existing={{ row, revision: '1' }} onClose={() => undefined} />,
    );
    for (const [label, value] of Object.entries(changes))
      await screen.getByRole('textbox', { name: label }).fill(value);
    const before = bodies.length;
    await screen.getByRole('button', { name: 'Сачувај' }).click();
    await expect.poll(() => bodies.length).toBe(before + 1);
    await screen.unmount();
    return bodies.at(-1)?.phoneNumber;
  };
  expect(await typed({ Назив: 'Град Ваљево' })).toBe('027/321-000');
  expect(await typed({ Телефон: '00381 27 321-001' })).toBe('+381 (27) 321 001');
  expect(await typed({ Телефон: '+385 1 4567 890' })).toBe('+385 1 4567 890');
  expect(await typed({ Телефон: '027/321-000, 027/321-001' })).toBe('027/321-000, 027/321-001');
});
