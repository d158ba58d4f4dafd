import type { Readable } from 'node:stream';
import type { TimelineGroup, TimelineProject } from '@pimis/contract/portfolio/timeline';
import { days } from '@pimis/domain/dates/dates';
import { SECTOR_OPTIONS } from '@pimis/domain/forms/definitions/common';
import type { BilingualText } from '@pimis/domain/text/bilingual-text';
import { wordingOf, type Written } from '@pimis/domain/text/wording';
import { PHASE, phaseInfo } from '@pimis/domain/workflow/phases';
import { MAX_TIMELINE_ROWS } from '@pimis/contract/portfolio/timeline';
import type { Context } from '../../../platform/context.ts';
import { decodePageKey } from '../../../platform/keyset-pagination.ts';
import { type SheetLine, workbookStream } from '../../../platform/xlsx/workbook.ts';
import type { PortfolioScope } from '../scope.ts';
import { ORDERS, readTimeline } from './rows.ts';

const pair = (sr: string, en: string): BilingualText => ({ sr, en });
const NAME = pair('Временски план', 'Timeline');
const GROUPS: Readonly<Record<TimelineGroup, BilingualText>> = {
  body: pair('Орган', 'Organization'),
  sector: pair('Сектор', 'Sector'),
};
const COLUMNS = [
  { title: pair('Шифра', 'Code'), kind: 'text', width: 16 },
  { title: pair('Пројекат', 'Project'), kind: 'text', width: 48 },
  { title: pair('Фаза', 'Phase'), kind: 'text', width: 22 },
  { title: pair('Отворен', 'Opened'), kind: 'day', width: 13 },
  { title: pair('План: почетак', 'Plan: start'), kind: 'day', width: 15 },
  { title: pair('План: крај', 'Plan: end'), kind: 'day', width: 15 },
  { title: pair('Први план: крај', 'First plan: end'), kind: 'day', width: 15 },
  { title: pair('Померање (дана)', 'Slip (days)'), kind: 'whole', width: 15 },
  { title: pair('Извештавање од', 'Reporting since'), kind: 'day', width: 15 },
  { title: pair('Извештавање до', 'Reporting until'), kind: 'day', width: 15 },
  { title: pair('Извршено (%)', 'Done (%)'), kind: 'percent', width: 13 },
  { title: pair('Извештено до', 'Reported until'), kind: 'day', width: 15 },
] as const;

/** The projects of the timeline as a workbook, read page by page. */
export function timelineWorkbook(
  context: Context,
  scope: PortfolioScope,
  group: TimelineGroup,
  written: Written,
): Promise<Readable> {
  const { say } = wordingOf(written.language);
  const groupOf = ({ group: key, groupName }: TimelineProject) => {
    const sector = SECTOR_OPTIONS[Number(key) - 1];
    return groupName ?? (sector ? say(sector.label) : key);
  };
  const cellsOf = (row: TimelineProject): (string | null)[] => {
    const first = row.former[0] ?? row.planned;
    const reporting = row.steps.find(({ phase }) => phase === PHASE.reporting);
    return [
      groupOf(row),
      row.code,
      row.name,
      say(phaseInfo(row.phase).title),
      row.steps[0]?.start ?? null,
      row.planned?.start ?? null,
      row.planned?.end ?? null,
      first?.end ?? null,
      row.planned && first ? String(days(first.end, row.planned.end)) : null,
      reporting?.start ?? null,
      reporting?.end ?? null,
      row.done,
      row.reportedUntil,
    ];
  };
  async function* lines(): AsyncGenerator<SheetLine> {
    let after: string | null = null;
    do {
      const key: ReturnType<typeof decodePageKey> | null =
        after === null ? null : decodePageKey(after, 'after', ORDERS[group]);
      const page: Awaited<ReturnType<typeof readTimeline>> = await readTimeline(context.db, scope, {
        group,
        rows: MAX_TIMELINE_ROWS,
        after: key,
      });
      for (const row of page.rows) yield { kind: 'row', cells: cellsOf(row) };
      after = page.next;
    } while (after !== null);
  }
  return workbookStream({
    name: say(NAME),
    columns: [
      { title: say(GROUPS[group]), kind: 'text', width: 40 },
      ...COLUMNS.map(({ title, kind, width }) => ({ title: say(title), kind, width })),
    ],
    lines: lines(),
    ...written,
    at: context.now(),
  });
}
