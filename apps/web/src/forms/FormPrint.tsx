import type { ReactNode } from 'react';
import type { ProjectForm } from '@pimis/contract/forms';
import { columnsOf } from '@pimis/domain/forms/amount-or-remark';
import { AMOUNT_KINDS, LIST_KINDS } from '@pimis/domain/forms/kinds';
import { getPath, isObject } from '@pimis/domain/forms/paths';
import type { Field, FormDefinition, FormValues } from '@pimis/domain/forms/types';
import { isFor, isVisible } from '@pimis/domain/forms/visibility';
import { textOf } from '@pimis/domain/text/text-of';
import { useText } from '../i18n/use-text.ts';
import { useEditor } from './context.ts';
import { usePlainText } from './Lazy.tsx';
import { Markdown } from './Markdown.tsx';
import { isCards } from './tables.ts';
import { inOrder } from '../ui/in-order.tsx';
import { usePrinting } from '../ui/printing.ts';
import type { FormProject } from './api.ts';
import { useStore } from './use-store.ts';

interface PrintedForm {
  definition: FormDefinition;
  form: ProjectForm;
  project: FormProject;
}

/** Identifies the print: the project, the form, its revision with author, and whether unsaved input is included. */
function PrintedRevision({ definition, form, project }: PrintedForm) {
  const { t, data, pair, instant } = useText();
  const { store } = useEditor();
  const changed = useStore(store, (state) => state.changed);
  const revision = form.inputJsonRevisions.find((entry) => entry.revision === form.revision);
  return (
    <p className="form-print-revision">
      <span>{project.code}</span>
      <span>{pair(definition.title)}</span>
      <span>
        {revision
          ? `${t('forms.revision', { n: revision.revision })} · ${instant(revision.last_changed_date)} · ${data(revision.last_changed_user_name)}`
          : t('forms.noRevision')}
      </span>
      {changed && <span>{t('forms.printedUnsaved')}</span>}
    </p>
  );
}

/** The printed form: all texts, no controls. */
export function FormPrint({ definition, form, project }: PrintedForm) {
  const printing = usePrinting();
  const { store, viewer } = useEditor();
  const { pair } = useText();
  if (!printing) return null;
  return (
    <div className="form-print">
      <PrintedRevision form={form} project={project} definition={definition} />
      {definition.sections.map(({ key, title, fields }, index) =>
        fields.some((field) => isFor(field, viewer)) ? (
          <section key={key}>
            <h2>
              {index + 1}. {pair(title)}
            </h2>
            <PrintedFields fields={fields} values={store.completed} />
          </section>
        ) : null,
      )}
    </div>
  );
}

function PrintedFields({ fields, values }: { fields: readonly Field[]; values: FormValues }) {
  const { store, viewer } = useEditor();
  const shown = fields.filter((field) => isFor(field, viewer) && isVisible(field, store.completed, values));
  return shown.map((field) => (
    <PrintedField key={field.path} field={field} value={getPath(values, field.path)} row={values} />
  ));
}

function PrintedField({ field, value, row }: { field: Field; value: unknown; row: FormValues }) {
  const { pair } = useText();
  const text = usePlainText();
  const rows = Array.isArray(value) ? value.filter(isObject) : [];
  let content: ReactNode;
  if (field.kind === 'table' && rows.length > 0) {
    content = isCards(field) ? <PrintedCards field={field} rows={rows} /> : <PrintedTable field={field} rows={rows} />;
  } else if (field.kind === 'markdown' && typeof value === 'string') content = <Markdown text={value} />;
  else
    content = (
      <div>{text(field, LIST_KINDS.includes(field.kind) && rows.length === 0 && !value ? undefined : value, row)}</div>
    );
  return (
    <div className="form-print-field">
      <div className="form-label">
        {field.no} {pair(field.label)}
      </div>
      {content}
    </div>
  );
}

function PrintedCards({ field, rows }: { field: Field; rows: readonly FormValues[] }) {
  const { t } = useText();
  return inOrder(rows, (row, index) => (
    <div className="form-print-card">
      <div className="strong">{t('forms.row', { row: index + 1 })}</div>
      <PrintedFields fields={columnsOf(field)} values={row} />
    </div>
  ));
}

function PrintedTable({ field, rows }: { field: Field; rows: readonly FormValues[] }) {
  const { t, pair, amount } = useText();
  const { store, viewer } = useEditor();
  const text = usePlainText();
  const columns = columnsOf(field).filter((column) => isFor(column, viewer));
  const side = ({ kind }: Field) => (AMOUNT_KINDS.includes(kind) ? 'amount' : undefined);
  return (
    <table>
      <thead>
        <tr>
          <th>{t('forms.rowNumber')}</th>
          {columns.map((column) => (
            <th key={column.path} className={side(column)}>
              {pair(column.label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {inOrder(rows, (row, index) => (
          <tr>
            <td>{index + 1}</td>
            {columns.map((column) => (
              <td key={column.path} className={side(column)}>
                {text(column, getPath(row, column.path), row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {field.totals && (
        <tfoot>
          <tr>
            <td>{t('forms.total')}</td>
            {columns.map(({ path }) => {
              const total = field.totals?.[path];
              return (
                <td key={path} className="amount strong">
                  {total && amount(textOf(getPath(store.completed, total)) || '0.00')}
                </td>
              );
            })}
          </tr>
        </tfoot>
      )}
    </table>
  );
}
