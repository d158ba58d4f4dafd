import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import './security.css';

/** Recovery codes, the one time that they are shown. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useText();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'));
    setCopied(true);
  };
  return (
    <div className="recovery-codes">
      <p>{t('security.secondFactor.codesText')}</p>
      <ul aria-label={t('security.secondFactor.codesTitle')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <button type="button" className="recovery-copy" onClick={() => void copy().catch(() => setCopied(false))}>
        {t('security.secondFactor.copy')}
      </button>{' '}
      <span role="status">{copied && t('security.secondFactor.copied')}</span>
    </div>
  );
}
