import { createRoute } from '@tanstack/react-router';
import { can } from '@pimis/domain/access/policies';
import { commentsQuery, followingQuery } from '../features/daily/api.ts';
import { indicatorsQuery } from '../features/indicators/api.ts';
import {
  activitiesQuery,
  documentsQuery,
  FIRST_ACTIVITIES,
  phasesQuery,
  projectQuery,
  projectsQuery,
} from '../features/projects/api.ts';
import { revisionsQuery } from '../features/projects/documents/api.ts';
import { appropriationsQuery, observersQuery } from '../features/projects/options/option-list.ts';
import { firstParameters, tableOf } from '../features/projects/table-query.ts';
import { formAheadQuery } from '../forms/api.ts';
import * as screens from '../screens.tsx';
import { FIRST_PAGE, listParameters } from '../ui/DataTable/state.ts';
import { prefetch, prefetchTable } from './prefetch.ts';
import { layoutRoute, nowhere, tableSearch } from './frame.tsx';
import { isRowNumber } from '../ui/address.ts';

/** The table of projects, and that of the archive. */
export const listRoute = (path: '/projects' | '/archived-projects', archived: boolean) =>
  createRoute({
    getParentRoute: () => layoutRoute,
    path,
    staticData: {
      title: archived ? 'projects.archivedTitle' : 'projects.title',
      crumb: archived ? 'projects.archivedTitle' : 'projects.title',
    },
    validateSearch: tableSearch,
    loader: prefetchTable(
      ({ user }) => (archived && !can(user, 'project.archivedList') ? null : { name: tableOf(archived) }),
      ({ client, state }) => [client.prefetchQuery(projectsQuery(firstParameters(state, archived)))],
    ),
    component: archived ? screens.ArchivedProjectsScreen : screens.ProjectsScreen,
  });

/** A new project, below the projects. */
export function createProjectTree() {
  const title = 'projects.create.title';
  const root = createRoute({
    getParentRoute: () => layoutRoute,
    path: '/projects/create',
    staticData: { title, crumb: 'projects.title', crumbTo: '/projects' },
  });
  const screen = { path: '/', staticData: { title, crumb: title }, component: screens.CreateScreen } as const;
  return root.addChildren([createRoute({ getParentRoute: () => root, ...screen })]);
}

/** The parent route of projects: their addresses begin with it. */
function projectRoot(base: '/projects' | '/projects-archived') {
  const archived = base === '/projects-archived';
  const crumb = archived ? 'projects.archivedTitle' : 'projects.title';
  return createRoute({
    getParentRoute: () => layoutRoute,
    path: `${base}/$projectCode`,
    staticData: { title: crumb, crumb, crumbTo: archived ? '/archived-projects' : '/projects' },
  });
}
type ProjectRoot = ReturnType<typeof projectRoot>;

function pageRoute(root: ProjectRoot) {
  return createRoute({
    getParentRoute: () => root,
    id: 'page',
    staticData: { crumbParam: 'projectCode' },
    loader: prefetch(({ client, params: { projectCode } }) => [
      client.prefetchQuery(projectQuery(projectCode)),
      client.prefetchQuery(followingQuery(projectCode)),
    ]),
    component: screens.ProjectScreen,
  });
}
type PageRoute = ReturnType<typeof pageRoute>;

/** The phases of a project with their forms, activities and indicators. */
function phaseRoutes(page: PageRoute) {
  const tab = { getParentRoute: () => page };
  const phases = prefetch(({ client, params: { projectCode } }) => [client.prefetchQuery(phasesQuery(projectCode))]);
  return [
    createRoute({
      ...tab,
      path: 'phases',
      staticData: { title: 'projects.page.phases', crumb: 'projects.page.phases' },
      loader: phases,
      component: screens.FormsScreen,
    }),
    createRoute({
      ...tab,
      path: 'phases/$projectPhaseId',
      staticData: { title: 'projects.page.phases', crumb: 'projects.page.phases' },
      loader: phases,
      component: screens.FormsScreen,
    }),
    createRoute({
      ...tab,
      path: 'phases/$projectPhaseId/forms',
      staticData: { title: 'projects.page.forms', crumb: 'projects.page.forms' },
      loader: phases,
      component: screens.FormsScreen,
    }),
    createRoute({
      ...tab,
      path: 'phases/$projectPhaseId/activities',
      staticData: { title: 'projects.page.activities', crumb: 'projects.page.activities' },
      loader: prefetch(({ client, params: { projectCode, projectPhaseId } }) => [
        client.prefetchQuery(phasesQuery(projectCode)),
        client.prefetchQuery(activitiesQuery(projectCode, Number(projectPhaseId), listParameters(FIRST_ACTIVITIES))),
      ]),
      component: screens.ActivitiesScreen,
    }),
    createRoute({
      ...tab,
      path: 'phases/$projectPhaseId/successKeyIndicators',
      staticData: { title: 'projects.page.successKeyIndicators', crumb: 'projects.page.successKeyIndicators' },
      loader: prefetch(({ client, params: { projectCode, projectPhaseId } }) => [
        client.prefetchQuery(phasesQuery(projectCode)),
        client.prefetchQuery(indicatorsQuery(projectCode, Number(projectPhaseId))),
      ]),
      component: screens.IndicatorsScreen,
    }),
  ] as const;
}

function documentRoutes(page: PageRoute) {
  const tab = { getParentRoute: () => page };
  return [
    createRoute({
      ...tab,
      path: 'documents',
      staticData: { title: 'projects.page.documents', crumb: 'projects.page.documents' },
      validateSearch: tableSearch,
      loader: prefetchTable(
        () => ({ name: 'documents' }),
        ({ client, state, params: { projectCode } }) => [
          client.prefetchQuery(documentsQuery(projectCode, listParameters(state))),
        ],
      ),
      component: screens.DocumentsScreen,
    }),
    ...(['documents/$documentId/revisions', 'documents/$documentId/revisions/$revisionId'] as const).map((path) =>
      createRoute({
        ...tab,
        path,
        staticData: { title: 'projects.page.revisions', crumb: 'projects.page.revisions' },
        validateSearch: tableSearch,
        loader: prefetch(({ client, params: { projectCode, documentId } }) =>
          isRowNumber(documentId) ? [client.prefetchQuery(revisionsQuery(projectCode, Number(documentId)))] : [],
        ),
        component: screens.RevisionsScreen,
      }),
    ),
  ] as const;
}

/** The tabs of the project page. */
function pageTree(root: ProjectRoot) {
  const page = pageRoute(root);
  const tab = { getParentRoute: () => page };
  return page.addChildren([
    createRoute({ ...tab, path: '/', component: screens.DetailsScreen }),
    createRoute({ ...tab, ...nowhere }),
    createRoute({
      ...tab,
      path: 'details',
      staticData: { title: 'projects.page.details', crumb: 'projects.page.details' },
      component: screens.DetailsScreen,
    }),
    createRoute({
      ...tab,
      path: 'timeline',
      staticData: { title: 'frame.portfolio.timeline', crumb: 'frame.portfolio.timeline' },
      component: screens.ProjectTimelineScreen,
    }),
    ...phaseRoutes(page),
    ...documentRoutes(page),
    createRoute({
      ...tab,
      path: 'comments',
      staticData: { title: 'projects.page.comments', crumb: 'projects.page.comments' },
      loader: prefetch(({ client, params: { projectCode } }) => [
        client.prefetchInfiniteQuery(commentsQuery(projectCode)),
      ]),
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
        loader: prefetch(({ client, params: { projectCode, optionsTab } }) =>
          optionsTab === 'organizations'
            ? [client.prefetchQuery(observersQuery(projectCode, listParameters(FIRST_PAGE)))]
            : optionsTab === 'appropriations'
              ? [client.prefetchQuery(appropriationsQuery(projectCode, listParameters(FIRST_PAGE)))]
              : [],
        ),
        component: screens.OptionsScreen,
      }),
    ),
  ]);
}

/** The forms of a project, by number and revision. */
function formsTree(root: ProjectRoot) {
  // A parent of the forms whose crumb links to the project; a crumb of the form's own route would link to the form.
  const forms = createRoute({
    getParentRoute: () => root,
    id: 'forms',
    staticData: { crumbParam: 'projectCode' },
  });
  const form = {
    getParentRoute: () => forms,
    staticData: { title: 'projects.page.form' } as const,
    loader: prefetch(({ client, params: { projectCode, phaseFormId, revision } }) => [
      client.prefetchQuery(formAheadQuery(projectCode, Number(phaseFormId), Number(revision) || undefined)),
    ]),
    component: screens.FormScreen,
  };
  return forms.addChildren([
    createRoute({ ...form, path: 'phases/$projectPhaseId/forms/$formType/id/$phaseFormId' }),
    createRoute({ ...form, path: 'phases/$projectPhaseId/forms/$formType/id/$phaseFormId/revision/$revision' }),
    createRoute({ ...form, path: 'phases/$projectPhaseId/projectidentification/id/$phaseFormId' }),
    createRoute({
      ...form,
      path: 'phases/$projectPhaseId/projectidentification/id/$phaseFormId/revision/$revision',
    }),
  ]);
}

/** The project page and its forms; the same tree serves live and archived projects. */
export function projectTree(base: '/projects' | '/projects-archived') {
  const root = projectRoot(base);
  return root.addChildren([pageTree(root), formsTree(root)]);
}
