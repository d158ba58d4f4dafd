import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/** Navigation by the browser's buttons or gestures. Screens themselves decide about their links and calls. */
const OF_THE_BROWSER: readonly string[] = ['BACK', 'FORWARD', 'GO'];

/**
 * Has the browser's back button ask before it leaves unsaved input, and the browser itself before a reload. `ask`
 * resolves to whether the user leaves.
 */
export function useUnsavedGuard(unsaved: boolean, ask: () => Promise<boolean>): void {
  const history = useRouter().history;
  const leaves = useEffectEvent(ask);
  useEffect(() => {
    if (!unsaved) return undefined;
    return history.block({
      blockerFn: async ({ action }) => OF_THE_BROWSER.includes(action) && !(await leaves()),
      enableBeforeUnload: true,
    });
  }, [unsaved, history]);
}
