import type { AuditRow } from '@pimis/contract/audit';
import { titleOf } from '@pimis/domain/forms/titles';
import { type DetailLine, detailLines } from '@pimis/domain/text/audit-detail';
import { LISTS } from '@pimis/domain/workflow/lists';
import { PHASES } from '@pimis/domain/workflow/phases';
import { STATUSES } from '@pimis/domain/workflow/statuses';
import type { MessagesOf } from '../../i18n/areas.ts';
import { activityText } from '../../i18n/activity-text.ts';
import { hasText } from '../../i18n/i18n.ts';
import { type Text, useText } from '../../i18n/use-text.ts';
import './administration.css';
import { registryOf } from './audit-subject.ts';

type Fields = MessagesOf<'audit'>['fields'];

/** Longer values are cut; the workbook has them completely. */
const VALUE_LENGTH = 240;

/** The label of a field: of the registry's column or of the messages; otherwise its name. */
function fieldText(row: AuditRow, field: string, { t, pair }: Text): string {
  const column = registryOf(row)?.columns.find(({ name }) => name === field);
  if (column) return pair(column.label);
  return hasText(`audit.fields.${field}`) ? t(`audit.fields.${field as keyof Fields}`) : field;
}

/** The words of fields that hold one of a few codes. */
const CODES: Readonly<Record<string, string>> = { by: 'ways', reason: 'reasons', locks: 'locks', goal: 'goals' };

/** Codes and numbers that have a name on other screens. */
function namedValue(row: AuditRow, field: string, value: unknown, text: Text): string | null {
  const { t, pair } = text;
  const title = field === 'form' && typeof value === 'string' ? titleOf(value) : undefined;
  if (title) return pair(title);
  const code = field in CODES && typeof value === 'string' ? `audit.${CODES[field]}.${value}` : '';
  if (hasText(code)) return t(code as 'audit.locks.code');
  if (typeof value !== 'number') return null;
  const known =
    field === 'phaseStatus'
      ? STATUSES.find(({ id }) => id === value)?.label
      : field === 'phase'
        ? PHASES.find(({ id }) => id === value)?.title
        : undefined;
  if (known) return pair(known);
  // The step has a text; its number is meaningful only within its phase.
  if (field === 'action') return activityText(row.operation.split('.').at(-1) ?? null, text);
  const list = field === 'type' && row.subjectType === 'list' ? LISTS.find(({ type }) => type === value) : undefined;
  if (list) return pair(list.title);
  for (const [named, words] of [
    ['type', 'projects.types'],
    ['sector', 'projects.sectors'],
  ] as const) {
    if (field === named && row.subjectType === 'project' && hasText(`${words}.${value}`)) {
      return t(`${words}.${value}` as 'projects.types.1');
    }
  }
  if (field === 'status' && hasText(`audit.statuses.${row.subjectType}.${value}`)) {
    return t(`audit.statuses.${row.subjectType}.${value}` as 'audit.statuses.user.1');
  }
  return null;
}

function valueText(row: AuditRow, field: string, value: unknown, text: Text): string {
  const { t, data } = text;
  if (value === null || value === undefined || value === '') return t('common.noValue');
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
  const named = namedValue(row, field, value, text);
  if (named !== null) return named;
  if (Array.isArray(value)) {
    return value.length === 0 ? t('common.noValue') : value.map((one) => valueText(row, field, one, text)).join(', ');
  }
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, one]) => `${fieldText(row, name, text)}: ${valueText(row, name, one, text)}`)
      .join('; ');
  }
  // JSON has no other type left.
  const said = data(typeof value === 'string' ? value : JSON.stringify(value));
  return said.length > VALUE_LENGTH ? `${said.slice(0, VALUE_LENGTH)}…` : said;
}

/** Values before and after, field by field. */
export function AuditDetail({ row }: { row: AuditRow }) {
  const text = useText();
  const lines = detailLines(row.detail);
  if (lines.length === 0) return null;
  return (
    <dl className="audit-detail">
      {lines.map((line) => (
        <div key={line.field}>
          <dt>{fieldText(row, line.field, text)}</dt>
          <dd>
            <Values row={row} line={line} text={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Values({ row, line, text }: { row: AuditRow; line: DetailLine; text: Text }) {
  const { field, before, after } = line;
  const now = valueText(row, field, after, text);
  // Additional fields, or fields of something new.
  if (before === undefined || before === null) return now;
  return (
    <>
      <del>{valueText(row, field, before, text)}</del> <span aria-hidden>→</span> <ins>{now}</ins>
    </>
  );
}
