import { convert } from '../money/decimal.ts';
import { copyValues } from './complete.ts';
import { getPath, isObject, rowsAt, setPath } from './paths.ts';
import type { Field, FormDefinition, FormValues } from './types.ts';
import { fieldsOf } from './visibility.ts';

/**
 * Values of a new form from an approved earlier one, path by path for fields that both have. A yes/no answer becomes
 * the answer of a document question and keeps its comment. Euro rows take the new form's own rate.
 */
export function prefillFrom(
  definition: FormDefinition,
  earlier: { definition: FormDefinition; values: FormValues },
  rate: string | undefined,
): FormValues {
  const known = new Map(fieldsOf(earlier.definition).map((field) => [field.path, field]));
  const made: FormValues = {};
  for (const field of fieldsOf(definition)) {
    const source = known.get(field.path);
    if (!source || field.computed || field.admin || field.mei) continue;
    const value = getPath(earlier.values, field.path);
    // Stryker disable next-line ConditionalExpression: overwritten before anything reads it.
    if (value !== undefined && compatible(source, field)) setPath(made, field.path, copyValues(value));
  }
  for (const row of rowsAt(made, 'financialInfo.fundingSources')) {
    if (rate === undefined || !isObject(row.currency) || row.currency.id !== 'EUR') continue;
    row.currency.exchangeRate = rate;
    setPath(row, 'foreignAmount', convert(row.localAmount, rate) ?? undefined);
  }
  return made;
}

function compatible(source: Field, target: Field): boolean {
  return source.kind === target.kind || (source.kind === 'yesNoComment' && target.kind === 'planDoc');
}

/** Where the fields of the short PIF go in a preparedness form of a project that has no identification. */
export const FROM_SHORT_PIF: Readonly<Record<string, string>> = {
  'basic.name': 'basic.projectName',
  description: 'description.summary',
  'basic.locations': 'basic.locations',
  'basic.startYear': 'estimatedStartYear',
  'basic.endYear': 'estimatedEndYear',
  'estimate.total': 'financialInfo.price.local',
  'estimate.preparation': 'financialInfo.preparationAmount.value',
  'estimate.realization': 'financialInfo.implementationAmount.value',
};
const SHORT_PIF_SOURCES = 'fundingSources';
const TAKEN_FROM_SOURCE = ['source', 'name', 'localAmount'];

/** Values of a new preparedness form from an approved short PIF (docs/forms.md, B). Currencies have to be entered. */
export function prefillFromShortPif(values: FormValues): FormValues {
  const made: FormValues = {};
  for (const [from, to] of Object.entries(FROM_SHORT_PIF)) {
    const value = getPath(values, from);
    // Stryker disable next-line ConditionalExpression: overwritten before anything reads it.
    if (value !== undefined) setPath(made, to, copyValues(value));
  }
  const sources = rowsAt(values, SHORT_PIF_SOURCES).map((row) =>
    Object.fromEntries(
      TAKEN_FROM_SOURCE.flatMap((column) => (row[column] === undefined ? [] : [[column, row[column]]])),
    ),
  );
  if (sources.length > 0) setPath(made, 'financialInfo.fundingSources', sources);
  return made;
}
