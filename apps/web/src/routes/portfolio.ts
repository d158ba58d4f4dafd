import { createRoute, redirect } from '@tanstack/react-router';
import { can } from '@pimis/domain/access/policies';
import { keptFilter, portfolioParameters } from '../features/portfolio/filter.ts';
import { mapQuery } from '../features/portfolio/map/api.ts';
import { courseQuery, moneyQuery, overviewQuery } from '../features/portfolio/overview/api.ts';
import * as screens from '../screens.tsx';
import { layoutRoute, tableSearch } from './frame.tsx';
import { prefetch } from './prefetch.ts';

/** The portfolio: views over the same filtered projects, each at an address of its own. */
export function portfolioTree() {
  const root = createRoute({
    getParentRoute: () => layoutRoute,
    path: '/portfolio',
    staticData: { title: 'frame.nav.portfolio', crumb: 'frame.nav.portfolio', crumbTo: '/portfolio/overview' },
    validateSearch: tableSearch,
    component: screens.PortfolioScreen,
  });
  const view = { getParentRoute: () => root };
  return root.addChildren([
    createRoute({
      ...view,
      path: '/',
      beforeLoad: ({ search }) => {
        throw redirect({ to: '/portfolio/overview', search });
      },
    }),
    createRoute({
      ...view,
      path: 'overview',
      staticData: { title: 'frame.portfolio.overview', crumb: 'frame.portfolio.overview' },
      loader: prefetch(({ client, user, search }) =>
        can(user, 'portfolio.view')
          ? [
              client.prefetchQuery(overviewQuery(portfolioParameters(keptFilter(search)))),
              client.prefetchQuery(mapQuery(portfolioParameters(keptFilter(search)))),
              client.prefetchQuery(moneyQuery(portfolioParameters(keptFilter(search)))),
              client.prefetchQuery(courseQuery(portfolioParameters(keptFilter(search)))),
            ]
          : [],
      ),
      component: screens.PortfolioOverviewScreen,
    }),
    createRoute({
      ...view,
      path: 'map',
      staticData: { title: 'frame.portfolio.map', crumb: 'frame.portfolio.map' },
      loader: prefetch(({ client, user, search }) =>
        can(user, 'portfolio.view') ? [client.prefetchQuery(mapQuery(portfolioParameters(keptFilter(search))))] : [],
      ),
      component: screens.PortfolioMapScreen,
    }),
    createRoute({
      ...view,
      path: 'timeline',
      staticData: { title: 'frame.portfolio.timeline', crumb: 'frame.portfolio.timeline' },
      component: screens.PortfolioTimelineScreen,
    }),
    createRoute({
      ...view,
      path: 'progress',
      staticData: { title: 'frame.portfolio.progress', crumb: 'frame.portfolio.progress' },
      component: screens.PortfolioProgressScreen,
    }),
    createRoute({
      ...view,
      path: 'calendar',
      staticData: { title: 'frame.portfolio.calendar', crumb: 'frame.portfolio.calendar' },
      component: screens.FiscalCalendarScreen,
    }),
    createRoute({
      ...view,
      path: 'scenarios',
      staticData: { title: 'frame.portfolio.scenarios', crumb: 'frame.portfolio.scenarios' },
      component: screens.ScenariosScreen,
    }),
    createRoute({
      ...view,
      path: 'scenarios/compare',
      staticData: { title: 'frame.portfolio.scenarios', crumb: 'frame.portfolio.scenarios' },
      component: screens.ScenarioComparisonScreen,
    }),
    createRoute({
      ...view,
      path: 'scenarios/$scenarioId',
      staticData: {
        title: 'frame.portfolio.scenarios',
        crumb: 'frame.portfolio.scenarios',
        crumbTo: '/portfolio/scenarios',
      },
      component: screens.ScenarioScreen,
    }),
  ]);
}
