import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Organization } from '@pimis/contract/organizations';
import { RESOLUTION_MAX_LENGTH } from '@pimis/domain/constants';
import { REGISTRATION_ANSWER } from '@pimis/domain/organizations/registration-answer';
import { LOGIN_MAX, NEW_LOGIN_PATTERN } from '@pimis/domain/text/login';
import { isBlank } from '@pimis/domain/text/blank';
import { call } from '../../api/client.ts';
import { dashboardQuery } from '../../api/common.ts';
import { referencesOf } from '../../api/lookups.ts';
import { useText } from '../../i18n/use-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Lookup } from '../../ui/Lookup.tsx';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';

const LOGIN = new RegExp(NEW_LOGIN_PATTERN);

interface DecisionDialogProps {
  organization: Organization;
  approve: boolean;
  onClose: () => void;
}

/** Approves a request to register, with the administrator's account, or refuses it. */
export function DecisionDialog({ organization, approve, onClose }: DecisionDialogProps) {
  const text = useText();
  const { t, data } = text;
  const client = useQueryClient();
  const [opened] = useState(organization.revision);
  const [comment, setComment] = useState('');
  const [branch, setBranch] = useState({
    code: organization.treasuryBranchCode,
    name: organization.treasury ?? '',
  });
  const [generateLogin, setGenerateLogin] = useState(true);
  const [adminLogin, setAdminLogin] = useState('');
  const [notifyAdmin, setNotifyAdmin] = useState(true);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const login = adminLogin.trim();
  const loginWrong = approve && !generateLogin && !LOGIN.test(login);
  const decide = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (busy || loginWrong) return;
    setBusy(true);
    try {
      const { payload } = await call('POST /security/organizations/:organizationId/request-resolve', {
        params: { organizationId: organization.id },
        body: {
          respond: approve ? REGISTRATION_ANSWER.approve : REGISTRATION_ANSWER.refuse,
          comment: comment.trim() || null,
          treasuryBranchCode: branch.code,
          generateLogin,
          adminLogin: generateLogin ? null : login,
          notifyAdmin,
          revision: opened,
        },
      });
      const done = approve
        ? t('organizations.approved', { login: payload.adminLogin ?? '' })
        : t('organizations.cancelled');
      // The decision is made, whether or not it can be read how many wait still; the dashboard tells its own failure.
      const [waiting] = await Promise.allSettled([client.fetchQuery({ ...dashboardQuery, staleTime: 0 })]);
      const still =
        waiting.status === 'fulfilled'
          ? ` ${t('organizations.waiting', { count: waiting.value.registrations.length })}`
          : '';
      notifySuccess(`${done}${still}`);
      onClose();
    } catch (failure) {
      notifyFailure(failure, text, (field) =>
        field === 'adminLogin' || field === 'login'
          ? t('organizations.adminLogin')
          : field === 'treasuryBranchCode'
            ? t('organizations.treasury')
            : undefined,
      );
    } finally {
      setBusy(false);
      await client.invalidateQueries({ queryKey: ['organizations'] });
      // The request was a task on the dashboard.
      await client.invalidateQueries({ queryKey: dashboardQuery.queryKey });
    }
  };
  const name = data(organization.name);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t(approve ? 'organizations.approveTitle' : 'organizations.cancelTitle')}
      width="decide"
      unsaved={!isBlank(comment) || login !== ''}
      confirm={
        <Button type="submit" form="decision" loading={busy} {...(approve ? {} : { color: 'red' })}>
          {t(approve ? 'organizations.approve' : 'organizations.cancel')}
        </Button>
      }
    >
      <form id="decision" onSubmit={(event) => void decide(event)} noValidate>
        <p style={{ marginBottom: 12 }}>
          {approve
            ? t('organizations.approveText', { name, admin: data(organization.adminName) })
            : t('organizations.cancelText', { name })}
        </p>
        {approve && (
          <>
            <Lookup
              kind="treasury-branches"
              label={t('organizations.treasury')}
              shown={branch.code ? `${branch.code} · ${data(branch.name)}` : ''}
              minCharacters={1}
              search={(typed) => referencesOf('treasury-branches', typed)}
              rowKey={(row) => row.id}
              rowText={(row) => `${row.id} · ${data(row.name)}`}
              onPick={(row) => setBranch({ code: row?.id ?? null, name: row?.name ?? '' })}
            />
            <Checkbox
              mt={12}
              label={t('organizations.generateLogin')}
              checked={generateLogin}
              onChange={(event) => setGenerateLogin(event.currentTarget.checked)}
            />
            {!generateLogin && (
              <TextInput
                mt={8}
                label={t('organizations.adminLogin')}
                required
                maxLength={LOGIN_MAX}
                value={adminLogin}
                onChange={(event) => setAdminLogin(event.currentTarget.value)}
                error={tried && loginWrong ? t('login.invalidNewName') : undefined}
                autoComplete="off"
              />
            )}
          </>
        )}
        <Textarea
          mt={12}
          label={t('organizations.comment')}
          autosize
          minRows={3}
          maxLength={RESOLUTION_MAX_LENGTH}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        <Checkbox
          mt={12}
          label={t('organizations.notifyAdmin')}
          checked={notifyAdmin}
          onChange={(event) => setNotifyAdmin(event.currentTarget.checked)}
        />
      </form>
    </Dialog>
  );
}
