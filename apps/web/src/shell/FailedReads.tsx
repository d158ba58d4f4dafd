import { Button } from '@mantine/core';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiFailure } from '../api/client.ts';
import { useText } from '../i18n/use-text.ts';
import { IconAlertTriangle } from '../ui/icons.ts';
import { useIsReported } from '../ui/reported-failures.ts';

/** Time for panels to report their failures themselves when they are rendered. */
const PANELS_FIRST_MS = 300;

/** A lost connection has its own bar; without a session or a right there is nothing to repeat. */
const REPORTED_ELSEWHERE: readonly number[] = [0, 401, 403, 404];

function failed(query: Query): boolean {
  const { error, data } = query.state;
  if (error === null || !query.isActive()) return false;
  // A query that repeats by itself is reported only as long as it has no data.
  if (query.meta?.quiet === true && data !== undefined) return false;
  return !(error instanceof ApiFailure && REPORTED_ELSEWHERE.includes(error.httpStatus));
}

/** A bar for queries that failed and that no panel reports, with a button to repeat them. */
export function FailedReads() {
  const { t } = useText();
  const client = useQueryClient();
  const isReported = useIsReported();
  const [, setChanges] = useState(0);
  const [shown, setShown] = useState(false);
  useEffect(
    () => client.getQueryCache().subscribe(({ type }) => type !== 'observerOptionsUpdated' && setChanges((n) => n + 1)),
    [client],
  );
  const unreported = (query: Query) => failed(query) && !isReported(query.state.error);
  const any = client.getQueryCache().getAll().some(unreported);
  useEffect(() => {
    if (!any) {
      setShown(false);
      return undefined;
    }
    const timer = setTimeout(() => setShown(true), PANELS_FIRST_MS);
    return () => clearTimeout(timer);
  }, [any]);
  if (!shown || !any) return null;
  return (
    <p className="shell-bar" data-kind="lost">
      <IconAlertTriangle size={16} stroke={1.7} aria-hidden />
      <span>{t('frame.someNotLoaded')}</span>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => void client.refetchQueries({ type: 'active', predicate: unreported }, { throwOnError: false })}
      >
        {t('common.retry')}
      </Button>
    </p>
  );
}
