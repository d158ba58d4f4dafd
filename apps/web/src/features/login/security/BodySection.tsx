import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { roleText } from '@pimis/domain/access/role-text';
import { dashboardQuery } from '../../../api/common.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Failed } from '../../../ui/Failed.tsx';
import { Waiting } from '../../../ui/Waiting.tsx';
import './security.css';

/** The user's organization with its numbers, and their role in it. */
export function BodySection() {
  const text = useText();
  const { t, data, date } = text;
  const { data: dashboard, error, refetch } = useQuery(dashboardQuery);
  const organization = dashboard?.organization;
  const items: [string, ReactNode][] = organization
    ? [
        [
          t('security.body.organization'),
          <Link
            key="organization"
            to="/administration/organization/$organizationId"
            params={{ organizationId: organization.id }}
          >
            {data(organization.name)}
          </Link>,
        ],
        [t('security.body.id'), organization.id],
        [t('security.body.companyNumber'), organization.companyNumber ?? t('common.noValue')],
        [t('security.body.taxId'), organization.taxIdNumber ?? t('common.noValue')],
        [
          t('security.body.registered'),
          organization.createdDate ? date(organization.createdDate) : t('common.noValue'),
        ],
        [t('security.body.role'), roleText(dashboard.user.roleDescription, text)],
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
