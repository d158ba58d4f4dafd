import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { TableSearch } from '../../../ui/DataTable/state.ts';

/** What the address says of the timeline, and how parts of it are changed; undefined takes a part out. */
export function useTimelineSearch(): [TableSearch, (changed: TableSearch) => void] {
  const navigate = useNavigate();
  const search = useRouterState({ select: (state) => state.location.search as TableSearch });
  const change = useCallback(
    (changed: TableSearch) =>
      void navigate({
        to: '/portfolio/timeline',
        search: { ...search, ...changed },
        replace: true,
        // A project opens in its place.
        resetScroll: false,
      }),
    [navigate, search],
  );
  return [search, change];
}
