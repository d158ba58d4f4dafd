import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { ParseKeys } from 'i18next';
import { findRegistry } from '@pimis/domain/registries/catalogue';
import type { TextPair } from '@pimis/domain/text/pair';
import { currentSession, initSession } from './api/session.ts';
import { Layout } from './shell/Layout.tsx';
import { ErrorPage, NotFoundPage } from './ui/Pages.tsx';
import type { TableSearch } from './ui/DataTable/state.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Key of the page title, shown before the product's. */
    title?: ParseKeys;
    crumb?: ParseKeys;
    /** Parameter whose value is the crumb. */
    crumbParam?: string;
    crumbTo?: string;
    /** Title and crumb of a screen whose name depends on its address. */
    named?: (params: Record<string, string | undefined>) => TextPair | undefined;
  }
}

const rootRoute = createRootRouteWithContext<{ client: QueryClient }>()({
  component: Outlet,
  notFoundComponent: () => (
    <main className="shell-main">
      <NotFoundPage />
    </main>
  ),
  errorComponent: ErrorPage,
});

const tableSearch = (search: Record<string, unknown>): TableSearch => search as TableSearch;

const login = () => import('./features/login/LoginPage.tsx');
const links = () => import('./features/login/LinkPages.tsx');
const projects = () => import('./features/projects/ProjectsPage.tsx');
const project = () => import('./features/projects/ProjectLayout.tsx');
const phases = () => import('./features/projects/PhasesTab.tsx');
const formPage = lazyRouteComponent(() => import('./forms/FormPage.tsx'), 'FormPage');

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

const publicRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/login' });
    },
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/login',
    staticData: { title: 'login.title' },
    validateSearch: (
      search: Record<string, unknown>,
    ): { redirect?: string | undefined; expired?: boolean | undefined } => ({
      redirect: text(search.redirect),
      expired: search.expired === true || undefined,
    }),
    beforeLoad: async ({ search }) => {
      // Without a server the form is shown all the same; it says so when it is sent.
      const session = await initSession().catch(() => null);
      if (session?.status === 'in') {
        const { safeRedirect } = await login();
        throw redirect({ href: safeRedirect(search.redirect) });
      }
    },
    component: lazyRouteComponent(login, 'LoginPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/login/initial',
    staticData: { title: 'login.initialTitle' },
    component: lazyRouteComponent(() =>
      links().then(({ RequestLinkPage }) => ({ default: () => <RequestLinkPage kind="initial" /> })),
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/login/password-reset',
    staticData: { title: 'login.resetTitle' },
    component: lazyRouteComponent(() =>
      links().then(({ RequestLinkPage }) => ({ default: () => <RequestLinkPage kind="reset" /> })),
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/activation',
    staticData: { title: 'login.activationTitle' },
    component: lazyRouteComponent(() =>
      links().then(({ SetPasswordPage }) => ({ default: () => <SetPasswordPage kind="activation" /> })),
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/reset-password',
    staticData: { title: 'login.newPasswordTitle' },
    component: lazyRouteComponent(() =>
      links().then(({ SetPasswordPage }) => ({ default: () => <SetPasswordPage kind="reset" /> })),
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/login/location',
    staticData: { title: 'login.locationTitle' },
    component: lazyRouteComponent(links, 'LocationPage'),
  }),
];

const layoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'layout',
  beforeLoad: async ({ location }) => {
    const session = currentSession().status === 'unknown' ? await initSession() : currentSession();
    if (session.status === 'out') throw redirect({ to: '/login', search: { redirect: location.href } });
  },
  component: Layout,
  errorComponent: ({ error }) => (
    <main className="shell-main">
      <ErrorPage error={error} />
    </main>
  ),
});

const listRoute = (path: '/projects' | '/archived-projects', archived: boolean) =>
  createRoute({
    getParentRoute: () => layoutRoute,
    path,
    staticData: {
      title: archived ? 'projects.archivedTitle' : 'projects.title',
      crumb: archived ? 'projects.archivedTitle' : 'projects.title',
    },
    validateSearch: tableSearch,
    component: lazyRouteComponent(() =>
      projects().then(({ ProjectsPage }) => ({ default: () => <ProjectsPage archived={archived} /> })),
    ),
  });

/** The project page and its forms; the same tree serves live and archived projects. */
function projectTree(base: '/projects' | '/projects-archived') {
  const archived = base === '/projects-archived';
  const crumb = archived ? 'projects.archivedTitle' : 'projects.title';
  const root = createRoute({
    getParentRoute: () => layoutRoute,
    path: `${base}/$projectCode`,
    staticData: { title: crumb, crumb, crumbTo: archived ? '/archived-projects' : '/projects' },
  });
  const page = createRoute({
    getParentRoute: () => root,
    id: 'page',
    staticData: { crumbParam: 'projectCode' },
    component: lazyRouteComponent(project, 'ProjectLayout'),
  });
  const details = lazyRouteComponent(() => import('./features/projects/DetailsTab.tsx'), 'DetailsTab');
  const documents = lazyRouteComponent(() => import('./features/projects/DocumentsTab.tsx'), 'DocumentsTab');
  const options = lazyRouteComponent(() => import('./features/projects/OptionsTab.tsx'), 'OptionsTab');
  const forms = lazyRouteComponent(() =>
    phases().then(({ PhasesTab }) => ({ default: () => <PhasesTab tab="forms" /> })),
  );
  const activities = lazyRouteComponent(() =>
    phases().then(({ PhasesTab }) => ({ default: () => <PhasesTab tab="activities" /> })),
  );
  const indicators = lazyRouteComponent(() =>
    phases().then(({ PhasesTab }) => ({ default: () => <PhasesTab tab="successKeyIndicators" /> })),
  );
  const tab = { getParentRoute: () => page };
  const form = {
    getParentRoute: () => root,
    staticData: { title: 'projects.page.form', crumbParam: 'projectCode' } as const,
    component: formPage,
  };
  return root.addChildren([
    page.addChildren([
      createRoute({ ...tab, path: '/', component: details }),
      createRoute({
        ...tab,
        path: 'details',
        staticData: { title: 'projects.page.details', crumb: 'projects.page.details' },
        component: details,
      }),
      createRoute({
        ...tab,
        path: 'phases',
        staticData: { title: 'projects.page.phases', crumb: 'projects.page.phases' },
        component: forms,
      }),
      createRoute({
        ...tab,
        path: 'phases/$projectPhaseId',
        staticData: { title: 'projects.page.phases', crumb: 'projects.page.phases' },
        component: forms,
      }),
      createRoute({
        ...tab,
        path: 'phases/$projectPhaseId/forms',
        staticData: { title: 'projects.page.forms', crumb: 'projects.page.forms' },
        component: forms,
      }),
      createRoute({
        ...tab,
        path: 'phases/$projectPhaseId/activities',
        staticData: { title: 'projects.page.activities', crumb: 'projects.page.activities' },
        component: activities,
      }),
      createRoute({
        ...tab,
        path: 'phases/$projectPhaseId/successKeyIndicators',
        staticData: { title: 'projects.page.successKeyIndicators', crumb: 'projects.page.successKeyIndicators' },
        component: indicators,
      }),
      createRoute({
        ...tab,
        path: 'documents',
        staticData: { title: 'projects.page.documents', crumb: 'projects.page.documents' },
        validateSearch: tableSearch,
        component: documents,
      }),
      createRoute({
        ...tab,
        path: 'comments',
        staticData: { title: 'projects.page.comments', crumb: 'projects.page.comments' },
        component: lazyRouteComponent(() => import('./features/daily/CommentsTab.tsx'), 'CommentsTab'),
      }),
      createRoute({
        ...tab,
        path: 'options',
        staticData: { title: 'projects.page.options', crumb: 'projects.page.options' },
        component: options,
      }),
      ...(['options/$optionsTab', 'project/options/$optionsTab'] as const).map((path) =>
        createRoute({
          ...tab,
          path,
          staticData: { title: 'projects.page.options', crumb: 'projects.page.options' },
          component: options,
        }),
      ),
    ]),
    createRoute({ ...form, path: 'phases/$projectPhaseId/forms/$formType/id/$phaseFormId' }),
    createRoute({ ...form, path: 'phases/$projectPhaseId/forms/$formType/id/$phaseFormId/revision/$revision' }),
    createRoute({ ...form, path: 'phases/$projectPhaseId/projectidentification/id/$phaseFormId' }),
    createRoute({
      ...form,
      path: 'phases/$projectPhaseId/projectidentification/id/$phaseFormId/revision/$revision',
    }),
  ]);
}

/** The code tables, their rows, and a budget user as a legal entity (specification, "Registry"). */
function registryTree() {
  const root = createRoute({
    getParentRoute: () => layoutRoute,
    path: '/registry',
    staticData: { title: 'registries.title', crumb: 'registries.title' },
  });
  const table = createRoute({
    getParentRoute: () => root,
    path: '$registryCode',
    staticData: { named: ({ registryCode = '' }) => findRegistry(registryCode)?.title },
    validateSearch: tableSearch,
    component: lazyRouteComponent(() => import('./features/registries/RegistryPage.tsx'), 'RegistryPage'),
  });
  const entity = createRoute({
    getParentRoute: () => root,
    path: 'organization',
    staticData: { named: () => findRegistry('organizations')?.title, crumbTo: '/registry/organizations' },
  });
  return root.addChildren([
    createRoute({
      getParentRoute: () => root,
      path: '/',
      component: lazyRouteComponent(() => import('./features/registries/RegistriesPage.tsx'), 'RegistriesPage'),
    }),
    table.addChildren([
      createRoute({
        getParentRoute: () => table,
        path: '$rowId',
        staticData: { crumbParam: 'rowId' },
        component: lazyRouteComponent(() => import('./features/registries/RowPage.tsx'), 'RowPage'),
      }),
    ]),
    entity.addChildren([
      createRoute({
        getParentRoute: () => entity,
        path: '/',
        beforeLoad: () => {
          throw redirect({ to: '/registry/$registryCode', params: { registryCode: 'organizations' } });
        },
      }),
      createRoute({
        getParentRoute: () => entity,
        path: '$organizationId',
        staticData: { crumbParam: 'organizationId' },
        component: lazyRouteComponent(() => import('./features/registries/OrganizationPage.tsx'), 'OrganizationPage'),
      }),
    ]),
  ]);
}

const lists = lazyRouteComponent(() => import('./features/lists/ListsPage.tsx'), 'ListsPage');

const tree = rootRoute.addChildren([
  ...publicRoutes,
  layoutRoute.addChildren([
    createRoute({
      getParentRoute: () => layoutRoute,
      path: '/dashboard',
      staticData: { title: 'dashboard.title', crumb: 'dashboard.title' },
      component: lazyRouteComponent(() => import('./features/dashboard/DashboardPage.tsx'), 'DashboardPage'),
    }),
    createRoute({
      getParentRoute: () => layoutRoute,
      path: '/administration/user/profile',
      staticData: { title: 'shell.profile.title', crumb: 'shell.profile.title' },
      component: lazyRouteComponent(() => import('./features/login/ProfilePage.tsx'), 'ProfilePage'),
    }),
    createRoute({
      getParentRoute: () => layoutRoute,
      path: '/notifications',
      staticData: { title: 'daily.title', crumb: 'daily.title' },
      component: lazyRouteComponent(() => import('./features/daily/NotificationsPage.tsx'), 'NotificationsPage'),
    }),
    listRoute('/projects', false),
    listRoute('/archived-projects', true),
    createRoute({
      getParentRoute: () => layoutRoute,
      path: '/projects/create',
      staticData: { title: 'projects.create.title', crumb: 'projects.create.title' },
      component: lazyRouteComponent(() => import('./features/projects/CreatePage.tsx'), 'CreatePage'),
    }),
    registryTree(),
    createRoute({
      getParentRoute: () => layoutRoute,
      path: '/project-lists',
      beforeLoad: () => {
        throw redirect({ to: '/project-lists/$listType', params: { listType: '3' } });
      },
    }),
    createRoute({
      getParentRoute: () => layoutRoute,
      path: '/project-lists/$listType',
      staticData: { title: 'lists.title', crumb: 'lists.title' },
      component: lists,
    }),
    createRoute({
      getParentRoute: () => layoutRoute,
      path: '/project-lists/$listType/$listName',
      staticData: { title: 'lists.title', crumb: 'lists.title' },
      component: lists,
    }),
    projectTree('/projects'),
    projectTree('/projects-archived'),
  ]),
]);

export function makeRouter(client: QueryClient) {
  return createRouter({
    routeTree: tree,
    context: { client },
    defaultPreload: false,
    scrollRestoration: true,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
