import { createRoute, redirect } from '@tanstack/react-router';
import { can } from '@pimis/domain/access/policies';
import { call } from '../api/client.ts';
import { dashboardQuery, noticesQuery, tasksQuery } from '../api/common.ts';
import { notificationsQuery } from '../features/daily/api.ts';
import { taskParameters, taskTableQuery } from '../features/dashboard/tasks/api.ts';
import { decisionsQuery } from '../features/lists/decisions/api.ts';
import { listItemsQuery, listsQuery } from '../features/lists/api.ts';
import {
  passkeysQuery,
  profileQuery,
  providersQuery,
  secondFactorQuery,
  sessionsQuery,
} from '../features/login/security/api.ts';
import { previewQuery, reportsQuery } from '../features/reports/api.ts';
import { readChoice } from '../features/reports/choice.ts';
import * as screens from '../screens.tsx';
import { prefetch, prefetchTable } from './prefetch.ts';
import { layoutRoute, tableSearch } from './frame.tsx';

const lists = prefetch(({ client, user, params: { listType, listName } }) =>
  can(user, 'list.view')
    ? [
        client.prefetchInfiniteQuery(listsQuery(Number(listType))),
        ...(listName ? [client.prefetchQuery(listItemsQuery(Number(listType), listName))] : []),
      ]
    : [],
);

const reports = prefetch(({ client, user, search }) => {
  if (!can(user, 'report.board')) return [];
  const choice = readChoice(search);
  return [
    client.prefetchQuery(reportsQuery),
    ...(choice.report ? [client.prefetchQuery(previewQuery(choice.report, choice))] : []),
  ];
});

/** The dashboard, the commission's lists, the reports, and the own account. */
export const dailyRoutes = [
  createRoute({
    getParentRoute: () => layoutRoute,
    path: '/dashboard',
    staticData: { title: 'dashboard.title', crumb: 'dashboard.title' },
    loader: prefetch(({ client }) => [
      client.prefetchQuery(dashboardQuery),
      client.prefetchQuery(tasksQuery),
      client.prefetchQuery(noticesQuery),
    ]),
    component: screens.DashboardScreen,
  }),
  createRoute({
    getParentRoute: () => layoutRoute,
    path: '/tasks',
    staticData: { title: 'frame.tasks', crumb: 'frame.tasks' },
    validateSearch: tableSearch,
    loader: prefetchTable(
      ({ user }) => (can(user, 'project.view') ? { name: 'tasks' } : null),
      ({ client, state }) => [client.prefetchQuery(taskTableQuery(taskParameters(state, false)))],
    ),
    component: screens.TasksScreen,
  }),
  createRoute({
    getParentRoute: () => layoutRoute,
    path: '/tasks/decisions',
    staticData: { title: 'frame.decisions', crumb: 'frame.decisions' },
    loader: prefetch(({ client, user }) =>
      can(user, 'project.view') ? [client.prefetchQuery(decisionsQuery(null))] : [],
    ),
    component: screens.DecisionsScreen,
  }),
  createRoute({
    getParentRoute: () => layoutRoute,
    // A secured link after the sign-in: its target is public now.
    path: '/document-download',
    beforeLoad: async ({ location }) => {
      const downloadToken = new URLSearchParams(location.searchStr).get('token') ?? '';
      const { payload } = await call('GET /projects/documents/:downloadToken/security', { params: { downloadToken } });
      if (!('projectCode' in payload)) throw redirect({ to: '/dashboard' });
      const { projectCode, documentId, id } = payload;
      throw redirect({
        to: '/projects/$projectCode/documents/$documentId/revisions/$revisionId',
        params: { projectCode, documentId: String(documentId), revisionId: String(id) },
        search: { automaticDownload: true },
        replace: true,
      });
    },
  }),
  createRoute({
    getParentRoute: () => layoutRoute,
    path: '/administration/user/profile',
    staticData: { title: 'security.profile.title', crumb: 'security.profile.title' },
    loader: prefetch(({ client, user: { login } }) => [
      client.prefetchQuery(profileQuery(login)),
      client.prefetchQuery(secondFactorQuery(login)),
      client.prefetchQuery(passkeysQuery(login)),
      client.prefetchQuery(providersQuery(login)),
      client.prefetchQuery(sessionsQuery(login)),
    ]),
    component: screens.ProfileScreen,
  }),
  createRoute({
    getParentRoute: () => layoutRoute,
    path: '/notifications',
    staticData: { title: 'daily.title', crumb: 'daily.title' },
    loader: prefetch(({ client }) => [client.prefetchInfiniteQuery(notificationsQuery(false))]),
    component: screens.NotificationsScreen,
  }),
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
    loader: lists,
    component: screens.ListsScreen,
  }),
  createRoute({
    getParentRoute: () => layoutRoute,
    path: '/project-lists/$listType/$listName',
    staticData: { title: 'lists.title', crumb: 'lists.title' },
    loader: lists,
    component: screens.ListsScreen,
  }),
  createRoute({
    getParentRoute: () => layoutRoute,
    path: '/project-lists/$listType/$listName/summaries',
    staticData: { title: 'frame.decisions', crumb: 'frame.decisions' },
    loader: prefetch(({ client, user, params: { listType, listName } }) =>
      can(user, 'list.view') && listName
        ? [client.prefetchQuery(decisionsQuery({ type: Number(listType), name: listName }))]
        : [],
    ),
    component: screens.ListDecisionsScreen,
  }),
  createRoute({
    getParentRoute: () => layoutRoute,
    path: '/reporting',
    staticData: { title: 'frame.nav.reports', crumb: 'frame.nav.reports' },
    validateSearch: tableSearch,
    loader: reports,
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
] as const;
