import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * Returns a function that says, after the server's answer, whether the screen that made the call is still shown, so
 * that users who have gone elsewhere stay there. The next screen may still be loading while this one is drawn, so the
 * address counts too.
 */
export function useStillHere(): () => boolean {
  const router = useRouter();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isDrawn = useRef(true);
  useEffect(() => {
    isDrawn.current = true;
    return () => {
      isDrawn.current = false;
    };
  }, []);
  return () => isDrawn.current && router.latestLocation.pathname === path;
}
