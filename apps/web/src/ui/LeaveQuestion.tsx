import { useBlocker } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useText } from '../i18n/use-text.ts';
import { LeaveDialog } from './LeaveDialog.tsx';

/**
 * Asks before a link, the back button or a reload leaves a screen with unsaved input. Input that is being sent is
 * unsaved until the server has taken it: it would be lost with a refusal.
 */
export function LeaveQuestion({ unsaved }: { unsaved: boolean }) {
  const { t } = useText();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved && current.pathname !== next.pathname,
    enableBeforeUnload: unsaved,
    withResolver: true,
  });
  const isAsking = blocker.status === 'blocked' && unsaved;
  // It was saved while the question stood there.
  const leave = useEffectEvent(() => blocker.proceed?.());
  useEffect(() => {
    if (blocker.status === 'blocked' && !unsaved) leave();
  }, [blocker.status, unsaved]);
  if (!isAsking) return null;
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
