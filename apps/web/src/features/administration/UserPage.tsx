import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserAction, UserDetails } from '@pimis/contract/users';
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
import type { Icon } from '../../ui/path-icon.tsx';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';
import { ErrorPage } from '../../ui/Pages.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { EmployerLink } from '../registries/OrganizationLink.tsx';
import { RoleLink } from '../registries/RoleLink.tsx';
import { userQuery } from './api.ts';
import { NamedValues } from './NamedValues.tsx';
import { AbsenceSection } from '../daily/absences/AbsenceSection.tsx';
import { claimText } from './role-text.ts';
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

/** The dialogs of actions, by name. */
const DIALOGS = {
  edit: UserEditDialog,
  revoke: RevokeDialog,
  restore: RestoreDialog,
  resetSecondFactor: ResetSecondFactorDialog,
  unlock: UnlockDialog,
  removeData: RemoveDataDialog,
} as const;

function Details({ user }: { user: UserDetails }) {
  const { t, data } = useText();
  const viewer = useUser();
  const [dialog, setDialog] = useState<keyof typeof DIALOGS | null>(null);
  const Dialog = dialog && DIALOGS[dialog];
  const { organizationId } = user;
  const managesUser = can(viewer, 'user.manage', { organizationId });
  const managesAbsences = can(viewer, 'user.standIn', { organizationId, userId: user.id });
  return (
    <>
      <div className="page-head">
        <h1 style={{ marginRight: 'auto' }}>
          {data(user.name)} <UserStatus status={user.status} large />
          {user.locks.length > 0 && <LockedChip large />}
        </h1>
        <ActivationButton user={user} />
        <ActionButton user={user} action="unlock" icon={IconLockOpen} onClick={() => setDialog('unlock')} />
        <ExportButton user={user} />
        <ActionButton user={user} action="removeData" icon={IconEraser} onClick={() => setDialog('removeData')} />
        <ActionButton
          user={user}
          action="resetSecondFactor"
          icon={IconShieldOff}
          onClick={() => setDialog('resetSecondFactor')}
        />
        <ActionButton user={user} action="restore" icon={IconRestore} onClick={() => setDialog('restore')} />
        <ActionButton user={user} action="revoke" icon={IconBan} onClick={() => setDialog('revoke')} />
        <ActionButton user={user} action="edit" icon={IconPencil} variant="filled" onClick={() => setDialog('edit')} />
      </div>
      {user.beyondOwn && managesUser && (
        <p className="second" style={{ marginBottom: 12 }}>
          {t('administration.users.beyondOwn')}
        </p>
      )}
      <UserValues user={user} />
      {user.status === USER_STATUS.active && managesAbsences && (
        <AbsenceSection
          login={user.login}
          own={user.id === viewer.id}
          readOnly={user.beyondOwn && user.id !== viewer.id}
        />
      )}
      <Claims claims={user.claims} />
      {Dialog && <Dialog user={user} onClose={() => setDialog(null)} />}
    </>
  );
}

interface ActionButtonProps {
  user: UserDetails;
  action: UserAction;
  icon: Icon;
  variant?: 'filled' | 'default';
  loading?: boolean;
  onClick: () => void;
}

/** The button of an action; renders nothing if the server does not offer the action. */
function ActionButton({ user, action, icon: Sign, variant = 'default', loading = false, onClick }: ActionButtonProps) {
  const { t } = useText();
  if (!user.actions.includes(action)) return null;
  return (
    <Button variant={variant} leftSection={<Sign size={16} />} loading={loading} onClick={onClick}>
      {t(`administration.users.${action}`)}
    </Button>
  );
}

function ActivationButton({ user }: { user: UserDetails }) {
  const text = useText();
  const client = useQueryClient();
  const [sending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    try {
      await call('PUT /security/users/:login/activate', { params: { login: user.login }, body: null });
      notifySuccess(text.t('administration.users.activationSent'));
    } catch (failure) {
      notifyFailure(failure, text);
    } finally {
      setSending(false);
      await client.invalidateQueries({ queryKey: ['users'] });
    }
  };
  return (
    <ActionButton user={user} action="sendActivation" icon={IconMail} loading={sending} onClick={() => void send()} />
  );
}

function ExportButton({ user }: { user: UserDetails }) {
  const text = useText();
  const save = async () => {
    const { login } = user;
    try {
      await download(fileAddress('GET /security/users/:login/data', { params: { login } }), `podaci-${login}.json`);
    } catch (failure) {
      notifyFailure(failure, text);
    }
  };
  return <ActionButton user={user} action="exportData" icon={IconDownload} onClick={() => void save()} />;
}

function UserValues({ user }: { user: UserDetails }) {
  const { t, data, date, instant } = useText();
  const none = t('common.noValue');
  return (
    <section className="panel" style={{ padding: 16, marginBottom: 16 }}>
      <NamedValues
        items={[
          [t('administration.users.login'), user.login],
          [t('administration.users.loginAd'), user.loginAd ?? none],
          ...(user.directoryGoneOn === null
            ? []
            : [[t('administration.users.directoryGone'), date(user.directoryGoneOn)] as const]),
          [t('administration.users.email'), user.email || none],
          [t('administration.users.phone'), user.phoneNumber ?? none],
          [
            t('administration.users.organization'),
            <EmployerLink key="organization" id={user.organizationId} name={data(user.organizationName)} />,
          ],
          [t('administration.users.role'), <RoleLink key="role" role={user} />],
          [t('administration.users.tags'), user.tags.map(data).join(', ') || none],
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
                  name: data(user.modifiedUserName) || none,
                })
              : none,
          ],
          ...(user.modifiedComments ? [[t('administration.users.comment'), data(user.modifiedComments)] as const] : []),
        ]}
      />
    </section>
  );
}

function Claims({ claims }: { claims: readonly string[] }) {
  const text = useText();
  return (
    <section className="panel" style={{ padding: 16 }} aria-labelledby="claims">
      <h2 id="claims" style={{ marginBottom: 8 }}>
        {text.t('administration.users.claims')}
      </h2>
      <ul style={{ margin: 0, paddingLeft: 18 }}>
        {claims.map((claim) => (
          <li key={claim}>{claimText(claim, text)}</li>
        ))}
      </ul>
    </section>
  );
}
