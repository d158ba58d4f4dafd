import { createRoute, redirect } from '@tanstack/react-router';
import { findRegistry } from '@pimis/domain/registries/catalogue';
import { rowQuery, rowsQuery, tableOf } from '../features/registries/api.ts';
import * as screens from '../screens.tsx';
import { listParameters } from '../ui/DataTable/state.ts';
import { prefetch, prefetchTable } from './prefetch.ts';
import { layoutRoute, tableSearch } from './frame.tsx';

/** The code tables, their rows, and a budget user as a legal entity (specification, "Registry"). */
export function registryTree() {
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
    loader: prefetchTable(
      ({ params: { registryCode } }) => ({ name: tableOf(registryCode), path: `/registry/${registryCode}` }),
      ({ client, state, params: { registryCode } }) => [
        client.prefetchQuery(rowsQuery(registryCode, listParameters(state))),
      ],
    ),
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
        loader: prefetch(({ client, params: { registryCode, rowId } }) => [
          client.prefetchQuery(rowQuery(registryCode, rowId)),
        ]),
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
        loader: prefetch(({ client, params: { organizationId } }) => [
          client.prefetchQuery(rowQuery('organizations', organizationId)),
        ]),
        component: screens.OrganizationScreen,
      }),
    ]),
  ]);
}
