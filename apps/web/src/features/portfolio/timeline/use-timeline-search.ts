import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { TableSearch } from '../../../ui/DataTable/state.ts';

type Change = (search: TableSearch) => TableSearch;

/**
 * What the address says of the timeline, and how parts of it are changed; undefined takes a part out. A change is made to
 * the newest address, which the screen may not show yet.
 */
export function useTimelineSearch(): [TableSearch, (change: Change) => void] {
  const navigate = useNavigate();
  const search = useRouterState({ select: (state) => state.location.search as TableSearch });
  const change = useCallback(
    (make: Change) =>
      void navigate({
        to: '/portfolio/timeline',
        search: (newest: TableSearch) => ({ ...newest, ...make(newest) }),
        replace: true,
        // A project opens in its place.
        resetScroll: false,
      }),
    [navigate],
  );
  return [search, change];
}
