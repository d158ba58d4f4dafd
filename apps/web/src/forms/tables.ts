import { LIST_KINDS } from '@pimis/domain/forms/kinds';
import type { Field } from '@pimis/domain/forms/types';

/** Kinds that need more room than a cell. */
const WIDE_KINDS = ['markdown', 'yesNoComment', 'planDoc'];

/** Is a table drawn as a card for each row, because not every column fits a cell? */
export function isCards({ columns = [] }: Field): boolean {
  return columns.some(({ kind }) => LIST_KINDS.includes(kind) || WIDE_KINDS.includes(kind));
}
