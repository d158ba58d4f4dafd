import { fieldExample } from '@pimis/domain/forms/field-examples';
import type { Field } from '@pimis/domain/forms/types';
import { useText } from '../i18n/use-text.ts';
import { useEditor } from './context.ts';
import { fieldId } from './field-place.ts';

/** The id of the example of a column of the table at a place. */
const exampleId = (table: string, column: Field) => `${fieldId(table)}-${column.path}-example`;

/** The id of the example that describes the cells of a column; undefined if it has none or is not editable. */
export function useExampleId(table: string, column: Field): string | undefined {
  const { editable } = useEditor();
  if (column.computed || !editable(column) || !fieldExample(`${table}.${column.path}`)) return undefined;
  return exampleId(table, column);
}

/** Examples for the columns of a compact table: below it, because a cell has no room. */
export function SheetExamples({ table, columns }: { table: string; columns: readonly Field[] }) {
  const { t, pair } = useText();
  const { editable } = useEditor();
  return columns.map((column) => {
    const example = !column.computed && editable(column) ? fieldExample(`${table}.${column.path}`) : undefined;
    return (
      example && (
        <p key={column.path} className="meta" id={exampleId(table, column)}>
          {t('forms.columnExample', { column: pair(column.label), text: pair(example) })}
        </p>
      )
    );
  });
}
