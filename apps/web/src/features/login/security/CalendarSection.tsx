import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { useUser } from '../../../api/session.ts';
import { useText } from '../../../i18n/use-text.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FailedLine } from '../../../ui/Failed.tsx';
import { notifyFailure, notifySuccess } from '../../../ui/notify.tsx';
import { calendarQuery } from './api.ts';
import './security.css';

/** The address of the own calendar: made, copied once, replaced and revoked. */
export function CalendarSection() {
  const text = useText();
  const { t, instant } = text;
  const { login } = useUser();
  const client = useQueryClient();
  const query = calendarQuery(login);
  const { data, error, refetch } = useQuery(query);
  const [address, setAddress] = useState<string | null>(null);
  const [asked, setAsked] = useState<'replace' | 'revoke' | null>(null);
  const [busy, setBusy] = useState(false);
  const params = { login };
  const change = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
      setAsked(null);
    } catch (failure) {
      notifyFailure(failure, text);
    } finally {
      setBusy(false);
      await client.invalidateQueries({ queryKey: query.queryKey });
    }
  };
  const make = () =>
    change(async () => {
      setAddress((await call('POST /security/users/:login/calendar', { params })).payload.address);
    });
  const revoke = () =>
    change(async () => {
      await call('DELETE /security/users/:login/calendar', { params });
      setAddress(null);
      notifySuccess(t('security.calendar.revoked'));
    });
  const since = data?.createdDate ?? null;
  return (
    <section className="panel" style={{ padding: 16, marginBottom: 16 }} aria-labelledby="own-calendar">
      <h2 id="own-calendar">{t('security.calendar.title')}</h2>
      <p className="meta" style={{ marginBottom: 12 }}>
        {t('security.calendar.intro')}
      </p>
      {error && !data && <FailedLine error={error} onRetry={() => void refetch()} />}
      {data && (
        <p>{since === null ? t('security.calendar.none') : t('security.calendar.since', { date: instant(since) })}</p>
      )}
      {address !== null && <MadeAddress address={address} />}
      {data && (
        <div className="calendar-buttons">
          <Button
            variant="default"
            loading={busy && asked === null}
            onClick={() => (since === null ? void make() : setAsked('replace'))}
          >
            {t(since === null ? 'security.calendar.make' : 'security.calendar.replace')}
          </Button>
          {since !== null && (
            <Button variant="default" disabled={busy} onClick={() => setAsked('revoke')}>
              {t('security.calendar.revoke')}
            </Button>
          )}
        </div>
      )}
      {asked && (
        <Dialog
          opened
          onClose={() => setAsked(null)}
          title={t(`security.calendar.${asked}Title`)}
          confirm={
            <Button color="red" loading={busy} onClick={() => void (asked === 'revoke' ? revoke() : make())}>
              {t(`security.calendar.${asked}`)}
            </Button>
          }
        >
          <p>{t('security.calendar.endsFormer')}</p>
        </Dialog>
      )}
    </section>
  );
}

function MadeAddress({ address }: { address: string }) {
  const { t, language } = useText();
  const shown = language === 'en' ? `${address}?language=en` : address;
  return (
    <div className="calendar-address" role="status">
      <p>{t('security.calendar.made')}</p>
      <code aria-label={t('security.calendar.address')}>{shown}</code>{' '}
      <CopyButton
        text={shown}
        label={t('security.calendar.copy')}
        copied={t('security.calendar.copied')}
        notCopied={t('security.calendar.notCopied')}
      />
    </div>
  );
}
