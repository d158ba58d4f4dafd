import type { QueryClient } from '@tanstack/react-query';

/** Queries that show the state of projects, besides those of a single project. */
const SHOWS_PROJECTS = ['projects', 'lists', 'dashboard', 'notifications'];

/**
 * Invalidates the queries that show the state of projects. Without codes any project may have moved, for example after
 * all waiting ones were put on a list.
 */
export async function projectsMoved(client: QueryClient, codes?: readonly string[]): Promise<void> {
  const own = codes
    ? codes.flatMap((code) => [
        ['project', code],
        ['form', code],
      ])
    : [['project'], ['form']];
  const keys = [...SHOWS_PROJECTS.map((kind) => [kind]), ...own];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
