import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProjectDocument } from '@pimis/contract/documents';
import { call } from '../../../api/client.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { notifyFailure, notifySuccess } from '../../../ui/notify.tsx';
import { documentsChanged } from '../api.ts';

/** Asks before a document is deleted. */
export function DeleteDialog({ code, row, onClose }: { code: string; row: ProjectDocument; onClose: () => void }) {
  const text = useText();
  const { t, data } = text;
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await call('DELETE /projects/:projectCode/documents/:documentId', {
        params: { projectCode: code, documentId: row.id },
      });
      notifySuccess(t('documents.list.deleted'));
    } catch (failure) {
      notifyFailure(failure, text);
    }
    onClose();
    await documentsChanged(client, code);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('documents.list.delete')}
      confirm={
        <Button color="red" loading={busy} onClick={() => void remove()}>
          {t('documents.list.delete')}
        </Button>
      }
    >
      {t('documents.list.deletePrompt', { title: data(row.title) })}
    </Dialog>
  );
}
