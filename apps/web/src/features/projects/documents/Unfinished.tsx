import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { dropUpload, type Unfinished as Upload } from '../../../api/uploads.ts';
import { useText } from '../../../i18n/use-text.ts';
import { notifyFailure, notifyShortly } from '../../../ui/notify.tsx';
import { unfinishedQuery } from './api.ts';

/** Unfinished uploads of a closed page: choosing the file again resumes them, or they can be removed. */
export function Unfinished({ code, onGoOn }: { code: string; onGoOn: () => void }) {
  const text = useText();
  const { t, size } = text;
  const client = useQueryClient();
  const { data: uploads = [] } = useQuery(unfinishedQuery(code));
  if (uploads.length === 0) return null;
  const drop = async ({ id }: Upload) => {
    try {
      await dropUpload(code, id);
      notifyShortly(t('documents.unfinished.dropped'));
    } catch (failure) {
      notifyFailure(failure, text);
    }
    await client.invalidateQueries({ queryKey: unfinishedQuery(code).queryKey });
  };
  return (
    <section className="panel unfinished" aria-label={t('documents.unfinished.title')}>
      <div className="panel-head">
        <h2>{t('documents.unfinished.title')}</h2>
      </div>
      <ul>
        {uploads.map((upload) => (
          <li key={upload.id}>
            <div className="unfinished-said">
              <p className="strong">{upload.name}</p>
              <p className="meta">
                {t(`documents.unfinished.${upload.here ? 'here' : 'elsewhere'}`, {
                  sent: size(upload.offset),
                  size: size(upload.size),
                })}
              </p>
            </div>
            {upload.here && (
              <Button variant="default" size="xs" onClick={onGoOn}>
                {t('documents.unfinished.goOn')}
              </Button>
            )}
            <Button
              variant="default"
              size="xs"
              onClick={() => void drop(upload)}
              aria-label={t('documents.unfinished.dropOf', { name: upload.name })}
            >
              {t('documents.unfinished.drop')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
