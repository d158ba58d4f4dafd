import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { UserDetails } from '@pimis/contract/users';
import { USER_STATUS } from '@pimis/domain/constants';
import { can } from '@pimis/domain/access/policies';
import { call, download, fileAddress } from '../../api/client.ts';
import { useUser } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import { useAddress } from '../../ui/address.ts';
import {
  IconBan,
  IconDownload,
  IconEraser,
  IconLockOpen,
  IconMail,
  IconPencil,
  IconRestore,
  IconShieldOff,
} from '../../ui/icons.ts';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';
import { ErrorPage } from '../../ui/Pages.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { EmployerLink } from '../registries/OrganizationLink.tsx';
import { userQuery } from './api.ts';
import { NamedValues } from './NamedValues.tsx';
import { AbsenceSection } from '../daily/absences/AbsenceSection.tsx';
import { claimText, roleText } from './role-text.ts';
import { RemoveDataDialog, ResetSecondFactorDialog, RestoreDialog, RevokeDialog } from './StatusDialogs.tsx';
import { UserEditDialog } from './UserEditDialog.tsx';
import { LockedChip, Locks, UnlockDialog } from './UserLock.tsx';
import { UserStatus } from './UserStatus.tsx';

/** A user as their managers see them. */
export function UserPage() {
  const { login = '' } = useAddress();
  const { data: user, error } = useQuery(userQuery(login));
  if (error && !user) return <ErrorPage error={error} />;
  return user ? <Details user={user} /> : <Waiting />;
}

function Details({ user }: { user: UserDetails }) {
  const text = useText();
  const { t, data, instant } = text;
  const client = useQueryClient();
  const viewer = useUser();
  const [dialog, setDialog] = useState<
    'edit' | 'revoke' | 'restore' | 'resetSecondFactor' | 'unlock' | 'removeData' | null
  >(null);
  const [sending, setSending] = useState(false);
  const may = (action: UserDetails['actions'][number]) => user.actions.includes(action);
  const close = () => setDialog(null);
  const sendActivation = async () => {
    setSending(true);
    try {
      await call('PUT /security/users/:login/activate', { params: { login: user.login }, body: null });
      notifySuccess(t('administration.users.activationSent'));
    } catch (failure) {
      notifyFailure(failure, text);
    } finally {
      setSending(false);
      await client.invalidateQueries({ queryKey: ['users'] });
    }
  };
  const saveData = () => {
    const { login } = user;
    download(fileAddress('GET /security/users/:login/data', { params: { login } }), `podaci-${login}.json`).catch(
      (failure: unknown) => notifyFailure(failure, text),
    );
  };
  return (
    <>
      <div className="page-head">
        <h1 style={{ marginRight: 'auto' }}>
          {data(user.name)} <UserStatus status={user.status} large />
          {user.locks.length > 0 && <LockedChip large />}
        </h1>
        {may('sendActivation') && (
          <Button
            variant="default"
            leftSection={<IconMail size={16} />}
            loading={sending}
            onClick={() => void sendActivation()}
          >
            {t('administration.users.sendActivation')}
          </Button>
        )}
        {may('unlock') && (
          <Button variant="default" leftSection={<IconLockOpen size={16} />} onClick={() => setDialog('unlock')}>
            {t('administration.users.unlock')}
          </Button>
        )}
        {may('exportData') && (
          <Button variant="default" leftSection={<IconDownload size={16} />} onClick={saveData}>
            {t('administration.users.exportData')}
          </Button>
        )}
        {may('removeData') && (
          <Button variant="default" leftSection={<IconEraser size={16} />} onClick={() => setDialog('removeData')}>
            {t('administration.users.removeData')}
          </Button>
        )}
        {may('resetSecondFactor') && (
          <Button
            variant="default"
            leftSection={<IconShieldOff size={16} />}
            onClick={() => setDialog('resetSecondFactor')}
          >
            {t('administration.users.resetSecondFactor')}
          </Button>
        )}
        {may('restore') && (
          <Button variant="default" leftSection={<IconRestore size={16} />} onClick={() => setDialog('restore')}>
            {t('administration.users.restore')}
          </Button>
        )}
        {may('revoke') && (
          <Button variant="default" leftSection={<IconBan size={16} />} onClick={() => setDialog('revoke')}>
            {t('administration.users.revoke')}
          </Button>
        )}
        {may('edit') && (
          <Button leftSection={<IconPencil size={16} />} onClick={() => setDialog('edit')}>
            {t('administration.users.edit')}
          </Button>
        )}
      </div>
      {user.beyondOwn && can(viewer, 'user.manage', { organizationId: user.organizationId }) && (
        <p className="second" style={{ marginBottom: 12 }}>
          {t('administration.users.beyondOwn')}
        </p>
      )}
      <section className="panel" style={{ padding: 16, marginBottom: 16 }}>
        <NamedValues
          items={[
            [t('administration.users.login'), user.login],
            [t('administration.users.loginAd'), user.loginAd ?? t('common.noValue')],
            [t('administration.users.email'), user.email || t('common.noValue')],
            [t('administration.users.phone'), user.phoneNumber ?? t('common.noValue')],
            [
              t('administration.users.organization'),
              <EmployerLink key="organization" id={user.organizationId} name={data(user.organizationName)} />,
            ],
            [t('administration.users.role'), <RoleLink key="role" user={user} />],
            [t('administration.users.tags'), user.tags.map(data).join(', ') || t('common.noValue')],
            [
              t('administration.users.secondFactor'),
              t(user.secondFactor ? 'administration.users.secondFactorOn' : 'administration.users.secondFactorOff'),
            ],
            ...(user.locks.length > 0
              ? [[t('administration.users.locked'), <Locks key="locks" locks={user.locks} />] as const]
              : []),
            [t('administration.users.created'), instant(user.createdDate)],
            [
              t('administration.users.lastLogin'),
              user.lastLoginDate ? instant(user.lastLoginDate) : t('administration.users.never'),
            ],
            [
              t('administration.users.changed'),
              user.modifiedDate
                ? t('administration.users.changedBy', {
                    date: instant(user.modifiedDate),
                    name: data(user.modifiedUserName) || t('common.noValue'),
                  })
                : t('common.noValue'),
            ],
            ...(user.modifiedComments
              ? [[t('administration.users.comment'), data(user.modifiedComments)] as const]
              : []),
          ]}
        />
      </section>
      {user.status === USER_STATUS.active &&
        can(viewer, 'user.standIn', { organizationId: user.organizationId, userId: user.id }) && (
          <AbsenceSection login={user.login} own={user.id === viewer.id} />
        )}
      <section className="panel" style={{ padding: 16 }} aria-labelledby="claims">
        <h2 id="claims" style={{ marginBottom: 8 }}>
          {t('administration.users.claims')}
        </h2>
        <ul style={{ margin: 0, paddingLeft: 18 }}>
          {user.claims.map((claim) => (
            <li key={claim}>{claimText(claim, text)}</li>
          ))}
        </ul>
      </section>
      {dialog === 'edit' && <UserEditDialog user={user} onClose={close} />}
      {dialog === 'revoke' && <RevokeDialog user={user} onClose={close} />}
      {dialog === 'removeData' && <RemoveDataDialog user={user} onClose={close} />}
      {dialog === 'resetSecondFactor' && <ResetSecondFactorDialog user={user} onClose={close} />}
      {dialog === 'unlock' && <UnlockDialog user={user} onClose={close} />}
      {dialog === 'restore' && <RestoreDialog user={user} onClose={close} />}
    </>
  );
}

function RoleLink({ user }: { user: UserDetails }) {
  const text = useText();
  const viewer = useUser();
  const name = roleText(user.roleId, user.roleDescription, text);
  if (!can(viewer, 'role.view')) return name;
  return (
    <Link to="/administration/role/$roleId" params={{ roleId: String(user.roleId) }}>
      {name}
    </Link>
  );
}
