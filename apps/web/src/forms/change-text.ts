import { typedText } from '@pimis/markdown/typed';
import { columnsOf } from '@pimis/domain/forms/amount-or-remark';
import { displayValue } from '@pimis/domain/forms/display';
import { type Language, wordingOf } from '@pimis/domain/text/wording';
import { LIST_KINDS } from '@pimis/domain/forms/kinds';
import { getPath, isObject } from '@pimis/domain/forms/paths';
import type { Field } from '@pimis/domain/forms/types';

/** How values and labels are shown: in the chosen language and script. */
export interface Shown {
  language: Language;
  label: (field: Field) => string;
  script: (text: string) => string;
  /** Titles of the project's documents by id, if loaded. */
  documents?: ReadonlyMap<string, string> | undefined;
}

/** A place of a form as one text: a value, or a row with label and value of each column. */
export function placeText(
  field: Field,
  value: unknown,
  { language, label, script, documents }: Shown,
  around?: Record<string, unknown>,
): string {
  if (value === undefined) return '–';
  const show = (of: Field, part: unknown, row?: Record<string, unknown>) =>
    script(
      of.kind === 'markdown' && typeof part === 'string'
        ? typedText(part)
        : displayValue(of, part, language, {
            wording: wordingOf(language),
            ...(row ? { row } : {}),
            ...(documents ? { documents } : {}),
          }),
    );
  const one = LIST_KINDS.includes(field.kind) && !Array.isArray(value) ? [value] : value;
  if (!isObject(value) || !field.columns) return show(field, one, around) || '–';
  const cells = columnsOf(field)
    .map((column) => ({ column, text: show(column, getPath(value, column.path), value) }))
    .filter(({ text }) => text !== '')
    .map(({ column, text }) => `${label(column)}: ${text}`);
  return cells.join('; ') || '–';
}
