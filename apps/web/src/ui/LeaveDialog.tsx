import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './Dialog.tsx';

interface LeaveDialogProps {
  title: string;
  stay: string;
  go: string;
  onStay: () => void;
  onGo: () => void;
  children: ReactNode;
}

/** Asks who is about to leave a screen with unsaved changes. */
export function LeaveDialog({ title, stay, go, onStay, onGo, children }: LeaveDialogProps) {
  return (
    <Dialog
      opened
      onClose={onStay}
      title={title}
      footer={
        <>
          <Button variant="default" onClick={onGo}>
            {go}
          </Button>
          {/* Who has pressed Enter once more, because leaving took a moment, loses nothing. */}
          <Button onClick={onStay} data-autofocus>
            {stay}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
