import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';

/**
 * Opens links of a drawing within the application; clicks that ask for another tab stay with the browser. A link that
 * only filters the present view keeps its place on the screen.
 */
export function useFollow(): (event: MouseEvent) => void {
  const router = useRouter();
  return (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const href = link?.getAttribute('href');
    if (!href?.startsWith('/') || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const { pathname, search } = new URL(href, window.location.origin);
    if (pathname !== router.state.location.pathname) router.history.push(href);
    else void router.navigate({ to: pathname, search: router.options.parseSearch(search), resetScroll: false });
  };
}
