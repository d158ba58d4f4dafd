import { getPath, isObject } from '@pimis/domain/forms/paths';
import type { Field, FormValues, Kind } from '@pimis/domain/forms/types';
import { gridColumns, type ReadCell } from './grid.ts';

/** Kinds whose values text cannot represent: they are copied as data between tables of this product. */
const WHOLE: readonly Kind[] = ['org', 'location', 'currency', 'file'];

interface CopiedCell {
  kind: Kind;
  value: unknown;
}

/** A copied block as data; null if text is sufficient. */
export interface CopiedBlock {
  project: string;
  rows: (CopiedCell | null)[][];
}

export function toCopiedBlock(
  field: Field,
  rows: readonly FormValues[],
  block: { fromRow: number; toRow: number; fromColumn: number; toColumn: number },
  project: string,
): CopiedBlock {
  const columns = gridColumns(field).slice(block.fromColumn, block.toColumn + 1);
  return {
    project,
    rows: rows.slice(block.fromRow, block.toRow + 1).map((row) =>
      columns.map(({ kind, path }) => {
        const value = getPath(row, path);
        return WHOLE.includes(kind) && value !== undefined ? { kind, value } : null;
      }),
    ),
  };
}

/** Data of another window of the product on the clipboard. Documents belong to one project and are not copied. */
export function readCopiedBlock(text: string, project: string): CopiedBlock | null {
  if (text === '') return null;
  let block: unknown;
  try {
    block = JSON.parse(text);
  } catch {
    // Foreign data under our name: the text of the block is used.
    return null;
  }
  if (!isObject(block) || !Array.isArray(block.rows)) return null;
  const own = block.project === project;
  const rows = (block.rows as unknown[]).map((row) =>
    (Array.isArray(row) ? row : []).map((cell: unknown) =>
      isObject(cell) && WHOLE.includes(cell.kind as Kind) && (own || cell.kind !== 'file')
        ? { kind: cell.kind as Kind, value: cell.value }
        : null,
    ),
  );
  return { project, rows };
}

/** The copied value for a column of the same kind; null: read the text. */
export function copiedCell(column: Field, cell: CopiedCell | null | undefined): ReadCell | null {
  return cell && cell.kind === column.kind ? { ok: true, value: cell.value } : null;
}
