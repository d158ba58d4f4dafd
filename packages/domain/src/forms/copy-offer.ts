import { sameValue } from './align-arrays.ts';
import { copyValues } from './complete.ts';
import { normalizedValues } from './normalize.ts';
import { getPath, setPath } from './paths.ts';
import type { Field, FormDefinition, FormValues } from './types.ts';
import { fieldsOf } from './visibility.ts';

/** A field whose present value a copy would replace. */
export interface Replacement {
  field: Field;
  before: unknown;
  after: unknown;
}

/** The effect of copying from another form: empty fields that are filled, and fields that each need a choice. */
export interface CopyOffer {
  filled: readonly Field[];
  replacing: readonly Replacement[];
}

interface Copying {
  /** The input of the editor. */
  mine: FormValues;
  /** The values with everything copied. */
  copied: FormValues;
  /** The values that were saved before the copy: equal ones do not come from the earlier form. */
  saved: FormValues;
  /** Whether the user may change the field. */
  mayChange: (field: Field) => boolean;
}

/** Compares the input with a copy. A table is one field; amounts of zero are empty, as everywhere. */
export function copyOffer(definition: FormDefinition, { mine, copied, saved, mayChange }: Copying): CopyOffer {
  const present = normalizedValues(definition, mine);
  const offered = normalizedValues(definition, copied);
  const differing = fieldsOf(definition).filter((field) => {
    const at = (values: FormValues) => getPath(values, field.path);
    return (
      !field.computed &&
      mayChange(field) &&
      offered[field.path] !== undefined &&
      !sameValue(field, at(copied), at(mine)) &&
      !sameValue(field, at(copied), at(saved))
    );
  });
  const isEmpty = ({ path }: Field) => present[path] === undefined;
  return {
    filled: differing.filter(isEmpty),
    replacing: differing
      .filter((field) => !isEmpty(field))
      .map((field) => ({ field, before: getPath(mine, field.path), after: getPath(copied, field.path) })),
  };
}

/** The input with these fields copied; the values given do not change. */
export function withCopied(mine: FormValues, copied: FormValues, fields: readonly Field[]): FormValues {
  const made = copyValues(mine);
  for (const { path } of fields) setPath(made, path, copyValues(getPath(copied, path)));
  return made;
}
