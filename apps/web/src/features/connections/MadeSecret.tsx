import { useText } from '../../i18n/use-text.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import './connections.css';

interface MadeSecretProps {
  secret: string;
  hint: string;
  label: string;
}

/** A new secret, to be copied. */
export function MadeSecret({ secret, hint, label }: MadeSecretProps) {
  const { t } = useText();
  return (
    <div className="client-secret-made" role="status">
      <p>{hint}</p>
      <code aria-label={label}>{secret}</code>{' '}
      <CopyButton
        text={secret}
        label={t('connections.copy')}
        copied={t('connections.copied')}
        notCopied={t('connections.notCopied')}
      />
    </div>
  );
}
