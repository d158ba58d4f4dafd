import { type FormEvent, useEffect, useRef, useState } from 'react';
import { LOGIN_PATTERN, NEW_LOGIN_PATTERN } from '@pimis/domain/text/login';
import { ApiFailure, call } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { failureText } from '../../ui/failure-text.ts';
import { LoginButton, Message, SecretField, TextField } from './fields.tsx';
import { Frame } from './Frame.tsx';
import { isPasswordProblem } from './password-problems.ts';
import { usePublicData } from './use-public-data.ts';

/** A first sign-in accepts only logins of new accounts; a password reset also older ones. */
const LOGIN = { initial: new RegExp(NEW_LOGIN_PATTERN), reset: new RegExp(LOGIN_PATTERN) };

export const tokenInAddress = () => new URLSearchParams(location.search).get('token') ?? '';

export function BackToLogin() {
  const { t } = useText();
  return (
    <p style={{ marginTop: 16 }}>
      <a href="/login">{t('login.backToLogin')}</a>
    </p>
  );
}

/**
 * First sign-in and forgotten password: one field, and a link by mail. The answer does not reveal whether the account
 * exists.
 */
export function RequestLinkPage({ kind }: { kind: 'initial' | 'reset' }) {
  const text = useText();
  const { t } = text;
  const [login, setLogin] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ ok: boolean; message: string } | null>(null);
  const wrong = !LOGIN[kind].test(login.trim());
  const field = useRef<HTMLInputElement>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (wrong) field.current?.focus();
    if (busy || wrong) return;
    setBusy(true);
    try {
      const name =
        kind === 'initial' ? 'PUT /security/users/:login/activate' : 'PUT /security/users/:login/password-reset';
      await call(name, { params: { login: login.trim() }, body: null });
      setOutcome({ ok: true, message: t(kind === 'initial' ? 'links.initialSent' : 'links.resetSent') });
    } catch (failure) {
      setOutcome({ ok: false, message: failureText(failure, text) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Frame title={t(`links.${kind}Title`)} intro={t(`links.${kind}Text`)}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        {outcome && <Message kind={outcome.ok ? 'good' : 'error'}>{outcome.message}</Message>}
        <TextField
          ref={field}
          label={t('login.name')}
          autoFocus
          value={login}
          onChange={setLogin}
          error={tried && wrong ? t(kind === 'initial' ? 'login.invalidNewName' : 'login.invalidName') : undefined}
          autoComplete="username"
        />
        <LoginButton type="submit" busy={busy}>
          {t(`links.${kind}Submit`)}
        </LoginButton>
      </form>
      <BackToLogin />
    </Frame>
  );
}

type Resolved<T> = { answer?: T; failure?: unknown };

/** The server's response to the token in the URL, requested when the screen opens. */
export function useResolvedToken<T>(ask: (token: string) => Promise<T>): Resolved<T> {
  const [resolved, setResolved] = useState<Resolved<T>>({});
  useEffect(() => {
    let gone = false;
    const keep = (next: Resolved<T>) => {
      if (!gone) setResolved(next);
    };
    ask(tokenInAddress()).then(
      (answer) => keep({ answer }),
      (failure: unknown) => keep({ failure }),
    );
    return () => {
      gone = true;
    };
  }, [ask]);
  return resolved;
}

const LINKS = {
  activation: {
    title: 'links.activationTitle',
    missing: 'links.activationMissing',
    invalid: 'InvalidActivationToken',
    ask: async (token: string) =>
      (await call('POST /security/users/activation-token-validate', { body: { token } })).payload,
    set: 'POST /security/users/:login/activate',
  },
  reset: {
    title: 'links.newPasswordTitle',
    missing: 'links.resetMissing',
    invalid: 'InvalidResetToken',
    ask: async (token: string) =>
      (await call('POST /security/users/reset-token-validate', { body: { token } })).payload,
    set: 'POST /security/users/:login/password-reset',
  },
} as const;

/** Activation and password reset: the token of the link, then the password twice. */
export function SetPasswordPage({ kind }: { kind: 'activation' | 'reset' }) {
  const text = useText();
  const { t } = text;
  const link = LINKS[kind];
  const [password, setPassword] = useState('');
  const [repeat, setRepeat] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { answer: owner, failure } = useResolvedToken(link.ask);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!owner || busy) return;
    if (password !== repeat) {
      setProblem(t('links.mismatch'));
      return;
    }
    const token = tokenInAddress();
    setBusy(true);
    try {
      await call(link.set, {
        params: { login: owner.login },
        query: { token },
        body: { login: owner.login, password, newPassword: repeat, activationToken: token },
      });
      location.assign('/login?password-set');
    } catch (refusal) {
      const code = refusal instanceof ApiFailure ? (refusal.problemOf('password') ?? refusal.name) : '';
      setProblem(isPasswordProblem(code) ? t(`login.problems.${code}`) : failureText(refusal, text));
      setBusy(false);
    }
  };
  const malformed = failure instanceof ApiFailure && failure.name === 'ValidationError';
  const refusal = malformed ? text.status(link.invalid) : failure ? failureText(failure, text) : null;
  // Without a token the user has no link.
  const invalid = failure && tokenInAddress() === '' ? t(link.missing) : refusal;
  return (
    <Frame title={t(link.title)} {...(owner ? { intro: t('links.forUser', { login: owner.login }) } : {})}>
      {(invalid ?? problem) && <Message kind="error">{invalid ?? problem}</Message>}
      {owner && (
        <form onSubmit={(event) => void submit(event)} noValidate>
          <SecretField
            label={t('login.password')}
            hint={t('links.rules')}
            value={password}
            onChange={setPassword}
            autoComplete="new-password"
            autoFocus
          />
          <SecretField label={t('links.repeat')} value={repeat} onChange={setRepeat} autoComplete="new-password" />
          <LoginButton type="submit" busy={busy}>
            {t('links.setPassword')}
          </LoginButton>
          {kind === 'activation' && <ByProvider onProblem={setProblem} />}
        </form>
      )}
      <BackToLogin />
    </Frame>
  );
}

const goTo = (address: string) => location.assign(address);

/** Providers whose accounts may take the place of a password; nothing without one. */
export function ByProvider({
  onProblem,
  onLeave = goTo,
}: {
  onProblem: (problem: string | null) => void;
  onLeave?: (address: string) => void;
}) {
  const text = useText();
  const { t, data } = text;
  const providers = usePublicData('providers') ?? [];
  const [busy, setBusy] = useState(false);
  const activate = async (provider: string) => {
    if (busy) return;
    setBusy(true);
    onProblem(null);
    try {
      const body = { token: tokenInAddress() };
      onLeave((await call('POST /login/oidc/:provider/activate', { params: { provider }, body })).payload.address);
    } catch (failure) {
      onProblem(failureText(failure, text));
      setBusy(false);
    }
  };
  if (providers.length === 0) return null;
  return (
    <>
      <div className="login-or">{t('links.byProvider')}</div>
      {providers.map(({ id, label }) => (
        <LoginButton key={id} quiet busy={busy} onClick={() => void activate(id)}>
          {data(label)}
        </LoginButton>
      ))}
    </>
  );
}
