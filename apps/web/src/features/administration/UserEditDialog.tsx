import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { UserDetails } from '@pimis/contract/users';
import { call } from '../../api/client.ts';
import { useUser } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';
import { onlyAnswer } from './api.ts';
import { problemsOf, sentOf, userFieldLabel, valuesOf } from './user-form.ts';
import { UserFields } from './UserFields.tsx';

/** Changes a user, in the state it was opened in. */
export function UserEditDialog({ user, onClose }: { user: UserDetails; onClose: () => void }) {
  const text = useText();
  const { t } = text;
  const viewer = useUser();
  const client = useQueryClient();
  const [start] = useState(() => valuesOf(user));
  const [opened] = useState(user.modifiedDate);
  const [values, setValues] = useState(start);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  // The login stays, however old accounts are named.
  const { login: _, ...problems } = problemsOf(values, text);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (busy || Object.keys(problems).length > 0) return;
    setBusy(true);
    try {
      const change = { ...sentOf(values), login: user.login, modifiedDate: opened };
      onlyAnswer((await call('PUT /security/users', { body: [change] })).payload);
      notifySuccess(t('administration.users.saved'));
      onClose();
    } catch (failure) {
      notifyFailure(failure, text, userFieldLabel(text));
    } finally {
      setBusy(false);
      await client.invalidateQueries({ queryKey: ['users'] });
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('administration.users.editTitle')}
      width="compare"
      unsaved={JSON.stringify(values) !== JSON.stringify(start)}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form="user-edit" loading={busy}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form id="user-edit" onSubmit={(event) => void save(event)} noValidate>
        <UserFields
          values={values}
          problems={tried ? problems : {}}
          onChange={(part) => setValues((before) => ({ ...before, ...part }))}
          organizationId={user.organizationId}
          present={{ id: user.roleId, description: user.roleDescription }}
          own={user.id === viewer.id}
        />
      </form>
    </Dialog>
  );
}
