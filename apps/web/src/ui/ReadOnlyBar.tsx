import { useEffect, useSyncExternalStore } from 'react';
import { callQuietly } from '../api/client.ts';
import { dataCopiedAt, onReadOnly, readOnlyText } from '../api/read-only.ts';
import { useText } from '../i18n/use-text.ts';
import { IconEye } from './icons.ts';
import './read-only-bar.css';

const POLL_MS = 5_000;

/**
 * Says that the installation can only be read, with the operator's text, or is a copy. It asks until the former ends.
 */
export function ReadOnlyBar() {
  const { t, data, instant } = useText();
  const copiedAt = useSyncExternalStore(onReadOnly, dataCopiedAt);
  const text = useSyncExternalStore(onReadOnly, readOnlyText);
  const isOn = text !== null;
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(() => {
      // The header of the response ends it.
      if (document.visibilityState === 'visible') void callQuietly('GET /health').catch(() => undefined);
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [isOn]);
  // The region exists before its text, so that screen readers announce it.
  return (
    <div role="status">
      {copiedAt !== null && (
        <p className="read-only-bar">
          <IconEye size={16} stroke={1.7} aria-hidden />
          <span>{t('shell.copy', { at: instant(copiedAt) })}</span>
        </p>
      )}
      {text !== null && (
        <p className="read-only-bar">
          <IconEye size={16} stroke={1.7} aria-hidden />
          <span>
            <strong>{data(text)}</strong> {t('shell.readOnly')}
          </span>
        </p>
      )}
    </div>
  );
}
