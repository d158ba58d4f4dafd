import { Button } from '@mantine/core';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../../testing/form.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useOutcome } from './use-outcome.ts';

function Head({ phaseStatus }: { phaseStatus: number }) {
  const outcome = useOutcome({ code: 'PROBA', phase: 0, phaseStatus, status: 1 });
  return (
    <span ref={outcome} tabIndex={-1}>
      Стање {phaseStatus}
    </span>
  );
}

/** A step that is refused, as somebody else has acted, or is taken and closes its dialog. */
function Page({ refused }: { refused: boolean }) {
  const [phaseStatus, setPhaseStatus] = useState(1);
  const [opened, setOpened] = useState(false);
  const step = () => {
    setOpened(refused);
    setPhaseStatus(2);
  };
  return (
    <>
      <Head phaseStatus={phaseStatus} />
      <Button onClick={() => setOpened(true)}>Отвори</Button>
      {opened && (
        <Dialog opened onClose={() => setOpened(false)} title="Корак" footer={<Button onClick={step}>Пошаљи</Button>}>
          Текст
        </Dialog>
      )}
    </>
  );
}

test.each([true, false])('the new state of a project has the focus, unless a dialog is open: %s', async (refused) => {
  const screen = await draw(<Page refused={refused} />);
  await screen.getByRole('button', { name: 'Отвори' }).click();
  const send = screen.getByRole('button', { name: 'Пошаљи' });
  await expect.element(send).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Стање 2')).toBeInTheDocument();
  await expect.element(refused ? send : screen.getByText('Стање 2')).toHaveFocus();
});
