import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../../testing/form.tsx';
import { SecondStep } from './SecondStep.tsx';

afterEach(() => vi.restoreAllMocks());

test('a code that is missing is said at its field', async () => {
  const screen = await draw(
    <SecondStep required={{ token: 'token', step: 'code' }} onDone={() => {}} onAgain={() => {}} />,
  );
  const code = screen.getByRole('textbox', { name: 'Код из апликације' });
  await code.click();
  await userEvent.keyboard('{Enter}');
  await expect.element(code).toHaveAccessibleDescription('Обавезно поље');
  await code.fill('1');
  await expect.element(code).not.toHaveAccessibleDescription('Обавезно поље');
});

test('after a press of the button one types into the field, in place of the code that was wrong', async () => {
  const status = { code: 2051, name: 'InvalidSecondFactor' };
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    Response.json({ payload: null, additionalInformation: null, status, errors: [] }, { status: 401 }),
  );
  const screen = await draw(
    <SecondStep required={{ token: 'token', step: 'code' }} onDone={() => {}} onAgain={() => {}} />,
  );
  const code = screen.getByRole('textbox', { name: 'Код из апликације' });
  const enter = screen.getByRole('button', { name: 'Пријави се' });
  await enter.click();
  await expect.element(code).toHaveFocus();
  await userEvent.keyboard('111111');
  await enter.click();
  await expect.element(screen.getByText(/Код није исправан/)).toBeVisible();
  await expect.element(code).toHaveFocus();
  await userEvent.keyboard('222222');
  await expect.element(code).toHaveValue('222222');
});
