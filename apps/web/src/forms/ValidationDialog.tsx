import type { ValidationItem } from '@pimis/domain/forms/types';
import { messageWithItemNumber } from '@pimis/domain/forms/form-item-number';
import { useText } from '../i18n/use-text.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { shownMessages, hiddenErrors } from './progress.ts';
import { scrollToField } from './scroll-to-field.ts';
import type { FormStore } from './store.ts';
import { useStore } from './use-store.ts';

interface ItemsProps {
  store: FormStore;
  items: readonly ValidationItem[];
  title: string;
  onClose: () => void;
}

function Items({ store, items, title, onClose }: ItemsProps) {
  const { t, data, language } = useText();
  if (items.length === 0) return null;
  return (
    <section aria-label={title} style={{ marginBottom: 14 }}>
      <h3 style={{ marginBottom: 6 }}>
        {title} <span className="count">{items.length}</span>
      </h3>
      <ol style={{ margin: 0, paddingLeft: 24, maxHeight: 400, overflowY: 'auto' }}>
        {items.map((item) => (
          <li key={`${item.code}${item.path}${item.index}`} style={{ padding: '3px 0' }}>
            {item.index > 0 && `${t('forms.row', { row: item.index })}: `}
            {data(messageWithItemNumber(store.definition, item, language === 'en' ? 'en' : 'sr'))}{' '}
            <button
              type="button"
              className="link-button"
              onClick={() => {
                onClose();
                // The dialog returns the focus when it closes; the scroll to the field follows.
                // An empty field is no error because someone looks at it.
                setTimeout(() => scrollToField(store, item.path, { showErrors: false }), 250);
              }}
            >
              {t('forms.goTo')}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Numbered errors and warnings with their rows; each leads to its field. */
export function ValidationDialog({ store, onClose }: { store: FormStore; onClose: () => void }) {
  const { t } = useText();
  useStore(store, (state) => state.version);
  const { errors, warnings } = shownMessages(store);
  const missing = hiddenErrors(store);
  return (
    <Dialog opened onClose={onClose} title={t('forms.validationTitle')} width="validation">
      {errors.length + warnings.length + missing.length === 0 && <p>{t('forms.none')}</p>}
      <Items store={store} items={errors} title={t('forms.errorsHead')} onClose={onClose} />
      <Items store={store} items={missing} title={t('forms.missingHead')} onClose={onClose} />
      <Items store={store} items={warnings} title={t('forms.warningsHead')} onClose={onClose} />
    </Dialog>
  );
}
