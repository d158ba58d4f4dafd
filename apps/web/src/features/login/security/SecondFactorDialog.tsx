import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { NewSecret as Secret } from '@pimis/contract/security';
import { ApiFailure, call } from '../../../api/client.ts';
import { useUser } from '../../../api/session.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { notifySuccess } from '../../../ui/notify.tsx';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { refreshAccess } from './api.ts';
import { NewSecret } from './NewSecret.tsx';
import { proofProblems } from './ProofDialog.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

export type Change = 'switchOn' | 'replace' | 'newCodes' | 'switchOff';

const TITLES = {
  switchOn: 'security.secondFactor.switchOnTitle',
  replace: 'security.secondFactor.replace',
  newCodes: 'security.secondFactor.newCodes',
  switchOff: 'security.secondFactor.switchOffTitle',
} as const satisfies Record<Change, string>;

/** The stage of the dialog: proof of identity, test of a new secret, display of recovery codes. */
type Stage = { at: 'prove' } | { at: 'confirm'; secret: Secret } | { at: 'codes'; codes: readonly string[] };

/** A change of the own second factor, step by step. */
export function SecondFactorDialog({
  change,
  active,
  onClose,
}: {
  change: Change;
  active: boolean;
  onClose: () => void;
}) {
  const text = useText();
  const { t } = text;
  const client = useQueryClient();
  const { login } = useUser();
  const [stage, setStage] = useState<Stage>({ at: 'prove' });
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [problems, setProblems] = useState<{ password?: string; code?: string }>({});
  const [busy, setBusy] = useState(false);
  const params = { login };
  const codeInput = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Who has pressed the button of the step before is on it still. The dialog takes input again in the next frame.
    if (stage.at === 'confirm') requestAnimationFrame(() => codeInput.current?.focus());
  }, [stage.at]);

  const prove = async () => {
    const body = { password, ...(active ? { code } : {}) };
    if (change === 'switchOff') {
      await call('POST /security/users/:login/second-factor/remove', { params, body });
      notifySuccess(t('security.secondFactor.switchedOff'));
      onClose();
    } else if (change === 'newCodes') {
      const { payload } = await call('POST /security/users/:login/second-factor/recovery-codes', { params, body });
      notifySuccess(t('security.secondFactor.renewed'));
      setStage({ at: 'codes', codes: payload.recoveryCodes });
    } else {
      const { payload } = await call('POST /security/users/:login/second-factor', { params, body });
      setStage({ at: 'confirm', secret: payload });
      setCode('');
    }
  };
  const confirm = async () => {
    const { payload } = await call('POST /security/users/:login/second-factor/confirm', { params, body: { code } });
    notifySuccess(t('security.secondFactor.switchedOn'));
    setStage({ at: 'codes', codes: payload.recoveryCodes });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || stage.at === 'codes') return;
    const missing = {
      ...(stage.at === 'prove' && password === '' ? { password: t('common.required') } : {}),
      ...((stage.at === 'confirm' || active) && code.trim() === '' ? { code: t('common.required') } : {}),
    };
    setProblems(missing);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      await (stage.at === 'prove' ? prove() : confirm());
    } catch (failure) {
      setProblems(proofProblems(failure, text));
      if (failure instanceof ApiFailure && failure.name === 'SecondFactorSetUpOver') {
        // The message says to begin again: with a new proof, and a new secret.
        setStage({ at: 'prove' });
        setCode('');
      }
    } finally {
      setBusy(false);
      await refreshAccess(client, login);
    }
  };

  const codeField = (
    <TextInput
      ref={codeInput}
      label={t('security.secondFactor.code')}
      description={stage.at === 'prove' ? t('security.secondFactor.codeHint') : undefined}
      autoComplete="one-time-code"
      value={code}
      onChange={(event) => setCode(event.currentTarget.value)}
      error={problems.code}
      required
    />
  );
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t(stage.at === 'codes' ? 'security.secondFactor.codesTitle' : TITLES[change])}
      width={stage.at === 'prove' ? 'confirm' : 'decide'}
      unsaved={stage.at === 'codes'}
      question={{
        text: t('security.secondFactor.codesQuestion'),
        leave: t('security.secondFactor.saved'),
        stay: t('security.secondFactor.showCodes'),
      }}
      footer={
        stage.at === 'codes' ? (
          <Button onClick={onClose}>{t('security.secondFactor.saved')}</Button>
        ) : (
          <>
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" form="second-factor-change" loading={busy}>
              {t(stage.at === 'confirm' ? 'security.secondFactor.confirm' : 'security.secondFactor.continue')}
            </Button>
          </>
        )
      }
    >
      {stage.at === 'codes' ? (
        <RecoveryCodes codes={stage.codes} />
      ) : (
        <form id="second-factor-change" onSubmit={(event) => void submit(event)} noValidate>
          {stage.at === 'prove' ? (
            <>
              <p style={{ marginBottom: 12 }}>{t('security.secondFactor.prove')}</p>
              <PasswordField
                label={t('security.secondFactor.password')}
                autoComplete="current-password"
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
                error={problems.password}
                mb={12}
                required
              />
              {active && codeField}
            </>
          ) : (
            <>
              <NewSecret secret={stage.secret} />
              {codeField}
            </>
          )}
        </form>
      )}
    </Dialog>
  );
}
