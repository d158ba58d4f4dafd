import { getPath, rowsAt, setPath } from './paths.ts';
import type { Field, FormDefinition, FormValues, Viewer } from './types.ts';

/** Is the field shown with these values? */
export function isVisible(field: Field, values: FormValues): boolean {
  const when = field.visibleWhen;
  if (!when) return true;
  if ('equals' in when) return getPath(values, when.path) === when.equals;
  return rowsAt(values, when.anyRow).some((row) => when.in.includes(String(row[when.column] ?? '')));
}

/** Fields flagged admin or mei are shown to that role only (specification, "Field visibility"). */
export function isFor(field: Field, viewer: Viewer): boolean {
  if (field.admin) return viewer.admin;
  if (field.mei) return viewer.mei;
  return true;
}

export function fieldsOf(definition: FormDefinition): Field[] {
  return definition.sections.flatMap((section) => [...section.fields]);
}

/** Removes hidden fields from values that the caller owns. */
export function clearHidden(definition: FormDefinition, values: FormValues): void {
  for (const field of fieldsOf(definition)) {
    if (field.visibleWhen && !isVisible(field, values)) setPath(values, field.path, undefined);
  }
}
