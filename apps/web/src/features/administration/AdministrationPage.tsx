import { Link } from '@tanstack/react-router';
import { can } from '@pimis/domain/access/policies';
import { useUser } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import { Empty } from '../../ui/Empty.tsx';
import {
  IconBuilding,
  IconEye,
  IconHistory,
  IconListDetails,
  IconPlugConnected,
  IconShieldLock,
  IconSpeakerphone,
  IconUsers,
} from '../../ui/icons.ts';
import type { Icon } from '../../ui/path-icon.tsx';
import '../../ui/tiles.css';
import './administration.css';

/** Cards for the areas that the user administers. */
export function AdministrationPage() {
  const { t } = useText();
  const user = useUser();
  const cards: { to: string; icon: Icon; title: string; hint: string; shown: boolean }[] = [
    {
      to: '/administration/user/management',
      icon: IconUsers,
      title: t('administration.cards.users'),
      hint: t('administration.cards.usersHint'),
      shown: can(user, 'user.view'),
    },
    {
      to: '/administration/role/management',
      icon: IconShieldLock,
      title: t('administration.cards.roles'),
      hint: t('administration.cards.rolesHint'),
      shown: can(user, 'role.view'),
    },
    {
      to: '/administration/organization/management',
      icon: IconBuilding,
      title: t('administration.cards.organizations'),
      hint: t('administration.cards.organizationsHint'),
      shown: can(user, 'organization.view'),
    },
    {
      to: '/administration/notices',
      icon: IconSpeakerphone,
      title: t('administration.cards.notices'),
      hint: t('administration.cards.noticesHint'),
      shown: can(user, 'notice.manage'),
    },
    {
      to: '/administration/connections',
      icon: IconPlugConnected,
      title: t('administration.cards.connections'),
      hint: t('administration.cards.connectionsHint'),
      shown: can(user, 'client.view'),
    },
    {
      to: '/administration/audit',
      icon: IconHistory,
      title: t('audit.title'),
      hint: t('audit.hint'),
      shown: can(user, 'audit.read'),
    },
    {
      to: '/administration/health',
      icon: IconListDetails,
      title: t('administration.cards.health'),
      hint: t('administration.cards.healthHint'),
      shown: can(user, 'system.watch'),
    },
    {
      to: '/administration/publicity',
      icon: IconEye,
      title: t('administration.cards.publicity'),
      hint: t('administration.cards.publicityHint'),
      shown: can(user, 'project.withhold'),
    },
  ];
  const shown = cards.filter((card) => card.shown);
  if (shown.length === 0) return <Empty page title={t('administration.denied')} />;
  return (
    <>
      <div className="page-head">
        <h1>{t('frame.nav.administration')}</h1>
      </div>
      <ul className="admin-cards">
        {shown.map(({ to, icon: Sign, title, hint }) => (
          <li key={to}>
            <Link to={to} className="panel tile">
              <span className="tile-icon">
                <Sign size={18} stroke={1.7} aria-hidden />
              </span>
              <span>
                <span className="strong" style={{ display: 'block' }}>
                  {title}
                </span>
                <span className="meta">{hint}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
