import { Button, NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Delivery, NotificationSettings } from '@pimis/contract/daily';
import { call } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { LeaveQuestion } from '../../ui/LeaveQuestion.tsx';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';
import { FoundInput } from '../editing/FoundInput.tsx';
import { useKeptState } from '../editing/kept-input.ts';
import { settingsQuery } from './api.ts';
import { FailedLine } from '../../ui/Failed.tsx';

const TOPICS = ['turn', 'moved', 'comments'] as const;
/** Settings that the user has not changed follow the saved ones. */
const NOTHING_CHOSEN: Record<(typeof TOPICS)[number], string | null> = { turn: null, moved: null, comments: null };
const CHOICES: readonly Delivery[] = ['now', 'digest', 'none'];

function isDelivery(value: string | null): value is Delivery {
  return CHOICES.some((choice) => choice === value);
}

/** Settings of mails: which notifications, and when. */
export function MailSettings() {
  const text = useText();
  const { t } = text;
  const client = useQueryClient();
  const { data: stored, error, refetch } = useQuery(settingsQuery);
  const [changes, setChanges, kept] = useKeptState('mails', NOTHING_CHOSEN);
  const [busy, setBusy] = useState(false);
  const withChanges = (settings: NotificationSettings): NotificationSettings => {
    const choice = (topic: (typeof TOPICS)[number]) => (isDelivery(changes[topic]) ? changes[topic] : settings[topic]);
    return { turn: choice('turn'), moved: choice('moved'), comments: choice('comments') };
  };
  const chosen = stored && withChanges(stored);
  const changed = stored !== undefined && TOPICS.some((topic) => chosen?.[topic] !== stored[topic]);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !chosen) return;
    setBusy(true);
    try {
      // Another window may have saved another choice meanwhile.
      const newest = await client.fetchQuery({ ...settingsQuery, staleTime: 0 });
      const { payload } = await call('PUT /notifications/settings', { body: withChanges(newest) });
      kept.saved();
      // A request that began before this response, for example when the window got the focus, would restore the old
      // choice.
      await client.cancelQueries(settingsQuery);
      client.setQueryData(settingsQuery.queryKey, payload);
      setChanges(NOTHING_CHOSEN);
      notifySuccess(t('daily.settings.saved'));
    } catch (failure) {
      notifyFailure(failure, text);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="panel" style={{ padding: 16, marginBottom: 16 }} aria-label={t('daily.settings.title')}>
      <h2>{t('daily.settings.title')}</h2>
      <p className="meta" style={{ marginBottom: 12 }}>
        {t('daily.settings.intro')}
      </p>
      {!stored && error && <FailedLine error={error} onRetry={() => void refetch()} />}
      <LeaveQuestion unsaved={changed} />
      <FoundInput {...kept} />
      <form onSubmit={(event) => void save(event)} inert={busy}>
        {TOPICS.map((topic) => (
          <NativeSelect
            key={topic}
            label={t(`daily.settings.${topic}`)}
            data={CHOICES.map((value) => ({ value, label: t(`daily.settings.${value}`) }))}
            value={chosen?.[topic] ?? ''}
            onChange={({ currentTarget: { value } }) => isDelivery(value) && setChanges({ ...changes, [topic]: value })}
            disabled={!chosen}
            mb={12}
          />
        ))}
        <Button type="submit" disabled={!chosen} loading={busy}>
          {t('common.save')}
        </Button>
      </form>
    </section>
  );
}
