import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, Outlet } from '@tanstack/react-router';
import type { ParseKeys } from 'i18next';
import type { BilingualText } from '@pimis/domain/text/bilingual-text';
import { configurationQuery, dashboardQuery } from '../api/common.ts';
import { currentSession, initSession } from '../api/session.ts';
import { leaveToSignIn } from '../sign-out.ts';
import { Layout } from '../shell/Layout.tsx';
import { ErrorPage, NotFoundPage } from '../ui/Pages.tsx';
import type { TableSearch } from '../ui/DataTable/state.ts';
import { prefetch } from './prefetch.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The key of the page title before the product's name. */
    title?: ParseKeys;
    crumb?: ParseKeys;
    /** The parameter whose value is the crumb. */
    crumbParam?: string;
    crumbTo?: string;
    /** Title and crumb of a screen that depend on its parameters. */
    named?: (params: Record<string, string | undefined>) => BilingualText | undefined;
  }
}

export const rootRoute = createRootRouteWithContext<{ client: QueryClient }>()({
  component: Outlet,
  notFoundComponent: () => (
    <main className="shell-main">
      <NotFoundPage />
    </main>
  ),
  errorComponent: ErrorPage,
});

/** The frame of every screen behind the sign-in. */
export const layoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'layout',
  beforeLoad: async ({ location, preload }) => {
    const session = currentSession().status === 'unknown' ? await initSession() : currentSession();
    // A hover does not navigate.
    if (session.status === 'out' && !preload) leaveToSignIn(location.href, session.ended);
  },
  // Data of menu and header, loaded once; they refetch themselves.
  loader: prefetch(({ client }) => [client.prefetchQuery(dashboardQuery), client.prefetchQuery(configurationQuery)]),
  staleTime: Number.POSITIVE_INFINITY,
  component: Layout,
  errorComponent: ({ error }) => (
    <main className="shell-main">
      <ErrorPage error={error} />
    </main>
  ),
});

/** An unknown address below a known one: the surrounding screen stays. */
export const nowhere = {
  path: '$',
  staticData: { title: 'shell.notFound.title', crumb: 'shell.notFound.title' },
  component: NotFoundPage,
} as const;

export const tableSearch = (search: Record<string, unknown>): TableSearch => search as TableSearch;
