import type { QueryClient } from '@tanstack/react-query';

/** Queries that show where projects stand, besides those of projects. */
const SHOWS_PROJECTS = ['projects', 'lists', 'dashboard', 'notifications'];

/**
 * Invalidates the queries that show the state of projects. Without codes it may be any project, as after a list was
 * made of all waiting ones.
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
