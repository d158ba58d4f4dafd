import { Fragment, type ReactNode } from 'react';

/** Renders read-only items whose identity is their place. Rows that people change need keys of their own. */
export function inOrder<T>(items: readonly T[], draw: (item: T, place: number) => ReactNode): ReactNode[] {
  return Array.from(items.entries(), ([place, item]) => <Fragment key={place}>{draw(item, place)}</Fragment>);
}
