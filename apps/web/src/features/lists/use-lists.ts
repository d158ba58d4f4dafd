import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProjectList } from '@pimis/contract/lists';
import { listsQuery, namedListQuery } from './api.ts';

/** Loads older lists. `left`: there are more; `failure`: they could not be loaded. */
export type ReadOlder = () => Promise<{ left: boolean; failure: Error | null }>;

export interface Lists {
  /** The loaded lists, newest first, including that of the address; undefined until they are loaded. */
  lists: readonly ProjectList[] | undefined;
  /** The list of the address, otherwise the newest. */
  selected: ProjectList | undefined;
  /** The list of the address does not exist or is not visible to the user. */
  missing: boolean;
  error: Error | null;
  older: { left: boolean; reading: boolean; pages: number; read: ReadOlder };
}

/** The loaded lists of a type; an older list of the address is loaded by its name. */
export function useLists(type: number, listName: string | undefined): Lists {
  const query = useInfiniteQuery(listsQuery(type));
  const pages = query.data?.pages;
  const read = pages?.flatMap(({ lists }) => lists);
  const among = listName === undefined ? read?.[0] : read?.find(({ name }) => name === listName);
  const asksByName = read !== undefined && listName !== undefined && !among;
  const [last, setLast] = useState<ProjectList>();
  const named = useQuery({
    ...namedListQuery(type, listName ?? ''),
    enabled: asksByName,
    // Newer lists have moved it beyond the loaded pages; it must stay visible.
    placeholderData: last?.type === type && last.name === listName ? last : undefined,
  });
  const own = asksByName ? named.data : undefined;
  const selected = among ?? own ?? undefined;
  if (selected && selected !== last) setLast(selected);
  // Older lists could not be loaded: the error is shown together with the loaded ones, also during a refetch.
  const error = query.isFetchNextPageError || (pages && query.isFetching) ? null : query.error;
  return {
    lists: own ? [...(read ?? []), own].toSorted((one, other) => other.id - one.id) : read,
    selected,
    // A new list may not be loaded yet.
    missing: own === null && !named.isFetching,
    error: error ?? (asksByName ? named.error : null),
    older: {
      left: query.hasNextPage,
      reading: query.isFetchingNextPage,
      pages: pages?.length ?? 0,
      read: async () => {
        // A running load is awaited: cancelling it would never show the change.
        const readNext = () => query.fetchNextPage({ cancelRefetch: false });
        const waited = await readNext();
        const isRead = waited.isFetchNextPageError || waited.data?.pages.length !== pages?.length;
        const { hasNextPage, isFetchNextPageError, error: failure } = isRead ? waited : await readNext();
        return { left: hasNextPage, failure: isFetchNextPageError ? failure : null };
      },
    },
  };
}
