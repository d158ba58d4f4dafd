import { type CSSProperties, memo, type RefObject, useMemo } from 'react';
import { columnsOf } from '@pimis/domain/forms/amount-or-remark';
import { AMOUNT_KINDS } from '@pimis/domain/forms/kinds';
import { getPath } from '@pimis/domain/forms/paths';
import type { Field } from '@pimis/domain/forms/types';
import { textOf } from '@pimis/domain/text/text-of';
import { useText } from '../i18n/use-text.ts';
import { useEditor } from './context.ts';
import { useLater, useOpening, usePlainText } from './Lazy.tsx';
import { fieldId, messagesId, useField, useRequired } from './field-place.ts';
import { RemoveRow, type Rows } from './rows.tsx';
import { SheetExamples, useExampleId } from './SheetExamples.tsx';
import { SheetFrame } from './SheetFrame.tsx';
import { useStore } from './use-store.ts';
import { RowSum } from './RowSum.tsx';
import { cellPlaces, columnWidths, gridPlace, LONG_TABLE } from './tables.ts';
import { type Path, pathName, pathOf, valueAt } from './value-paths.ts';
import { Widget } from './widgets.tsx';

const ROWS_DRAWN_AT_ONCE = 12;

/** A cell of a compact table. */
const Cell = memo(function Cell({ field, base, row }: { field: Field; base: Path; row: number }) {
  const { t, pair } = useText();
  const { name, value, invalid, hasMessage, readOnly, set } = useField(field, base);
  const required = useRequired(field, base);
  const example = useExampleId(pathName(base.slice(0, -1)), field);
  return (
    <Widget
      field={field}
      id={fieldId(name)}
      value={value}
      onChange={set}
      readOnly={readOnly}
      invalid={invalid}
      required={required && !field.computed}
      label={`${pair(field.label)}, ${t('forms.row', { row: row + 1 })}`}
      describedBy={[example, hasMessage && messagesId(name)].filter(Boolean).join(' ') || undefined}
    />
  );
});

/** A compact table. Rows of a long one are text until they are visible, so that all can be found. */
export function Sheet({ field, path, name, keys, count, removable, remove, blocks }: Rows) {
  const { t, pair } = useText();
  const columns = columnsOf(field);
  const opening = useOpening();
  const { template, least } = columnWidths(columns, removable);
  const { places, stacked } = cellPlaces(columns);
  return (
    <>
      <SheetFrame label={pair(field.label)} long={count > LONG_TABLE}>
        <table
          role="table"
          aria-rowcount={count + 1}
          data-stacked={stacked || undefined}
          style={{ '--columns': template, minWidth: least } as CSSProperties}
        >
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" className="form-frozen">
                {t('forms.rowNumber')}
              </th>
              {columns.map((column, at) => (
                <th
                  key={column.path}
                  role="columnheader"
                  data-amount={AMOUNT_KINDS.includes(column.kind) || undefined}
                  className={at === 0 ? 'form-frozen' : undefined}
                  style={places[at] && gridPlace(places[at], stacked)}
                >
                  {pair(column.label)}
                  {column.required && !column.computed && (
                    <span className="form-required" aria-hidden>
                      {' *'}
                    </span>
                  )}
                </th>
              ))}
              {removable && (
                <th role="columnheader" className="form-frozen">
                  <span className="visually-hidden">{t('forms.removeRow', { row: '' })}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {keys.map((key, index) => (
              <SheetRow
                key={key}
                columns={columns}
                path={path}
                row={index}
                name={`${name}[${index + 1}]`}
                selection={blocks.selectionIn(index)}
                onRemove={removable ? remove : null}
                atOnce={index < ROWS_DRAWN_AT_ONCE || !opening.current}
              />
            ))}
          </tbody>
          {field.totals && <Totals field={field} withRemove={removable} />}
        </table>
      </SheetFrame>
      <SheetExamples table={name} columns={columns} />
    </>
  );
}

const SheetRow = memo(
  function SheetRow({
    columns,
    path,
    row,
    name,
    selection,
    onRemove,
    atOnce,
  }: {
    columns: readonly Field[];
    path: Path;
    row: number;
    name: string;
    selection: string;
    onRemove: ((row: number) => void) | null;
    atOnce: boolean;
  }) {
    const { places, stacked } = cellPlaces(columns);
    const { drawn, holder } = useLater<HTMLTableRowElement>(atOnce, name, true);
    const base = useMemo(() => [...path, row], [path, row]);
    const [from, to] = selection === '' ? [1, 0] : selection.split('-').map(Number);
    if (!drawn)
      return <TextRow columns={columns} base={base} row={row} holder={holder} withRemove={onRemove !== null} />;
    return (
      <tr role="row" aria-rowindex={row + 2} data-row={row}>
        <th role="rowheader" className="meta form-frozen">
          {row + 1}
        </th>
        {columns.map((column, at) => (
          <td
            key={column.path}
            role="cell"
            className={at === 0 ? 'form-frozen' : undefined}
            style={places[at] && gridPlace(places[at], stacked)}
            data-place={pathName(pathOf(base, column.path))}
            data-computed={column.computed || undefined}
            data-kind={column.kind}
            data-cell={`${row}:${at}`}
            data-selected={(at >= (from ?? 1) && at <= (to ?? 0)) || undefined}
          >
            <Cell field={column} base={base} row={row} />
          </td>
        ))}
        {stacked && <RowSum columns={columns} base={base} removable={onRemove !== null} />}
        {onRemove && (
          <td role="cell" className="form-frozen">
            <RemoveRow name={name} row={row} onRemove={onRemove} />
          </td>
        )}
      </tr>
    );
  },
  // `onRemove` is not compared: it reads the rows when it runs, so adding a row does not render the others again.
  (a, b) =>
    a.columns === b.columns &&
    a.row === b.row &&
    a.name === b.name &&
    a.path === b.path &&
    a.selection === b.selection &&
    (a.onRemove === null) === (b.onRemove === null),
);

function TextRow({
  columns,
  base,
  row,
  holder,
  withRemove,
}: {
  columns: readonly Field[];
  base: Path;
  row: number;
  holder: RefObject<HTMLTableRowElement | null>;
  withRemove: boolean;
}) {
  const { store } = useEditor();
  const text = usePlainText();
  const { places, stacked } = cellPlaces(columns);
  return (
    <tr ref={holder} role="row" aria-rowindex={row + 2} data-row={row} className="form-later">
      <th role="rowheader" className="meta form-frozen">
        {row + 1}
      </th>
      {columns.map((column, at) => (
        <td
          key={column.path}
          role="cell"
          data-kind={column.kind}
          className={at === 0 ? 'form-frozen' : undefined}
          style={places[at] && gridPlace(places[at], stacked)}
        >
          {text(column, valueAt(column.computed ? store.completed : store.values, pathOf(base, column.path)))}
        </td>
      ))}
      {stacked && <RowSum columns={columns} base={base} removable={withRemove} />}
      {withRemove && <td role="cell" />}
    </tr>
  );
}

function Totals({ field, withRemove }: { field: Field; withRemove: boolean }) {
  const { t } = useText();
  return (
    <tfoot role="rowgroup">
      <tr role="row">
        <td role="cell" className="form-frozen" />
        {field.columns?.map((column, index) => (
          <Total key={column.path} path={field.totals?.[column.path]} title={index === 0 ? t('forms.total') : ''} />
        ))}
        {withRemove && <td role="cell" className="form-frozen" />}
      </tr>
    </tfoot>
  );
}

function Total({ path, title }: { path: string | undefined; title: string }) {
  const { store } = useEditor();
  const { amount } = useText();
  const total = useStore(store, (state) => (path ? textOf(getPath(state.completed, path)) || '0.00' : ''));
  return (
    <td role="cell" className={path ? 'amount strong' : 'strong form-frozen'}>
      {path ? amount(total) : title}
    </td>
  );
}
