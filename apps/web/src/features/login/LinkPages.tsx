import { Alert, Anchor, Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ApiFailure, call } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { failureText } from '../../ui/failure-text.ts';
import { notifySuccess } from '../../ui/notify.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { Frame } from './Frame.tsx';
import { LOGIN_PATTERN } from './LoginForm.tsx';
import { isPasswordProblem } from './password-problems.ts';
import { useAddressSearch } from '../../ui/address.ts';

function BackToLogin() {
  const { t } = useText();
  return (
    <p style={{ marginTop: 16 }}>
      <Anchor component={Link} to="/login">
        {t('login.backToLogin')}
      </Anchor>
    </p>
  );
}

/** First sign-in and forgotten password: one field, and a link by mail. The answer tells nobody whether it exists. */
export function RequestLinkPage({ kind }: { kind: 'initial' | 'reset' }) {
  const text = useText();
  const { t } = text;
  const [login, setLogin] = useState('');
  const [tried, setTried] = useState(false);
  const [outcome, setOutcome] = useState<{ ok: boolean; message: string } | null>(null);
  const tooShort = kind === 'initial' && login.trim().length < 4;
  const wrong = !LOGIN_PATTERN.test(login.trim()) || tooShort;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (wrong) return;
    try {
      const name =
        kind === 'initial' ? 'PUT /security/users/:login/activate' : 'PUT /security/users/:login/password-reset';
      await call(name, { params: { login: login.trim() }, body: null });
      setOutcome({ ok: true, message: t(kind === 'initial' ? 'login.initialSent' : 'login.resetSent') });
    } catch (failure) {
      setOutcome({ ok: false, message: failureText(failure, text) });
    }
  };
  return (
    <Frame title={t(`login.${kind}Title`)} intro={t(`login.${kind}Text`)}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        {outcome && (
          <Alert color={outcome.ok ? 'teal' : 'red'} mb={12} role="alert">
            {outcome.message}
          </Alert>
        )}
        <TextInput
          label={t('login.name')}
          value={login}
          onChange={(event) => setLogin(event.currentTarget.value)}
          error={tried && wrong ? t('login.invalidName') : undefined}
          size="md"
          autoComplete="username"
        />
        <Button type="submit" fullWidth size="md" mt={16}>
          {t(`login.${kind}Submit`)}
        </Button>
      </form>
      <BackToLogin />
    </Frame>
  );
}

/** Activation and password reset: the token of the link, then the password twice. */
export function SetPasswordPage({ kind }: { kind: 'activation' | 'reset' }) {
  const text = useText();
  const { t } = text;
  const { token = '' } = useAddressSearch();
  const [password, setPassword] = useState('');
  const [repeat, setRepeat] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const navigate = useNavigate();
  const { data: owner, error } = useQuery({
    queryKey: ['link', kind, token],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () =>
      (
        await call(
          kind === 'activation'
            ? 'POST /security/users/activation-token-validate'
            : 'POST /security/users/reset-token-validate',
          { body: { token } },
        )
      ).payload,
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!owner) return;
    if (password !== repeat) {
      setProblem(t('login.mismatch'));
      return;
    }
    try {
      const name =
        kind === 'activation' ? 'POST /security/users/:login/activate' : 'POST /security/users/:login/password-reset';
      await call(name, {
        params: { login: owner.login },
        query: { token },
        body: { login: owner.login, password, newPassword: repeat, activationToken: token },
      });
      notifySuccess(t('login.passwordSet'));
      await navigate({ to: '/' });
    } catch (failure) {
      const code = failure instanceof ApiFailure ? (failure.problemOf('password') ?? failure.name) : '';
      setProblem(isPasswordProblem(code) ? t(`login.problems.${code}`) : failureText(failure, text));
    }
  };
  const malformed = error instanceof ApiFailure && error.name === 'ValidationError';
  const invalid = malformed ? text.status('InvalidResetToken') : error && failureText(error, text);
  return (
    <Frame
      title={t(kind === 'activation' ? 'login.activationTitle' : 'login.newPasswordTitle')}
      {...(owner ? { intro: t('login.forUser', { login: owner.login }) } : {})}
    >
      {(invalid ?? problem) && (
        <Alert color="red" mb={12} role="alert" styles={{ message: { color: 'var(--p-error)' } }}>
          {invalid ?? problem}
        </Alert>
      )}
      {owner && (
        <form onSubmit={(event) => void submit(event)} noValidate>
          <PasswordField
            label={t('login.password')}
            description={t('login.rules')}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            autoComplete="new-password"
            size="md"
            mb={12}
          />
          <PasswordField
            label={t('login.repeat')}
            value={repeat}
            onChange={(event) => setRepeat(event.currentTarget.value)}
            autoComplete="new-password"
            size="md"
          />
          <Button type="submit" fullWidth size="md" mt={16}>
            {t('login.setPassword')}
          </Button>
        </form>
      )}
      <BackToLogin />
    </Frame>
  );
}

/** Confirms the location of a blocked sign-in as soon as it opens. */
export function LocationPage() {
  const text = useText();
  const { t } = text;
  const { token = '' } = useAddressSearch();
  const { isSuccess, error } = useQuery({
    queryKey: ['location', token],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await call('POST /login/location-verify', { body: { token } })).payload,
  });
  return (
    <Frame title={t('login.locationTitle')}>
      {isSuccess && <Alert color="teal">{t('login.locationDone')}</Alert>}
      {error && (
        <Alert color="red" role="alert">
          {error instanceof ApiFailure && error.httpStatus === 0
            ? failureText(error, text)
            : text.status('InvalidLocationToken')}
        </Alert>
      )}
      <BackToLogin />
    </Frame>
  );
}
