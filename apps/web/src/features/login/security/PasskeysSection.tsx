import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Passkey } from '@pimis/contract/passkeys';
import type { Proof } from '@pimis/contract/security';
import { PASSKEY_NAME_LENGTH } from '@pimis/domain/access/second-factor';
import { ApiFailure, call } from '../../../api/client.ts';
import { useUser } from '../../../api/session.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { notifyFailure, notifySuccess } from '../../../ui/notify.tsx';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { passkeysQuery, refreshAccess, secondFactorQuery } from './api.ts';
import { isNumberedAddress, offersPasskeys } from './passkey-support.ts';
import { ProofDialog } from './ProofDialog.tsx';
import { FailedLine } from '../../../ui/Failed.tsx';
import './security.css';

/** Keys of one's devices: a way in beside the password. */
export function PasskeysSection() {
  const text = useText();
  const { t, data, date, instant, status } = text;
  const { login } = useUser();
  const { data: passkeys, error, refetch } = useQuery(passkeysQuery(login));
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const remove = async ({ id }: Passkey, body: Proof) => {
    await call('POST /security/users/:login/passkeys/:passkeyId/remove', { params: { login, passkeyId: id }, body });
    notifySuccess(t('security.passkeys.removed'));
  };
  return (
    <section className="panel" style={{ padding: 16, marginBottom: 16 }} aria-labelledby="passkeys">
      <h2 id="passkeys">{t('security.passkeys.title')}</h2>
      <p className="meta" style={{ marginBottom: 4 }}>
        {t('security.passkeys.intro')}
      </p>
      {!passkeys && error && <FailedLine error={error} onRetry={() => void refetch()} />}
      {passkeys?.length === 0 && <p style={{ margin: '8px 0 12px' }}>{t('security.passkeys.none')}</p>}
      <ul className="own-things">
        {passkeys?.map((passkey) => (
          <li key={passkey.id}>
            <div>
              <span className="strong">{data(passkey.name)}</span>
              <div className="meta">
                {t('security.passkeys.created', { date: date(passkey.createdDate) })} ·{' '}
                {passkey.lastUsedDate === null
                  ? t('security.passkeys.never')
                  : t('security.passkeys.lastUsed', { date: instant(passkey.lastUsedDate) })}
              </div>
            </div>
            <Button
              variant="default"
              size="xs"
              onClick={() => setRemoving(passkey)}
              aria-label={t('security.passkeys.removeNamed', { name: data(passkey.name) })}
            >
              {t('security.passkeys.remove')}
            </Button>
          </li>
        ))}
      </ul>
      {offersPasskeys() ? (
        <Button variant="default" onClick={() => setAdding(true)}>
          {t('security.passkeys.add')}
        </Button>
      ) : (
        <p>{isNumberedAddress() ? status('PasskeyAddress') : t('security.passkeys.unsupported')}</p>
      )}
      {adding && <AddDialog onClose={() => setAdding(false)} />}
      {removing && (
        <ProofDialog
          title={t('security.passkeys.removeTitle')}
          question={t('security.passkeys.removeText', { name: data(removing.name) })}
          submit={t('security.passkeys.remove')}
          danger
          work={(proof) => remove(removing, proof)}
          onClose={() => setRemoving(null)}
        />
      )}
    </section>
  );
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const text = useText();
  const { t, status } = text;
  const { login } = useUser();
  const client = useQueryClient();
  const { data: second } = useQuery(secondFactorQuery(login));
  const active = second !== undefined && second.activeSince !== null;
  const [values, setValues] = useState({ name: '', password: '', code: '' });
  const [problems, setProblems] = useState<Partial<typeof values>>({});
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { name, password, code } = values;
    const asked = active ? (['name', 'password', 'code'] as const) : (['name', 'password'] as const);
    const missing = Object.fromEntries(
      asked.filter((field) => values[field].trim() === '').map((field) => [field, t('common.required')]),
    );
    setProblems(missing);
    if (busy || Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      const { addPasskey } = await import('./passkey.ts');
      await addPasskey(login, name.trim(), { password, ...(active ? { code } : {}) });
      notifySuccess(t('security.passkeys.added'));
      onClose();
    } catch (failure) {
      const wrong = failure instanceof ApiFailure ? failure : null;
      const found = {
        ...(wrong?.problemOf('password') ? { password: t('login.problems.InvalidUserPassword') } : {}),
        ...(wrong?.problemOf('code') ? { code: status('InvalidSecondFactor') } : {}),
      };
      setProblems(found);
      if (Object.keys(found).length === 0) notifyFailure(failure, text);
    } finally {
      setBusy(false);
      await refreshAccess(client, login);
    }
  };
  const change = (field: keyof typeof values) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget;
    setValues((before) => ({ ...before, [field]: value }));
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('security.passkeys.add')}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form="passkey-add" loading={busy}>
            {t('security.secondFactor.continue')}
          </Button>
        </>
      }
    >
      <form id="passkey-add" onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          label={t('security.passkeys.name')}
          description={t('security.passkeys.nameHint')}
          maxLength={PASSKEY_NAME_LENGTH}
          value={values.name}
          onChange={change('name')}
          error={problems.name}
          mb={12}
          required
        />
        <PasswordField
          label={t('security.secondFactor.password')}
          autoComplete="current-password"
          value={values.password}
          onChange={change('password')}
          error={problems.password}
          mb={12}
          required
        />
        {active && (
          <TextInput
            label={t('security.secondFactor.code')}
            description={t('security.secondFactor.codeHint')}
            autoComplete="one-time-code"
            value={values.code}
            onChange={change('code')}
            error={problems.code}
            required
          />
        )}
      </form>
    </Dialog>
  );
}
