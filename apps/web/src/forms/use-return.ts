import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Runs when the user comes back to this window or tab, one run at a time, because switching to a tab fires two events.
 */
export function useReturn(run: () => Promise<void>): void {
  const isRunning = useRef(false);
  const onReturn = useEffectEvent(async () => {
    if (isRunning.current || document.visibilityState !== 'visible') return;
    isRunning.current = true;
    try {
      await run();
    } finally {
      isRunning.current = false;
    }
  });
  useEffect(() => {
    const listener = () => void onReturn();
    window.addEventListener('focus', listener);
    window.addEventListener('visibilitychange', listener);
    return () => {
      window.removeEventListener('focus', listener);
      window.removeEventListener('visibilitychange', listener);
    };
  }, []);
}
