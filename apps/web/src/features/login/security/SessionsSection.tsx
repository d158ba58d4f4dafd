import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { useUser } from '../../../api/session.ts';
import { useText } from '../../../i18n/use-text.ts';
import { notifyFailure, notifySuccess } from '../../../ui/notify.tsx';
import { sessionsQuery } from './api.ts';
import { FailedLine } from '../../../ui/Failed.tsx';
import './security.css';

/** The own sessions, with buttons that end them. */
export function SessionsSection() {
  const text = useText();
  const { t, instant } = text;
  const { login } = useUser();
  const client = useQueryClient();
  const { data: sessions = [], error, refetch } = useQuery(sessionsQuery(login));
  const [busy, setBusy] = useState<string | null>(null);
  const end = async (what: string, work: () => Promise<unknown>) => {
    setBusy(what);
    try {
      await work();
      notifySuccess(t('security.sessions.ended'));
    } catch (failure) {
      notifyFailure(failure, text);
    } finally {
      setBusy(null);
      await client.invalidateQueries({ queryKey: sessionsQuery(login).queryKey });
    }
  };
  const endOne = (sessionId: string) =>
    end(sessionId, () => call('DELETE /security/users/:login/sessions/:sessionId', { params: { login, sessionId } }));
  const endOthers = () => end('others', () => call('DELETE /security/users/:login/sessions', { params: { login } }));
  return (
    <section className="panel" style={{ padding: 16, marginBottom: 16 }} aria-labelledby="sessions">
      <h2 id="sessions">{t('security.sessions.title')}</h2>
      <p className="meta" style={{ marginBottom: 4 }}>
        {t('security.sessions.intro')}
      </p>
      {error && sessions.length === 0 && <FailedLine error={error} onRetry={() => void refetch()} />}
      <ul className="lines">
        {sessions.map(({ id, device, address, since, lastUsed, current }) => (
          <li key={id}>
            <div>
              <span className="strong">{device || t('security.sessions.unknown')}</span>
              {current && <span className="own-mark">{t('security.sessions.current')}</span>}
              <div className="meta">
                {[
                  address,
                  t('security.sessions.since', { date: instant(since) }),
                  t('security.sessions.lastUsed', { date: instant(lastUsed) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </div>
            </div>
            {!current && (
              <Button
                variant="default"
                size="xs"
                loading={busy === id}
                onClick={() => void endOne(id)}
                aria-label={t('security.sessions.endNamed', { device: device || address })}
              >
                {t('security.sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button variant="default" loading={busy === 'others'} onClick={() => void endOthers()}>
          {t('security.sessions.endOthers')}
        </Button>
      )}
    </section>
  );
}
