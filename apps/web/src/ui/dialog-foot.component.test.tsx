import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../testing/form.tsx';
import { Dialog } from './Dialog.tsx';

test('a field that takes the focus in a long dialog stands clear of its foot', async () => {
  await page.viewport(360, 740);
  const screen = await draw(
    <Dialog opened onClose={() => undefined} title="Одлука" confirm={<button type="button">Одложи пројекат</button>}>
      <div style={{ height: 560 }} />
      <label>
        Дан <input type="text" />
      </label>
      <p>Унесите датум.</p>
      <div style={{ height: 500 }} />
    </Dialog>,
  );
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  const field = screen.getByRole('textbox', { name: 'Дан' }).element() as HTMLElement;
  await userEvent.click(screen.getByRole('button', { name: 'Одложи пројекат' }));
  field.blur();
  field.focus();
  const foot = screen.getByRole('button', { name: 'Одустани' }).element().closest('.dialog-foot') as HTMLElement;
  const message = screen.getByText('Унесите датум.').element();
  await expect.poll(() => message.getBoundingClientRect().bottom <= foot.getBoundingClientRect().top).toBe(true);
});
