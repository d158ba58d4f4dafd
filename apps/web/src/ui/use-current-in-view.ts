import { type RefObject, useEffect } from 'react';

/** Scrolls a row sideways to its current part, without scrolling the page. */
export function useCurrentInView(row: RefObject<HTMLElement | null>, selector: string, changed: unknown): void {
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>(selector);
    if (!row.current || !current) return;
    const { left, right } = row.current.getBoundingClientRect();
    const place = current.getBoundingClientRect();
    if (place.left < left) row.current.scrollLeft += place.left - left;
    else if (place.right > right) row.current.scrollLeft += place.right - right;
    // `changed` triggers another check.
  }, [row, selector, changed]);
}
