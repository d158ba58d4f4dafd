import { Button } from '@mantine/core';
import { useText } from '../i18n/use-text.ts';
import { IconAlertTriangle } from '../ui/icons.ts';

interface DraftNoticeProps {
  /** ISO 8601 */
  at: string;
  /** A revision was saved after the draft. */
  older?: boolean;
  onRestore: () => void;
  onDrop: () => void;
}

/** Offers the unsaved input of an earlier visit on this computer. */
export function DraftNotice({ at, older = false, onRestore, onDrop }: DraftNoticeProps) {
  const { t, instant } = useText();
  return (
    <section className="panel form-notice" aria-label={t('forms.draft.title')}>
      <IconAlertTriangle size={18} aria-hidden color="var(--p-warning)" />
      <span>
        {t('forms.draft.text', { time: instant(at) })} {older && t('forms.draft.older')}
      </span>
      <Button onClick={onRestore}>{t('forms.draft.restore')}</Button>
      <Button variant="default" onClick={onDrop}>
        {t('forms.draft.drop')}
      </Button>
    </section>
  );
}
