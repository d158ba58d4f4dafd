import type { BilingualText } from '../text/bilingual-text.ts';
import type { Field, FormDefinition } from './types.ts';
import { fieldsOf } from './visibility.ts';

/** Path without its row numbers. */
export function plainPath(path: string): string {
  return path.replaceAll(/\[\d+\]/g, '');
}

/** Whether a place is the field, a part of its answer, or in one of its rows. */
export function isPlaceIn({ path }: Pick<Field, 'path'>, place: string): boolean {
  const plain = plainPath(place);
  return plain === path || plain.startsWith(`${path}.`);
}

const INDEXES = new WeakMap<FormDefinition, Map<string, Field>>();

/** Every field and column of a form by its whole path, without row numbers. */
function indexOf(definition: FormDefinition): Map<string, Field> {
  const known = INDEXES.get(definition);
  if (known) return known;
  const index = new Map<string, Field>();
  const visit = (fields: readonly Field[], prefix: string) => {
    for (const field of fields) {
      const path = prefix ? `${prefix}.${field.path}` : field.path;
      index.set(path, field);
      if (field.columns) visit(field.columns, path);
    }
  };
  visit(fieldsOf(definition), '');
  INDEXES.set(definition, index);
  return index;
}

/** The field at a path, with or without row numbers; a part of an answer belongs to its field. */
export function fieldAt(definition: FormDefinition, path: string): Field | null {
  const plain = plainPath(path);
  const index = indexOf(definition);
  const found = index.get(plain);
  if (found) return found;
  const whole = index.get(plain.slice(0, Math.max(0, plain.lastIndexOf('.'))));
  return whole && !whole.columns ? whole : null;
}

/** Label of the field at a path; empty when the definition has none there. */
export function labelOfPath(definition: FormDefinition, path: string): BilingualText {
  return fieldAt(definition, path)?.label ?? { sr: '', en: '' };
}
