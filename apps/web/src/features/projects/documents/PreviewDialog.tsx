import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { previewType } from '@pimis/domain/documents/content';
import { call, fileAddress } from '../../../api/client.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Empty } from '../../../ui/Empty.tsx';
import { Waiting } from '../../../ui/Waiting.tsx';
import { IconDownload } from '../../../ui/icons.ts';
import { Failed } from '../../../ui/Failed.tsx';

/** Fields that decide whether and how a revision is shown. */
export interface Previewed {
  documentId: number;
  revisionId: number;
  title: string;
  extension: string;
  scan: 'waiting' | 'clean' | 'found';
}

/** Only types that browsers show themselves, and only clean files. */
export const isShown = ({ extension, scan }: Previewed) => previewType(extension) !== null && scan === 'clean';

/** Shows a PDF or an image in the page; a PDF by the browser's own viewer, in a frame. */
export function PreviewDialog({
  code,
  revision,
  onSave,
  onClose,
}: {
  code: string;
  revision: Previewed;
  onSave: () => void;
  onClose: () => void;
}) {
  const text = useText();
  const { t, data } = text;
  const { documentId, revisionId } = revision;
  const params = { projectCode: code, documentId, revisionId };
  const allowed = useQuery({
    queryKey: ['preview', params],
    gcTime: 0,
    queryFn: async () => {
      await call('POST /projects/:projectCode/documents/:documentId/revisions/:revisionId/access', { params });
      return `/api/${fileAddress('GET /projects/:projectCode/documents/:documentId/revisions/:revisionId/preview', { params })}`;
    },
  });
  const [broken, setBroken] = useState(false);
  const name = `${data(revision.title)}.${revision.extension}`;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={name}
      width="page"
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common.close')}
          </Button>
          <Button leftSection={<IconDownload size={16} />} onClick={onSave}>
            {t('documents.revisions.download')}
          </Button>
        </>
      }
    >
      {allowed.error ? (
        <Failed error={allowed.error} onRetry={() => void allowed.refetch()} />
      ) : allowed.data === undefined ? (
        <Waiting />
      ) : revision.extension === 'pdf' ? (
        <iframe className="document-preview" src={allowed.data} title={name} />
      ) : broken ? (
        <div role="alert">
          <Empty title={t('documents.revisions.notShown')} />
        </div>
      ) : (
        <img className="document-preview-image" src={allowed.data} alt={name} onError={() => setBroken(true)} />
      )}
    </Dialog>
  );
}
