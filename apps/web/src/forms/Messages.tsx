import { fieldAt } from '@pimis/domain/forms/labels';
import { messageFor } from '@pimis/domain/forms/messages';
import type { Field, VerdictItem } from '@pimis/domain/forms/types';
import { useText } from '../i18n/use-text.ts';
import { useEditor } from './context.ts';
import { ANSWER_PARTS } from './place.ts';
import { type FormStore, usePlace, useStore } from './store.ts';
import { isCards } from './tables.ts';

const NONE: readonly VerdictItem[] = [];

/** Text of an item as it stands at its place: with what is asked there. */
function useMessage(): (item: VerdictItem) => string {
  const { store } = useEditor();
  const { language, data } = useText();
  return (item) => data(messageFor(item, language === 'en' ? 'en' : 'sr', fieldAt(store.definition, item.path)));
}

/** Messages at a place; those of the parts of an answer stand with the answer. */
export function Messages({ name, field, id }: { name: string; field: Field; id: string }) {
  const errors = useAt(name, field, (store, place) => store.errorsAt(place));
  const warnings = useAt(name, field, (store, place) => store.warningsAt(place));
  const text = useMessage();
  if (errors.length + warnings.length === 0) return null;
  const lines = (items: readonly VerdictItem[]) =>
    [...new Set(items.map(text))].map((message) => <div key={message}>{message}</div>);
  return (
    <div id={id}>
      {errors.length > 0 && <div className="form-error">{lines(errors)}</div>}
      {warnings.length > 0 && <div className="form-warning">{lines(warnings)}</div>}
    </div>
  );
}

type Reader = (store: FormStore, place: string) => readonly VerdictItem[] | undefined;

function useAt(name: string, { kind }: Field, read: Reader): readonly VerdictItem[] {
  const { store } = useEditor();
  const answer = kind === 'planDoc' || kind === 'yesNoComment';
  const own = usePlace(store, name, (state) => read(state, name) ?? NONE);
  // Told anew together with the answer: one text stands for which of its parts are wrong.
  const wrong = usePlace(store, name, (state) =>
    answer ? ANSWER_PARTS.filter((part) => read(state, `${name}.${part}`)).join() : '',
  );
  if (wrong === '') return own;
  return [...own, ...wrong.split(',').flatMap((part) => read(store, `${name}.${part}`) ?? NONE)];
}

/** Messages of a table itself and of its cells, named by row and column, under it; each once. */
export function TableMessages({ field, name, id }: { field: Field; name: string; id: string }) {
  const { store } = useEditor();
  const { t, pair } = useText();
  const text = useMessage();
  const verdict = useStore(store, (state) => state.verdict);
  const mine = (items: readonly VerdictItem[]) =>
    items.filter((item) => item.path === name || (item.path.startsWith(`${name}[`) && isTold(field, name, item.path)));
  const [errors, warnings] = [mine(verdict.errors), mine(verdict.warnings)];
  if (errors.length + warnings.length === 0) return null;
  const lines = (items: readonly VerdictItem[]) =>
    items.map((item) => (
      <div key={`${item.code}${item.path}`}>
        {item.index > 0 ? t('shell.row', { row: item.index, text: text(item) }) : text(item)}
      </div>
    ));
  return (
    <div id={id} role="group" aria-label={pair(field.label)}>
      {errors.length > 0 && <div className="form-error">{lines(errors)}</div>}
      {warnings.length > 0 && <div className="form-warning">{lines(warnings)}</div>}
    </div>
  );
}

/** Cards tell what is wrong in their fields there; a sheet has no room for it in its cells. */
function isTold(field: Field, name: string, path: string): boolean {
  return !isCards(field) || /^\[\d+\]$/.test(path.slice(name.length));
}
