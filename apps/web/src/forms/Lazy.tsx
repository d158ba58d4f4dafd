import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { columnsOf } from '@pimis/domain/forms/amount-or-remark';
import type { Field, FormValues } from '@pimis/domain/forms/types';
import { isFor, isVisible } from '@pimis/domain/forms/visibility';
import { allDocumentsQuery } from '../features/projects/api.ts';
import { useText } from '../i18n/use-text.ts';
import { placeText } from './change-text.ts';
import { useEditor } from './context.ts';
import { renderLater } from './deferred-render.ts';
import { rowOf, useRevealed } from './field-place.ts';
import { useShown } from './use-shown.ts';
import { type Path, pathName, pathOf, valueAt } from './value-paths.ts';

/**
 * Whether a part has been rendered. Until then its placeholder is shown; parts that wait to be `seen` may wait long.
 */
export function useLater<Holder extends Element>(
  atOnce: boolean,
  place: string,
  seen = false,
): { drawn: boolean; holder: RefObject<Holder | null> } {
  const [done, setDone] = useState(atOnce);
  const holder = useRef<Holder>(null);
  const wished = useRevealed(place) !== null;
  const drawn = done || wished;
  useEffect(() => {
    if (done) return undefined;
    if (drawn) {
      setDone(true);
      return undefined;
    }
    return holder.current ? renderLater(holder.current, () => setDone(true), seen) : undefined;
  }, [done, drawn, seen]);
  return { drawn, holder };
}

/** True while a part is rendered for the first time: later content is rendered at once. */
export function useOpening(): RefObject<boolean> {
  const opening = useRef(true);
  useEffect(() => {
    opening.current = false;
  }, []);
  return opening;
}

/** Returns a place as text: labels and values, for a table those of all rows. */
export function usePlainText(): (field: Field, value: unknown, row?: FormValues) => string {
  const { projectCode } = useEditor();
  // Only fields load the documents; this text shows their names once they are loaded.
  const shown = useShown(useQueryClient().getQueryData(allDocumentsQuery(projectCode).queryKey));
  return (field, value, row) =>
    field.columns && Array.isArray(value)
      ? value.map((one) => placeText(field, one, shown)).join('; ')
      : placeText(field, value, shown, row);
}

interface LazyProps {
  /** The field, or the table of the row. */
  field: Field;
  base: Path;
  /** The row of the table at `base`; otherwise the field in the values at `base`. */
  row?: number;
  atOnce: boolean;
  height: number;
  children: ReactNode;
}

/**
 * A part of a long form. It starts as text, so that everything can be found and printed at once and the form opens
 * quickly.
 */
export function Lazy({ field, base, row, atOnce, height, children }: LazyProps) {
  const path = row === undefined ? pathOf(base, field.path) : [...base, row];
  const { drawn, holder } = useLater<HTMLDivElement>(atOnce, pathName(path));
  if (drawn) return children;
  return (
    <div
      ref={holder}
      className="form-field form-later"
      style={{ minHeight: height, gridColumn: `span ${row === undefined ? (field.span ?? 12) : 12}` }}
    >
      <Later field={field} base={base} path={path} isRow={row !== undefined} />
    </div>
  );
}

function Later({ field, base, path, isRow }: { field: Field; base: Path; path: Path; isRow: boolean }) {
  const { store, viewer } = useEditor();
  const { pair } = useText();
  const text = usePlainText();
  const value = valueAt(field.computed ? store.completed : store.values, path);
  if (isRow) {
    const columns = columnsOf(field).filter((column) => isFor(column, viewer));
    return columns.map((column) => (
      <div key={column.path}>
        {pair(column.label)}: {text(column, valueAt(value, pathOf([], column.path)))}
      </div>
    ));
  }
  if (!isFor(field, viewer) || !isVisible(field, store.values, rowOf(store.completed, base))) return null;
  return (
    <>
      <div className="form-label">
        {field.no} {pair(field.label)}
      </div>
      {text(field, value)}
    </>
  );
}
