import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { EMAIL_PATTERN } from '@pimis/domain/text/email';
import { ApiFailure, call } from '../../api/client.ts';
import { useUser } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';
import { EmployerLink } from '../registries/OrganizationLink.tsx';
import { MailSettings } from '../daily/MailSettings.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { isPasswordProblem } from './password-problems.ts';
import { profileQuery } from './security/api.ts';
import { DataSection } from './security/DataSection.tsx';
import { PasskeysSection } from './security/PasskeysSection.tsx';
import { SecondFactorSection } from './security/SecondFactorSection.tsx';
import { SessionsSection } from './security/SessionsSection.tsx';

/** x@y.z (specification, "Validation rules"). */
const EMAIL = new RegExp(EMAIL_PATTERN);

/** Own data and own password. */
export function ProfilePage() {
  const { t } = useText();
  const user = useUser();
  return (
    <div style={{ maxWidth: 620 }}>
      <div className="page-head">
        <h1>{t('security.profile.title')}</h1>
      </div>
      <PersonalSection />
      <MailSettings />
      <SecondFactorSection />
      <PasskeysSection />
      <PasswordSection login={user.login} />
      <SessionsSection />
      <DataSection />
    </div>
  );
}

function PersonalSection() {
  const text = useText();
  const { t, data } = text;
  const user = useUser();
  const client = useQueryClient();
  const { data: profile } = useQuery(profileQuery(user.login));
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [tried, setTried] = useState(false);
  useEffect(() => {
    if (!profile) return;
    setName(profile.name);
    setEmail(profile.email);
  }, [profile]);
  const noName = name.trim() === '';
  const noEmail = !EMAIL.test(email.trim());
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (noName || noEmail) return;
    try {
      await call('PUT /security/users/:login/profile', {
        params: { login: user.login },
        body: { name: name.trim(), email: email.trim(), login: user.login, id: user.id },
      });
      await client.invalidateQueries({ queryKey: profileQuery(user.login).queryKey });
      notifySuccess(t('security.profile.saved'));
    } catch (failure) {
      notifyFailure(failure, text);
    }
  };
  return (
    <section className="panel" style={{ padding: 16, marginBottom: 16 }} aria-label={t('security.profile.personal')}>
      <h2 style={{ marginBottom: 12 }}>{t('security.profile.personal')}</h2>
      <form onSubmit={(event) => void save(event)} noValidate>
        <TextInput
          label={t('security.profile.name')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={tried && noName ? t('common.required') : undefined}
          autoComplete="name"
          mb={12}
          required
        />
        <TextInput
          label={t('security.profile.email')}
          type="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={tried && noEmail ? t('security.profile.emailRequired') : undefined}
          autoComplete="email"
          mb={12}
          required
        />
        <p className="meta">
          {t('security.profile.login')}: {user.login} · {t('security.profile.organization')}:{' '}
          {profile && <EmployerLink id={profile.organizationId} name={data(profile.organizationName)} />} ·{' '}
          {t('security.profile.role')}: {data(profile?.roleDescription)}
        </p>
        <Button type="submit" mt={12} disabled={!profile}>
          {t('common.save')}
        </Button>
      </form>
    </section>
  );
}

function PasswordSection({ login }: { login: string }) {
  const text = useText();
  const { t } = text;
  const [values, setValues] = useState({ password: '', newPassword: '', repeat: '' });
  const [tried, setTried] = useState(false);
  const [problems, setProblems] = useState<string[]>([]);
  const change = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setProblems([]);
    if (Object.values(values).includes('')) return;
    if (values.newPassword !== values.repeat) {
      setProblems([t('login.problems.PasswordConfirmation')]);
      return;
    }
    try {
      await call('PUT /security/users/:login/password-update', {
        params: { login },
        body: { login, password: values.password, newPassword: values.newPassword },
      });
      setValues({ password: '', newPassword: '', repeat: '' });
      setTried(false);
      notifySuccess(t('security.profile.changed'));
    } catch (failure) {
      const codes =
        failure instanceof ApiFailure
          ? failure.errors.flatMap((error) => (typeof error === 'object' && 'field' in error ? [error.code] : []))
          : [];
      const known = codes.filter(isPasswordProblem);
      setProblems(known.map((code) => t(`login.problems.${code}`)));
      if (known.length === 0) notifyFailure(failure, text);
    }
  };
  const field = (name: keyof typeof values, label: string, autoComplete: string) => (
    <PasswordField
      label={label}
      value={values[name]}
      onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
      error={tried && values[name] === '' ? t('common.required') : undefined}
      mb={12}
      autoComplete={autoComplete}
      required
    />
  );
  return (
    <section className="panel" style={{ padding: 16, marginBottom: 16 }} aria-label={t('security.profile.password')}>
      <h2 style={{ marginBottom: 12 }}>{t('security.profile.password')}</h2>
      <form onSubmit={(event) => void change(event)} noValidate>
        {field('password', t('security.profile.old'), 'current-password')}
        {field('newPassword', t('security.profile.new'), 'new-password')}
        {field('repeat', t('security.profile.repeat'), 'new-password')}
        {problems.map((problem) => (
          <p key={problem} role="alert" className="late">
            {problem}
          </p>
        ))}
        <Button type="submit">{t('security.profile.change')}</Button>
      </form>
    </section>
  );
}
