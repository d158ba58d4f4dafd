import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { emptyRow } from '@pimis/domain/forms/complete';
import type { Field, FormValues } from '@pimis/domain/forms/types';
import { useText } from '../i18n/use-text.ts';
import { formatGrid, parseGrid } from '../ui/cell-blocks.ts';
import { copyText } from '../ui/copy-text.ts';
import { notifySuccess, notifyWarning } from '../ui/notify.tsx';
import { notifyLeftOut } from '../ui/notify-left-out.ts';
import { plainPaste } from '../ui/plain-paste.ts';
import { type EditorContext, useEditor } from './context.ts';
import { type CopiedBlock, copiedCell, toCopiedBlock, readCopiedBlock } from './block-clipboard.ts';
import { copyBlock, gridColumns, readCell } from './grid.ts';
import { notifyStep } from './undo.ts';
import { type Path, pathName, pathOf, valueAt } from './value-paths.ts';

interface Cell {
  row: number;
  column: number;
}

interface Block {
  from: Cell;
  to: Cell;
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
const FOCUSABLE = 'input, select, textarea, button, [tabindex="0"]';

/** The cell of this table in which an event happened; cells of inner tables belong to those. */
function cellOf(target: EventTarget, table: HTMLElement): Cell | null {
  if (!(target instanceof Element)) return null;
  const cell = target.closest<HTMLElement>('[data-cell]');
  if (!cell || cell.closest('[data-table]') !== table) return null;
  const [row = 0, column = 0] = (cell.dataset.cell ?? '').split(':').map(Number);
  return { row, column };
}

function focusCell(table: HTMLElement, { row, column }: Cell): boolean {
  const cell = [...table.querySelectorAll<HTMLElement>(`[data-cell="${row}:${column}"]`)].find(
    (found) => found.closest('[data-table]') === table,
  );
  const control = cell?.querySelector<HTMLElement>(FOCUSABLE);
  control?.focus();
  return control !== undefined && control !== null;
}

function edges({ from, to }: Block) {
  return {
    fromRow: Math.min(from.row, to.row),
    toRow: Math.max(from.row, to.row),
    fromColumn: Math.min(from.column, to.column),
    toColumn: Math.max(from.column, to.column),
  };
}

const isEditor = (target: EventTarget) => target instanceof HTMLElement && target.isContentEditable;

/** Whether pasted line breaks are part of the text of a field; not in cells of single-paragraph texts. */
function takesLines(target: EventTarget): boolean {
  return (target instanceof HTMLTextAreaElement && target.dataset.line === undefined) || isEditor(target);
}

/**
 * Whether a paste is a block of cells. In the editor of long texts tabs may be part of a text, so only a table is one.
 */
function isBlockOfCells({ target, clipboardData }: ClipboardEvent<HTMLElement>): boolean {
  const text = clipboardData.getData('text/plain');
  if (text.includes('\t')) {
    const html = clipboardData.getData('text/html');
    return !isEditor(target) || html === '' || /<table\b/i.test(html);
  }
  return /\n./s.test(text) && !takesLines(target);
}

interface Pasted {
  changes: { path: Path; value: unknown }[];
  /** Cells that accept a value, and cells that do not. */
  taken: number;
  skipped: number;
  /** Rows of the block beyond the end of the table. */
  beyond: number;
}

/**
 * Our own clipboard format of a copied block, in addition to text, for values that text cannot represent, such as a
 * registry row.
 */
const BLOCK_TYPE = 'application/x-pimis-block';

/** The changes of a pasted block from one cell on; cells that cannot be changed or read are counted. */
function pastedChanges(
  { store, editable }: EditorContext,
  field: Field,
  path: Path,
  start: Cell,
  grid: readonly (readonly string[])[],
  carried: CopiedBlock | null,
): Pasted {
  const columns = gridColumns(field);
  const rows = (valueAt(store.values, path) as FormValues[] | undefined) ?? [];
  const most = field.fixedRows ? rows.length : (field.maxRows ?? Number.POSITIVE_INFINITY);
  const count = Math.min(Math.max(rows.length, start.row + grid.length), most);
  const changes: Pasted['changes'] = [];
  let skipped = 0;
  if (count > rows.length) {
    const more = Array.from({ length: count - rows.length }, () => emptyRow(field));
    changes.push({ path, value: [...rows, ...more] });
  }
  for (const [down, cells] of grid.entries()) {
    const row = start.row + down;
    for (const [right, text] of cells.entries()) {
      const column = columns[start.column + right];
      if (!column || row >= count) {
        skipped += 1;
        continue;
      }
      const place = pathOf([...path, row], column.path);
      const read =
        copiedCell(column, carried?.rows[down]?.[right]) ?? readCell(column, text, valueAt(store.values, place));
      const locked = column.computed || !editable(column) || store.lockedAt(pathName(place));
      if (locked || !read.ok) skipped += 1;
      else changes.push({ path: place, value: read.value });
    }
  }
  const rowsAdded = count > rows.length ? 1 : 0;
  const beyond = Math.max(0, start.row + grid.length - count);
  return { changes, taken: changes.length - rowsAdded, skipped, beyond };
}

/** A block that does not fit: the user decides before anything is cut. */
export interface TooLong {
  beyond: number;
  fits: number;
  accept: () => void;
  cancel: () => void;
}

export interface Blocks {
  handlers: {
    'data-table': string;
    onMouseDown: (event: MouseEvent<HTMLElement>) => void;
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
    onCopy: (event: ClipboardEvent<HTMLElement>) => void;
    onPasteCapture: (event: ClipboardEvent<HTMLElement>) => void;
  };
  copyAll: () => void;
  tooLong: TooLong | null;
  /** Selected columns of a row as "first-last"; empty if there are none. */
  selectionIn: (row: number) => string;
}

/**
 * Blocks of cells of a table: chosen with Shift and the mouse or Alt, Shift and the arrows, copied to and pasted from a
 * spreadsheet. Alt and the arrows move between cells, Enter goes down a column.
 */
export function useBlocks({ field, path, changeable }: { field: Field; path: Path; changeable: boolean }): Blocks {
  const editor = useEditor();
  const { t, pair, language } = useText();
  const [block, setBlock] = useState<Block | null>(null);
  const [tooLong, setTooLong] = useState<TooLong | null>(null);
  const anchor = useRef<Cell | null>(null);
  const lang = language === 'en' ? 'en' : 'sr';
  const rowsOf = () => {
    const { store } = editor;
    return (valueAt(field.computed ? store.completed : store.values, path) as FormValues[] | undefined) ?? [];
  };
  const completedRows = () => (valueAt(editor.store.completed, path) as FormValues[] | undefined) ?? rowsOf();

  const paste = ({ changes, taken: count, skipped }: Pasted) => {
    const { store } = editor;
    const done = { store, step: store.setMany(changes), name: pathName(path) };
    if (skipped === 0) notifyStep({ ...done, message: t('forms.block.pasted', { count }) }, { t });
    else notifyStep({ ...done, message: t('forms.block.pastedSome', { count, skipped }), color: 'yellow' }, { t });
  };

  const step = (table: HTMLElement, from: Cell, [down, right]: readonly [number, number], extend: boolean) => {
    const next = { row: from.row + down, column: from.column + right };
    if (next.row < 0 || next.column < 0 || next.row >= rowsOf().length || next.column >= gridColumns(field).length)
      return;
    if (extend) setBlock({ from: block?.from ?? anchor.current ?? from, to: next });
    else {
      setBlock(null);
      if (focusCell(table, next)) anchor.current = next;
    }
  };

  return {
    handlers: {
      'data-table': pathName(path),
      onMouseDown: (event) => {
        const cell = cellOf(event.target, event.currentTarget);
        if (!cell) return;
        if (event.shiftKey && anchor.current) {
          event.preventDefault();
          setBlock({ from: anchor.current, to: cell });
          return;
        }
        anchor.current = cell;
        setBlock(null);
      },
      onKeyDown: (event) => {
        const cell = cellOf(event.target, event.currentTarget);
        if (!cell) return;
        const arrow = ARROWS[event.key];
        if (event.altKey && arrow) {
          event.preventDefault();
          step(event.currentTarget, event.shiftKey ? (block?.to ?? cell) : cell, arrow, event.shiftKey);
        } else if (event.key === 'Enter' && isOneLine(event.target)) {
          if (event.target.getAttribute('aria-expanded') === 'true') return;
          event.preventDefault();
          step(event.currentTarget, cell, [event.shiftKey ? -1 : 1, 0], false);
        } else if (event.key === 'Escape' && block) {
          setBlock(null);
        } else if (!event.ctrlKey && !event.metaKey && !event.altKey && event.key !== 'Shift') {
          anchor.current = cell;
          if (block) setBlock(null);
        }
      },
      onCopy: (event) => {
        if (!block) return;
        event.preventDefault();
        event.stopPropagation();
        const chosen = edges(block);
        event.clipboardData.setData('text/plain', formatGrid(copyBlock(field, completedRows(), chosen, lang)));
        event.clipboardData.setData(
          BLOCK_TYPE,
          JSON.stringify(toCopiedBlock(field, rowsOf(), chosen, editor.projectCode)),
        );
      },
      // Before the field of the cell, which would insert the text too or refuse it with a message of its own.
      onPasteCapture: (event) => {
        const cell = cellOf(event.target, event.currentTarget);
        const carried = readCopiedBlock(event.clipboardData.getData(BLOCK_TYPE), editor.projectCode);
        if (!cell || !changeable || !(carried || isBlockOfCells(event))) return;
        event.preventDefault();
        event.stopPropagation();
        const { text, left } = plainPaste(event.clipboardData);
        const grid = parseGrid(text);
        const pasted = pastedChanges(editor, field, path, cell, grid, carried);
        if (pasted.beyond === 0) notifyLeftOut(left, t, () => paste(pasted));
        else {
          setTooLong({
            beyond: pasted.beyond,
            fits: grid.length - pasted.beyond,
            accept: () => {
              setTooLong(null);
              notifyLeftOut(left, t, () => paste(pasted));
            },
            cancel: () => setTooLong(null),
          });
        }
      },
    },
    copyAll: () => {
      const columns = gridColumns(field);
      const whole = { fromRow: 0, toRow: rowsOf().length - 1, fromColumn: 0, toColumn: columns.length - 1 };
      const head = columns.map((column) => pair(column.label));
      void copyText(formatGrid([head, ...copyBlock(field, completedRows(), whole, lang)])).then((copied) =>
        copied ? notifySuccess(t('forms.block.copied')) : notifyWarning(t('forms.block.notCopied')),
      );
    },
    tooLong,
    selectionIn: (row) => {
      if (!block) return '';
      const { fromRow, toRow, fromColumn, toColumn } = edges(block);
      return row < fromRow || row > toRow ? '' : `${fromColumn}-${toColumn}`;
    },
  };
}

/** A field of one line, in which Enter means the cell below. */
function isOneLine(target: EventTarget): target is HTMLInputElement | HTMLTextAreaElement {
  if (target instanceof HTMLTextAreaElement) return target.dataset.line !== undefined;
  return target instanceof HTMLInputElement && target.type === 'text';
}
