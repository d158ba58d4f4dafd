import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { can } from '@pimis/domain/access/policies';
import { dashboardQuery } from '../api/common.ts';
import { useUser } from '../api/session.ts';
import { useText } from '../i18n/use-text.ts';
import { Logo } from '../ui/Logo.tsx';
import {
  IconArchive,
  IconBook,
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

interface SidebarProps {
  collapsed: boolean;
  onToggle?: () => void;
  onNavigate?: () => void;
}

/** The main menu. What a user may not open is not in it. */
export function Sidebar({ collapsed, onToggle, onNavigate }: SidebarProps) {
  const { t } = useText();
  const user = useUser();
  const { data: dashboard } = useQuery(dashboardQuery);
  const helpAddress = useHelpAddress();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const items = [
    {
      to: '/dashboard',
      icon: IconLayoutDashboard,
      label: t('shell.nav.dashboard'),
      shown: true,
      badge: dashboard?.counts.tasks ?? 0,
    },
    { to: '/projects', icon: IconFolders, label: t('shell.nav.projects'), shown: can(user, 'project.view'), badge: 0 },
    { to: '/project-lists/3', icon: IconGavel, label: t('shell.nav.lists'), shown: can(user, 'list.view'), badge: 0 },
    {
      to: '/archived-projects',
      icon: IconArchive,
      label: t('shell.nav.archive'),
      shown: can(user, 'project.archivedList'),
      badge: 0,
    },
    {
      to: '/reporting',
      icon: IconFileAnalytics,
      label: t('shell.nav.reports'),
      shown: can(user, 'report.board'),
      badge: 0,
    },
    {
      to: '/registry',
      icon: IconDatabase,
      label: t('shell.nav.registries'),
      shown: can(user, 'registry.read'),
      badge: 0,
    },
    {
      to: '/administration',
      icon: IconSettings,
      label: t('shell.nav.administration'),
      shown: can(user, 'screen.administration'),
      badge: 0,
    },
  ];
  return (
    <nav className="shell-nav" aria-label={t('shell.nav.main')}>
      <div className="shell-brand">
        <Logo />
        {!collapsed && (
          <span>
            <strong>{t('common.product')}</strong>
            <span>{t('common.subtitle')}</span>
          </span>
        )}
      </div>
      {items
        .filter((item) => item.shown)
        .map(({ to, icon: Icon, label, badge }) => (
          <Link
            key={to}
            to={to}
            className="shell-link"
            aria-label={collapsed ? label : undefined}
            title={collapsed ? label : undefined}
            data-status={path.startsWith(to.split('/').slice(0, 2).join('/')) ? 'active' : 'inactive'}
            onClick={onNavigate}
          >
            <Icon size={18} stroke={1.7} aria-hidden style={{ flex: 'none' }} />
            {!collapsed && label}
            {!collapsed && badge > 0 && <span className="badge">{badge}</span>}
          </Link>
        ))}
      <div style={{ flex: 1 }} />
      <a
        className="shell-link"
        href={helpAddress}
        target="_blank"
        rel="noreferrer"
        aria-label={collapsed ? t('shell.nav.documentation') : undefined}
      >
        <IconBook size={18} stroke={1.7} aria-hidden style={{ flex: 'none' }} />
        {!collapsed && t('shell.nav.documentation')}
      </a>
      {onToggle && (
        <button
          type="button"
          className="shell-link"
          onClick={onToggle}
          aria-label={collapsed ? t('shell.nav.expand') : undefined}
        >
          {collapsed ? (
            <IconLayoutSidebarLeftExpand size={18} stroke={1.7} aria-hidden style={{ flex: 'none' }} />
          ) : (
            <IconLayoutSidebarLeftCollapse size={18} stroke={1.7} aria-hidden style={{ flex: 'none' }} />
          )}
          {!collapsed && t('shell.nav.collapse')}
        </button>
      )}
    </nav>
  );
}
