import { useText } from '../../../i18n/use-text.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import './security.css';

/** Recovery codes, the one time that they are shown. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useText();
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
      <CopyButton
        text={codes.join('\n')}
        label={t('security.secondFactor.copy')}
        copied={t('security.secondFactor.copied')}
        notCopied={t('security.secondFactor.notCopied')}
      />
    </div>
  );
}
