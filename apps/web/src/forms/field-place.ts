import { endlessShare } from '@pimis/domain/forms/display';
import type { Field, FormValues, Visibility } from '@pimis/domain/forms/types';
import { isObligatory, isVisible } from '@pimis/domain/forms/visibility';
import { useSyncExternalStore } from 'react';
import { useEditor } from './context.ts';
import { usePlace } from './use-store.ts';
import { type Path, pathName, pathOf, valueAt } from './value-paths.ts';

export function fieldId(name: string): string {
  return `f-${name}`;
}

/** The id of the messages of a place, for `aria-describedby`. */
export function messagesId(name: string): string {
  return `${fieldId(name)}-messages`;
}

/** Parts of an answer that have their own place. */
export const ANSWER_PARTS = ['choice', 'comment', 'completionDate', 'documentDate'] as const;

export interface Place {
  path: Path;
  name: string;
  value: unknown;
  invalid: boolean;
  /** Whether a message is shown below the field. */
  hasMessage: boolean;
  readOnly: boolean;
  set: (value: unknown) => void;
}

/** A field at its place: its value, its errors, and whether this user may change it. */
export function useField(field: Field, base: Path): Place {
  const { store, editable } = useEditor();
  const path = pathOf(base, field.path);
  const name = pathName(path);
  // A share of a zero base is shown as endless, so it depends on its row although its own value does not change.
  const value = usePlace(store, field.ratioOf ? pathName(base) : name, (state) => {
    const value = valueAt(field.computed ? state.completed : state.values, path);
    if (!field.ratioOf) return value;
    return endlessShare(field, valueAt(state.completed, base) as FormValues) ?? value;
  });
  const invalid = usePlace(store, name, (state) => state.shownErrorsAt(name) !== undefined);
  const hasMessage = usePlace(store, name, (state) =>
    [name, ...ANSWER_PARTS.map((part) => `${name}.${part}`)].some(
      (place) => state.shownErrorsAt(place) !== undefined || state.shownWarningsAt(place) !== undefined,
    ),
  );
  const locked = useLocked(name);
  return {
    path,
    name,
    value,
    invalid,
    hasMessage,
    readOnly: locked || !editable(field),
    set: (next) => store.set(path, next),
  };
}

/** Places that the rules of the form lock. */
export function useLocked(name: string): boolean {
  const { store } = useEditor();
  return usePlace(store, name, (state) => state.lockedAt(name));
}

/** The row that contains a place; at the top the whole form. */
export function rowOf(values: FormValues, base: Path): FormValues {
  return base.length === 0 ? values : (valueAt(values, base) as FormValues);
}

/** The place of a condition; a change there evaluates it again. */
function dependence(when: Visibility | undefined, base: Path): string {
  if (!when) return '';
  if ('path' in when) return when.path;
  if ('anyRow' in when) return when.anyRow;
  return pathName(base);
}

export function useVisible(field: Field, base: Path): boolean {
  const { store } = useEditor();
  return usePlace(
    store,
    dependence(field.visibleWhen, base),
    // Visibility in a row may depend on computed values there.
    (state) => isVisible(field, state.values, rowOf(state.completed, base)),
  );
}

export function useRequired(field: Field, base: Path): boolean {
  const { store } = useEditor();
  return usePlace(store, dependence(field.requiredWhen, base), (state) =>
    isObligatory(field, state.values, rowOf(state.values, base)),
  );
}

/** Keys of the rows of a table, in order. */
export function useRowKeys(field: Field, path: Path): readonly string[] {
  const { store } = useEditor();
  return usePlace(store, pathName(path), (state) => {
    const rows = valueAt(field.computed ? state.completed : state.values, path);
    return state.rowKeys(path, Array.isArray(rows) ? rows.length : 0);
  });
}

/** A request to scroll to a place, if it is at or below this one. */
export function useRevealed(name: string): string | null {
  const { store } = useEditor();
  return useSyncExternalStore(store.reveals.subscribe, () => {
    const { latest } = store.reveals;
    const [place = ''] = latest.split('#');
    const inside = place === name || place.startsWith(`${name}[`) || place.startsWith(`${name}.`);
    return inside ? latest : null;
  });
}
