import { FORM_CODE } from './codes.ts';
import { copyValues } from './complete.ts';
import { getPath, isObject, setPath } from './paths.ts';
import { prefillFrom } from './prefill.ts';
import { valuesForProject } from './project-mapping.ts';
import type { FormCode } from './titles.ts';
import type { Field, FormDefinition, FormValues, Kind } from './types.ts';
import { fieldsOf } from './visibility.ts';

const FILES: readonly Kind[] = ['file', 'fileList'];

/** Forms about their own project's plan, quarters and effects: they never start from another project's figures. */
const OF_ONE_PROJECT: ReadonlySet<string> = new Set<FormCode>([
  FORM_CODE.plan,
  FORM_CODE.correction,
  FORM_CODE.quarterlyReport,
  FORM_CODE.quarterlyCorrection,
  'racionalizacija',
  'zavrsni',
  'efekti',
]);

/** The most earlier forms that are offered at once, the latest first. */
export const EARLIER_FORMS_SHOWN = 50;

/** Whether a form with this code can begin as a copy of another project's form. */
export function mayStartFromEarlier(code: string): boolean {
  return !OF_ONE_PROJECT.has(code);
}

/**
 * Starting values of a form copied from another project: the values of fields that both versions have, over its own
 * defaults. It keeps its own name. Documents belong to the other project and are left out. Euro rows use the form's own
 * rate.
 */
export function startFromEarlier(
  definition: FormDefinition,
  own: FormValues,
  earlier: { definition: FormDefinition; values: FormValues },
  rate: string | undefined,
): FormValues {
  const { name } = valuesForProject(definition.code);
  const copied = prefillFrom(definition, earlier, rate);
  const made = copyValues(own);
  for (const field of fieldsOf(definition)) {
    const value = getPath(copied, field.path);
    if (value === undefined || field.path === name || field.fixedRows || FILES.includes(field.kind)) continue;
    setPath(made, field.path, withoutFiles(field, value));
  }
  return made;
}

function withoutFiles(field: Field, value: unknown): unknown {
  const files = field.columns?.filter(({ kind }) => FILES.includes(kind)) ?? [];
  // Stryker disable next-line ConditionalExpression: it only saves time.
  if (files.length === 0 || !Array.isArray(value)) return value;
  return value.map((row: unknown) => {
    // Stryker disable next-line ConditionalExpression: it only saves time.
    if (!isObject(row)) return row;
    const copy = copyValues(row);
    for (const { path } of files) setPath(copy, path, undefined);
    return copy;
  });
}
