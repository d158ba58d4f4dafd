import type { TextPair } from '../text/pair.ts';
import type { Field, FormDefinition } from './types.ts';
import { fieldsOf } from './visibility.ts';

/** Path without its row numbers. */
export function plainPath(path: string): string {
  return path.replaceAll(/\[\d+\]/g, '');
}

/** The field at a path, with or without row numbers; a part of an answer belongs to its field. */
export function fieldAt(definition: FormDefinition, path: string): Field | null {
  const plain = plainPath(path);
  const search = (fields: readonly Field[], prefix: string): Field | null => {
    for (const field of fields) {
      const at = prefix ? `${prefix}.${field.path}` : field.path;
      if (at === plain) return field;
      const inner = field.columns ? search(field.columns, at) : null;
      if (inner) return inner;
      if (plain.startsWith(`${at}.`) && !field.columns) return field;
    }
    return null;
  };
  return search(fieldsOf(definition), '');
}

/** Label of the field at a path; empty when the definition has none there. */
export function labelOfPath(definition: FormDefinition, path: string): TextPair {
  return fieldAt(definition, path)?.label ?? { sr: '', en: '' };
}
