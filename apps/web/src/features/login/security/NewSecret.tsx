import type { NewSecret as Secret } from '@pimis/contract/security';
import { useText } from '../../../i18n/use-text.ts';
import { QrCode } from './QrCode.tsx';
import './security.css';

/** The secret for an app: as a QR code, and as text for users who cannot scan it. */
export function NewSecret({ secret }: { secret: Secret }) {
  const { t } = useText();
  return (
    <div className="new-secret">
      <p>{t('security.secondFactor.scan')}</p>
      <QrCode value={secret.address} label={t('security.secondFactor.picture')} />
      <p>
        <span className="meta">{t('security.secondFactor.secret')}</span>{' '}
        <code>{(secret.secret.match(/.{1,4}/g) ?? []).join(' ')}</code>
      </p>
    </div>
  );
}
