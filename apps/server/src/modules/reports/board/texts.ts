import { formatDay } from '@pimis/domain/dates/dates';
import { formatAmount } from '@pimis/domain/money/decimal';
import type { ReportGroup } from '@pimis/domain/reports/board-reports';
import { labelOf, type ReportKind, reportColumn } from '@pimis/domain/reports/columns';
import type { Asked } from './as-of-date-rows.ts';
import type { Value } from './queries.ts';

/** A value in words: a code by its name, a day and an amount as they are written; nothing for none. */
export function textOf(kind: ReportKind, value: Value): string {
  if (value === null && kind !== 'listType') return '';
  const label = labelOf(kind, value);
  if (label) return label.sr;
  if (value === null) return '';
  if (kind === 'day') return formatDay(value);
  if (kind === 'money' || kind === 'percent') return formatAmount(value);
  return value;
}

/** The head of a group: its value, or the name of the column where the group is a whole section. */
export function groupText(group: ReportGroup, value: Value): string {
  const { kind, title } = reportColumn(group);
  const text = textOf(kind, value);
  return text === '' ? title.sr : text;
}

/** What a report is held to, in words; empty for all projects. */
export function captionOf({ organizationId, phase, sector }: Asked): string {
  const parts = [
    ...(organizationId === undefined ? [] : [`орган ${organizationId}`]),
    ...(phase === undefined ? [] : [`фаза: ${labelOf('phase', String(phase))?.sr ?? phase}`]),
    ...(sector === undefined ? [] : [`сектор: ${labelOf('sector', String(sector))?.sr ?? sector}`]),
  ];
  return parts.length === 0 ? '' : `Обухват: ${parts.join(', ')}`;
}
