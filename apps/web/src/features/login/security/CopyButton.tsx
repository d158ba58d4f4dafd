import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { copyText } from '../../../ui/copy-text.ts';
import './security.css';

/** Copies what is shown once and has to be kept, and says whether the browser has let it. */
export function CopyButton({ text }: { text: string }) {
  const { t } = useText();
  const [copied, setCopied] = useState<boolean>();
  const copy = async () => setCopied(await copyText(text));
  return (
    <>
      <button type="button" className="copy-button" onClick={() => void copy()}>
        {t('security.copy.copy')}
      </button>{' '}
      <span role="status">
        {copied !== undefined && t(copied ? 'security.copy.copied' : 'security.copy.notCopied')}
      </span>
    </>
  );
}
