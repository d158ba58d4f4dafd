import { Button } from '@mantine/core';
import { messageWithItemNumber } from '@pimis/domain/forms/form-item-number';
import { useText } from '../i18n/use-text.ts';
import { Dialog } from '../ui/Dialog.tsx';
import type { FormStore } from './store.ts';

interface LockDialogProps {
  store: FormStore;
  busy: boolean;
  onLock: () => void;
  onClose: () => void;
}

/** Asks whether a form with warnings is to be locked, and shows them. */
export function LockDialog({ store, busy, onLock, onClose }: LockDialogProps) {
  const { t } = useText();
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('forms.lockTitle')}
      width="decide"
      confirm={
        <Button onClick={onLock} loading={busy}>
          {t('forms.lockAnyway')}
        </Button>
      }
    >
      <p style={{ marginBottom: 8 }}>{t('forms.lockText')}</p>
      <WarningList store={store} />
    </Dialog>
  );
}

function WarningList({ store }: { store: FormStore }) {
  const { data, language, t } = useText();
  return (
    <ol style={{ margin: 0, paddingLeft: 20 }}>
      {store.validation.warnings.map((item) => (
        <li key={`${item.code}${item.path}`}>
          {item.index > 0 && `${t('forms.row', { row: item.index })}: `}
          {data(messageWithItemNumber(store.definition, item, language === 'en' ? 'en' : 'sr'))}
        </li>
      ))}
    </ol>
  );
}
