import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Organization } from '@pimis/contract/organizations';
import { download, fileAddress } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { useAddress } from '../../ui/address.ts';
import { IconCheck, IconPencil, IconPrinter, IconX } from '../../ui/icons.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import { ErrorPage } from '../../ui/Pages.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { organizationQuery } from './api.ts';
import { DecisionDialog } from './DecisionDialog.tsx';
import { NamedValues } from './NamedValues.tsx';
import { OrganizationEditDialog } from './OrganizationEditDialog.tsx';
import { OrganizationStatus } from './OrganizationStatus.tsx';

/** An organization, or its request to register. */
export function OrganizationPage() {
  const { organizationId = '' } = useAddress();
  const { data: organization, error } = useQuery(organizationQuery(organizationId));
  if (error && !organization) return <ErrorPage error={error} />;
  return organization ? <Details organization={organization} /> : <Waiting />;
}

function Details({ organization }: { organization: Organization }) {
  const text = useText();
  const { t, data } = text;
  const [dialog, setDialog] = useState<'approve' | 'cancel' | 'edit' | null>(null);
  const may = (action: Organization['actions'][number]) => organization.actions.includes(action);
  const close = () => setDialog(null);
  const print = (document: 1 | 2) =>
    download(
      fileAddress('GET /security/organizations/:organizationId/documents/:document', {
        params: { organizationId: organization.id, document },
        query: text.paper,
      }),
      `PIMIS-${document}-${organization.id}.pdf`,
    ).catch((failure: unknown) => notifyFailure(failure, text));
  return (
    <>
      <div className="page-head">
        <h1 style={{ marginRight: 'auto' }}>
          {data(organization.name)} <OrganizationStatus status={organization.status} large />
        </h1>
        {may('printRegistration') && (
          <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => void print(1)}>
            {t('organizations.printRegistration')}
          </Button>
        )}
        {may('printAdmin') && (
          <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => void print(2)}>
            {t('organizations.printAdmin')}
          </Button>
        )}
        {may('edit') && (
          <Button leftSection={<IconPencil size={16} />} onClick={() => setDialog('edit')}>
            {t('organizations.edit')}
          </Button>
        )}
        {may('resolve') && (
          <>
            <Button variant="default" leftSection={<IconX size={16} />} onClick={() => setDialog('cancel')}>
              {t('organizations.cancel')}
            </Button>
            <Button leftSection={<IconCheck size={16} />} onClick={() => setDialog('approve')}>
              {t('organizations.approve')}
            </Button>
          </>
        )}
      </div>
      <Panels organization={organization} />
      {dialog === 'edit' && <OrganizationEditDialog organization={organization} onClose={close} />}
      {(dialog === 'approve' || dialog === 'cancel') && (
        <DecisionDialog organization={organization} approve={dialog === 'approve'} onClose={close} />
      )}
    </>
  );
}

function Panels({ organization }: { organization: Organization }) {
  const { t, data, amount, date, instant } = useText();
  const none = t('common.noValue');
  const branch = [organization.treasuryBranchCode, data(organization.treasury)].filter(Boolean).join(' · ');
  return (
    <>
      {organization.differences.length > 0 && (
        <section className="panel" style={{ padding: 16, marginBottom: 16 }} aria-labelledby="differences">
          <h2 id="differences" style={{ marginBottom: 12 }}>
            {t('organizations.differences')}
          </h2>
          <p className="meta" style={{ marginBottom: 12 }}>
            {t('organizations.differencesHint')}
          </p>
          <NamedValues
            items={organization.differences.map(({ field, registered }) => [
              t(`organizations.${field}`),
              t('organizations.difference', { given: data(organization[field]), registered: data(registered) }),
            ])}
          />
        </section>
      )}
      <section className="panel" style={{ padding: 16, marginBottom: 16 }} aria-labelledby="facts">
        <h2 id="facts" style={{ marginBottom: 12 }}>
          {t('organizations.facts')}
        </h2>
        <NamedValues
          items={[
            [t('organizations.id'), organization.id],
            [t('organizations.nameShort'), data(organization.nameShort) || none],
            [t('organizations.companyNumber'), organization.companyNumber ?? none],
            [t('organizations.taxIdNumber'), organization.taxIdNumber ?? none],
            [t('organizations.executionAccount'), organization.executionAccount ?? none],
            [t('organizations.treasury'), branch || none],
            [t('organizations.parent'), data(organization.parentName) || none],
            [t('organizations.address'), data(organization.address) || none],
            [t('organizations.postalCode'), organization.postalCode ?? none],
            [t('organizations.phone'), organization.phoneNumber ?? none],
            [t('organizations.email'), organization.email ?? none],
            [t('organizations.supportEmails'), organization.supportEmails.join(', ') || none],
            [t('organizations.supportPhones'), organization.supportPhoneNumbers.join(', ') || none],
            ...(organization.maxAmount === null
              ? []
              : [[t('organizations.maxAmount'), amount(organization.maxAmount)] as const]),
            [t('organizations.created'), date(organization.createdDate)],
          ]}
        />
      </section>
      {organization.adminName !== null && (
        <section className="panel" style={{ padding: 16, marginBottom: 16 }} aria-labelledby="admin">
          <h2 id="admin" style={{ marginBottom: 12 }}>
            {t('organizations.admin')}
          </h2>
          <NamedValues
            items={[
              [t('organizations.adminName'), data(organization.adminName)],
              [t('organizations.adminIdentityNumber'), organization.adminIdentityNumber ?? none],
              [t('organizations.adminEmail'), organization.adminEmail ?? none],
              [t('organizations.adminPhone'), organization.adminPhoneNumber ?? none],
              [t('organizations.adminLogin'), organization.adminLogin ?? none],
            ]}
          />
        </section>
      )}
      {organization.resolvedDate !== null && (
        <section className="panel" style={{ padding: 16 }} aria-labelledby="decision">
          <h2 id="decision" style={{ marginBottom: 12 }}>
            {t('organizations.decisionTitle')}
          </h2>
          <NamedValues
            items={[
              [
                t('organizations.resolved'),
                t('organizations.resolvedBy', {
                  date: instant(organization.resolvedDate),
                  name: data(organization.resolvedUserName) || none,
                }),
              ],
              [
                t('organizations.comment'),
                <div key="comment" className="named-text">
                  {data(organization.resolvedComment) || none}
                </div>,
              ],
            ]}
          />
        </section>
      )}
    </>
  );
}
