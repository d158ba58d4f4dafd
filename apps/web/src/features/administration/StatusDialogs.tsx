import { Button, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { UserDetails } from '@pimis/contract/users';
import { USER_STATUS } from '@pimis/domain/constants';
import { isBlank } from '@pimis/domain/text/blank';
import { call } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';
import { FoundInput } from '../editing/FoundInput.tsx';
import { useKeptState } from '../editing/kept-input.ts';
import { singleAnswer } from './api.ts';
import { userFieldLabel } from './user-form.ts';

export interface StatusDialogProps {
  user: UserDetails;
  onClose: () => void;
}

const REASON_MAX = 1000;

/** Runs a change, reports it and shows the new state; a refusal leaves the dialog open. */
function useChange(onClose: () => void) {
  const text = useText();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const run = async <Done,>(change: () => Promise<Done>, message: string | ((done: Done) => string)) => {
    setBusy(true);
    try {
      const done = await change();
      notifySuccess(typeof message === 'string' ? message : message(done));
      onClose();
    } catch (failure) {
      notifyFailure(failure, text, userFieldLabel(text));
    } finally {
      setBusy(false);
      await client.invalidateQueries({ queryKey: ['users'] });
    }
  };
  return { busy, run };
}

/** Revokes a user's access; the reason is stored with the user. */
export function RevokeDialog({ user, onClose }: StatusDialogProps) {
  const { t, data } = useText();
  const [reason, setReason, kept] = useKeptState(`revoke-user/${user.login}`, '');
  const [tried, setTried] = useState(false);
  const { busy, run } = useChange(() => {
    kept.saved();
    onClose();
  });
  const empty = isBlank(reason);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (empty || busy) return;
    const Users = [{ login: user.login, modifiedComments: reason.trim() }];
    void run(
      async () =>
        singleAnswer(
          (await call('POST /security/users/access-set/revoke', { body: { access: 'Revoked', Users } })).payload,
        ),
      t('administration.users.revoked'),
    );
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('administration.users.revoke')}
      unsaved={!empty}
      confirm={
        <Button color="red" type="submit" form="user-revoke" loading={busy}>
          {t('administration.users.revoke')}
        </Button>
      }
    >
      <form id="user-revoke" onSubmit={submit} noValidate>
        <FoundInput {...kept} />
        <p style={{ marginBottom: 12 }}>{t('administration.users.revokeText', { name: data(user.name) })}</p>
        <Textarea
          label={t('administration.users.revokeReason')}
          required
          autosize
          minRows={3}
          maxLength={REASON_MAX}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={tried && empty ? t('common.required') : undefined}
        />
      </form>
    </Dialog>
  );
}

interface ChangeDialogProps<Done> extends StatusDialogProps {
  title: string;
  question: string;
  /** Is something taken away? */
  danger?: boolean;
  change: () => Promise<Done>;
  message: string | ((done: Done) => string);
}

/** Asks once before a change of a user. */
export function ChangeDialog<Done>({ title, question, danger, change, message, onClose }: ChangeDialogProps<Done>) {
  const { busy, run } = useChange(onClose);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      confirm={
        <Button {...(danger ? { color: 'red' } : {})} loading={busy} onClick={() => void run(change, message)}>
          {title}
        </Button>
      }
    >
      <p>{question}</p>
    </Dialog>
  );
}

/** Restores a user's access. */
export function RestoreDialog(props: StatusDialogProps) {
  const { t, data } = useText();
  const body = { access: 'Active' as const, Users: [{ login: props.user.login }] };
  return (
    <ChangeDialog
      {...props}
      title={t('administration.users.restore')}
      question={t('administration.users.restoreText', { name: data(props.user.name) })}
      change={async () => singleAnswer((await call('POST /security/users/access-set/restore', { body })).payload)}
      message={({ model }) => {
        const inactive = model.status === USER_STATUS.inactive;
        return t(inactive ? 'administration.users.restoredInactive' : 'administration.users.restored');
      }}
    />
  );
}

/** Removes the second factor of a user who has lost it. */
export function ResetSecondFactorDialog(props: StatusDialogProps) {
  const { t, data } = useText();
  const params = { login: props.user.login };
  return (
    <ChangeDialog
      {...props}
      danger
      title={t('administration.users.resetSecondFactor')}
      question={t('administration.users.resetSecondFactorText', { name: data(props.user.name) })}
      change={() => call('POST /security/users/:login/second-factor/reset', { params })}
      message={t('administration.users.resetSecondFactorDone')}
    />
  );
}

/** Permanently removes the contact data of a user without access. */
export function RemoveDataDialog(props: StatusDialogProps) {
  const { t, data } = useText();
  const params = { login: props.user.login };
  return (
    <ChangeDialog
      {...props}
      danger
      title={t('administration.users.removeData')}
      question={t('administration.users.removeDataText', { name: data(props.user.name) })}
      change={() => call('DELETE /security/users/:login/data', { params })}
      message={t('administration.users.removeDataDone')}
    />
  );
}
