import { Alert, Anchor, Button, Divider, TextInput } from '@mantine/core';
import { IconBuildingBank } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { configurationQuery } from '../../api/common.ts';
import { signIn } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import { failureText } from '../../ui/failure-text.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';

/** Latin letters, digits, '.' and '_'; starts and ends with a letter or digit; at most 32 (specification, section 5). */
export const LOGIN_PATTERN = /^[A-Za-z0-9](?:[A-Za-z0-9._]{0,30}[A-Za-z0-9])?$/;

interface LoginFormProps {
  initialLogin?: string;
  chosen?: { login: string; password: string } | null;
  onDone?: () => void;
  withLinks?: boolean;
}

export function LoginForm({ initialLogin = '', chosen, onDone, withLinks }: LoginFormProps) {
  const text = useText();
  const { t } = text;
  const { data: configuration } = useQuery(configurationQuery);
  const [login, setLogin] = useState(initialLogin);
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [tried, setTried] = useState(false);

  useEffect(() => {
    if (!chosen) return;
    setLogin(chosen.login);
    setPassword(chosen.password);
  }, [chosen]);

  const loginError = tried && !LOGIN_PATTERN.test(login.trim()) ? t('login.invalidName') : undefined;
  const passwordError = tried && password === '' ? t('common.required') : undefined;

  const submit = async (event: FormEvent | null, directory: boolean) => {
    event?.preventDefault();
    setTried(true);
    if (busy || !LOGIN_PATTERN.test(login.trim()) || password === '') return;
    setBusy(true);
    setProblem(null);
    try {
      await signIn(login, password, directory);
      onDone?.();
    } catch (failure) {
      setProblem(failureText(failure, text));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form onSubmit={(event) => void submit(event, false)} noValidate>
      {problem && (
        <Alert color="red" variant="light" mb={12} role="alert" styles={{ message: { color: 'var(--p-error)' } }}>
          {problem}
        </Alert>
      )}
      <TextInput
        label={t('login.name')}
        name="login"
        autoComplete="username"
        value={login}
        onChange={(event) => setLogin(event.currentTarget.value)}
        error={loginError}
        size="md"
        mb={14}
      />
      <PasswordField
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={passwordError}
        size="md"
      />
      {withLinks && (
        <p style={{ textAlign: 'right', marginTop: 4 }}>
          <Anchor component={Link} to="/login/password-reset" size="sm" fw={600}>
            {t('login.forgotten')}
          </Anchor>
        </p>
      )}
      <Button type="submit" fullWidth size="md" mt={16} loading={busy} h={40}>
        {t('login.submit')}
      </Button>
      {withLinks && configuration?.directoryLogin && (
        <>
          <Divider my={14} label={t('login.or')} />
          <Button
            variant="default"
            fullWidth
            size="md"
            leftSection={<IconBuildingBank size={18} />}
            onClick={() => void submit(null, true)}
            disabled={busy}
          >
            {t('login.directory')}
          </Button>
        </>
      )}
    </form>
  );
}
