import { fieldAt } from '@pimis/domain/forms/labels';
import { messageFor } from '@pimis/domain/forms/messages';
import type { Field, ValidationItem } from '@pimis/domain/forms/types';
import { useText } from '../i18n/use-text.ts';
import { useEditor } from './context.ts';
import { ANSWER_PARTS, messagesId } from './field-place.ts';
import type { FormStore } from './store.ts';
import { usePlace, useStore } from './use-store.ts';
import { isCards } from './tables.ts';

const NONE: readonly ValidationItem[] = [];

/** The text of an item at its place, with the field's rule. */
function useMessage(): (item: ValidationItem) => string {
  const { store } = useEditor();
  const { language, data } = useText();
  return (item) => data(messageFor(item, language === 'en' ? 'en' : 'sr', fieldAt(store.definition, item.path)));
}

/** Messages of a field; messages about parts of an answer are shown at the answer. */
export function Messages({ name, field, id }: { name: string; field: Field; id: string }) {
  const errors = useAt(name, field, (store, place) => store.shownErrorsAt(place));
  const warnings = useAt(name, field, (store, place) => store.shownWarningsAt(place));
  const text = useMessage();
  if (errors.length + warnings.length === 0) return null;
  const lines = (items: readonly ValidationItem[]) =>
    [...new Set(items.map(text))].map((message) => <div key={message}>{message}</div>);
  return (
    <div id={id}>
      {errors.length > 0 && <div className="form-error">{lines(errors)}</div>}
      {warnings.length > 0 && <div className="form-warning">{lines(warnings)}</div>}
    </div>
  );
}

type Reader = (store: FormStore, place: string) => readonly ValidationItem[] | undefined;

function useAt(name: string, { kind }: Field, read: Reader): readonly ValidationItem[] {
  const { store } = useEditor();
  const answer = kind === 'planDoc' || kind === 'yesNoComment';
  const own = usePlace(store, name, (state) => read(state, name) ?? NONE);
  // Updated together with the answer: one text covers its wrong parts.
  const wrong = usePlace(store, name, (state) =>
    answer ? ANSWER_PARTS.filter((part) => read(state, `${name}.${part}`)).join() : '',
  );
  if (wrong === '') return own;
  return [...own, ...wrong.split(',').flatMap((part) => read(store, `${name}.${part}`) ?? NONE)];
}

/** Messages of a table and its cells below it, with row and column; each once. */
export function TableMessages({ field, name, id }: { field: Field; name: string; id: string }) {
  const { store } = useEditor();
  const { t, pair } = useText();
  const text = useMessage();
  const own = (path: string) => path === name || (path.startsWith(`${name}[`) && isListed(field, name, path));
  // Updated with every change of the validation result, and when a place of the table loses the focus.
  const places = useStore(store, ({ validation: { errors, warnings } }) =>
    [...new Set([...errors, ...warnings].map(({ path }) => path))]
      .filter((path) => own(path) && (store.shownErrorsAt(path) ?? store.shownWarningsAt(path)))
      .join('\n'),
  );
  useStore(store, (state) => state.validation);
  if (places === '') return null;
  const lines = (items: readonly ValidationItem[] = []) =>
    items.map((item) => (
      <div key={item.code}>{item.index > 0 ? t('shell.row', { row: item.index, text: text(item) }) : text(item)}</div>
    ));
  return (
    <div id={id} role="group" aria-label={pair(field.label)}>
      {places.split('\n').map((path) => (
        // Target of the link in the cell with the message.
        <div key={path} id={path === name ? undefined : messagesId(path)}>
          {store.shownErrorsAt(path) && <div className="form-error">{lines(store.shownErrorsAt(path))}</div>}
          {store.shownWarningsAt(path) && <div className="form-warning">{lines(store.shownWarningsAt(path))}</div>}
        </div>
      ))}
    </div>
  );
}

/** Cards show errors in their fields; a sheet has no space for them in its cells. */
function isListed(field: Field, name: string, path: string): boolean {
  return !isCards(field) || /^\[\d+\]$/.test(path.slice(name.length));
}
