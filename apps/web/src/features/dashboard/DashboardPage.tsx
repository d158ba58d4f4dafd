import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { WaitingRegistration } from '@pimis/contract/dashboard';
import { can } from '@pimis/domain/access/policies';
import { phaseInfo } from '@pimis/domain/workflow/phases';
import { dashboardQuery, noticesQuery, tasksQuery } from '../../api/common.ts';
import { useUser } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import {
  IconAlertTriangle,
  IconArchive,
  IconArrowRight,
  IconDatabase,
  IconFileAnalytics,
  IconFolders,
  IconGavel,
  IconPlus,
  IconSettings,
} from '../../ui/icons.ts';
import { Deadlines } from './Deadlines.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { summaryQuery } from './api.ts';
import { Headlines } from './Headlines.tsx';
import { UrgentNote, StepLink, WaitTime } from './TaskCells.tsx';
import { useTotal } from '../../ui/DataTable/total.ts';
import { Empty } from '../../ui/Empty.tsx';
import { noticePeriod, noticeTexts } from '../../ui/notice-period.ts';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { Failed } from '../../ui/Failed.tsx';
import '../../ui/tiles.css';
import './dashboard.css';

/** Loaded only for users who decide. */
const Portfolio = lazy(() => import('./Portfolio.tsx').then((module) => ({ default: module.Portfolio })));

/** A request to register that waits for a decision. */
function RegistrationRow({ registration: { id, name, waitingSince, days } }: { registration: WaitingRegistration }) {
  const { t, data, date } = useText();
  const page = { to: '/administration/organization/$organizationId', params: { organizationId: id } } as const;
  return (
    <tr>
      <td>
        <Link {...page} className="strong" style={{ color: 'var(--p-text)', textDecoration: 'none' }}>
          {data(name)}
        </Link>
        <div className="meta">{id}</div>
      </td>
      <td data-label={t('dashboard.state')}>{t('dashboard.registration')}</td>
      <td style={{ whiteSpace: 'nowrap' }} data-label={t('dashboard.since')}>
        <div>
          <div>{days === 0 ? t('dashboard.today') : t('dashboard.days', { count: days })}</div>
          <div className="meta">{date(waitingSince)}</div>
        </div>
      </td>
      <td style={{ whiteSpace: 'nowrap' }} data-label={t('dashboard.next')}>
        <Link
          {...page}
          className="strong"
          aria-label={`${t('dashboard.decideRegistration')}: ${data(name)}`}
          style={{ textDecoration: 'none' }}
        >
          {t('dashboard.decideRegistration')} <IconArrowRight size={14} aria-hidden style={{ verticalAlign: -2 }} />
        </Link>
      </td>
    </tr>
  );
}

function Tasks() {
  const { t, data, original, pair } = useText();
  const { data: tasks, error, refetch } = useQuery(tasksQuery);
  const { data: dashboard } = useQuery(dashboardQuery);
  const user = useUser();
  const shownTotal = useTotal();
  const registrations = dashboard?.registrations ?? [];
  const waiting = dashboard?.counts.waitingProjects ?? 0;
  return (
    <section className="panel" aria-labelledby="tasks-title">
      <div className="panel-head dashboard-tasks-head">
        <h2 id="tasks-title">{t('dashboard.tasks')}</h2>
        {dashboard && <span className="count">{shownTotal({ totalRows: dashboard.counts.tasks })}</span>}
        <span className="meta" style={{ marginLeft: 'auto' }}>
          {tasks && waiting > tasks.length
            ? t('dashboard.shownOf', { shown: tasks.length, total: shownTotal({ totalRows: waiting }) })
            : t('dashboard.urgentFirst')}
        </span>
        {/* For users who decide; those who fill in forms only send a project on its own page. */}
        {can(user, 'portfolio.summary') && tasks?.some(({ nextStep }) => nextStep.place === 'project') && (
          <Link to="/tasks/decisions" className="strong" style={{ textDecoration: 'none' }}>
            {t('dashboard.waits.decisions')} <IconArrowRight size={14} aria-hidden style={{ verticalAlign: -2 }} />
          </Link>
        )}
        {can(user, 'project.view') && waiting > 0 && (
          <Link
            to="/tasks"
            className="strong"
            style={{ textDecoration: 'none' }}
            aria-label={t('dashboard.allTasksLong', { total: shownTotal({ totalRows: waiting }) })}
          >
            {t('dashboard.allTasks')} <IconArrowRight size={14} aria-hidden style={{ verticalAlign: -2 }} />
          </Link>
        )}
      </div>
      {!tasks && !error && <Waiting />}
      {!tasks && error && <Failed error={error} onRetry={() => void refetch()} />}
      {tasks?.length === 0 && registrations.length === 0 && (
        <Empty title={t('dashboard.noTasks')} hint={t('dashboard.noTasksHint')} />
      )}
      {tasks && tasks.length + registrations.length > 0 && (
        <div className="scroll-x" tabIndex={0} role="group" aria-labelledby="tasks-title">
          <table className="plain stack">
            <thead>
              <tr>
                <th>{t('dashboard.project')}</th>
                <th>{t('dashboard.state')}</th>
                <th>{t('dashboard.since')}</th>
                <th>{t('dashboard.next')}</th>
              </tr>
            </thead>
            <tbody>
              {registrations.map((registration) => (
                <RegistrationRow key={registration.id} registration={registration} />
              ))}
              {tasks.map((task) => {
                return (
                  <tr key={task.projectCode}>
                    <td>
                      <Link
                        to="/projects/$projectCode/details"
                        params={{ projectCode: task.projectCode }}
                        className="strong"
                        style={{ color: 'var(--p-text)', textDecoration: 'none' }}
                        title={original(task.projectName)}
                      >
                        {data(task.projectName)}
                      </Link>
                      <div className="meta">{task.projectCode}</div>
                    </td>
                    <td data-label={t('dashboard.state')}>
                      <div>
                        <StatusChip status={task.phaseStatus} />
                        <div className="meta">{pair(phaseInfo(task.phase).title)}</div>
                        <UrgentNote task={task} />
                      </div>
                    </td>
                    <td style={{ whiteSpace: 'nowrap' }} data-label={t('dashboard.since')}>
                      <div>
                        <WaitTime task={task} />
                      </div>
                    </td>
                    <td style={{ whiteSpace: 'nowrap' }} data-label={t('dashboard.next')}>
                      <StepLink task={task} />
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Tiles() {
  const { t } = useText();
  const user = useUser();
  const { data: dashboard, isPending } = useQuery(dashboardQuery);
  const counts = dashboard?.counts;
  const tiles = [
    {
      to: '/administration',
      icon: IconSettings,
      title: t('frame.nav.administration'),
      hint: counts && t('dashboard.tiles.administrationHint', { users: counts.users }),
      shown: can(user, 'screen.administration'),
    },
    {
      to: '/projects',
      icon: IconFolders,
      title: t('dashboard.tiles.projects'),
      hint: counts && t('dashboard.tiles.projectsHint', { pending: counts.pending, finished: counts.finished }),
      shown: can(user, 'project.view'),
    },
    {
      to: '/project-lists/3',
      icon: IconGavel,
      title: t('dashboard.tiles.lists'),
      hint: counts && t('dashboard.tiles.listsHint', { lists: counts.lists }),
      shown: can(user, 'list.view'),
    },
    {
      to: '/archived-projects',
      icon: IconArchive,
      title: t('dashboard.tiles.archive'),
      hint: counts && t('dashboard.tiles.archiveHint', { archived: counts.archived }),
      shown: can(user, 'project.archivedList'),
    },
    {
      to: '/reporting',
      icon: IconFileAnalytics,
      title: t('frame.nav.reports'),
      hint: t('dashboard.tiles.reportsHint'),
      shown: can(user, 'report.board'),
    },
    {
      to: '/registry',
      icon: IconDatabase,
      title: t('dashboard.tiles.registries'),
      hint: t('dashboard.tiles.registriesHint'),
      shown: can(user, 'registry.read'),
    },
  ];
  return (
    <div className="tiles no-print">
      {tiles
        .filter((tile) => tile.shown)
        .map(({ to, icon: Icon, title, hint }) => (
          <Link key={to} to={to} className="panel tile">
            <span className="tile-icon">
              <Icon size={18} stroke={1.7} aria-hidden />
            </span>
            <span>
              <span className="strong" style={{ display: 'block' }}>
                {title}
              </span>
              {/* A figure is shown once it is known. */}
              {hint && <span className="meta">{hint}</span>}
              {!hint && isPending && <Skeleton height={12} width={130} mt={4} />}
            </span>
          </Link>
        ))}
    </div>
  );
}

function Notices() {
  const text = useText();
  const { t } = text;
  const { data: notices, error, refetch } = useQuery(noticesQuery);
  return (
    <section className="panel" aria-labelledby="notices-title">
      <div className="panel-head">
        <h2 id="notices-title">{t('dashboard.notices')}</h2>
      </div>
      <div style={{ padding: '4px 16px 12px', overflowWrap: 'anywhere' }}>
        {!notices && !error && <Waiting lines={2} />}
        {!notices && error && <Failed error={error} onRetry={() => void refetch()} />}
        {notices?.length === 0 && <p className="meta">{t('shell.notices.none')}</p>}
        {notices?.map((notice) => (
          <div key={notice.id} style={{ padding: '8px 0' }}>
            <p className="strong">
              {notice.priority === 1 && (
                <IconAlertTriangle
                  size={16}
                  stroke={1.7}
                  color="var(--p-warning)"
                  style={{ verticalAlign: -3, marginRight: 4 }}
                  aria-label={t('shell.notices.urgent')}
                />
              )}
              {noticeTexts(notice, text).title}
            </p>
            <p className="meta" style={{ whiteSpace: 'pre-line' }}>
              {noticeTexts(notice, text).text}
            </p>
            <p className="meta">{noticePeriod(notice, text)}</p>
          </div>
        ))}
      </div>
    </section>
  );
}

/** The first screen: for users who decide a few sentences, then waiting tasks, deadlines and the main links. */
export function DashboardPage() {
  const { t, data } = useText();
  const user = useUser();
  const { isFetched } = useQuery(dashboardQuery);
  const tasks = useQuery(tasksQuery);
  const notices = useQuery(noticesQuery);
  // Everything is shown at once, because panels that appear later would move the element that the user is about to
  // press. A panel that reloads while it is shown hides nothing.
  const decides = can(user, 'portfolio.summary');
  const summary = useQuery({ ...summaryQuery, enabled: decides });
  const ready = isFetched && tasks.isFetched && notices.isFetched && (!decides || summary.isFetched);
  const first = user.name.split(' ')[0] ?? user.name;
  return (
    <>
      <div className="page-head">
        <div style={{ marginRight: 'auto' }}>
          <h1>{t('dashboard.welcome', { name: data(first) })}</h1>
        </div>
        {can(user, 'project.create', { important: true }) && (
          <Button component={Link} to="/projects/create" leftSection={<IconPlus size={16} />}>
            {t('projects.new')}
          </Button>
        )}
      </div>
      {ready ? (
        <>
          {decides && <Headlines />}
          <div className="dashboard-grid">
            <div>
              <FirstSteps />
              <Tasks />
              <Tiles />
            </div>
            <div>
              <Deadlines />
              {decides && (
                <Suspense fallback={<div className="panel dashboard-portfolio" />}>
                  <Portfolio />
                </Suspense>
              )}
              <Notices />
            </div>
          </div>
        </>
      ) : (
        <div className="panel">
          <Waiting lines={12} />
        </div>
      )}
    </>
  );
}
