import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { copyText } from '../../../ui/copy-text.ts';
import './security.css';

/** Recovery codes, the one time that they are shown. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useText();
  const [copied, setCopied] = useState<boolean>();
  const copy = async () => setCopied(await copyText(codes.join('\n')));
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
      <button type="button" className="recovery-copy" onClick={() => void copy()}>
        {t('security.secondFactor.copy')}
      </button>{' '}
      <span role="status">
        {copied !== undefined && t(copied ? 'security.secondFactor.copied' : 'security.secondFactor.notCopied')}
      </span>
    </div>
  );
}
