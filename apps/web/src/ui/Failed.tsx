import { Button } from '@mantine/core';
import { ApiFailure } from '../api/client.ts';
import { useText } from '../i18n/use-text.ts';
import { Empty } from './Empty.tsx';
import { failureText } from './failure-text.ts';
import { useReportsFailure } from './reported-failures.ts';

/** Reading it again would be refused again. */
const FINAL: readonly number[] = [403, 404];

interface FailedProps {
  error: unknown;
  onRetry?: (() => void) | undefined;
}

/**
 * An error shown in place of data that could not be read, with a retry button unless the right or the thing is missing.
 */
export function Failed({ error, onRetry }: FailedProps) {
  const text = useText();
  const { t } = text;
  useReportsFailure(error);
  const final = error instanceof ApiFailure && FINAL.includes(error.httpStatus);
  return (
    <div role="alert">
      <Empty title={final ? failureText(error, text) : t('table.notLoaded')}>
        {onRetry && !final && (
          <Button variant="default" onClick={onRetry}>
            {t('common.retry')}
          </Button>
        )}
      </Empty>
    </div>
  );
}

/** The same on one line, for a part of a panel. */
export function FailedLine({ error, onRetry }: FailedProps) {
  const { t } = useText();
  useReportsFailure(error);
  return (
    <p role="alert" style={{ padding: '8px 0' }}>
      {t('table.notLoaded')}{' '}
      <button type="button" className="link-button" onClick={onRetry}>
        {t('common.retry')}
      </button>
    </p>
  );
}
