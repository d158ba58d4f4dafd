import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiFailure, call } from '../../api/client.ts';
import { useUser } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';
import { AbsenceSection } from '../daily/absences/AbsenceSection.tsx';
import { MailSettings } from '../daily/MailSettings.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { isPasswordProblem } from './password-problems.ts';
import { refreshAccess } from './security/api.ts';
import { BodySection } from './security/BodySection.tsx';
import { CalendarSection } from './security/CalendarSection.tsx';
import { DataSection } from './security/DataSection.tsx';
import { PasskeysSection } from './security/PasskeysSection.tsx';
import { PersonalSection } from './security/PersonalSection.tsx';
import { ProvidersSection } from './security/ProvidersSection.tsx';
import { SecondFactorSection } from './security/SecondFactorSection.tsx';
import { SessionsSection } from './security/SessionsSection.tsx';

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
      <BodySection />
      <AbsenceSection login={user.login} own />
      <MailSettings />
      <SecondFactorSection />
      <PasskeysSection />
      <ProvidersSection />
      <PasswordSection login={user.login} />
      <SessionsSection />
      <CalendarSection />
      <DataSection />
    </div>
  );
}

function PasswordSection({ login }: { login: string }) {
  const text = useText();
  const { t } = text;
  const client = useQueryClient();
  const [values, setValues] = useState({ password: '', newPassword: '', repeat: '' });
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<string[]>([]);
  const change = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    setProblems([]);
    if (Object.values(values).includes('')) return;
    if (values.newPassword !== values.repeat) {
      setProblems([t('login.problems.PasswordConfirmation')]);
      return;
    }
    setBusy(true);
    try {
      await call('PUT /security/users/:login/password-update', {
        params: { login },
        body: { login, password: values.password, newPassword: values.newPassword },
      });
      setValues({ password: '', newPassword: '', repeat: '' });
      setTried(false);
      notifySuccess(t('security.profile.changed'));
      await refreshAccess(client, login);
    } catch (failure) {
      const codes =
        failure instanceof ApiFailure
          ? failure.errors.flatMap((error) => (typeof error === 'object' && 'field' in error ? [error.code] : []))
          : [];
      const known = codes.filter(isPasswordProblem);
      setProblems(known.map((code) => t(`login.problems.${code}`)));
      if (known.length === 0) notifyFailure(failure, text);
    } finally {
      setBusy(false);
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
      <form onSubmit={(event) => void change(event)} noValidate inert={busy}>
        {field('password', t('security.profile.old'), 'current-password')}
        {field('newPassword', t('security.profile.new'), 'new-password')}
        {field('repeat', t('security.profile.repeat'), 'new-password')}
        {problems.map((problem) => (
          <p key={problem} role="alert" className="late">
            {problem}
          </p>
        ))}
        <Button type="submit" loading={busy}>
          {t('security.profile.change')}
        </Button>
      </form>
    </section>
  );
}
