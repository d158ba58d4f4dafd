import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { type ConnectionKind, useConnectionCall } from './use-connection-call.ts';

interface ConfirmCallProps {
  kind: ConnectionKind;
  title: string;
  /** The text of the button that makes the call. */
  confirm: string;
  call: () => Promise<unknown>;
  /** Said when the call is done. */
  done: string;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before a call that takes something away, and closes when it is done. */
export function ConfirmCall({ kind, title, confirm, call, done, onClose, children }: ConfirmCallProps) {
  const { busy, run } = useConnectionCall(kind);
  const work = async () => {
    await call();
    onClose();
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      confirm={
        <Button color="red" loading={busy} onClick={() => void run(work, { done })}>
          {confirm}
        </Button>
      }
    >
      {children}
    </Dialog>
  );
}
