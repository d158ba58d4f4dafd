import { useText } from '../../i18n/use-text.ts';
import { Warning } from '../../ui/Warning.tsx';

/** Says that the fields show input from a session that has ended. */
export function FoundInput() {
  const { t } = useText();
  return <Warning>{t('editing.found')}</Warning>;
}
