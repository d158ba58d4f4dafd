import { Button } from '@mantine/core';
import { useState } from 'react';
import { beforeAll, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../testing/form.tsx';
import { Dialog } from './Dialog.tsx';
import { guardFocus } from './focus-guard.ts';

beforeAll(guardFocus);

/** A dialog with work that may be tried again or is done; the foot has another button then. */
function Working({ onClose, work }: { onClose: () => void; work: () => Promise<'again' | 'done'> }) {
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  const take = async () => {
    setBusy(true);
    setDone((await work()) === 'done');
    setBusy(false);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Одлука"
      footer={
        done ? (
          <Button>Даље</Button>
        ) : (
          <>
            <Button onClick={onClose}>Одустани</Button>
            <Button loading={busy} onClick={() => void take()}>
              Одобри
            </Button>
          </>
        )
      }
    >
      <input aria-label="Коментар" />
    </Dialog>
  );
}

async function begun() {
  const onClose = vi.fn();
  const work = Promise.withResolvers<'again' | 'done'>();
  const screen = await draw(<Working onClose={onClose} work={() => work.promise} />);
  const button = screen.getByRole('button', { name: 'Одобри' });
  await expect.element(screen.getByRole('textbox', { name: 'Коментар' })).toHaveFocus();
  await userEvent.keyboard('{Tab}{Tab}');
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button).toBeDisabled();
  return { screen, button, onClose, end: work.resolve };
}

test('a second Enter during the work of a dialog does not cancel it, and its button has the focus after a failure', async () => {
  const { screen, button, onClose, end } = await begun();
  await expect.element(screen.getByRole('dialog')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  end('again');
  await expect.element(button).toHaveFocus();
  expect(onClose).not.toHaveBeenCalled();
});

test('what replaces the button of a dialog after its work has the focus', async () => {
  const { screen, end } = await begun();
  end('done');
  await expect.element(screen.getByRole('button', { name: 'Даље' })).toHaveFocus();
});

test('a field to which the user went during the work of a dialog keeps the focus', async () => {
  const { screen, button, end } = await begun();
  const comment = screen.getByRole('textbox', { name: 'Коментар' });
  await comment.click();
  end('again');
  await expect.element(button).toBeEnabled();
  await expect.element(comment).toHaveFocus();
});
