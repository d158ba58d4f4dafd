import { Button } from '@mantine/core';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiFailure } from '../api/client.ts';
import { useText } from '../i18n/use-text.ts';
import { IconAlertTriangle } from '../ui/icons.ts';
import { useToldFailures } from '../ui/told-failures.ts';

/** A panel tells its failure in its place as soon as it is drawn. */
const PANELS_FIRST_MS = 300;

/** Without an answer the bar of the connection tells it; without a session or a right there is nothing to ask again. */
const TOLD_ELSEWHERE: readonly number[] = [0, 401, 403, 404];

function failed(query: Query): boolean {
  const { error, data } = query.state;
  if (error === null || !query.isActive()) return false;
  // What the product asks by itself again and again is told while nothing of it is known.
  if (query.meta?.quiet === true && data !== undefined) return false;
  return !(error instanceof ApiFailure && TOLD_ELSEWHERE.includes(error.httpStatus));
}

/** What the screen could not read and no panel of it tells: a bar with the way to ask again. */
export function FailedReads() {
  const { t } = useText();
  const client = useQueryClient();
  const isTold = useToldFailures();
  const [, setChanges] = useState(0);
  const [shown, setShown] = useState(false);
  useEffect(
    () => client.getQueryCache().subscribe(({ type }) => type !== 'observerOptionsUpdated' && setChanges((n) => n + 1)),
    [client],
  );
  const untold = (query: Query) => failed(query) && !isTold(query.state.error);
  const any = client.getQueryCache().getAll().some(untold);
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
        onClick={() => void client.refetchQueries({ type: 'active', predicate: untold }, { throwOnError: false })}
      >
        {t('common.retry')}
      </Button>
    </p>
  );
}
