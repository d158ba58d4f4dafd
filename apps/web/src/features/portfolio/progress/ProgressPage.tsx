import { useText } from '../../../i18n/use-text.ts';
import { Empty } from '../../../ui/Empty.tsx';

/** Nothing is shown yet. */
export function ProgressPage() {
  const { t } = useText();
  return <Empty title={t('portfolioViews.none')} />;
}
