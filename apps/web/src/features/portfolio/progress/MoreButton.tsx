import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useText } from '../../../i18n/use-text.ts';

type Pages = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;

/**
 * Reads the next page of a table; on paper it says that there are more rows. Renders nothing if all pages are loaded.
 */
export function MoreButton({ hasNextPage, isFetchingNextPage, fetchNextPage }: Pages) {
  const { t } = useText();
  if (!hasNextPage) return null;
  return (
    <>
      <Button variant="default" className="no-print" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {t('portfolioViews.progress.more')}
      </Button>
      <p className="print-only meta">{t('portfolioViews.progress.notAll')}</p>
    </>
  );
}
