import { useState } from 'react';
import { ApiFailure, call } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { failureText } from '../../ui/failure-text.ts';
import { LoginButton, Message } from './fields.tsx';
import { Frame } from './Frame.tsx';
import { BackToLogin, tokenInAddress, useResolvedToken } from './LinkPages.tsx';

const askForSignIn = async (token: string) =>
  (await call('POST /login/location-verify/validate', { body: { token } })).payload;

const CALLS = {
  confirmed: 'POST /login/location-verify',
  refused: 'POST /login/location-verify/refuse',
} as const;

/**
 * The page of a link for a blocked sign-in shows account, place, device and time. The user confirms it or says that it
 * was somebody else; opening the page does neither, because programs that look through mails open links and run pages.
 */
export function LocationPage() {
  const text = useText();
  const { t } = text;
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<keyof typeof CALLS | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const { answer: signIn, failure: unreadable } = useResolvedToken(askForSignIn);
  const submit = async (outcome: keyof typeof CALLS) => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await call(CALLS[outcome], { body: { token: tokenInAddress() } });
      setDone(outcome);
    } catch (refusal) {
      setFailure(refusal);
    } finally {
      setBusy(false);
    }
  };
  const shown = failure ?? unreadable;
  const offline = shown instanceof ApiFailure && shown.httpStatus === 0;
  const waits = signIn && done === null;
  return (
    <Frame title={t('links.location.title')} {...(waits ? { intro: t('links.location.text') } : {})}>
      {shown !== undefined && shown !== null && (
        <Message kind="error">{offline ? failureText(shown, text) : text.status('InvalidLocationToken')}</Message>
      )}
      {done && <Message kind={done === 'confirmed' ? 'good' : 'error'}>{t(`links.location.${done}`)}</Message>}
      {waits && (
        <>
          <div className="strong" style={{ marginBottom: 16, overflowWrap: 'anywhere' }}>
            <p>{t('links.forUser', { login: signIn.login })}</p>
            <p>{t('links.location.at', { at: text.instant(signIn.at) })}</p>
            {signIn.address !== null && <p>{t('links.location.address', { address: signIn.address })}</p>}
            {signIn.device !== null && <p>{t('links.location.device', { device: signIn.device })}</p>}
          </div>
          <LoginButton busy={busy} onClick={() => void submit('confirmed')}>
            {t('links.location.confirm')}
          </LoginButton>
          <LoginButton quiet busy={busy} onClick={() => void submit('refused')}>
            {t('links.location.refuse')}
          </LoginButton>
        </>
      )}
      {done === 'refused' && (
        <p style={{ marginTop: 16 }}>
          <a href="/login/password-reset">{t('links.newPasswordTitle')}</a>
        </p>
      )}
      <BackToLogin />
    </Frame>
  );
}
