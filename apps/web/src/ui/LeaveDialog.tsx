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
          <Button onClick={onStay}>{stay}</Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
