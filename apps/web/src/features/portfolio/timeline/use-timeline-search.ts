import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { TableSearch } from '../../../ui/DataTable/state.ts';

type Change = (search: TableSearch) => TableSearch;

/**
 * The parameters of the timeline in the URL, and a function to change some of them; undefined removes one. A change
 * applies to the newest URL, which the screen may not show yet.
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
        // Opening a project does not scroll.
        resetScroll: false,
      }),
    [navigate],
  );
  return [search, change];
}
