import type { QueryClient } from '@tanstack/react-query';

/** What shows where projects stand, besides the projects themselves. */
const SHOWS_PROJECTS = ['projects', 'lists', 'dashboard', 'notifications'];

/**
 * Projects stand elsewhere now: what shows them is read anew, and nothing else. Without codes it may be any of them, as
 * after a list was made of all that wait.
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
