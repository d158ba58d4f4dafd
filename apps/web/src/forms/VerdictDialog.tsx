import type { VerdictItem } from '@pimis/domain/forms/types';
import { messageFor } from '@pimis/domain/forms/messages';
import { useText } from '../i18n/use-text.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { jumpTo } from './jump.ts';

function Items({ items, title, onClose }: { items: readonly VerdictItem[]; title: string; onClose: () => void }) {
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
            {data(messageFor(item, language === 'en' ? 'en' : 'sr'))}{' '}
            <button
              type="button"
              className="link-button"
              onClick={() => {
                onClose();
                // The dialog gives the focus back when it closes; the jump comes after that.
                setTimeout(() => jumpTo(item.path), 250);
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
export function VerdictDialog({
  errors,
  warnings,
  onClose,
}: {
  errors: readonly VerdictItem[];
  warnings: readonly VerdictItem[];
  onClose: () => void;
}) {
  const { t } = useText();
  return (
    <Dialog opened onClose={onClose} title={t('forms.verdictTitle')} width="validation">
      {errors.length + warnings.length === 0 && <p>{t('forms.none')}</p>}
      <Items items={errors} title={t('forms.errorsHead')} onClose={onClose} />
      <Items items={warnings} title={t('forms.warningsHead')} onClose={onClose} />
    </Dialog>
  );
}
