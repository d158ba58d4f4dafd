import { useRouterState } from '@tanstack/react-router';

/** Where the shown project is: among the live ones or in the archive. */
export function useBase(): '/projects' | '/projects-archived' {
  return useRouterState({
    select: (state) => (state.location.pathname.startsWith('/projects-archived') ? '/projects-archived' : '/projects'),
  });
}
