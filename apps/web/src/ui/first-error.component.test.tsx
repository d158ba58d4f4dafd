import { Button } from '@mantine/core';
import { useState } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../testing/form.tsx';
import { Dialog } from './Dialog.tsx';
import { focusFirstErrors } from './first-error.ts';
import { guardFocus } from './focus-guard.ts';

beforeAll(() => {
  guardFocus();
  focusFirstErrors();
});

test.each(['{Enter}', '{Tab}{Tab}{Tab}{Enter}'])(
  'what the server refuses has the cursor as soon as it takes input again: %s',
  async (keys) => {
    const [answer, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const Refused = () => {
      const [busy, setBusy] = useState(false);
      const [wrong, setWrong] = useState(false);
      const send = async () => {
        setBusy(true);
        await answer.promise;
        setWrong(true);
        await end.promise;
        setBusy(false);
      };
      return (
        <Dialog
          opened
          onClose={() => undefined}
          title="Саопштење"
          confirm={
            <Button type="submit" form="proba" loading={busy}>
              Сачувај
            </Button>
          }
        >
          <form
            id="proba"
            onSubmit={(event) => {
              event.preventDefault();
              void send();
            }}
          >
            <input aria-label="Назив" />
            <input aria-label="Дан" aria-invalid={wrong} />
          </form>
        </Dialog>
      );
    };
    const screen = await draw(<Refused />);
    const day = screen.getByRole('textbox', { name: 'Дан' });
    await expect.element(screen.getByRole('textbox', { name: 'Назив' })).toHaveFocus();
    await userEvent.keyboard(keys);
    await expect.element(screen.getByRole('dialog')).toHaveFocus();
    answer.resolve();
    await expect.element(day).toHaveAttribute('aria-invalid', 'true');
    end.resolve();
    await expect.element(day).toHaveFocus();
  },
);
