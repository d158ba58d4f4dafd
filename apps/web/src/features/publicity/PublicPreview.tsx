import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import './publicity.css';

/** The page of the portal as the public sees it, or would; in a frame without rights of its own. */
export function PublicPreview({ code, onClose }: { code: string; onClose: () => void }) {
  const { t, paper } = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ['project', code, 'public-preview', paper],
    gcTime: 0,
    queryFn: async () =>
      (await call('GET /projects/:projectCode/public-preview', { params: { projectCode: code }, query: paper }))
        .payload,
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('publicity.previewTitle')}
      width="page"
      footer={
        <Button variant="default" onClick={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      {error && !data ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : data ? (
        // It has this origin, so that the style sheet of the portal can be loaded; scripts cannot run in it.
        <iframe
          className="public-preview"
          title={t('publicity.previewFrame')}
          sandbox="allow-same-origin"
          srcDoc={data.html}
        />
      ) : (
        <Waiting />
      )}
    </Dialog>
  );
}
