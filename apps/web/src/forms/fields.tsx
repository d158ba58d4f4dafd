import { Button } from '@mantine/core';
import { memo, useMemo, useState } from 'react';
import { columnsOf } from '@pimis/domain/forms/amount-or-remark';
import { LIST_KINDS } from '@pimis/domain/forms/kinds';
import type { Field } from '@pimis/domain/forms/types';
import { isFor } from '@pimis/domain/forms/visibility';
import { useText } from '../i18n/use-text.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { IconCopy, IconPlus } from '../ui/icons.ts';
import type { TooLong } from './blocks.ts';
import { useEditor } from './context.ts';
import { CopiedMark } from './CopiedMark.tsx';
import { Lazy, useOpening } from './Lazy.tsx';
import { TableMessages } from './Messages.tsx';
import { fieldId, messagesId, useRequired, useVisible } from './field-place.ts';
import { RemarksAt } from './remarks/RemarksAt.tsx';
import { RemoveRow, type Rows, useRows } from './rows.tsx';
import { ScalarField } from './ScalarField.tsx';
import { Sheet } from './Sheet.tsx';
import { usePlace } from './use-store.ts';
import { isCards } from './tables.ts';
import { type Path, pathName, valueAt } from './value-paths.ts';
import { Widget } from './widgets.tsx';

const FULL_WIDTH = 12;
const CARDS_DRAWN_AT_ONCE = 1;
const CARD_HEIGHT = 260;

/** A field of any kind, if this viewer and the values show it. */
export const AnyField = memo(function AnyField({ field, base, cell }: { field: Field; base: Path; cell?: string }) {
  const { viewer } = useEditor();
  const visible = useVisible(field, base);
  if (!visible || !isFor(field, viewer)) return null;
  return LIST_KINDS.includes(field.kind) ? (
    <TableField field={field} base={base} />
  ) : (
    <ScalarField field={field} base={base} cell={cell} />
  );
});

/** A table of rows: compact when every column fits a cell, else a card per row. */
const TableField = memo(function TableField({ field, base }: { field: Field; base: Path }) {
  const { t, pair } = useText();
  const [added, setAdded] = useState('');
  const rows = useRows(field, base, setAdded);
  const { count, name, add, blocks } = rows;
  const { editable } = useEditor();
  const required = useRequired(field, base) && editable(field);
  const columns = field.columns ?? [];
  const cards = isCards(field);
  return (
    <div
      className="form-field"
      id={fieldId(name)}
      tabIndex={-1}
      style={{ gridColumn: 'span 12' }}
      role="group"
      aria-label={pair(field.label)}
      {...blocks.handlers}
    >
      <div className="form-label form-table-head">
        <span>
          {field.no && <span className="meta">{field.no} </span>}
          {pair(field.label)}
          {required && (
            <span className="form-required" aria-hidden>
              {' *'}
            </span>
          )}
          {base.length === 0 && <CopiedMark name={name} />}
        </span>
        {columns.length > 0 && count > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconCopy size={14} />}
            onClick={blocks.copyAll}
            aria-label={`${t('forms.block.copy')}: ${pair(field.label)}`}
          >
            {t('forms.block.copy')}
          </Button>
        )}
      </div>
      {columns.length === 0 && <Items {...rows} />}
      {columns.length > 0 && count > 0 && (cards ? <Cards {...rows} /> : <Sheet {...rows} />)}
      {count === 0 && <p className="meta">{t('forms.noRows')}</p>}
      {blocks.tooLong && <TooLongDialog {...blocks.tooLong} label={pair(field.label)} />}
      <TableMessages field={field} name={name} id={messagesId(name)} />
      {base.length === 0 && <RemarksAt place={name} label={pair(field.label)} />}
      <span role="status" className="visually-hidden">
        {added}
      </span>
      {add && (
        <Button
          variant="subtle"
          leftSection={<IconPlus size={14} />}
          onClick={add}
          mt={4}
          aria-label={`${t('forms.addRow')}: ${pair(field.label)}`}
        >
          {t('forms.addRow')}
        </Button>
      )}
    </div>
  );
});

function TooLongDialog({ beyond, fits, accept, cancel, label }: TooLong & { label: string }) {
  const { t } = useText();
  return (
    <Dialog
      opened
      onClose={cancel}
      title={t('forms.block.tooLong')}
      confirm={fits > 0 && <Button onClick={accept}>{t('forms.block.pasteWhatFits', { count: fits })}</Button>}
    >
      {t('forms.block.tooLongText', { table: label, count: beyond })}
    </Dialog>
  );
}

function Items({ field, path, name, keys, removable, remove }: Rows) {
  return keys.map((key, index) => (
    <div key={key} style={{ display: 'flex', gap: 8, marginBottom: 6, maxWidth: 520 }}>
      <div style={{ flex: 1 }}>
        <ItemField field={field} path={path} row={index} />
      </div>
      {removable && <RemoveRow name={`${name}[${index + 1}]`} row={index} onRemove={remove} />}
    </div>
  ));
}

function Cards({ field, path, name, keys, removable, remove }: Rows) {
  const opening = useOpening();
  return keys.map((key, index) => {
    return (
      <Lazy
        key={key}
        field={field}
        base={path}
        row={index}
        atOnce={index < CARDS_DRAWN_AT_ONCE || !opening.current}
        height={CARD_HEIGHT}
      >
        <RowCard
          field={field}
          path={path}
          row={index}
          name={`${name}[${index + 1}]`}
          {...(removable ? { onRemove: remove } : {})}
        />
      </Lazy>
    );
  });
}

const RowCard = memo(function RowCard({
  field,
  path,
  row,
  name,
  onRemove,
}: {
  field: Field;
  path: Path;
  row: number;
  name: string;
  onRemove?: (row: number) => void;
}) {
  const { t } = useText();
  const base = useMemo(() => [...path, row], [path, row]);
  const columns = useMemo(
    () =>
      columnsOf(field).map((column) => ({
        ...column,
        span: column.span ?? (column.kind === 'markdown' ? FULL_WIDTH : 6),
      })),
    [field],
  );
  let at = -1;
  return (
    <div className="form-card">
      <div style={{ display: 'flex', justifyContent: 'space-between' }}>
        <span className="meta strong">{t('forms.row', { row: row + 1 })}</span>
        {onRemove && <RemoveRow name={name} row={row} onRemove={onRemove} />}
      </div>
      <div className="form-grid">
        {columns.map((column) => {
          if (!LIST_KINDS.includes(column.kind)) at += 1;
          return <AnyField key={column.path} field={column} base={base} cell={`${row}:${at}`} />;
        })}
      </div>
    </div>
  );
});

/** Items of a list without columns: texts, places, files. */
function ItemField({ field, path, row }: { field: Field; path: Path; row: number }) {
  const { t, pair } = useText();
  const kind = field.kind === 'locationList' ? 'location' : field.kind === 'fileList' ? 'file' : 'text';
  const item = useMemo(() => ({ ...field, kind, path: String(row) }) satisfies Field, [field, kind, row]);
  const { store, editable } = useEditor();
  const name = pathName([...path, row]);
  const { value, invalid } = useItem(path, row);
  const empty = kind === 'location' ? {} : '';
  return (
    <div className="form-item" data-place={name}>
      <Widget
        field={item}
        id={fieldId(name)}
        value={value}
        onChange={(next) => store.set([...path, row], next ?? empty)}
        readOnly={!editable(field)}
        invalid={invalid}
        label={`${pair(field.label)}, ${t('forms.row', { row: row + 1 })}`}
        describedBy={invalid ? messagesId(name) : undefined}
      />
    </div>
  );
}

function useItem(path: Path, row: number) {
  const { store } = useEditor();
  const name = pathName([...path, row]);
  const value = usePlace(store, name, (state) => valueAt(state.values, [...path, row]));
  const invalid = usePlace(store, name, (state) => state.shownErrorsAt(name) !== undefined);
  return { value, invalid };
}
