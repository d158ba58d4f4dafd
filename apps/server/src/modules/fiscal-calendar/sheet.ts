import type { Readable } from 'node:stream';
import type { FiscalCalendar } from '@pimis/contract/portfolio/calendar';
import { SECTOR_OPTIONS } from '@pimis/domain/forms/definitions/common';
import { fromHundredths, totalHundredths } from '@pimis/domain/money/decimal';
import { needsAgainstCeilings } from '@pimis/domain/portfolio/fiscal-calendar';
import { sourceText } from '@pimis/domain/portfolio/source-text';
import { wordingOf, type Written } from '@pimis/domain/text/wording';
import { WORDS } from '@pimis/domain/text/words';
import type { Context } from '../../platform/context.ts';
import { type SheetLine, workbookStream } from '../../platform/documents/xlsx/workbook.ts';

const TITLE = { sr: 'Фискални календар', en: 'Fiscal calendar' };
const ALL_SECTORS = { sr: 'Сви сектори', en: 'All sectors' };

const COLUMNS = [
  { title: WORDS.year, kind: 'whole', width: 10 },
  { title: WORDS.source, kind: 'text', width: 38 },
  { title: WORDS.sector, kind: 'text', width: 26 },
  { title: { sr: 'Потребно, РСД', en: 'Needed, RSD' }, kind: 'money', width: 22 },
  { title: { sr: 'Граница, РСД', en: 'Ceiling, RSD' }, kind: 'money', width: 22 },
  { title: { sr: 'Преко границе, РСД', en: 'Above the ceiling, RSD' }, kind: 'money', width: 22 },
  { title: { sr: 'Апропријације, РСД', en: 'Appropriations, RSD' }, kind: 'money', width: 22 },
  { title: WORDS.projectsCounted, kind: 'whole', width: 12 },
] as const;

/** The calendar as a workbook: a line for each year, source and sector, and one for each year and source. */
export function calendarSheet(context: Context, calendar: FiscalCalendar, written: Written): Promise<Readable> {
  const { say } = wordingOf(written.language);
  const sectorText = (sector: number | null) =>
    say(SECTOR_OPTIONS.find(({ value }) => value === sector)?.label ?? ALL_SECTORS);
  const lines = needsAgainstCeilings(calendar).map(
    ({ year, source, sector, need, ceiling, over, projects }): SheetLine => ({
      kind: 'row',
      cells: [
        String(year),
        say(sourceText(source)),
        sectorText(sector),
        fromHundredths(need),
        ceiling === null ? null : fromHundredths(ceiling),
        over > 0n ? fromHundredths(over) : null,
        null,
        projects === null ? null : String(projects),
      ],
    }),
  );
  const appropriations = calendar.appropriations.map(
    ({ year, amount }): SheetLine => ({
      kind: 'row',
      cells: [
        String(year),
        say(WORDS.allSources),
        say(ALL_SECTORS),
        null,
        null,
        null,
        fromHundredths(totalHundredths(amount) ?? 0n),
        null,
      ],
    }),
  );
  return workbookStream({
    name: say(TITLE),
    above: [say(TITLE), ''],
    columns: COLUMNS.map(({ title, ...rest }) => ({ ...rest, title: say(title) })),
    lines: [...lines, ...appropriations],
    ...written,
    at: context.now(),
  });
}
