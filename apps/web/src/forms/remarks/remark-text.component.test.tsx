import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../../testing/form.tsx';
import { RemarkText } from './RemarkText.tsx';

test('a remark cannot be changed while it is saved: the change would be dropped with the one that was', async () => {
  const screen = await draw(
    <RemarkText label="Примедба" save="Сачувај" onSave={() => new Promise<boolean>(() => undefined)} />,
  );
  const remark = screen.getByRole('textbox', { name: 'Примедба' });
  await userEvent.fill(remark, 'Допуните износе.');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(remark).toHaveAttribute('readonly');
});
