import { useRouterState } from '@tanstack/react-router';

/** The path of the shown project: among live ones or in the archive. */
export function useBase(): '/projects' | '/projects-archived' {
  return useRouterState({
    select: (state) => (state.location.pathname.startsWith('/projects-archived') ? '/projects-archived' : '/projects'),
  });
}
