import { Button } from '@mantine/core';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useText } from '../i18n/use-text.ts';
import { ApiFailure } from '../api/client.ts';
import { Empty } from './Empty.tsx';
import { failureText } from './failure-text.ts';
import { useReportsFailure } from './reported-failures.ts';

const FORBIDDEN = 403;
const NOT_FOUND = 404;
const UNREADABLE = 422;

/** The page of an unknown address. */
export function NotFoundPage() {
  const { t } = useText();
  return (
    <Empty page title={t('shell.notFound.title')} hint={t('shell.notFound.text')}>
      <Button component={Link} to="/dashboard">
        {t('shell.notFound.back')}
      </Button>
    </Empty>
  );
}

interface ErrorPageProps {
  error: unknown;
  /** A hint why something may be missing or hidden from this user. */
  missingHint?: string;
}

/** A screen that failed: says what happened and offers the way on; what could not be read is requested again. */
export function ErrorPage({ error, missingHint }: ErrorPageProps) {
  const text = useText();
  const { t } = text;
  const client = useQueryClient();
  useReportsFailure(error);
  const known = error instanceof ApiFailure;
  // Repeating the read would not help.
  const missing = known && [FORBIDDEN, NOT_FOUND].includes(error.httpStatus);
  const hint = known ? missing && missingHint : t('shell.error.text');
  const retry = () => {
    const unread = { type: 'active' as const, predicate: (query: Query) => query.state.status === 'error' };
    if (client.getQueryCache().findAll(unread).length === 0) window.location.reload();
    else void client.refetchQueries(unread, { throwOnError: false });
  };
  // The request is built from the URL: if the server cannot parse it, the URL is invalid.
  if (known && error.httpStatus === UNREADABLE) return <NotFoundPage />;
  return (
    <Empty page title={known ? failureText(error, text) : t('shell.error.title')} {...(hint ? { hint } : {})}>
      {missing ? (
        <Button component={Link} to="/dashboard">
          {t('shell.notFound.back')}
        </Button>
      ) : (
        <Button onClick={retry}>{t(known ? 'common.retry' : 'shell.error.reload')}</Button>
      )}
    </Empty>
  );
}
