import { Notifications } from '@mantine/notifications';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../../../testing/form.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import { guardFocus } from '../../../ui/focus-guard.ts';
import { SecondFactorDialog } from './SecondFactorDialog.tsx';

beforeAll(guardFocus);
afterEach(() => vi.restoreAllMocks());

/** Answers the steps of a change. `isOver`: the new secret has expired. */
function serve({ isOver = false } = {}) {
  vi.spyOn(window, 'fetch').mockImplementation(async (asked) => {
    const path = typeof asked === 'string' ? asked : '';
    if (isOver && path.endsWith('/confirm')) {
      const over = { code: 2060, name: 'SecondFactorSetUpOver' };
      return Response.json({ payload: null, additionalInformation: null, status: over, errors: [] }, { status: 409 });
    }
    const payload = path.endsWith('/second-factor')
      ? { secret: 'ABCDEFGH', address: 'otpauth://totp/PIMIS:ana?secret=ABCDEFGH' }
      : { recoveryCodes: ['kod-1', 'kod-2'] };
    const status = { code: 0, name: 'Success' };
    return Response.json({ payload, additionalInformation: null, status, errors: [] });
  });
}

test('the code is typed after a press of the mouse too, and codes ask whether they are saved before they go', async () => {
  signIn();
  serve();
  const onClose = vi.fn();
  const screen = await draw(<SecondFactorDialog change="switchOn" active={false} onClose={onClose} />);
  await screen.getByLabelText('Лозинка', { exact: false }).first().fill('Lozinka-2026!');
  await screen.getByRole('button', { name: 'Настави' }).click();
  const code = screen.getByRole('textbox', { name: 'Код из апликације' });
  await expect.element(code).toHaveFocus();
  await userEvent.keyboard('123456');
  await screen.getByRole('button', { name: 'Потврди' }).click();
  await expect.element(screen.getByText('kod-1')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByText(/Да ли су сачувани/)).toBeVisible();
  await screen.getByRole('button', { name: 'Прикажи кодове' }).click();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: 'Кодови су сачувани' }).click();
  expect(onClose).toHaveBeenCalledOnce();
});

test('whose time for the new secret is over is told so, and begins again', async () => {
  signIn();
  serve({ isOver: true });
  const screen = await draw(
    <>
      <Notifications />
      <SecondFactorDialog change="switchOn" active onClose={() => {}} />
    </>,
  );
  const password = screen.getByLabelText('Лозинка', { exact: false }).first();
  await password.fill('Lozinka-2026!');
  const code = screen.getByRole('textbox', { name: 'Код из апликације' });
  await code.fill('654321');
  await screen.getByRole('button', { name: 'Настави' }).click();
  await expect.element(screen.getByRole('button', { name: 'Потврди' })).toBeVisible();
  await code.fill('123456');
  await screen.getByRole('button', { name: 'Потврди' }).click();
  await expect.element(screen.getByText(/Време за потврду новог кључа је истекло/)).toBeVisible();
  await expect.element(password).toBeVisible();
  await expect.element(code).toHaveValue('');
});

test('its title says what is switched, apart from the button that opens it', async () => {
  signIn();
  const screen = await draw(<SecondFactorDialog change="switchOff" active onClose={() => {}} />);
  await expect.element(screen.getByRole('dialog', { name: 'Искључивање другог корака' })).toBeVisible();
});
