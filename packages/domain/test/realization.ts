import { completeForm } from '../src/forms/complete.ts';
import { rowsAt, setPath } from '../src/forms/paths.ts';
import type { FormData, FormDefinition, FormValues } from '../src/forms/types.ts';
import { validateForm } from '../src/forms/validate.ts';

const CONTEXT = { today: '2026-05-04', foreignFunds: false };

/** Values with some places changed. */
export function changed(base: FormValues, changes: Record<string, unknown>): FormValues {
  const values = structuredClone(base);
  for (const [path, value] of Object.entries(changes)) setPath(values, path, value);
  return values;
}

/** Errors and warnings as `code/index`, of values completed first as on every save. */
export function judge(definition: FormDefinition, values: FormValues, data: FormData, today = CONTEXT.today) {
  const validation = validateForm(definition, completeForm(definition, values, data), data, { ...CONTEXT, today });
  const short = (items: typeof validation.errors) => items.map(({ code, index }) => `${code}/${index}`);
  return { errors: short(validation.errors), warnings: short(validation.warnings), validation };
}

/** A row of a table, to be changed in place. */
export function row(values: FormValues, path: string, index: number): FormValues {
  const found = rowsAt(values, path)[index];
  if (!found) throw new Error(`No row ${index} in ${path}`);
  return found;
}
