import { useBlocker } from '@tanstack/react-router';
import { useText } from '../i18n/use-text.ts';
import { LeaveDialog } from './LeaveDialog.tsx';

/** Asks before a link, the back button or a reload leaves a screen with unsaved input. */
export function LeaveQuestion({ unsaved }: { unsaved: boolean }) {
  const { t } = useText();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved && current.pathname !== next.pathname,
    enableBeforeUnload: unsaved,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <LeaveDialog
      title={t('forms.leave.title')}
      stay={t('forms.unsavedDialog.stay')}
      go={t('forms.unsavedDialog.drop')}
      onStay={blocker.reset}
      onGo={blocker.proceed}
    >
      {t('forms.unsavedDialog.question')}
    </LeaveDialog>
  );
}
