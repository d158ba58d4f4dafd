import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useText } from '../../../i18n/use-text.ts';

type Pages = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;

/** Reads the next page of a table; nothing when every page is there. */
export function MoreButton({ hasNextPage, isFetchingNextPage, fetchNextPage }: Pages) {
  const { t } = useText();
  if (!hasNextPage) return null;
  return (
    <Button variant="default" className="no-print" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {t('portfolioViews.progress.more')}
    </Button>
  );
}
