import { isDocumentId } from './kinds.ts';
import { getPath, isObject } from './paths.ts';
import type { Field, FormDefinition, FormValues } from './types.ts';
import { fieldsOf } from './visibility.ts';

/** A place of a form that names a document of the project. */
export interface NamedDocument {
  path: string;
  id: number;
}

function collect(fields: readonly Field[], values: FormValues, prefix: string, found: NamedDocument[]): void {
  for (const field of fields) {
    const value = getPath(values, field.path);
    const path = `${prefix}${field.path}`;
    const add = (at: string, id: unknown) => {
      if (isDocumentId(id)) found.push({ path: at, id: Number(id) });
    };
    if (field.kind === 'file') add(path, value);
    if (!Array.isArray(value)) continue;
    for (const [index, entry] of value.entries()) {
      const at = `${path}[${index + 1}]`;
      if (field.kind === 'fileList') add(at, entry);
      else if (field.columns && isObject(entry)) collect(field.columns, entry, `${at}.`, found);
    }
  }
}

/** Documents that the values name, in rows too, with the place of each. */
export function namedDocuments(definition: FormDefinition, values: FormValues): NamedDocument[] {
  const found: NamedDocument[] = [];
  collect(fieldsOf(definition), values, '', found);
  return found;
}
