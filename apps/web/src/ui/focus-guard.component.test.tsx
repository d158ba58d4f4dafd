import { Button } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { useState } from 'react';
import { beforeAll, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../testing/form.tsx';
import { Dialog } from './Dialog.tsx';
import { guardFocus } from './focus-guard.ts';
import { notifySuccess } from './notify.tsx';

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

test('what is typed during the work of a dialog changes no field: it would be dropped with what was sent', async () => {
  const { screen, end } = await begun();
  const comment = screen.getByRole('textbox', { name: 'Коментар' });
  await comment.click();
  await userEvent.keyboard('а');
  await expect.element(comment).toHaveValue('');
  end('again');
  await expect.element(screen.getByRole('button', { name: 'Одобри' })).toBeEnabled();
  await userEvent.keyboard('б');
  await expect.element(comment).toHaveValue('б');
});

test('a dialog whose opener is gone leaves the focus to the page, not to the message of what was done', async () => {
  const Screen = () => {
    const [opened, setOpened] = useState<boolean | null>(null);
    return (
      <main id="main" tabIndex={-1}>
        {opened === null && <Button onClick={() => setOpened(true)}>Укључи</Button>}
        {opened === true && (
          <Dialog opened onClose={() => setOpened(false)} title="Одлука" footer={<Button onClick={done}>Даље</Button>}>
            Текст
          </Dialog>
        )}
        <Notifications />
      </main>
    );
    function done() {
      notifySuccess('Укључено.');
      setOpened(false);
    }
  };
  const screen = await draw(<Screen />);
  await screen.getByRole('button', { name: 'Укључи' }).click();
  await expect.element(screen.getByRole('button', { name: 'Даље' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Укључено.')).toBeVisible();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('main')).toHaveFocus();
});
