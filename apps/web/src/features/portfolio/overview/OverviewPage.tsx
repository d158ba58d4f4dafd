import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useText } from '../../../i18n/use-text.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { Failed } from '../../../ui/Failed.tsx';
import { Waiting } from '../../../ui/Waiting.tsx';
import { portfolioParameters, projectsAddress, usePortfolioFilter } from '../filter.ts';
import { overviewQuery } from './api.ts';

/** Number and worth of the projects by their groups. */
export function OverviewPage() {
  const { t, amount } = useText();
  const [filter] = usePortfolioFilter();
  const { data, error, refetch } = useQuery(overviewQuery(portfolioParameters(filter)));
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  if (data.all.projects === 0) return <Empty title={t('portfolioViews.none')} hint={t('portfolioViews.noneHint')} />;
  return (
    <p>
      <Link to={projectsAddress(filter)}>{t('portfolioViews.projects', { count: data.all.projects })}</Link>,{' '}
      {amount(data.all.value)} {t('portfolioViews.currency')}
    </p>
  );
}
