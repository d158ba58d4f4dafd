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

/** Asks for confirmation before the user leaves a screen with unsaved changes. */
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
          {/* The safe button has the focus: a second Enter, pressed because leaving took a moment, loses nothing. */}
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
