import type { AuditRow } from '@pimis/contract/audit';
import { titleOf } from '@pimis/domain/forms/titles';
import { type DetailLine, detailLines } from '@pimis/domain/text/audit-detail';
import type { BilingualText } from '@pimis/domain/text/bilingual-text';
import { cutText } from '@pimis/domain/text/cut';
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

/** Texts for fields with one of a few codes. */
const CODES: Readonly<Record<string, string>> = { by: 'ways', reason: 'reasons', locks: 'locks', goal: 'goals' };

/** The text of a computed message key; null if there is none. */
function textAt(key: string, { t }: Text): string | null {
  return hasText(key) ? t(key as 'common.yes') : null;
}

/** The name of a number that has one on other screens. */
function namedNumber(row: AuditRow, field: string, value: number, text: Text): string | null {
  const labelled = (label: BilingualText | undefined) => (label ? text.pair(label) : null);
  if (field === 'phaseStatus') return labelled(STATUSES.find(({ id }) => id === value)?.label);
  if (field === 'phase') return labelled(PHASES.find(({ id }) => id === value)?.title);
  // The step has a text; its number is meaningful only within its phase.
  if (field === 'action') return activityText(row.operation.split('.').at(-1) ?? null, text);
  if (field === 'status') return textAt(`audit.statuses.${row.subjectType}.${value}`, text);
  if (field === 'type' && row.subjectType === 'list') return labelled(LISTS.find(({ type }) => type === value)?.title);
  if (field === 'type' && row.subjectType === 'project') return textAt(`projects.types.${value}`, text);
  if (field === 'sector' && row.subjectType === 'project') return textAt(`projects.sectors.${value}`, text);
  return null;
}

/** The name of a code that has one on other screens. */
function namedCode(field: string, value: string, text: Text): string | null {
  const title = field === 'form' ? titleOf(value) : undefined;
  if (title) return text.pair(title);
  return field in CODES ? textAt(`audit.${CODES[field]}.${value}`, text) : null;
}

function valueText(row: AuditRow, field: string, value: unknown, text: Text): string {
  const { t, data } = text;
  if (value === null || value === undefined || value === '') return t('common.noValue');
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
  if (typeof value === 'number') return namedNumber(row, field, value, text) ?? String(value);
  if (typeof value === 'string') return namedCode(field, value, text) ?? shortened(data(value));
  if (Array.isArray(value)) {
    if (value.length === 0) return t('common.noValue');
    return shortened(value.map((one) => valueText(row, field, one, text)).join(', '));
  }
  // JSON has no other type left.
  return Object.entries(value)
    .map(([name, one]) => `${fieldText(row, name, text)}: ${valueText(row, name, one, text)}`)
    .join('; ');
}

function shortened(text: string): string {
  return text.length > VALUE_LENGTH ? `${cutText(text, VALUE_LENGTH)}…` : text;
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
