import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { can } from '@pimis/domain/access/policies';
import { useUser } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import { FilterBar } from '../../ui/DataTable/FilterBar.tsx';
import { writeTableState } from '../../ui/DataTable/state.ts';
import { TableSwitch } from '../../ui/DataTable/TableSwitch.tsx';
import { Views } from '../../ui/DataTable/Views.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { TabLinks } from '../../ui/TabLinks.tsx';
import { FINISHED } from './filter.ts';
import { usePortfolioBar } from './use-portfolio-bar.ts';
import { usePortfolioFilter } from './use-portfolio-filter.ts';
import '../../ui/DataTable/table.css';
import '../projects/project.css';
import './portfolio.css';

const VIEWS = ['overview', 'map', 'timeline', 'progress', 'calendar', 'scenarios'] as const;
const NO_COLUMNS: readonly string[] = [];
/** Pages of one scenario: its candidates are chosen already. */
const OF_SCENARIO = '/portfolio/scenarios/';

/** The frame of the portfolio: its views as tabs, and one filter above all of them. */
export function PortfolioLayout() {
  const { t } = useText();
  const user = useUser();
  if (!can(user, 'portfolio.view')) return <Empty page title={t('portfolioViews.forbidden')} />;
  return <Portfolio />;
}

function Portfolio() {
  const { t } = useText();
  const user = useUser();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [state] = usePortfolioFilter();
  return (
    <>
      <div className="page-head">
        <h1>{t('frame.nav.portfolio')}</h1>
      </div>
      <TabLinks label={t('frame.nav.portfolio')}>
        {VIEWS.filter((view) => view !== 'scenarios' || can(user, 'portfolio.scenarios')).map((view) => {
          const to = `/portfolio/${view}`;
          const isHere = path === to || path.startsWith(`${to}/`);
          return (
            <Link
              key={view}
              to={to}
              search={writeTableState(state)}
              data-active={isHere}
              aria-current={isHere ? 'page' : undefined}
            >
              {t(`frame.portfolio.${view}`)}
            </Link>
          );
        })}
      </TabLinks>
      {!path.startsWith(OF_SCENARIO) && <Bar />}
      <Outlet />
    </>
  );
}

/** The shared filter, and the saved ones. */
function Bar() {
  const { t } = useText();
  const [state, setState] = usePortfolioFilter();
  const bar = usePortfolioBar();
  const { filters, ask } = bar;
  return (
    <div className="table-bar">
      <FilterBar {...bar} />
      <div style={{ marginLeft: 'auto', display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' }}>
        <TableSwitch
          label={t('projects.finished')}
          checked={state.which === FINISHED}
          onChange={(on) => void setState({ ...state, which: on ? FINISHED : undefined })}
        />
        <Views
          table="portfolio"
          state={state}
          columns={NO_COLUMNS}
          usable={{ columns: [], filters, offered: [] }}
          ask={ask}
        />
      </div>
    </div>
  );
}
