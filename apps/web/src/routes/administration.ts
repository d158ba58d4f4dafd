import { createRoute, redirect } from '@tanstack/react-router';
import {
  allNoticesQuery,
  auditQuery,
  claimsQuery,
  healthQuery,
  organizationQuery,
  organizationsQuery,
  roleQuery,
  rolesQuery,
  userQuery,
  usersQuery,
} from '../features/administration/api.ts';
import {
  clientQuery,
  clientsQuery,
  deliveriesQuery,
  webhookQuery,
  webhooksQuery,
} from '../features/connections/api.ts';
import { publicityQuery } from '../features/publicity/api.ts';
import * as screens from '../screens.tsx';
import { FIRST_PAGE, listParameters } from '../ui/DataTable/state.ts';
import { prefetch, prefetchTable } from './prefetch.ts';
import { layoutRoute, tableSearch } from './frame.tsx';
import { isRowNumber } from '../ui/address.ts';

const root = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/administration',
  staticData: { title: 'frame.nav.administration', crumb: 'frame.nav.administration' },
});

/** Registered organizations. */
function organizationsTree() {
  const organizations = createRoute({
    getParentRoute: () => root,
    path: 'organization',
    staticData: {
      title: 'organizations.title',
      crumb: 'organizations.title',
      crumbTo: '/administration/organization/management',
    },
  });
  return organizations.addChildren([
    createRoute({
      getParentRoute: () => organizations,
      path: '/',
      beforeLoad: () => {
        throw redirect({ to: '/administration/organization/management' });
      },
    }),
    createRoute({
      getParentRoute: () => organizations,
      path: 'management',
      validateSearch: tableSearch,
      loader: prefetchTable(
        () => ({ name: 'organizations' }),
        ({ client, state }) => [client.prefetchQuery(organizationsQuery(listParameters(state)))],
      ),
      component: screens.OrganizationsScreen,
    }),
    createRoute({
      getParentRoute: () => organizations,
      path: '$organizationId',
      staticData: { crumbParam: 'organizationId' },
      loader: prefetch(({ client, params: { organizationId } }) => [
        client.prefetchQuery(organizationQuery(organizationId)),
      ]),
      component: screens.RegisteredOrganizationScreen,
    }),
  ]);
}

/** Users. */
function usersTree() {
  const users = createRoute({
    getParentRoute: () => root,
    path: 'user',
    staticData: {
      title: 'administration.users.title',
      crumb: 'administration.users.title',
      crumbTo: '/administration/user/management',
    },
  });
  return users.addChildren([
    createRoute({
      getParentRoute: () => users,
      path: '/',
      beforeLoad: () => {
        throw redirect({ to: '/administration/user/management' });
      },
    }),
    createRoute({
      getParentRoute: () => users,
      path: 'management',
      validateSearch: tableSearch,
      loader: prefetchTable(
        () => ({ name: 'users' }),
        ({ client, state }) => [client.prefetchQuery(usersQuery(listParameters(state)))],
      ),
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
      loader: prefetch(({ client, params: { login } }) => [client.prefetchQuery(userQuery(login))]),
      component: screens.UserScreen,
    }),
  ]);
}

/** Roles. */
function rolesTree() {
  const roles = createRoute({
    getParentRoute: () => root,
    path: 'role',
    staticData: {
      title: 'administration.roles.title',
      crumb: 'administration.roles.title',
      crumbTo: '/administration/role/management',
    },
  });
  return roles.addChildren([
    createRoute({
      getParentRoute: () => roles,
      path: '/',
      beforeLoad: () => {
        throw redirect({ to: '/administration/role/management' });
      },
    }),
    createRoute({
      getParentRoute: () => roles,
      path: 'management',
      validateSearch: tableSearch,
      loader: prefetchTable(
        () => ({ name: 'roles' }),
        ({ client, state }) => [client.prefetchQuery(rolesQuery(listParameters(state)))],
      ),
      component: screens.RolesScreen,
    }),
    createRoute({
      getParentRoute: () => roles,
      path: 'create',
      staticData: { title: 'administration.roles.create', crumb: 'administration.roles.create' },
      loader: prefetch(({ client }) => [client.prefetchQuery(claimsQuery)]),
      component: screens.RoleCreateScreen,
    }),
    createRoute({
      getParentRoute: () => roles,
      path: '$roleId',
      staticData: { crumbParam: 'roleId' },
      loader: prefetch(({ client, params: { roleId } }) =>
        isRowNumber(roleId) ? [client.prefetchQuery(roleQuery(Number(roleId)))] : [],
      ),
      component: screens.RoleScreen,
    }),
  ]);
}

/** Other systems that are connected. */
function connectionsTree() {
  const connections = createRoute({
    getParentRoute: () => root,
    path: 'connections',
    staticData: {
      title: 'connections.title',
      crumb: 'connections.title',
      crumbTo: '/administration/connections',
    },
  });
  return connections.addChildren([
    createRoute({
      getParentRoute: () => connections,
      path: '/',
      validateSearch: tableSearch,
      loader: prefetchTable(
        () => ({ name: 'clients' }),
        ({ client, state }) => [
          client.prefetchQuery(clientsQuery(listParameters(state))),
          client.prefetchQuery(webhooksQuery(listParameters(FIRST_PAGE))),
        ],
      ),
      component: screens.ConnectionsScreen,
    }),
    createRoute({
      getParentRoute: () => connections,
      path: '$clientId',
      loader: prefetch(({ client, params: { clientId } }) =>
        isRowNumber(clientId) ? [client.prefetchQuery(clientQuery(Number(clientId)))] : [],
      ),
      component: screens.ClientScreen,
    }),
    createRoute({
      getParentRoute: () => connections,
      path: 'webhooks/$webhookId',
      validateSearch: tableSearch,
      loader: prefetchTable(
        ({ params: { webhookId } }) => (isRowNumber(webhookId) ? { name: 'webhook-deliveries' } : null),
        ({ client, state, params: { webhookId } }) => [
          client.prefetchQuery(webhookQuery(Number(webhookId))),
          client.prefetchQuery(deliveriesQuery(Number(webhookId), listParameters(state))),
        ],
      ),
      component: screens.WebhookScreen,
    }),
  ]);
}

/** Users, roles and organizations (specification, "Screens and routes"). */
export function administrationTree() {
  return root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/', component: screens.AdministrationScreen }),
    createRoute({
      getParentRoute: () => root,
      path: 'audit',
      staticData: { title: 'audit.title', crumb: 'audit.title' },
      validateSearch: tableSearch,
      loader: prefetchTable(
        () => ({ name: 'audit' }),
        ({ client, state }) => [client.prefetchQuery(auditQuery(listParameters(state)))],
      ),
      component: screens.AuditScreen,
    }),
    createRoute({
      getParentRoute: () => root,
      path: 'health',
      staticData: { title: 'health.title', crumb: 'health.title' },
      loader: prefetch(({ client }) => [client.prefetchQuery(healthQuery)]),
      component: screens.HealthScreen,
    }),
    createRoute({
      getParentRoute: () => root,
      path: 'publicity',
      staticData: { title: 'publicity.title', crumb: 'publicity.title' },
      loader: prefetch(({ client }) => [client.prefetchQuery(publicityQuery)]),
      component: screens.PublicityScreen,
    }),
    createRoute({
      getParentRoute: () => root,
      path: 'notices',
      staticData: { title: 'notices.title', crumb: 'notices.title' },
      validateSearch: tableSearch,
      loader: prefetchTable(
        () => ({ name: 'notices' }),
        ({ client, state }) => [client.prefetchQuery(allNoticesQuery(listParameters(state)))],
      ),
      component: screens.NoticesScreen,
    }),
    connectionsTree(),
    organizationsTree(),
    usersTree(),
    rolesTree(),
  ]);
}
