import type { ReportGroup } from '@pimis/domain/reports/board-reports';
import { labelOf, type ReportKind, reportColumn } from '@pimis/domain/reports/columns';
import { pair } from '@pimis/domain/text/bilingual-text';
import type { Wording } from '@pimis/domain/text/wording';
import { WORDS } from '@pimis/domain/text/words';
import type { ReportRequest } from './as-of-date-rows.ts';
import type { Value } from './queries.ts';

/** A value in words: a code by its name, a formatted day or amount; empty for none. */
export function textOf(kind: ReportKind, value: Value, { say, day, amount }: Wording): string {
  if (value === null && kind !== 'listType') return '';
  const label = labelOf(kind, value);
  if (label) return say(label);
  if (value === null) return '';
  if (kind === 'day') return day(value);
  if (kind === 'money' || kind === 'percent') return amount(value);
  return value;
}

/** The heading of a group: its value, or the name of the column for a group of a whole section. */
export function groupText(group: ReportGroup, value: Value, wording: Wording): string {
  const { kind, title } = reportColumn(group);
  const text = textOf(kind, value, wording);
  return text === '' ? wording.say(title) : text;
}

export const REPORT_TEXTS = {
  number: WORDS.position,
  total: WORDS.total,
  grandTotal: pair('УКУПНО', 'TOTAL'),
  none: pair('На тај дан нема пројеката за овај извештај.', 'On that day there is no project for this report.'),
  stateOf: pair('Стање на дан', 'State on'),
  made: pair('Израђено', 'Made on'),
  prepared: pair('Обрадио', 'Prepared by'),
  approved: pair('Одобрио', 'Approved by'),
  scope: pair('Обухват', 'Scope'),
  organization: pair('орган', 'organization'),
  phase: pair('фаза', 'phase'),
  sector: pair('сектор', 'sector'),
} as const;

/** The filter of a report in words; empty for all projects. `organization` is the name of the requested one. */
export function captionOf({ phase, sector }: ReportRequest, organization: string | null, { say }: Wording): string {
  const named = (kind: 'phase' | 'sector', value: number) => {
    const label = labelOf(kind, String(value));
    return `${say(REPORT_TEXTS[kind])}: ${label ? say(label) : value}`;
  };
  const parts = [
    ...(organization === null ? [] : [`${say(REPORT_TEXTS.organization)}: ${organization}`]),
    ...(phase === undefined ? [] : [named('phase', phase)]),
    ...(sector === undefined ? [] : [named('sector', sector)]),
  ];
  return parts.length === 0 ? '' : `${say(REPORT_TEXTS.scope)}: ${parts.join(', ')}`;
}
