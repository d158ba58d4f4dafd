import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useText } from '../i18n/use-text.ts';
import { ApiFailure } from '../api/client.ts';
import { Empty } from './Empty.tsx';
import { failureText } from './failure-text.ts';

const FORBIDDEN = 403;
const NOT_FOUND = 404;

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

/** A screen that failed: says what happened and offers the way on. */
export function ErrorPage({ error }: { error: unknown }) {
  const text = useText();
  const { t } = text;
  const known = error instanceof ApiFailure;
  // Repeating the read would not help.
  const missing = known && [FORBIDDEN, NOT_FOUND].includes(error.httpStatus);
  return (
    <Empty
      page
      title={known ? failureText(error, text) : t('shell.error.title')}
      {...(known ? {} : { hint: t('shell.error.text') })}
    >
      {missing ? (
        <Button component={Link} to="/dashboard">
          {t('shell.notFound.back')}
        </Button>
      ) : (
        <Button onClick={() => window.location.reload()}>{t('shell.error.reload')}</Button>
      )}
    </Empty>
  );
}
