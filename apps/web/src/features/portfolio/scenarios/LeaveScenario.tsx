import { useBlocker } from '@tanstack/react-router';
import { useText } from '../../../i18n/use-text.ts';
import { LeaveDialog } from '../../../ui/LeaveDialog.tsx';
import type { ScenarioDraft } from './use-scenario-draft.ts';

/** Saves a scenario before another screen is shown, and asks where that failed. */
export function LeaveScenario({ draft }: { draft: ScenarioDraft }) {
  const { t } = useText();
  const blocker = useBlocker({
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && (await draft.losesByLeaving()),
    // The draft itself asks when the window is closed.
    enableBeforeUnload: false,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <LeaveDialog
      title={t('scenarios.leave.title')}
      stay={t('scenarios.leave.stay')}
      go={t('scenarios.leave.go')}
      onStay={blocker.reset}
      onGo={() => {
        draft.drop();
        blocker.proceed();
      }}
    >
      {t('scenarios.leave.text')}
    </LeaveDialog>
  );
}
