import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { ApiFailure, callQuietly } from '../api/client.ts';
import { connectionBack, connectionIsLost, connectionLost, onConnection } from '../api/connection.ts';
import { newVersionIsOut, onMissingScript } from '../api/version.ts';
import { useText } from '../i18n/use-text.ts';
import { IconPlugConnectedX, IconRefresh } from '../ui/icons.ts';
import { notifyShortly } from '../ui/notify.tsx';
import { FailedReads } from './FailedReads.tsx';

const RETRY_MS = 4_000;
const VERSION_POLL_MS = 5 * 60_000;

/** Asks whether the server answers; any answer counts. */
async function answers(): Promise<boolean> {
  try {
    await callQuietly('GET /health');
    return true;
  } catch (failure) {
    return failure instanceof ApiFailure && failure.httpStatus !== 0;
  }
}

/** Without a connection it tries again, and continues everything when it is back. */
function useConnection(): boolean {
  const { t } = useText();
  const client = useQueryClient();
  const lost = useSyncExternalStore(onConnection, connectionIsLost);
  const ask = useEffectEvent(async () => {
    if (!connectionIsLost() || !(await answers())) return;
    connectionBack();
    notifyShortly(t('daily.connection.back'));
    // Visible data that are old or missing are loaded now; the rest when it is shown.
    await client.refetchQueries({ type: 'active', stale: true });
  });
  useEffect(() => {
    const away = () => connectionLost();
    const back = () => void ask();
    window.addEventListener('offline', away);
    window.addEventListener('online', back);
    // A read that fails without an answer counts as offline.
    const unsubscribe = client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return;
      const error: unknown = event.query.state.error;
      if (error instanceof ApiFailure && error.httpStatus === 0) connectionLost();
    });
    if (!navigator.onLine) connectionLost();
    return () => {
      window.removeEventListener('offline', away);
      window.removeEventListener('online', back);
      unsubscribe();
    };
  }, [client]);
  useEffect(() => {
    if (!lost) return undefined;
    const timer = setInterval(() => void ask(), RETRY_MS);
    return () => clearInterval(timer);
  }, [lost]);
  return lost;
}

/** Whether a newer version of the application exists than the loaded one. */
function useNewVersion(): boolean {
  const [out, setOut] = useState(false);
  useEffect(() => {
    if (out) return undefined;
    const ask = () => {
      if (document.visibilityState === 'visible') void newVersionIsOut().then((is) => is && setOut(true));
    };
    const timer = setInterval(ask, VERSION_POLL_MS);
    document.addEventListener('visibilitychange', ask);
    // A missing script of this version means the same, sooner.
    const unsubscribe = onMissingScript(ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
      unsubscribe();
    };
  }, [out]);
  return out;
}

/** A bar below the header: no connection, or a new version. Only the user reloads the page. */
export function Connection() {
  const { t } = useText();
  const lost = useConnection();
  const out = useNewVersion();
  return (
    <div role="status" className="shell-bars">
      {lost && (
        <p className="shell-bar" data-kind="lost">
          <IconPlugConnectedX size={16} stroke={1.7} aria-hidden />
          <span>
            <strong>{t('daily.connection.lost')}</strong> {t('daily.connection.inputSaved')}
          </span>
        </p>
      )}
      {!lost && <FailedReads />}
      {!lost && out && (
        <p className="shell-bar">
          <IconRefresh size={16} stroke={1.7} aria-hidden />
          <span>
            <strong>{t('daily.version.out')}</strong> {t('daily.version.hint')}
          </span>
          <Button size="compact-sm" variant="default" onClick={() => window.location.reload()}>
            {t('daily.version.load')}
          </Button>
        </p>
      )}
    </div>
  );
}
