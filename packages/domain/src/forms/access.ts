import { copyValues } from './complete.ts';
import { getPath, isObject, pruneEmpty, setPath } from './paths.ts';
import type { Field, FormData, FormDefinition, FormValues, Viewer } from './types.ts';
import { fieldsOf, isFor } from './visibility.ts';

/** The values that the viewer may see: fields of other roles are left out (docs/forms.md, A3.4a). */
export function visibleFormValues(definition: FormDefinition, values: FormValues, viewer: Viewer): FormValues {
  const shown = copyValues(values);
  for (const field of fieldsOf(definition)) {
    if (!isFor(field, viewer)) setPath(shown, field.path, undefined);
  }
  return pruneEmpty(shown);
}

/** Fields that the viewer may add to on a locked form: "additional comments" (docs/forms.md, A5). */
export function additionalCommentFields(definition: FormDefinition, viewer: Viewer): Field[] {
  return fieldsOf(definition).filter((field) => (field.admin && viewer.admin) || (field.mei && viewer.mei));
}

/** May this viewer change the field? Role fields are their role's alone; locked figures are Admin's and MEI's. */
export function isLockedFor(
  field: Field,
  viewer: Viewer,
  state: { foreignFunds: boolean; fromEarlier: boolean },
): boolean {
  if (!isFor(field, viewer)) return true;
  if (viewer.admin || viewer.mei) return false;
  return (field.isdacon === true && state.foreignFunds) || (field.fromEarlier === true && state.fromEarlier);
}

interface MergeState {
  viewer: Viewer;
  foreignFunds: boolean;
  data: FormData;
  /** Only additional comments: everything but the viewer's own flagged fields stays as stored. */
  commentsOnly: boolean;
}

/**
 * The values to save: the submitted ones, with the stored ones in fields that the viewer may not change. Hidden fields
 * of other roles are kept, so that no save loses another user's text.
 */
export function mergeSubmitted(
  definition: FormDefinition,
  submitted: FormValues,
  stored: FormValues,
  { viewer, foreignFunds, data, commentsOnly }: MergeState,
): FormValues {
  const state = { foreignFunds, fromEarlier: data.fromEarlier === true };
  const merged = copyValues(submitted);
  const comments = new Set(additionalCommentFields(definition, viewer));
  for (const field of fieldsOf(definition)) {
    if (isLockedFor(field, viewer, state) || (commentsOnly && !comments.has(field))) {
      setPath(merged, field.path, copyValues(getPath(stored, field.path)));
    } else if (field.columns?.some((column) => isLockedFor(column, viewer, state))) {
      setPath(merged, field.path, mergeRows(field, merged, stored, viewer, state));
    }
  }
  return pruneEmpty(merged);
}

/**
 * Rows with locked figures cannot be removed and keep these figures; their other columns take the submitted values. If
 * fewer rows are submitted than stored, the missing one is unknown, so all rows stay as stored.
 */
function mergeRows(
  field: Field,
  submitted: FormValues,
  stored: FormValues,
  viewer: Viewer,
  state: { foreignFunds: boolean; fromEarlier: boolean },
): unknown {
  const before = getPath(stored, field.path);
  const after = getPath(submitted, field.path);
  if (!Array.isArray(before)) return after;
  if (!Array.isArray(after) || after.length < before.length) return copyValues(before);
  return before.map((row: unknown, index) => {
    const sent: unknown = after[index];
    if (!isObject(row) || !isObject(sent)) return copyValues(row);
    const made = copyValues(sent);
    // Stryker disable next-line ArrayDeclaration: a default for the type, which nothing reads.
    for (const column of field.columns ?? []) {
      if (isLockedFor(column, viewer, state)) setPath(made, column.path, copyValues(getPath(row, column.path)));
    }
    return made;
  });
}
