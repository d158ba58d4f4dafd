import { useQuery } from '@tanstack/react-query';
import type { Remark } from '@pimis/contract/remarks';
import type { FormChange } from '@pimis/domain/forms/diff';
import { fieldAt } from '@pimis/domain/forms/labels';
import type { Field, FormDefinition } from '@pimis/domain/forms/types';
import { fieldsOf } from '@pimis/domain/forms/visibility';
import { textOf } from '@pimis/domain/text/text-of';
import { allDocumentsQuery } from '../features/projects/api.ts';
import { useText } from '../i18n/use-text.ts';
import { placeText } from './change-text.ts';
import { useShown } from './use-shown.ts';

interface ChangesProps {
  definition: FormDefinition;
  projectCode: string;
  changes: readonly FormChange[];
  /** The heads of the columns of former and later values. */
  before: string;
  after: string;
  /** Remarks to show beside changes at their places. */
  remarks?: readonly Remark[];
}

/** The table that contains a change: the field whose path starts the change's path. */
function groupOf(definition: FormDefinition, path: string): Field | undefined {
  return fieldsOf(definition).find((field) => path === field.path || path.startsWith(`${field.path}[`));
}

/** The differences between two versions of a form, field by field and row by row. */
export function ChangesTable({ definition, projectCode, changes, before, after, remarks = [] }: ChangesProps) {
  const { t, pair } = useText();
  const { data: documents } = useQuery(allDocumentsQuery(projectCode));
  const shown = useShown(documents);
  const text = (change: FormChange, value: unknown) => {
    const field = fieldAt(definition, change.path);
    return field ? placeText(field, value, shown) : textOf(value) || '–';
  };
  return (
    <div
      className="scroll-x"
      style={{ maxHeight: '60vh', overflowY: 'auto' }}
      tabIndex={0}
      role="group"
      aria-label={t('forms.compare.title')}
    >
      <table className="plain form-compare">
        <caption className="meta" style={{ textAlign: 'left' }}>
          {t('forms.compare.count', { count: changes.length })}
        </caption>
        <thead>
          <tr>
            <th>{t('forms.conflict.field')}</th>
            <th>{before}</th>
            <th>{after}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => {
            const table = groupOf(definition, change.path);
            return (
              <tr
                key={`${change.path} ${change.before === undefined ? '+' : change.after === undefined ? '-' : ''}`}
                data-kind={change.before === undefined ? 'added' : change.after === undefined ? 'removed' : 'changed'}
              >
                <th scope="row">
                  {change.row > 0 && table && (
                    <span className="meta">
                      {pair(table.label)}, {t('forms.row', { row: change.row })}
                      <br />
                    </span>
                  )}
                  {pair(change.label)}
                  <RemarksBeside remarks={remarks} path={change.path} />
                </th>
                <td className="form-old">{text(change, change.before)}</td>
                <td className="form-new">{text(change, change.after)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** The remarks on the field or table of a change, with their answers. */
function RemarksBeside({ remarks, path }: { remarks: readonly Remark[]; path: string }) {
  const { t, data } = useText();
  const own = remarks.filter(({ place }) => place !== null && (path === place || path.startsWith(`${place}[`)));
  return own.map(({ id, text, answer, done }) => (
    <span key={id} className="meta remark-beside">
      {t('forms.remarks.one')}: {data(text)}
      {answer !== null && (
        <>
          <br />
          {t('forms.remarks.answer')}: {data(answer)}
        </>
      )}
      {done && ` (${t('forms.remarks.state.done')})`}
    </span>
  ));
}
