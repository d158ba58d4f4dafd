import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Proof } from '@pimis/contract/security';
import { emailProblem } from '@pimis/domain/text/email';
import { isBlank } from '@pimis/domain/text/blank';
import { call } from '../../../api/client.ts';
import { useUser } from '../../../api/session.ts';
import { useText } from '../../../i18n/use-text.ts';
import { LeaveQuestion } from '../../../ui/LeaveQuestion.tsx';
import { notifyFailure, notifySuccess } from '../../../ui/notify.tsx';
import { FoundInput } from '../../editing/FoundInput.tsx';
import { useKeptState } from '../../editing/kept-input.ts';
import { profileQuery } from './api.ts';
import { ProofDialog } from './ProofDialog.tsx';
import { FailedLine } from '../../../ui/Failed.tsx';

const NOTHING_TYPED: { name: string | null; email: string | null } = { name: null, email: null };

/** The own name and address; a new address requires a proof of identity and is confirmed by a link. */
export function PersonalSection() {
  const text = useText();
  const { t } = text;
  const user = useUser();
  const client = useQueryClient();
  const { data: profile, error, refetch } = useQuery(profileQuery(user.login));
  // Fields that the user has not changed follow the account, which may change in another window.
  const [typed, setTyped, kept] = useKeptState('profile', NOTHING_TYPED);
  const change = (part: Partial<typeof NOTHING_TYPED>) => setTyped((before) => ({ ...before, ...part }));
  const name = typed.name ?? profile?.name ?? '';
  const email = typed.email ?? profile?.email ?? '';
  const [tried, setTried] = useState(false);
  const [proving, setProving] = useState(false);
  const [busy, setBusy] = useState(false);
  const noName = isBlank(name);
  const wrongEmail = emailProblem(email.trim());
  const emailText = (problem: NonNullable<typeof wrongEmail>) =>
    problem === 'HiddenCharacter' ? text.status(problem) : t('security.profile.emailRequired');
  const send = async (proof: Proof | null) => {
    const { payload } = await call('PUT /security/users/:login/profile', {
      params: { login: user.login },
      body: { name: name.trim(), email: email.trim(), login: user.login, id: user.id, ...proof },
    });
    kept.saved();
    const { queryKey } = profileQuery(user.login);
    client.setQueryData(queryKey, (known) => known && { ...known, ...payload });
    await client.invalidateQueries({ queryKey });
    // A new address waits for confirmation, so the field shows the present one.
    setTyped(NOTHING_TYPED);
    const pendingEmail = proof === null ? null : payload.pendingEmail;
    notifySuccess(
      pendingEmail === null
        ? t('security.profile.saved')
        : t('security.profile.confirmationSent', { email: pendingEmail }),
    );
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    if (noName || wrongEmail) return;
    if (email.trim() !== profile?.email) {
      setProving(true);
      return;
    }
    setBusy(true);
    try {
      await send(null);
    } catch (failure) {
      notifyFailure(failure, text);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="panel" style={{ padding: 16, marginBottom: 16 }} aria-label={t('security.profile.personal')}>
      <h2 style={{ marginBottom: 12 }}>{t('security.profile.personal')}</h2>
      {!profile && error && <FailedLine error={error} onRetry={() => void refetch()} />}
      <LeaveQuestion unsaved={profile !== undefined && (name !== profile.name || email !== profile.email)} />
      <FoundInput {...kept} />
      <form onSubmit={(event) => void save(event)} noValidate inert={busy}>
        <TextInput
          label={t('security.profile.name')}
          value={name}
          onChange={(event) => change({ name: event.currentTarget.value })}
          error={tried && noName ? t('common.required') : undefined}
          autoComplete="name"
          mb={12}
          required
        />
        <TextInput
          label={t('security.profile.email')}
          description={t('security.profile.emailHint')}
          type="email"
          value={email}
          onChange={(event) => change({ email: event.currentTarget.value })}
          error={tried && wrongEmail ? emailText(wrongEmail) : undefined}
          autoComplete="email"
          mb={12}
          required
        />
        {profile && profile.pendingEmail !== null && (
          <p role="status" style={{ marginBottom: 12 }}>
            {t('security.profile.emailPending', { email: profile.pendingEmail })}
          </p>
        )}
        <p className="meta" style={{ overflowWrap: 'anywhere' }}>
          {t('security.profile.login')}: {user.login}
        </p>
        <Button type="submit" mt={12} disabled={!profile} loading={busy}>
          {t('common.save')}
        </Button>
      </form>
      {proving && (
        <ProofDialog
          title={t('security.profile.emailChange')}
          question={t('security.secondFactor.prove')}
          submit={t('security.secondFactor.continue')}
          work={send}
          onClose={() => setProving(false)}
        />
      )}
    </section>
  );
}
