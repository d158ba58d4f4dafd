import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * Tells after the server's answer whether the screen that asked is still the one shown: who went elsewhere meanwhile is
 * not taken from there. The next screen may still be loading while this one is drawn, so the address counts too.
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
