import { ROLE_TYPE } from '@pimis/domain/constants';
import { Button, Checkbox } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { RoleDetails } from '@pimis/contract/roles';
import { can } from '@pimis/domain/access/policies';
import { roleText } from '@pimis/domain/access/role-text';
import { call } from '../../api/client.ts';
import { useUser } from '../../api/session.ts';
import { type Text, useText } from '../../i18n/use-text.ts';
import { isRowNumber, useAddress } from '../../ui/address.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconPencil, IconTrash } from '../../ui/icons.ts';
import { notifyFailure, notifySuccess, notifyWarning } from '../../ui/notify.tsx';
import { ErrorPage, NotFoundPage } from '../../ui/Pages.tsx';
import { useStillHere } from '../../ui/use-still-here.ts';
import { Waiting } from '../../ui/Waiting.tsx';
import { roleQuery } from './api.ts';
import { grouped } from './claim-groups.ts';
import { EditDialog } from '../editing/EditDialog.tsx';
import { isGone } from '../editing/removed.ts';
import { NamedValues } from './NamedValues.tsx';
import { claimText, roleTypeText } from './role-text.ts';
import { roleFieldLabel, RoleFields, roleProblems, type RoleValues } from './RoleFields.tsx';

/** A role and its claims. */
export function RolePage() {
  const { roleId = '' } = useAddress();
  return isRowNumber(roleId) ? <Role id={Number(roleId)} /> : <NotFoundPage />;
}

function Role({ id }: { id: number }) {
  const { data: role, error } = useQuery(roleQuery(id));
  if (error && !role) return <ErrorPage error={error} />;
  return role ? <Details role={role} /> : <Waiting />;
}

function Details({ role }: { role: RoleDetails }) {
  const text = useText();
  const { t, data, date } = text;
  const [dialog, setDialog] = useState<'edit' | 'remove' | null>(null);
  const isStillHere = useStillHere();
  const viewer = useUser();
  const refusal = can(viewer, 'role.manage') || role.roleType === ROLE_TYPE.system ? whyFixed(role, text) : null;
  return (
    <>
      <div className="page-head">
        <h1 style={{ marginRight: 'auto' }}>{data(role.name)}</h1>
        {role.editable && (
          <>
            <Button variant="default" leftSection={<IconTrash size={16} />} onClick={() => setDialog('remove')}>
              {t('administration.roles.remove')}
            </Button>
            <Button leftSection={<IconPencil size={16} />} onClick={() => setDialog('edit')}>
              {t('administration.roles.edit')}
            </Button>
          </>
        )}
      </div>
      {refusal && (
        <p className="second" style={{ marginBottom: 12 }}>
          {refusal}
        </p>
      )}
      <section className="panel" style={{ padding: 16, marginBottom: 16 }}>
        <NamedValues
          items={[
            [t('administration.roles.description'), roleText(role.description, text)],
            [t('administration.roles.type'), roleTypeText(role.roleType, text)],
            [t('administration.roles.organization'), data(role.organizationName) || t('common.noValue')],
            [t('administration.roles.created'), date(role.createdDate)],
            [t('administration.roles.users'), role.users],
            [t('administration.roles.secondFactor'), <SecondFactor key="second-factor" role={role} />],
          ]}
        />
      </section>
      <section className="panel" style={{ padding: 16 }} aria-labelledby="claims">
        <h2 id="claims" style={{ marginBottom: 8 }}>
          {t('administration.roles.claims')}
        </h2>
        <div className="claim-groups">
          {grouped(role.claims, ({ name }) => name).map(([group, members]) => (
            <div key={group}>
              <h3>{t(`administration.roles.groups.${group}`)}</h3>
              <ul>
                {members.map(({ name }) => (
                  <li key={name}>{claimText(name, text)}</li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </section>
      {dialog === 'edit' && <RoleEditDialog role={role} onClose={() => setDialog(null)} />}
      {dialog === 'remove' && <RemoveDialog role={role} isStillHere={isStillHere} onClose={() => setDialog(null)} />}
    </>
  );
}

/** Why the viewer may not change the role. */
function whyFixed({ changeRefusal }: RoleDetails, { t, status }: Text): string | null {
  if (changeRefusal === null) return null;
  if (changeRefusal === 'SystemRoleUpdate') return t('administration.roles.system');
  return changeRefusal === 'OwnRoleUpdate' ? status(changeRefusal) : t('administration.roles.beyondOwn');
}

/** Whether holders of the role need a second factor; an administrator of the system sets it. */
function SecondFactor({ role }: { role: RoleDetails }) {
  const text = useText();
  const { t } = text;
  const client = useQueryClient();
  const viewer = useUser();
  const change = async (required: boolean) => {
    try {
      await call('PUT /security/roles/:roleId/second-factor', { params: { roleId: role.id }, body: { required } });
      notifySuccess(t('administration.roles.secondFactorSaved'));
    } catch (failure) {
      notifyFailure(failure, text);
    } finally {
      await client.invalidateQueries({ queryKey: ['roles'] });
    }
  };
  return (
    <Checkbox
      label={t('administration.roles.secondFactorRequired')}
      checked={role.secondFactor}
      disabled={!can(viewer, 'role.requireSecondFactor')}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  );
}

function RoleEditDialog({ role, onClose }: { role: RoleDetails; onClose: () => void }) {
  const text = useText();
  const { t, data } = text;
  const names = role.claims.map(({ name }) => name);
  const stored: RoleValues = { name: role.name, description: role.description, claims: names };
  return (
    <EditDialog
      title={t('administration.roles.editTitle')}
      place={`role/${role.id}`}
      width="compare"
      saved={t('administration.roles.saved')}
      queryKey={['roles']}
      onClose={onClose}
      stored={stored}
      revision={role.modifiedDate}
      valueText={(field) => data(String(stored[field]))}
      itemText={(_, claim) => claimText(String(claim), text)}
      problemsOf={(values) => roleProblems(values, text)}
      label={roleFieldLabel(text)}
      save={(values, modifiedDate) => call('PUT /security/roles', { body: { ...values, id: role.id, modifiedDate } })}
    >
      {({ values, problems, change }) => <RoleFields values={values} problems={problems} onChange={change} />}
    </EditDialog>
  );
}

function RemoveDialog({
  role,
  isStillHere,
  onClose,
}: {
  role: RoleDetails;
  isStillHere: () => boolean;
  onClose: () => void;
}) {
  const text = useText();
  const { t, data } = text;
  const navigate = useNavigate();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await call('DELETE /security/roles/:roleId', { params: { roleId: role.id } });
      notifySuccess(t('administration.roles.removed'));
    } catch (failure) {
      if (!isGone(failure)) {
        notifyFailure(failure, text);
        return setBusy(false);
      }
      notifyWarning(t('editing.alreadyGone'));
    }
    if (isStillHere()) await navigate({ to: '/administration/role/management' });
    client.removeQueries({ queryKey: roleQuery(role.id).queryKey });
    await client.invalidateQueries({ queryKey: ['roles'] });
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('administration.roles.remove')}
      confirm={
        <Button color="red" loading={busy} onClick={() => void remove()}>
          {t('administration.roles.remove')}
        </Button>
      }
    >
      <p>{t('administration.roles.removeText', { name: data(role.name) })}</p>
    </Dialog>
  );
}
