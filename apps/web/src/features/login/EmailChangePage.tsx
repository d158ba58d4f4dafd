import { useState } from 'react';
import { ApiFailure, call } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { failureText } from '../../ui/failure-text.ts';
import { LoginButton, Message } from './fields.tsx';
import { Frame } from './Frame.tsx';
import { BackToLogin, tokenInAddress } from './LinkPages.tsx';

const CALLS = {
  confirm: 'POST /security/users/email-change',
  stop: 'POST /security/users/email-change/stop',
} as const;

/**
 * The links of a change of e-mail: the one to the new address accepts it, the one to the old address stops it. The user
 * must press a button, because mail scanners open links.
 */
export function EmailChangePage({ step }: { step: 'confirm' | 'stop' }) {
  const text = useText();
  const { t } = text;
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ ok: boolean; message: string } | null>(null);
  const submit = async () => {
    if (busy) return;
    setBusy(true);
    try {
      await call(CALLS[step], { body: { token: tokenInAddress() } });
      setOutcome({ ok: true, message: t(`links.emailChange.${step}Done`) });
    } catch (failure) {
      const malformed = failure instanceof ApiFailure && failure.name === 'ValidationError';
      setOutcome({ ok: false, message: malformed ? text.status('InvalidEmailToken') : failureText(failure, text) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Frame
      title={t(`links.emailChange.${step}Title`)}
      {...(outcome?.ok ? {} : { intro: t(`links.emailChange.${step}Text`) })}
    >
      {outcome && <Message kind={outcome.ok ? 'good' : 'error'}>{outcome.message}</Message>}
      {outcome?.ok !== true && (
        <LoginButton busy={busy} onClick={() => void submit()}>
          {t(`links.emailChange.${step}Submit`)}
        </LoginButton>
      )}
      {outcome?.ok === true && step === 'stop' && (
        <p style={{ marginTop: 16 }}>
          <a href="/login/password-reset">{t('links.newPasswordTitle')}</a>
        </p>
      )}
      <BackToLogin />
    </Frame>
  );
}
