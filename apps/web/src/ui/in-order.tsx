import { Fragment, type ReactNode } from 'react';

/**
 * Draws items that have no identity but their place: text that is read, never moved, removed or typed in. Rows that
 * people change have keys of their own.
 */
export function inOrder<T>(items: readonly T[], draw: (item: T, place: number) => ReactNode): ReactNode[] {
  return Array.from(items.entries(), ([place, item]) => <Fragment key={place}>{draw(item, place)}</Fragment>);
}
