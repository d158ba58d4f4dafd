import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from './routes/address-values.ts';
import { administrationTree } from './routes/administration.ts';
import { dailyRoutes } from './routes/daily.ts';
import { layoutRoute, nowhere, rootRoute } from './routes/frame.tsx';
import { portfolioTree } from './routes/portfolio.ts';
import { createProjectTree, listRoute, projectTree } from './routes/projects.ts';
import { registryTree } from './routes/registries.ts';
import { ErrorPage, NotFoundPage } from './ui/Pages.tsx';
import { afterPress } from './ui/press-feedback.ts';

const tree = rootRoute.addChildren([
  layoutRoute.addChildren([
    ...dailyRoutes,
    listRoute('/projects', false),
    listRoute('/archived-projects', true),
    createProjectTree(),
    portfolioTree(),
    registryTree(),
    administrationTree(),
    projectTree('/projects'),
    projectTree('/projects-archived'),
    createRoute({ getParentRoute: () => layoutRoute, ...nowhere }),
  ]),
]);

/** How long a pointer must rest on a link before its screen is prefetched. */
const INTENT_MS = 100;

export function makeRouter(client: QueryClient) {
  const router = createRouter({
    routeTree: tree,
    context: { client },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadDelay: INTENT_MS,
    // The queries determine how fresh an answer is.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
  });
  const { navigate } = router;
  // The next screen takes longer to render than a press may.
  router.navigate = (options) => afterPress(() => navigate(options));
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
