import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { memo } from 'react';
import { emptyRow } from '@pimis/domain/forms/complete';
import { LIST_KINDS } from '@pimis/domain/forms/kinds';
import { messageFor } from '@pimis/domain/forms/messages';
import { getPath } from '@pimis/domain/forms/paths';
import type { Field } from '@pimis/domain/forms/types';
import { isFor, isVisible } from '@pimis/domain/forms/visibility';
import { useText } from '../i18n/use-text.ts';
import { useEditor } from './context.ts';
import { type Path, pathName, pathOf, useStore, valueAt } from './store.ts';
import { Widget } from './widgets.tsx';

const FULL_WIDTH = 12;

export function fieldId(name: string): string {
  return `f-${name}`;
}

/** Messages at a place; parts of an answer count as the answer. */
function Messages({ name, field, id }: { name: string; field: Field; id: string }) {
  const { store } = useEditor();
  const { language } = useText();
  const text = useText();
  const codes = useStore(store, (state) => state.errorsAt(name));
  const parts = useStore(
    store,
    (state) =>
      state.errorsAt(`${name}.comment`) ??
      state.errorsAt(`${name}.documentDate`) ??
      state.errorsAt(`${name}.completionDate`),
  );
  const all = [...(codes ?? []), ...(parts ?? [])];
  if (all.length === 0) return null;
  return (
    <div id={id} className="form-error">
      {all.map((code) => (
        <div key={code}>{text.data(messageFor({ code, label: field.label }, language === 'en' ? 'en' : 'sr'))}</div>
      ))}
    </div>
  );
}

function useInvalid(name: string): boolean {
  const { store } = useEditor();
  return useStore(store, (state) => state.errorsAt(name) !== undefined);
}

/** One scalar field with label, widget and messages. */
const ScalarField = memo(function ScalarField({ field, base }: { field: Field; base: Path }) {
  const { store, editable } = useEditor();
  const { t, pair } = useText();
  const path = pathOf(base, field.path);
  const name = pathName(path);
  const value = useStore(store, (state) => valueAt(field.computed ? state.completed : state.values, path));
  const invalid = useInvalid(name);
  const id = fieldId(name);
  const readOnly = !editable(field);
  const note = field.computed ? t('forms.computed') : null;
  return (
    <div
      className="form-field"
      style={{ gridColumn: `span ${field.span ?? FULL_WIDTH}` }}
      data-computed={field.computed || undefined}
    >
      <label htmlFor={id} className="form-label">
        {field.no && <span className="meta">{field.no} </span>}
        {pair(field.label)}
        {field.required && !field.computed && (
          <span className="form-required" aria-hidden>
            {' *'}
          </span>
        )}
        {note && <span className="meta"> · {note}</span>}
      </label>
      <Widget
        field={field}
        id={id}
        value={value}
        onChange={(next) => store.set(path, next)}
        readOnly={readOnly}
        invalid={invalid}
        label={pair(field.label)}
        describedBy={invalid ? `${id}-messages` : undefined}
      />
      <Messages name={name} field={field} id={`${id}-messages`} />
    </div>
  );
});

/** A cell of a compact table. */
const Cell = memo(function Cell({ field, base, row }: { field: Field; base: Path; row: number }) {
  const { store, editable } = useEditor();
  const { t, pair } = useText();
  const path = pathOf(base, field.path);
  const name = pathName(path);
  const value = useStore(store, (state) => valueAt(field.computed ? state.completed : state.values, path));
  const invalid = useInvalid(name);
  return (
    <Widget
      field={field}
      id={fieldId(name)}
      value={value}
      onChange={(next) => store.set(path, next)}
      readOnly={!editable(field)}
      invalid={invalid}
      label={`${pair(field.label)}, ${t('forms.row', { row: row + 1 })}`}
    />
  );
});

/** Items of a list without columns: texts, places, files. */
function ItemField({ field, path, row }: { field: Field; path: Path; row: number }) {
  const { store, editable } = useEditor();
  const { t, pair } = useText();
  const name = pathName(path);
  const value = useStore(store, (state) => valueAt(state.values, path));
  const invalid = useInvalid(name);
  const kind = field.kind === 'locationList' ? 'location' : field.kind === 'fileList' ? 'file' : 'text';
  const empty = kind === 'location' ? {} : '';
  return (
    <Widget
      field={{ ...field, kind }}
      id={fieldId(name)}
      value={value}
      onChange={(next) => store.set(path, next ?? empty)}
      readOnly={!editable(field)}
      invalid={invalid}
      label={`${pair(field.label)}, ${t('forms.row', { row: row + 1 })}`}
    />
  );
}

function RemoveRow({ row, onRemove }: { row: number; onRemove: () => void }) {
  const { t } = useText();
  return (
    <ActionIcon variant="subtle" color="gray" onClick={onRemove} aria-label={t('forms.removeRow', { row: row + 1 })}>
      <IconX size={16} />
    </ActionIcon>
  );
}

/** Messages of the rows of a table, named by row and column, under it. */
function TableMessages({ field, name }: { field: Field; name: string }) {
  const { store } = useEditor();
  const { t, pair, language, data } = useText();
  const verdict = useStore(store, (state) => state.verdict);
  const items = verdict.errors.filter((item) => item.path === name || item.path.startsWith(`${name}[`));
  if (items.length === 0) return null;
  return (
    <div className="form-error" id={`${fieldId(name)}-messages`} aria-label={pair(field.label)}>
      {items.map((item) => {
        const message = data(messageFor(item, language === 'en' ? 'en' : 'sr'));
        return (
          <div key={`${item.code}${item.path}`}>
            {item.index > 0 ? t('shell.row', { row: item.index, text: message }) : message}
          </div>
        );
      })}
    </div>
  );
}

/** A table of rows: compact when every column fits a cell, else a card per row. */
const TableField = memo(function TableField({ field, base }: { field: Field; base: Path }) {
  const { store, editable } = useEditor();
  const { t, pair } = useText();
  const path = pathOf(base, field.path);
  const name = pathName(path);
  const count = useStore(store, (state) => {
    const rows = valueAt(state.values, path);
    return Array.isArray(rows) ? rows.length : 0;
  });
  const changeable = editable(field);
  const rows = () => (valueAt(store.values, path) as unknown[] | undefined) ?? [];
  const add = () => store.set(path, [...rows(), emptyRow(field)]);
  const remove = (index: number) =>
    store.set(
      path,
      rows().filter((_, at) => at !== index),
    );
  const columns = field.columns ?? [];
  const cards = columns.some(
    (column) => LIST_KINDS.includes(column.kind) || column.kind === 'markdown' || column.kind === 'yesNoComment',
  );
  const indexes = Array.from({ length: count }, (_, index) => index);
  const removable = changeable && count > (field.minRows ?? 0);
  return (
    <div
      className="form-field"
      id={fieldId(name)}
      tabIndex={-1}
      style={{ gridColumn: 'span 12' }}
      role="group"
      aria-label={pair(field.label)}
    >
      <div className="form-label">
        {field.no && <span className="meta">{field.no} </span>}
        {pair(field.label)}
        {field.required && (
          <span className="form-required" aria-hidden>
            {' *'}
          </span>
        )}
      </div>
      {columns.length === 0 &&
        indexes.map((index) => (
          <div key={index} style={{ display: 'flex', gap: 8, marginBottom: 6, maxWidth: 520 }}>
            <div style={{ flex: 1 }}>
              <ItemField field={field} path={[...path, index]} row={index} />
            </div>
            {removable && <RemoveRow row={index} onRemove={() => remove(index)} />}
          </div>
        ))}
      {columns.length > 0 &&
        cards &&
        indexes.map((index) => (
          <RowCard
            key={index}
            field={field}
            path={[...path, index]}
            row={index}
            {...(removable ? { onRemove: () => remove(index) } : {})}
          />
        ))}
      {columns.length > 0 && !cards && count > 0 && (
        <div className="scroll-x form-table" tabIndex={0} role="group" aria-label={pair(field.label)}>
          <table>
            <thead>
              <tr>
                <th>{t('forms.rowNumber')}</th>
                {columns.map((column) => (
                  <th
                    key={column.path}
                    className={
                      column.kind === 'rsd' || column.kind === 'foreign' || column.kind === 'percent'
                        ? 'amount'
                        : undefined
                    }
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
                  <th>
                    <span className="visually-hidden">{t('forms.removeRow', { row: '' })}</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {indexes.map((index) => (
                <tr key={index}>
                  <td className="meta">{index + 1}</td>
                  {columns.map((column) => (
                    <td key={column.path} data-computed={column.computed || undefined} data-kind={column.kind}>
                      <Cell field={column} base={[...path, index]} row={index} />
                    </td>
                  ))}
                  {removable && (
                    <td>
                      <RemoveRow row={index} onRemove={() => remove(index)} />
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
            {field.totals && <Totals field={field} withRemove={removable} />}
          </table>
        </div>
      )}
      {count === 0 && <p className="meta">{t('forms.noRows')}</p>}
      <TableMessages field={field} name={name} />
      {changeable && count < (field.maxRows ?? Number.POSITIVE_INFINITY) && (
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

function Totals({ field, withRemove }: { field: Field; withRemove: boolean }) {
  const { store } = useEditor();
  const { t, amount } = useText();
  const completed = useStore(store, (state) => state.completed);
  return (
    <tfoot>
      <tr>
        <td />
        {field.columns?.map((column, index) => {
          const path = field.totals?.[column.path];
          const total = path ? getPath(completed, path) : undefined;
          return (
            <td key={column.path} className={path ? 'amount strong' : 'strong'}>
              {path ? amount(String(total ?? '0.00')) : index === 0 ? t('forms.total') : ''}
            </td>
          );
        })}
        {withRemove && <td />}
      </tr>
    </tfoot>
  );
}

function RowCard({ field, path, row, onRemove }: { field: Field; path: Path; row: number; onRemove?: () => void }) {
  const { t } = useText();
  return (
    <div className="form-card">
      <div style={{ display: 'flex', justifyContent: 'space-between' }}>
        <span className="meta strong">{t('forms.row', { row: row + 1 })}</span>
        {onRemove && <RemoveRow row={row} onRemove={onRemove} />}
      </div>
      <div className="form-grid">
        {field.columns?.map((column) => (
          <AnyField
            key={column.path}
            field={{ ...column, span: column.span ?? (column.kind === 'markdown' ? FULL_WIDTH : 6) }}
            base={path}
          />
        ))}
      </div>
    </div>
  );
}

/** A field of any kind, when this viewer may see it and the values show it. */
export function AnyField({ field, base }: { field: Field; base: Path }) {
  const { store, viewer } = useEditor();
  const visible = useStore(store, (state) => isVisible(field, state.values));
  if (!visible || !isFor(field, viewer)) return null;
  return LIST_KINDS.includes(field.kind) ? (
    <TableField field={field} base={base} />
  ) : (
    <ScalarField field={field} base={base} />
  );
}
