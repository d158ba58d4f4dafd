import { Button } from '@mantine/core';
import { ApiFailure } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { useReportsFailure } from '../../ui/reported-failures.ts';
import { usePortfolioFilter } from './use-portfolio-filter.ts';

/**
 * Shown if a view could not be read. The server would refuse an invalid filter again, and a filter from the URL may
 * have no chip, so all filters can be removed here.
 */
export function ViewFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useText();
  const [filter, setFilter] = usePortfolioFilter();
  useReportsFailure(error);
  if (!(error instanceof ApiFailure && error.name === 'ValidationError'))
    return <Failed error={error} onRetry={onRetry} />;
  return (
    <div role="alert">
      <Empty title={t('table.badFilter')} hint={t('table.badFilterHint')}>
        <Button variant="default" onClick={() => void setFilter({ ...filter, filters: {} })}>
          {t('common.clearAll')}
        </Button>
      </Empty>
    </div>
  );
}
