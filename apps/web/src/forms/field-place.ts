import { endlessShare } from '@pimis/domain/forms/display';
import type { Field, FormValues, Visibility } from '@pimis/domain/forms/types';
import { isRequired, isVisible } from '@pimis/domain/forms/visibility';
import { useSyncExternalStore } from 'react';
import { useEditor } from './context.ts';
import { usePlace } from './store.ts';
import { type Path, pathName, pathOf, valueAt } from './value-paths.ts';

export function fieldId(name: string): string {
  return `f-${name}`;
}

/** Where what is wrong at a place is said; `aria-describedby` leads there. */
export function messagesId(name: string): string {
  return `${fieldId(name)}-messages`;
}

/** Parts of an answer that have a place of their own. */
export const ANSWER_PARTS = ['choice', 'comment', 'completionDate', 'documentDate'] as const;

export interface Place {
  path: Path;
  name: string;
  value: unknown;
  invalid: boolean;
  /** Does anything stand under the field? */
  told: boolean;
  readOnly: boolean;
  set: (value: unknown) => void;
}

/** A field where it stands: its value, whether it is wrong, and whether this user may change it. */
export function useField(field: Field, base: Path): Place {
  const { store, editable } = useEditor();
  const path = pathOf(base, field.path);
  const name = pathName(path);
  // A share that has nothing below it shows so, though its own value does not move.
  const value = usePlace(store, field.ratioOf ? pathName(base) : name, (state) => {
    const value = valueAt(field.computed ? state.completed : state.values, path);
    if (!field.ratioOf) return value;
    return endlessShare(field, valueAt(state.completed, base) as FormValues) ?? value;
  });
  const invalid = usePlace(store, name, (state) => state.toldErrorsAt(name) !== undefined);
  const told = usePlace(store, name, (state) =>
    [name, ...ANSWER_PARTS.map((part) => `${name}.${part}`)].some(
      (place) => state.toldErrorsAt(place) !== undefined || state.toldWarningsAt(place) !== undefined,
    ),
  );
  const locked = useLocked(name);
  return {
    path,
    name,
    value,
    invalid,
    told,
    readOnly: locked || !editable(field),
    set: (next) => store.set(path, next),
  };
}

/** Places out of the user's hands by the rules of the form. */
export function useLocked(name: string): boolean {
  const { store } = useEditor();
  return usePlace(store, name, (state) => state.lockedAt(name));
}

/** The row that holds a place; at the top the whole form. */
export function rowOf(values: FormValues, base: Path): FormValues {
  return base.length === 0 ? values : (valueAt(values, base) as FormValues);
}

/** The place that a condition looks at; a change there asks the question again. */
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
    // What is shown in a row may hang on what is computed there.
    (state) => isVisible(field, state.values, rowOf(state.completed, base)),
  );
}

export function useRequired(field: Field, base: Path): boolean {
  const { store } = useEditor();
  return usePlace(store, dependence(field.requiredWhen, base), (state) =>
    isRequired(field, state.values, rowOf(state.values, base)),
  );
}

/** Identities of the rows of a table, in their order. */
export function useRowKeys(field: Field, path: Path): readonly string[] {
  const { store } = useEditor();
  return usePlace(store, pathName(path), (state) => {
    const rows = valueAt(field.computed ? state.completed : state.values, path);
    return state.rowKeys(path, Array.isArray(rows) ? rows.length : 0);
  });
}

/** The wish to bring a place onto the screen, when it lies at or below this one. */
export function useRevealed(name: string): string | null {
  const { store } = useEditor();
  return useSyncExternalStore(store.subscribeWish, () => {
    const { revealed } = store;
    const [place = ''] = revealed.split('#');
    const inside = place === name || place.startsWith(`${name}[`) || place.startsWith(`${name}.`);
    return inside ? revealed : null;
  });
}
