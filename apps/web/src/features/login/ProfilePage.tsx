import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import type { User } from '@pimis/contract/identity';
import { ApiFailure, call } from '../../api/client.ts';
import { useUser } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';
import { isPasswordProblem } from './LinkPages.tsx';

/** Own data and own password. */
export function ProfilePage() {
  const text = useText();
  const { t, data } = text;
  const user = useUser();
  const client = useQueryClient();
  const queryKey = ['profile', user.login];
  const path = `security/users/${user.login}`;
  const { data: profile } = useQuery({
    queryKey,
    queryFn: async () => (await call<User>('GET', `${path}/profile`)).payload,
  });
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  useEffect(() => {
    if (!profile) return;
    setName(profile.name);
    setEmail(profile.email);
  }, [profile]);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await call('PUT', `${path}/profile`, { name, email, login: user.login, id: user.id });
      await client.invalidateQueries({ queryKey });
      notifySuccess(t('shell.profile.saved'));
    } catch (failure) {
      notifyFailure(failure, text);
    }
  };
  return (
    <div style={{ maxWidth: 620 }}>
      <div className="page-head">
        <h1>{t('shell.profile.title')}</h1>
      </div>
      <section className="panel" style={{ padding: 16, marginBottom: 16 }} aria-label={t('shell.profile.personal')}>
        <h2 style={{ marginBottom: 12 }}>{t('shell.profile.personal')}</h2>
        <form onSubmit={(event) => void save(event)}>
          <TextInput
            label={t('shell.profile.name')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            mb={12}
            required
          />
          <TextInput
            label={t('shell.profile.email')}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            mb={12}
            required
          />
          <p className="meta">
            {t('shell.profile.login')}: {user.login} · {t('shell.profile.organization')}:{' '}
            {data(profile?.organizationName)} · {t('shell.profile.role')}: {data(profile?.roleDescription)}
          </p>
          <Button type="submit" mt={12}>
            {t('common.save')}
          </Button>
        </form>
      </section>
      <PasswordSection login={user.login} path={path} />
    </div>
  );
}

function PasswordSection({ login, path }: { login: string; path: string }) {
  const text = useText();
  const { t } = text;
  const [values, setValues] = useState({ password: '', newPassword: '', repeat: '' });
  const [problems, setProblems] = useState<string[]>([]);
  const change = async (event: FormEvent) => {
    event.preventDefault();
    if (values.newPassword !== values.repeat) {
      setProblems([t('login.problems.PasswordConfirmation')]);
      return;
    }
    try {
      await call('PUT', `${path}/password-update`, {
        login,
        password: values.password,
        newPassword: values.newPassword,
      });
      setValues({ password: '', newPassword: '', repeat: '' });
      setProblems([]);
      notifySuccess(t('shell.profile.changed'));
    } catch (failure) {
      const codes =
        failure instanceof ApiFailure
          ? failure.errors.flatMap((error) => (typeof error === 'object' && 'field' in error ? [error.code] : []))
          : [];
      setProblems(codes.filter(isPasswordProblem).map((code) => t(`login.problems.${code}`)));
      if (codes.length === 0) notifyFailure(failure, text);
    }
  };
  const field = (name: keyof typeof values, label: string, autoComplete: string) => (
    <PasswordInput
      label={label}
      value={values[name]}
      onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
      mb={12}
      autoComplete={autoComplete}
      required
    />
  );
  return (
    <section className="panel" style={{ padding: 16 }} aria-label={t('shell.profile.password')}>
      <h2 style={{ marginBottom: 12 }}>{t('shell.profile.password')}</h2>
      <form onSubmit={(event) => void change(event)}>
        {field('password', t('shell.profile.old'), 'current-password')}
        {field('newPassword', t('shell.profile.new'), 'new-password')}
        {field('repeat', t('shell.profile.repeat'), 'new-password')}
        {problems.map((problem) => (
          <p key={problem} role="alert" className="late">
            {problem}
          </p>
        ))}
        <Button type="submit">{t('shell.profile.change')}</Button>
      </form>
    </section>
  );
}
