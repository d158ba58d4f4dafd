import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { SecondStepRequired } from '@pimis/contract/security';
import type { SignInProvider } from '@pimis/contract/providers';
import { LOGIN_PATTERN } from '@pimis/domain/text/login';
import { ApiFailure, fileAddress } from '../../api/client.ts';
import { signIn } from '../../api/session.ts';
import { loadMessages } from '../../i18n/i18n.ts';
import { useText } from '../../i18n/use-text.ts';
import { failureText } from '../../ui/failure-text.ts';
import { LoginButton, Message, SecretField, TextField } from './fields.tsx';
import { isNumberedAddress, namedAddress, offersPasskeys } from './security/passkey-support.ts';

const LOGIN = new RegExp(LOGIN_PATTERN);

// Loaded only for users with a second step.
const SecondStep = lazy(async () => {
  const [module] = await Promise.all([import('./SecondStep.tsx'), loadMessages(['security'])]);
  return { default: module.SecondStep };
});

/** The second step that a refusal requires after a correct password; null for other refusals. */
function secondStepIn(failure: unknown): SecondStepRequired | null {
  return failure instanceof ApiFailure ? failure.payloadOf('SecondFactorRequired') : null;
}

interface LoginFormProps {
  initialLogin?: string;
  chosen?: { login: string; password: string } | null;
  onDone?: () => void;
  /** Help for users who cannot sign in here. */
  withLinks?: boolean;
  directoryLogin?: boolean;
  /** Providers for signing in, and the screen that opens afterwards. */
  providers?: { list: readonly SignInProvider[]; redirect: string };
  /** The second step after a sign-in by one of them. */
  begunStep?: SecondStepRequired | null;
}

export function LoginForm({
  initialLogin = '',
  chosen,
  onDone,
  withLinks,
  directoryLogin,
  providers = { list: [], redirect: '/' },
  begunStep = null,
}: LoginFormProps) {
  const text = useText();
  const { t } = text;
  const [login, setLogin] = useState(initialLogin);
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const [step, setStep] = useState<SecondStepRequired | null>(begunStep);

  useEffect(() => {
    if (!chosen) return;
    setLogin(chosen.login);
    setPassword(chosen.password);
  }, [chosen]);

  const loginError = tried && !LOGIN.test(login.trim()) ? t('login.invalidName') : undefined;
  const passwordError = tried && password === '' ? t('common.required') : undefined;

  const submit = async (event: FormEvent | null, directory: boolean) => {
    event?.preventDefault();
    setTried(true);
    const wrong = !LOGIN.test(login.trim()) ? 'login' : password === '' ? 'password' : null;
    if (wrong) form.current?.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus();
    if (busy || wrong) return;
    setBusy(true);
    setProblem(null);
    try {
      await signIn(login, password, directory);
      onDone?.();
    } catch (failure) {
      const required = secondStepIn(failure);
      setStep(required);
      if (!required) setProblem(failureText(failure, text));
    } finally {
      setBusy(false);
    }
  };

  if (step) {
    const again = (message: string | null) => {
      setStep(null);
      setPassword('');
      setTried(false);
      setProblem(message);
    };
    return (
      <Suspense>
        <SecondStep required={step} onAgain={again} onDone={() => onDone?.()} />
      </Suspense>
    );
  }
  return (
    <form ref={form} onSubmit={(event) => void submit(event, false)} noValidate>
      {problem && <Message kind="error">{problem}</Message>}
      <TextField
        label={t('login.name')}
        name="login"
        autoFocus={initialLogin === ''}
        autoComplete="username"
        value={login}
        onChange={setLogin}
        error={loginError}
      />
      <SecretField
        label={t('login.password')}
        name="password"
        // A dialog sets the focus after its fields are rendered, on the field with this attribute.
        data-autofocus={initialLogin === '' ? undefined : true}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={passwordError}
      />
      {withLinks && (
        <p style={{ textAlign: 'right', margin: '-8px 0 16px', fontSize: 14 }}>
          <a href="/login/password-reset" className="strong">
            {t('login.forgotten')}
          </a>
        </p>
      )}
      <LoginButton type="submit" busy={busy}>
        {t('login.submit')}
      </LoginButton>
      {withLinks && (
        <OtherWays
          busy={busy}
          providers={providers}
          onDirectory={directoryLogin === true ? () => void submit(null, true) : undefined}
          onProblem={setProblem}
          onDone={() => onDone?.()}
        />
      )}
    </form>
  );
}

interface OtherWaysProps {
  busy: boolean;
  providers: NonNullable<LoginFormProps['providers']>;
  /** Undefined without a directory service. */
  onDirectory: (() => void) | undefined;
  onProblem: (problem: string | null) => void;
  onDone: () => void;
}

/** Ways to sign in other than by password: the directory service, providers and a passkey. */
function OtherWays({ busy, providers: { list, redirect }, onDirectory, onProblem, onDone }: OtherWaysProps) {
  const text = useText();
  const { t, data } = text;
  const passkeys = offersPasskeys();
  const named = namedAddress();
  const byPasskey = async () => {
    onProblem(null);
    // The script is of a version that is no longer served, or there is no connection: reloading the page solves both.
    const script = await import('./security/passkey.ts').catch(() => null);
    if (!script) return onProblem(t('login.passkeyMissing'));
    try {
      await script.signInByPasskey();
      onDone();
    } catch (failure) {
      onProblem(failureText(failure, text));
    }
  };
  return (
    <>
      {(onDirectory || passkeys || list.length > 0) && <div className="login-or">{t('login.or')}</div>}
      {onDirectory && (
        <LoginButton quiet onClick={onDirectory} disabled={busy}>
          {t('login.directory')}
        </LoginButton>
      )}
      {list.map(({ id, label }) => (
        <a
          key={id}
          className="login-button quiet"
          href={`/api/${fileAddress('GET /login/oidc/:provider/start', { params: { provider: id }, query: { redirect } })}`}
        >
          {data(label)}
        </a>
      ))}
      {passkeys && (
        <LoginButton quiet onClick={() => void byPasskey()} disabled={busy}>
          {t('login.passkey')}
        </LoginButton>
      )}
      {isNumberedAddress() && (
        <p className="meta">
          {text.status('PasskeyAddress')}{' '}
          {named !== null && (
            <a href={named} className="strong">
              {new URL(named).host}
            </a>
          )}
        </p>
      )}
    </>
  );
}
