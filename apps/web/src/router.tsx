import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import type { ParseKeys } from 'i18next';
import { findRegistry } from '@pimis/domain/registries/catalogue';
import type { TextPair } from '@pimis/domain/text/pair';
import { currentSession, initSession } from './api/session.ts';
import { leaveProduct } from './door.ts';
import * as screens from './screens.tsx';
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

const layoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'layout',
  beforeLoad: async ({ location }) => {
    const session = currentSession().status === 'unknown' ? await initSession() : currentSession();
    if (session.status === 'out') leaveProduct(location.href);
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
    component: archived ? screens.ArchivedProjectsScreen : screens.ProjectsScreen,
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
    component: screens.ProjectScreen,
  });
  const tab = { getParentRoute: () => page };
  const form = {
    getParentRoute: () => root,
    staticData: { title: 'projects.page.form', crumbParam: 'projectCode' } as const,
    component: screens.FormScreen,
  };
  return root.addChildren([
    page.addChildren([
      createRoute({ ...tab, path: '/', component: screens.DetailsScreen }),
      createRoute({
        ...tab,
        path: 'details',
        staticData: { title: 'projects.page.details', crumb: 'projects.page.details' },
        component: screens.DetailsScreen,
      }),
      createRoute({
        ...tab,
        path: 'phases',
        staticData: { title: 'projects.page.phases', crumb: 'projects.page.phases' },
        component: screens.FormsScreen,
      }),
      createRoute({
        ...tab,
        path: 'phases/$projectPhaseId',
        staticData: { title: 'projects.page.phases', crumb: 'projects.page.phases' },
        component: screens.FormsScreen,
      }),
      createRoute({
        ...tab,
        path: 'phases/$projectPhaseId/forms',
        staticData: { title: 'projects.page.forms', crumb: 'projects.page.forms' },
        component: screens.FormsScreen,
      }),
      createRoute({
        ...tab,
        path: 'phases/$projectPhaseId/activities',
        staticData: { title: 'projects.page.activities', crumb: 'projects.page.activities' },
        component: screens.ActivitiesScreen,
      }),
      createRoute({
        ...tab,
        path: 'phases/$projectPhaseId/successKeyIndicators',
        staticData: { title: 'projects.page.successKeyIndicators', crumb: 'projects.page.successKeyIndicators' },
        component: screens.IndicatorsScreen,
      }),
      createRoute({
        ...tab,
        path: 'documents',
        staticData: { title: 'projects.page.documents', crumb: 'projects.page.documents' },
        validateSearch: tableSearch,
        component: screens.DocumentsScreen,
      }),
      ...(['documents/$documentId/revisions', 'documents/$documentId/revisions/$revisionId'] as const).map((path) =>
        createRoute({
          ...tab,
          path,
          staticData: { title: 'projects.page.revisions', crumb: 'projects.page.revisions' },
          validateSearch: tableSearch,
          component: screens.RevisionsScreen,
        }),
      ),
      createRoute({
        ...tab,
        path: 'comments',
        staticData: { title: 'projects.page.comments', crumb: 'projects.page.comments' },
        component: screens.CommentsScreen,
      }),
      createRoute({
        ...tab,
        path: 'options',
        staticData: { title: 'projects.page.options', crumb: 'projects.page.options' },
        component: screens.OptionsScreen,
      }),
      ...(['options/$optionsTab', 'project/options/$optionsTab'] as const).map((path) =>
        createRoute({
          ...tab,
          path,
          staticData: { title: 'projects.page.options', crumb: 'projects.page.options' },
          component: screens.OptionsScreen,
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
    component: screens.RegistryScreen,
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
      component: screens.RegistriesScreen,
    }),
    table.addChildren([
      createRoute({
        getParentRoute: () => table,
        path: '$rowId',
        staticData: { crumbParam: 'rowId' },
        component: screens.RowScreen,
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
        component: screens.OrganizationScreen,
      }),
    ]),
  ]);
}

/** Users, roles and organizations (specification, "Screens and routes"). */
function administrationTree() {
  const root = createRoute({
    getParentRoute: () => layoutRoute,
    path: '/administration',
    staticData: { title: 'shell.nav.administration', crumb: 'shell.nav.administration' },
  });
  const users = createRoute({
    getParentRoute: () => root,
    path: 'user',
    staticData: {
      title: 'administration.users.title',
      crumb: 'administration.users.title',
      crumbTo: '/administration/user/management',
    },
  });
  const roles = createRoute({
    getParentRoute: () => root,
    path: 'role',
    staticData: {
      title: 'administration.roles.title',
      crumb: 'administration.roles.title',
      crumbTo: '/administration/role/management',
    },
  });
  const organizations = createRoute({
    getParentRoute: () => root,
    path: 'organization',
    staticData: {
      title: 'organizations.title',
      crumb: 'organizations.title',
      crumbTo: '/administration/organization/management',
    },
  });
  return root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/', component: screens.AdministrationScreen }),
    createRoute({
      getParentRoute: () => root,
      path: 'audit',
      staticData: { title: 'audit.title', crumb: 'audit.title' },
      validateSearch: tableSearch,
      component: screens.AuditScreen,
    }),
    createRoute({
      getParentRoute: () => root,
      path: 'notices',
      staticData: { title: 'notices.title', crumb: 'notices.title' },
      validateSearch: tableSearch,
      component: screens.NoticesScreen,
    }),
    organizations.addChildren([
      createRoute({
        getParentRoute: () => organizations,
        path: 'management',
        validateSearch: tableSearch,
        component: screens.OrganizationsScreen,
      }),
      createRoute({
        getParentRoute: () => organizations,
        path: '$organizationId',
        staticData: { crumbParam: 'organizationId' },
        component: screens.RegisteredOrganizationScreen,
      }),
    ]),
    users.addChildren([
      createRoute({
        getParentRoute: () => users,
        path: 'management',
        validateSearch: tableSearch,
        component: screens.UsersScreen,
      }),
      createRoute({
        getParentRoute: () => users,
        path: 'create',
        staticData: { title: 'administration.users.create', crumb: 'administration.users.create' },
        component: screens.UserCreateScreen,
      }),
      createRoute({
        getParentRoute: () => users,
        path: '$login',
        staticData: { crumbParam: 'login' },
        component: screens.UserScreen,
      }),
    ]),
    roles.addChildren([
      createRoute({
        getParentRoute: () => roles,
        path: 'management',
        validateSearch: tableSearch,
        component: screens.RolesScreen,
      }),
      createRoute({
        getParentRoute: () => roles,
        path: 'create',
        staticData: { title: 'administration.roles.create', crumb: 'administration.roles.create' },
        component: screens.RoleCreateScreen,
      }),
      createRoute({
        getParentRoute: () => roles,
        path: '$roleId',
        staticData: { crumbParam: 'roleId' },
        component: screens.RoleScreen,
      }),
    ]),
  ]);
}

const tree = rootRoute.addChildren([
  layoutRoute.addChildren([
    createRoute({
      getParentRoute: () => layoutRoute,
      path: '/dashboard',
      staticData: { title: 'dashboard.title', crumb: 'dashboard.title' },
      component: screens.DashboardScreen,
    }),
    createRoute({
      getParentRoute: () => layoutRoute,
      path: '/administration/user/profile',
      staticData: { title: 'security.profile.title', crumb: 'security.profile.title' },
      component: screens.ProfileScreen,
    }),
    createRoute({
      getParentRoute: () => layoutRoute,
      path: '/notifications',
      staticData: { title: 'daily.title', crumb: 'daily.title' },
      component: screens.NotificationsScreen,
    }),
    listRoute('/projects', false),
    listRoute('/archived-projects', true),
    createRoute({
      getParentRoute: () => layoutRoute,
      path: '/projects/create',
      staticData: { title: 'projects.create.title', crumb: 'projects.create.title' },
      component: screens.CreateScreen,
    }),
    registryTree(),
    administrationTree(),
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
      component: screens.ListsScreen,
    }),
    createRoute({
      getParentRoute: () => layoutRoute,
      path: '/project-lists/$listType/$listName',
      staticData: { title: 'lists.title', crumb: 'lists.title' },
      component: screens.ListsScreen,
    }),
    createRoute({
      getParentRoute: () => layoutRoute,
      path: '/reporting',
      staticData: { title: 'shell.nav.reports', crumb: 'shell.nav.reports' },
      validateSearch: tableSearch,
      component: screens.ReportsScreen,
    }),
    createRoute({
      getParentRoute: () => layoutRoute,
      path: '/reports',
      validateSearch: tableSearch,
      beforeLoad: ({ search }) => {
        throw redirect({ to: '/reporting', search });
      },
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
