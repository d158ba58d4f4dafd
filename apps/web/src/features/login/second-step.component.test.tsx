import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../../testing/form.tsx';
import { SecondStep } from './SecondStep.tsx';

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
