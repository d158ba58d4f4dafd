import { messageFor } from '@pimis/domain/forms/messages';
import type { Field } from '@pimis/domain/forms/types';
import { useText } from '../i18n/use-text.ts';
import { useEditor } from './context.ts';
import { usePlace, useStore } from './store.ts';

/** Messages at a place; parts of an answer count as the answer. */
export function Messages({ name, field, id }: { name: string; field: Field; id: string }) {
  const { store } = useEditor();
  const { language, data } = useText();
  const codes = usePlace(store, name, (state) => state.errorsAt(name));
  if (!codes) return null;
  return (
    <div id={id} className="form-error">
      {[...new Set(codes)].map((code) => (
        <div key={code}>{data(messageFor({ code, label: field.label }, language === 'en' ? 'en' : 'sr'))}</div>
      ))}
    </div>
  );
}

/** Messages of the rows of a table, named by row and column, under it. */
export function TableMessages({ field, name, id }: { field: Field; name: string; id: string }) {
  const { store } = useEditor();
  const { t, pair, language, data } = useText();
  const verdict = useStore(store, (state) => state.verdict);
  const items = verdict.errors.filter((item) => item.path === name || item.path.startsWith(`${name}[`));
  if (items.length === 0) return null;
  return (
    <div className="form-error" id={id} role="group" aria-label={pair(field.label)}>
      {items.map((item) => {
        const message = data(messageFor(item, language === 'en' ? 'en' : 'sr'));
        return (
          <div key={`${item.code}${item.path}`}>
            {item.index > 0 ? t('shell.row', { row: item.index, text: message }) : message}
          </div>
        );
      })}
    </div>
  );
}
