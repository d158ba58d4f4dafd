import { useState } from 'react';
import { ApiFailure, call } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { failureText } from '../../ui/failure-text.ts';
import { LoginButton, Message } from './fields.tsx';
import { Frame } from './Frame.tsx';
import { BackToLogin, tokenInAddress, useResolvedToken } from './LinkPages.tsx';

const CALLS = {
  confirm: {
    ask: async (token: string) =>
      (await call('POST /security/users/email-change/validate', { body: { token } })).payload,
    submit: 'POST /security/users/email-change',
  },
  stop: {
    ask: async (token: string) =>
      (await call('POST /security/users/email-change/stop/validate', { body: { token } })).payload,
    submit: 'POST /security/users/email-change/stop',
  },
} as const;

/**
 * The links of a change of e-mail: the one to the new address accepts it, the one to the old address stops it. The page
 * names the account and the new address. The user must press a button, because mail scanners open links.
 */
export function EmailChangePage({ step }: { step: 'confirm' | 'stop' }) {
  const text = useText();
  const { t } = text;
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ ok: boolean; message: string } | null>(null);
  const { answer: link, failure: unreadable } = useResolvedToken(CALLS[step].ask);
  const reasonOf = (failure: unknown) => {
    const malformed = failure instanceof ApiFailure && failure.name === 'ValidationError';
    return malformed ? text.status('InvalidEmailToken') : failureText(failure, text);
  };
  const submit = async () => {
    if (busy) return;
    setBusy(true);
    try {
      await call(CALLS[step].submit, { body: { token: tokenInAddress() } });
      setOutcome({ ok: true, message: t(`links.emailChange.${step}Done`) });
    } catch (failure) {
      setOutcome({ ok: false, message: reasonOf(failure) });
    } finally {
      setBusy(false);
    }
  };
  const waits = link && outcome?.ok !== true;
  return (
    <Frame
      title={t(`links.emailChange.${step}Title`)}
      {...(waits ? { intro: t(`links.emailChange.${step}Text`) } : {})}
    >
      {unreadable !== undefined && (
        // Without a token the user has no link.
        <Message kind="error">
          {tokenInAddress() === '' ? t('links.emailChange.missing') : reasonOf(unreadable)}
        </Message>
      )}
      {outcome && <Message kind={outcome.ok ? 'good' : 'error'}>{outcome.message}</Message>}
      {waits && (
        <>
          <div className="strong" style={{ marginBottom: 16, overflowWrap: 'anywhere' }}>
            <p>{t('links.forUser', { login: link.login })}</p>
            <p>{t('links.emailChange.newAddress', { email: link.email })}</p>
          </div>
          <LoginButton busy={busy} onClick={() => void submit()}>
            {t(`links.emailChange.${step}Submit`)}
          </LoginButton>
        </>
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
