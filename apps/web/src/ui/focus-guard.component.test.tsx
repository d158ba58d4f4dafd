import { Button } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { useState } from 'react';
import { beforeAll, expect, test, vi } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';
import { draw } from '../testing/form.tsx';
import { Dialog } from './Dialog.tsx';
import { guardFocus } from './focus-guard.ts';
import { HeaderPanel } from './HeaderPanel.tsx';
import { IconBell } from './icons.ts';
import { Menu, MenuItem } from './Menu.tsx';
import { notifySuccess } from './notify.tsx';

beforeAll(guardFocus);

/** A dialog with work that may be tried again or is done; the foot has another button then. */
function Working({
  onClose,
  work,
  unsaved = false,
}: {
  onClose: () => void;
  work: () => Promise<'again' | 'done'>;
  unsaved?: boolean;
}) {
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
      unsaved={unsaved}
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
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void take();
        }}
      >
        <input aria-label="Коментар" />
        <input type="checkbox" aria-label="Обавести" />
      </form>
    </Dialog>
  );
}

async function begun({ unsaved = false } = {}) {
  const onClose = vi.fn();
  const work = Promise.withResolvers<'again' | 'done'>();
  const screen = await draw(<Working onClose={onClose} work={() => work.promise} unsaved={unsaved} />);
  const button = screen.getByRole('button', { name: 'Одобри' });
  await expect.element(screen.getByRole('textbox', { name: 'Коментар' })).toHaveFocus();
  await userEvent.keyboard('{Tab}{Tab}{Tab}');
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

test('a button to which the user went during the work of a dialog keeps the focus', async () => {
  const { screen, button, end } = await begun();
  await userEvent.keyboard('{Tab}');
  const close = screen.getByRole('button', { name: 'Затвори' });
  await expect.element(close).toHaveFocus();
  end('again');
  await expect.element(button).toBeEnabled();
  await expect.element(close).toHaveFocus();
});

test('nothing is typed or ticked during the work of a dialog, also behind its question: it would be dropped with what was sent', async () => {
  const { screen, button, end } = await begun({ unsaved: true });
  const [comment, box] = [screen.getByRole('textbox'), screen.getByRole('checkbox')];
  const changed = async () => {
    await comment.click({ force: true });
    await userEvent.keyboard('a');
    await box.click({ force: true });
    const inputOf = (field: Locator) => field.element() as HTMLInputElement;
    return { value: inputOf(comment).value, checked: inputOf(box).checked };
  };
  const unchanged = { value: '', checked: false };
  expect(await changed()).toEqual(unchanged);
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('alert')).toBeVisible();
  expect(await changed()).toEqual(unchanged);
  await screen.getByRole('button', { name: 'Настави унос' }).click();
  end('again');
  await expect.element(button).toBeEnabled();
  expect(await changed()).toEqual({ value: 'a', checked: true });
});

test('a field that was sent with Enter has the focus again after a failure, and the dialog has it meanwhile', async () => {
  const work = Promise.withResolvers<'again'>();
  const screen = await draw(<Working onClose={vi.fn()} work={() => work.promise} />);
  const comment = screen.getByRole('textbox');
  await expect.element(comment).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('dialog')).toHaveFocus();
  work.resolve('again');
  await expect.element(comment).toHaveFocus();
});

test('a field that replaces the one that was sent has the focus, not Cancel', async () => {
  const work = Promise.withResolvers<void>();
  const Steps = () => {
    const [step, setStep] = useState('Лозинка');
    const [busy, setBusy] = useState(false);
    const send = async () => {
      setBusy(true);
      await work.promise;
      setStep('Код');
      setBusy(false);
    };
    return (
      <Dialog
        opened
        onClose={vi.fn()}
        title="Други корак"
        confirm={
          <Button type="submit" form="koraci" loading={busy}>
            Настави
          </Button>
        }
      >
        <form
          id="koraci"
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <div key={step}>
            <input aria-label={step} />
          </div>
        </form>
      </Dialog>
    );
  };
  const screen = await draw(<Steps />);
  await expect.element(screen.getByRole('textbox', { name: 'Лозинка' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('dialog')).toHaveFocus();
  work.resolve();
  await expect.element(screen.getByRole('textbox', { name: 'Код' })).toHaveFocus();
});

test('a field of a page has the focus again after it was sent, which the content of the page has meanwhile', async () => {
  const work = Promise.withResolvers<void>();
  const Page = () => {
    const [busy, setBusy] = useState(false);
    const send = async () => {
      setBusy(true);
      await work.promise;
      setBusy(false);
    };
    return (
      <main id="main" tabIndex={-1}>
        <form
          inert={busy}
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <input aria-label="Назив" />
        </form>
      </main>
    );
  };
  const screen = await draw(<Page />);
  const name = screen.getByRole('textbox');
  await name.fill('Мост');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('main')).toHaveFocus();
  await userEvent.keyboard('a');
  work.resolve();
  await expect.element(name).toHaveFocus();
  await expect.element(name).toHaveValue('Мост');
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

test('a panel and a menu that close from inside give the focus back to what opened them', async () => {
  const screen = await draw(
    <main id="main" tabIndex={-1}>
      <HeaderPanel label="Послови" icon={<IconBell />} title="Послови" foot={() => null}>
        {(close) => <button onClick={close}>Преузми</button>}
      </HeaderPanel>
      <Menu opener={<Button>Налог</Button>}>
        <MenuItem>Мој налог</MenuItem>
      </Menu>
    </main>,
  );
  const bell = screen.getByRole('button', { name: 'Послови' });
  await bell.click();
  await screen.getByRole('button', { name: 'Преузми' }).click();
  await expect.element(bell).toHaveFocus();
  const account = screen.getByRole('button', { name: 'Налог' });
  await account.click();
  await screen.getByRole('menuitem', { name: 'Мој налог' }).click();
  await expect.element(account).toHaveFocus();
});
