import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProjectList } from '@pimis/contract/lists';
import { listsQuery, namedListQuery } from './api.ts';

/** Reads the next older lists. `left`: there are older ones still; `failure`: they could not be read. */
export type ReadOlder = () => Promise<{ left: boolean; failure: Error | null }>;

export interface Lists {
  /** Those that have been read, the newest first, the one that the address names among them; undefined until they come. */
  lists: readonly ProjectList[] | undefined;
  /** The one that the address names, else the newest. */
  selected: ProjectList | undefined;
  /** The address names a list that does not exist, or is not for the user. */
  missing: boolean;
  error: Error | null;
  older: { left: boolean; reading: boolean; pages: number; read: ReadOlder };
}

/** Lists of a type as far as they have been read; one that the address names is asked for by its name where it is older. */
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
    // Newer lists have pushed it out of those that are read: whoever works at it is not to notice.
    placeholderData: last?.type === type && last.name === listName ? last : undefined,
  });
  const own = asksByName ? named.data : undefined;
  const selected = among ?? own ?? undefined;
  if (selected && selected !== last) setLast(selected);
  // What is older could not be read: that is told beside what has been read, which stays, while it is read anew as well.
  const error = query.isFetchNextPageError || (pages && query.isFetching) ? null : query.error;
  return {
    lists: own ? [...(read ?? []), own].toSorted((one, other) => other.id - one.id) : read,
    selected,
    // One that has just been made may still be on its way.
    missing: own === null && !named.isFetching,
    error: error ?? (asksByName ? named.error : null),
    older: {
      left: query.hasNextPage,
      reading: query.isFetchingNextPage,
      pages: pages?.length ?? 0,
      read: async () => {
        // What is being read already is waited for: broken off, what has changed would never be shown.
        const readNext = () => query.fetchNextPage({ cancelRefetch: false });
        const waited = await readNext();
        const isRead = waited.isFetchNextPageError || waited.data?.pages.length !== pages?.length;
        const { hasNextPage, isFetchNextPageError, error: failure } = isRead ? waited : await readNext();
        return { left: hasNextPage, failure: isFetchNextPageError ? failure : null };
      },
    },
  };
}
