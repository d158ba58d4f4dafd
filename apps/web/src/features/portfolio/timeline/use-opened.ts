import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { ProjectTimeline, TimelineProject } from '@pimis/contract/portfolio/timeline';
import { projectTimelineQuery } from './api.ts';
import { codesOf, toggled } from './opened-codes.ts';
import type { OpenedProject } from './rows.ts';
import { useTimelineSearch } from './use-timeline-search.ts';

interface Opened {
  opened: ReadonlyMap<string, OpenedProject>;
  /** Opens a project, or closes it. */
  toggle: (code: string) => void;
  /** Asks again for the activities of an opened project. */
  retry: (code: string) => void;
}

const statesOf = (results: UseQueryResult<ProjectTimeline>[]): OpenedProject[] =>
  results.map(({ data, error, isFetching }) => ({
    timeline: data,
    failure: isFetching ? undefined : (error ?? undefined),
  }));

/**
 * Opened projects, by code, whose activities are shown below them. The URL contains them (`open`), so that they stay
 * open after a reload and after going back; projects not loaded yet wait for their page.
 */
export function useOpened(projects: readonly TimelineProject[]): Opened {
  const client = useQueryClient();
  const [search, change] = useTimelineSearch();
  const written = String(search.open ?? '');
  const codes = useMemo(() => {
    const opened = new Set(codesOf(written));
    return projects.map(({ code }) => code).filter((code) => opened.has(code));
  }, [projects, written]);
  const states = useQueries({
    // Returning to the window does not reload all of them.
    queries: codes.map((code) => ({ ...projectTimelineQuery(code), refetchOnWindowFocus: false })),
    combine: statesOf,
  });
  const opened = useMemo(
    () => new Map(codes.map((code, index) => [code, states[index] ?? { timeline: undefined, failure: undefined }])),
    [codes, states],
  );
  const toggle = useCallback(
    (code: string) => change(({ open }) => ({ open: toggled(String(open ?? ''), code) || undefined })),
    [change],
  );
  const retry = useCallback(
    (code: string) => void client.refetchQueries({ queryKey: projectTimelineQuery(code).queryKey }),
    [client],
  );
  return { opened, toggle, retry };
}
