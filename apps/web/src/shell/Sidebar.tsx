import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { memo, useEffect, useState } from 'react';
import { can } from '@pimis/domain/access/policies';
import { dashboardQuery } from '../api/common.ts';
import { useUser } from '../api/session.ts';
import { useText } from '../i18n/use-text.ts';
import { afterPaint } from '../ui/after-paint.ts';
import { Logo } from '../ui/Logo.tsx';
import {
  IconArchive,
  IconBook,
  IconChartBar,
  IconChecklist,
  IconDatabase,
  IconFolders,
  IconGavel,
  IconFileAnalytics,
  IconLayoutDashboard,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSettings,
} from '../ui/icons.ts';
import { useHelpAddress } from './help.ts';
import { menuPlace } from './menu-place.ts';

interface LinksProps {
  /** Folded entries show their text as a tooltip. */
  titled: boolean;
  onNavigate?: (() => void) | undefined;
}

/** Entries of the main menu that the user may open. */
const Links = memo(function Links({ titled, onNavigate }: LinksProps) {
  const { t, charts } = useText();
  const user = useUser();
  const { data: dashboard } = useQuery(dashboardQuery);
  const counts = dashboard?.counts;
  const helpAddress = useHelpAddress();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const place = menuPlace(path, can(user, 'project.archivedList'));
  const items = [
    {
      to: '/dashboard',
      icon: IconLayoutDashboard,
      label: t('frame.nav.dashboard'),
      shown: true,
      // Waiting projects are counted at the entry of the tasks.
      badge: counts ? counts.tasks - counts.waitingProjects : 0,
    },
    {
      to: '/tasks',
      icon: IconChecklist,
      label: t('frame.tasks'),
      shown: can(user, 'project.view'),
      badge: counts?.waitingProjects ?? 0,
    },
    { to: '/projects', icon: IconFolders, label: t('frame.nav.projects'), shown: can(user, 'project.view'), badge: 0 },
    {
      to: '/portfolio',
      icon: IconChartBar,
      label: t('frame.nav.portfolio'),
      shown: can(user, 'portfolio.view'),
      badge: 0,
    },
    { to: '/project-lists/3', icon: IconGavel, label: t('frame.nav.lists'), shown: can(user, 'list.view'), badge: 0 },
    {
      to: '/archived-projects',
      icon: IconArchive,
      label: t('frame.nav.archive'),
      shown: can(user, 'project.archivedList'),
      badge: 0,
    },
    {
      to: '/reporting',
      icon: IconFileAnalytics,
      label: t('frame.nav.reports'),
      shown: can(user, 'report.board'),
      badge: 0,
    },
    {
      to: '/registry',
      icon: IconDatabase,
      label: t('frame.nav.registries'),
      shown: can(user, 'registry.read'),
      badge: 0,
    },
    {
      to: '/administration',
      icon: IconSettings,
      label: t('frame.nav.administration'),
      shown: can(user, 'screen.administration'),
      badge: 0,
    },
  ];
  return (
    <>
      {items
        .filter((item) => item.shown)
        .map(({ to, icon: Icon, label, badge }) => (
          <Link
            key={to}
            to={to}
            className="shell-link"
            title={titled ? label : undefined}
            data-status={place === to.split('/')[1] ? 'active' : 'inactive'}
            onClick={onNavigate}
          >
            <Icon size={18} stroke={1.7} aria-hidden style={{ flex: 'none' }} />
            <span className="shell-word">{label}</span>
            {badge > 0 && <span className="badge">{charts.count.full(badge)}</span>}
          </Link>
        ))}
      <div style={{ flex: 1 }} />
      <a
        className="shell-link"
        href={helpAddress}
        target="_blank"
        rel="noreferrer"
        title={titled ? t('frame.nav.documentation') : undefined}
      >
        <IconBook size={18} stroke={1.7} aria-hidden style={{ flex: 'none' }} />
        <span className="shell-word">{t('frame.nav.documentation')}</span>
      </a>
    </>
  );
});

interface SidebarProps {
  collapsed?: boolean;
  onToggle?: () => void;
  onNavigate?: () => void;
}

/** The main menu; styles hide its texts when it is folded. */
export function Sidebar({ collapsed = false, onToggle, onNavigate }: SidebarProps) {
  const { t } = useText();
  const [titled, setTitled] = useState(collapsed);
  useEffect(() => afterPaint(() => setTitled(collapsed)), [collapsed]);
  const Fold = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const fold = t(collapsed ? 'frame.nav.expand' : 'frame.nav.collapse');
  return (
    <nav className="shell-nav" aria-label={t('frame.nav.main')}>
      <div className="shell-brand">
        <Logo />
        <span className="shell-word">
          <strong>{t('common.product')}</strong>
          <span>{t('common.subtitle')}</span>
        </span>
      </div>
      <Links titled={titled} onNavigate={onNavigate} />
      {onToggle && (
        <button type="button" className="shell-link" onClick={onToggle} title={titled ? fold : undefined}>
          <Fold size={18} stroke={1.7} aria-hidden style={{ flex: 'none' }} />
          <span className="shell-word">{fold}</span>
        </button>
      )}
    </nav>
  );
}
