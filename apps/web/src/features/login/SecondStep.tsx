import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { NewSecret as Secret, SecondStepRequired } from '@pimis/contract/security';
import { ApiFailure, call } from '../../api/client.ts';
import { enterSession } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import { failureText } from '../../ui/failure-text.ts';
import { LoginButton, Message, TextField } from './fields.tsx';
import { NewSecret } from './security/NewSecret.tsx';
import { RecoveryCodes } from './security/RecoveryCodes.tsx';

interface SecondStepProps {
  required: SecondStepRequired;
  onDone: () => void;
  /** Returns to the password with a message. */
  onAgain: (message: string | null) => void;
}

/** After the password: a code, or first the setup of the second factor. */
export function SecondStep({ required: { token, step }, onDone, onAgain }: SecondStepProps) {
  const text = useText();
  const { t } = text;
  const [secret, setSecret] = useState<Secret | null>(null);
  const [code, setCode] = useState('');
  const [tried, setTried] = useState(false);
  const empty = code.trim() === '';
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState<{ recoveryCodes: string[]; accessToken: string } | null>(null);

  useEffect(() => {
    if (step !== 'setUp') return;
    let gone = false;
    call('POST /login/second-factor', { body: { token } }).then(
      ({ payload }) => {
        if (!gone) setSecret(payload);
      },
      (refusal: unknown) => {
        if (!gone) setFailure(refusal);
      },
    );
    return () => {
      gone = true;
    };
  }, [token, step]);

  const enter = ({ accessToken }: { accessToken: string }) => {
    enterSession(accessToken);
    onDone();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (empty) field.current?.focus();
    if (busy || empty) return;
    setBusy(true);
    setFailure(null);
    try {
      const { payload } = await call('POST /login/second-step', { body: { token, code } });
      // Recovery codes are shown once; the sign-in ends after them.
      if (payload.recoveryCodes.length === 0) enter(payload);
      else setOpened(payload);
    } catch (refusal) {
      const over = refusal instanceof ApiFailure && refusal.name === 'InvalidSecondStep';
      if (over) onAgain(failureText(refusal, text));
      else {
        setFailure(refusal);
        // The next code replaces the wrong one.
        field.current?.focus();
        field.current?.select();
      }
    } finally {
      setBusy(false);
    }
  };

  if (opened) {
    return (
      <section aria-labelledby="recovery-codes">
        <h2 id="recovery-codes">{t('security.secondFactor.codesTitle')}</h2>
        <RecoveryCodes codes={opened.recoveryCodes} />
        <div style={{ marginTop: 16 }}>
          <LoginButton onClick={() => enter(opened)}>{t('security.secondFactor.saved')}</LoginButton>
        </div>
      </section>
    );
  }
  const again = (
    <LoginButton quiet onClick={() => onAgain(null)}>
      {t('security.secondFactor.again')}
    </LoginButton>
  );
  const problem = failure !== null && <Message kind="error">{failureText(failure, text)}</Message>;
  if (step === 'setUp' && !secret) {
    return (
      problem && (
        <>
          {problem}
          {again}
        </>
      )
    );
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <h2 style={{ marginBottom: 8 }}>{t('security.secondFactor.stepTitle')}</h2>
      {problem}
      <p style={{ marginBottom: 16 }}>
        {t(secret ? 'security.secondFactor.setUpText' : 'security.secondFactor.stepText')}
      </p>
      {secret && <NewSecret secret={secret} />}
      <TextField
        ref={field}
        label={t('security.secondFactor.code')}
        name="code"
        autoComplete="one-time-code"
        autoFocus
        value={code}
        onChange={setCode}
        error={tried && empty ? t('common.required') : undefined}
      />
      <LoginButton type="submit" busy={busy}>
        {t('security.secondFactor.enter')}
      </LoginButton>
      <div style={{ marginTop: 8 }}>{again}</div>
    </form>
  );
}
