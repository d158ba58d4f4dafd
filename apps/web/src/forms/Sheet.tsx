import { Fragment, memo, useMemo } from 'react';
import { columnsOf } from '@pimis/domain/forms/amount-or-remark';
import { AMOUNT_KINDS } from '@pimis/domain/forms/kinds';
import { getPath } from '@pimis/domain/forms/paths';
import type { Field } from '@pimis/domain/forms/types';
import { useText } from '../i18n/use-text.ts';
import { useEditor } from './context.ts';
import { fieldId, useField } from './place.ts';
import { RemoveRow, type Rows } from './rows.tsx';
import { useStore } from './store.ts';
import type { Path } from './values.ts';
import { useVirtualRows } from './virtual-rows.ts';
import { Widget } from './widgets.tsx';

/** A cell of a compact table. */
const Cell = memo(function Cell({ field, base, row }: { field: Field; base: Path; row: number }) {
  const { t, pair } = useText();
  const { name, value, invalid, readOnly, set } = useField(field, base);
  return (
    <Widget
      field={field}
      id={fieldId(name)}
      value={value}
      onChange={set}
      readOnly={readOnly}
      invalid={invalid}
      label={`${pair(field.label)}, ${t('forms.row', { row: row + 1 })}`}
    />
  );
});

/** A compact table; of a long one only the rows near the screen are drawn. */
export function Sheet({ field, path, name, keys, count, removable, remove, blocks }: Rows) {
  const { t, pair } = useText();
  const columns = columnsOf(field);
  const rows = useVirtualRows(count, name);
  const width = columns.length + 1 + (removable ? 1 : 0);
  return (
    <div
      className="scroll-x form-table"
      tabIndex={0}
      role="group"
      aria-label={pair(field.label)}
      ref={rows.frame}
      style={rows.virtual ? { maxHeight: '70vh', overflowY: 'auto' } : undefined}
    >
      <table aria-rowcount={count + 1}>
        <thead>
          <tr>
            <th>{t('forms.rowNumber')}</th>
            {columns.map((column) => (
              <th key={column.path} className={AMOUNT_KINDS.includes(column.kind) ? 'amount' : undefined}>
                {pair(column.label)}
                {column.required && !column.computed && (
                  <span className="form-required" aria-hidden>
                    {' *'}
                  </span>
                )}
              </th>
            ))}
            {removable && (
              <th>
                <span className="visually-hidden">{t('forms.removeRow', { row: '' })}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.rows.map(({ index, gap }) => (
            <Fragment key={keys[index]}>
              {gap > 0 && <Gap height={gap} width={width} />}
              <SheetRow
                columns={columns}
                path={path}
                row={index}
                name={`${name}[${index + 1}]`}
                selection={blocks.selectionIn(index)}
                onRemove={removable ? remove : null}
              />
            </Fragment>
          ))}
          {rows.after > 0 && <Gap height={rows.after} width={width} />}
        </tbody>
        {field.totals && <Totals field={field} withRemove={removable} />}
      </table>
    </div>
  );
}

function Gap({ height, width }: { height: number; width: number }) {
  return (
    <tr aria-hidden>
      <td colSpan={width} style={{ height, padding: 0, border: 0 }} />
    </tr>
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
  }: {
    columns: readonly Field[];
    path: Path;
    row: number;
    name: string;
    selection: string;
    onRemove: ((row: number) => void) | null;
  }) {
    const base = useMemo(() => [...path, row], [path, row]);
    const [from, to] = selection === '' ? [1, 0] : selection.split('-').map(Number);
    return (
      <tr aria-rowindex={row + 2} data-row={row}>
        <td className="meta">{row + 1}</td>
        {columns.map((column, at) => (
          <td
            key={column.path}
            data-computed={column.computed || undefined}
            data-kind={column.kind}
            data-cell={`${row}:${at}`}
            data-selected={(at >= (from ?? 1) && at <= (to ?? 0)) || undefined}
          >
            <Cell field={column} base={base} row={row} />
          </td>
        ))}
        {onRemove && (
          <td>
            <RemoveRow name={name} row={row} onRemove={onRemove} />
          </td>
        )}
      </tr>
    );
  },
  // The way to remove a row reads the rows when it is used: a new one of it changes nothing on the screen.
  (a, b) =>
    a.columns === b.columns &&
    a.row === b.row &&
    a.name === b.name &&
    a.path === b.path &&
    a.selection === b.selection &&
    (a.onRemove === null) === (b.onRemove === null),
);

function Totals({ field, withRemove }: { field: Field; withRemove: boolean }) {
  const { t } = useText();
  return (
    <tfoot>
      <tr>
        <td />
        {field.columns?.map((column, index) => (
          <Total key={column.path} path={field.totals?.[column.path]} title={index === 0 ? t('forms.total') : ''} />
        ))}
        {withRemove && <td />}
      </tr>
    </tfoot>
  );
}

function Total({ path, title }: { path: string | undefined; title: string }) {
  const { store } = useEditor();
  const { amount } = useText();
  const total = useStore(store, (state) => (path ? String(getPath(state.completed, path) ?? '0.00') : ''));
  return <td className={path ? 'amount strong' : 'strong'}>{path ? amount(total) : title}</td>;
}
