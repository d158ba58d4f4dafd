import { Button, Progress } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import { operationQuery, useOperation } from './api.ts';

/** The progress of a background import, and a button to cancel it. */
export function ImportProgress({ id }: { id: string }) {
  const text = useText();
  const { t, status } = text;
  const client = useQueryClient();
  const { data: operation } = useOperation(id);
  const percent = operation?.progress ?? 0;
  const cancel = async () => {
    try {
      await call('DELETE /operations/:id', { params: { id } });
      // ImportWatch reports the end.
      await client.invalidateQueries({ queryKey: operationQuery(id).queryKey });
    } catch (failure) {
      notifyFailure(failure, text);
    }
  };
  return (
    <div style={{ flexBasis: '100%' }}>
      <Progress value={percent} aria-label={status('OperationRunning')} striped animated mb={6} />
      <p className="import-offer">
        <span className="meta">
          {operation?.state === 'waiting' ? t('registries.import.waits') : t('registries.import.progress', { percent })}{' '}
          {t('registries.import.background')}
        </span>
        <Button variant="default" onClick={() => void cancel()}>
          {t('registries.import.cancel')}
        </Button>
      </p>
    </div>
  );
}
