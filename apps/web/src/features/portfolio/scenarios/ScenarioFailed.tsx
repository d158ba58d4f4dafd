import { ApiFailure } from '../../../api/client.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { Failed } from '../../../ui/Failed.tsx';
import { useReportsFailure } from '../../../ui/reported-failures.ts';
import { AllScenarios } from './links.tsx';

/** Errors of a scenario that does not exist for the user, and of an invalid URL (scenarios/abc). */
const MISSING = ['NotFound', 'ValidationError'];

/** Shown if a scenario could not be read. A retry is not offered if it was deleted or is no longer shared. */
export function ScenarioFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useText();
  useReportsFailure(error);
  if (!(error instanceof ApiFailure && MISSING.includes(error.name))) return <Failed error={error} onRetry={onRetry} />;
  return (
    <div role="alert">
      <Empty title={t('scenarios.missing')}>
        <AllScenarios />
      </Empty>
    </div>
  );
}
