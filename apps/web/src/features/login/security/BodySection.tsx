import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { dashboardQuery } from '../../../api/common.ts';
import { useUser } from '../../../api/session.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Failed } from '../../../ui/Failed.tsx';
import { Waiting } from '../../../ui/Waiting.tsx';
import { EmployerLink } from '../../registries/OrganizationLink.tsx';
import { RoleLink } from '../../registries/RoleLink.tsx';
import { profileQuery } from './api.ts';
import './security.css';

/** The user's organization with its numbers, and their role in it. */
export function BodySection() {
  const { t, data, date } = useText();
  const user = useUser();
  const { data: dashboard, error, refetch } = useQuery(dashboardQuery);
  const { data: profile } = useQuery(profileQuery(user.login));
  const organization = dashboard?.organization;
  const items: [string, ReactNode][] = organization
    ? [
        [
          t('security.body.organization'),
          <EmployerLink key="organization" id={organization.id} name={data(organization.name)} />,
        ],
        [t('security.body.id'), organization.id],
        [t('security.body.companyNumber'), organization.companyNumber ?? t('common.noValue')],
        [t('security.body.taxId'), organization.taxIdNumber ?? t('common.noValue')],
        [
          t('security.body.registered'),
          organization.createdDate ? date(organization.createdDate) : t('common.noValue'),
        ],
        [t('security.body.role'), profile && <RoleLink key="role" role={profile} />],
      ]
    : [];
  return (
    <section className="panel" style={{ padding: 16, marginBottom: 16 }} aria-labelledby="own-body">
      <h2 id="own-body">{t('security.body.title')}</h2>
      {!dashboard && (error ? <Failed error={error} onRetry={() => void refetch()} /> : <Waiting lines={3} />)}
      <dl className="own-data">
        {items.map(([label, value]) => (
          <div key={label}>
            <dt className="meta">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
