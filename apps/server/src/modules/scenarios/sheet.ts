import type { Readable } from 'node:stream';
import { cellKey, isChosen } from '@pimis/domain/portfolio/scenario/types';
import { calendarOf, type Cell, type ScenarioCalendar, shiftedNeeds } from '@pimis/domain/portfolio/scenario/calendar';
import { SOURCE_NAMES, sourceText } from '@pimis/domain/portfolio/source-text';
import { fromHundredths } from '@pimis/domain/money/decimal';
import { type Wording, wordingOf, type Written } from '@pimis/domain/text/wording';
import type { Context } from '../../platform/context.ts';
import { type Sheet, type SheetLine, workbookStream } from '../../platform/documents/xlsx/workbook.ts';
import { candidateOf, type StoredScenario } from './queries.ts';
import { SCENARIO_TEXTS as TEXTS, sectorText, STATE_TEXTS } from './texts.ts';

/** Characters that the name of a sheet may not contain; the workbook writer shortens the name. */
const UNNAMEABLE = /[[\]:*?/\\']/g;

/** The calendar below the projects, by source: the needs of each year, the ceiling, and the excess. */
function calendarLines({ years, sources, cells }: ScenarioCalendar, before: number, { say }: Wording): SheetLine[] {
  const blanks = Array.from({ length: before - 1 }, () => null);
  const money = (value: bigint | null) => (value === null ? null : fromHundredths(value));
  return sources.flatMap((source) => {
    const line = (title: string, kind: SheetLine['kind'], of: (cell: Cell) => bigint | null): SheetLine => ({
      kind,
      cells: [
        title,
        ...blanks,
        ...years.map((year) => {
          const cell = cells.get(cellKey(year, source));
          return cell ? money(of(cell)) : null;
        }),
      ],
    });
    return [
      line(say(sourceText(source)), 'group', ({ committed, chosen }) => committed + chosen),
      line(say(TEXTS.committed), 'row', ({ committed }) => committed),
      line(say(TEXTS.candidates), 'row', ({ chosen }) => chosen),
      line(say(TEXTS.ceiling), 'row', ({ ceiling }) => ceiling),
      line(say(TEXTS.over), 'row', ({ ceiling, over }) => (ceiling === null ? null : over)),
    ];
  });
}

/**
 * A scenario as a workbook: its projects with choice, mark, worth and the needs of each year, and the calendar below.
 */
export function scenarioSheet(
  context: Pick<Context, 'now'>,
  scenario: StoredScenario,
  written: Written,
): Promise<Readable> {
  const wording = wordingOf(written.language);
  const { say } = wording;
  const candidates = scenario.candidates.map(candidateOf);
  const { ceilings, committed } = scenario;
  const calendar = calendarOf({ candidates, ceilings, committed }, SOURCE_NAMES);
  const { years } = calendar;
  const columns: Sheet['columns'] = [
    { title: say(TEXTS.code), kind: 'text', width: 18 },
    { title: say(TEXTS.name), kind: 'text', width: 50 },
    { title: say(TEXTS.organization), kind: 'text', width: 36 },
    { title: say(TEXTS.sector), kind: 'text', width: 22 },
    { title: say(TEXTS.state), kind: 'text', width: 14 },
    { title: say(TEXTS.shift), kind: 'whole', width: 12 },
    { title: say(TEXTS.mark), kind: 'rate', width: 10 },
    { title: say(TEXTS.projectWorth), kind: 'money', width: 22 },
    ...years.map((year) => ({ title: String(year), kind: 'money' as const, width: 22 })),
  ];
  const lines = candidates.map((candidate): SheetLine => {
    const needs = new Map<number, bigint>();
    for (const { year, amount } of shiftedNeeds(candidate)) needs.set(year, (needs.get(year) ?? 0n) + amount);
    return {
      kind: 'row',
      cells: [
        candidate.code,
        candidate.name,
        candidate.organizationName,
        say(sectorText(candidate.sector)),
        say(STATE_TEXTS[candidate.state]),
        String(candidate.shift),
        candidate.mark,
        candidate.worth,
        ...years.map((year) => (needs.has(year) ? fromHundredths(needs.get(year) ?? 0n) : null)),
      ],
    };
  });
  const chosen = candidates.filter(isChosen).length;
  return workbookStream({
    name: scenario.name.replaceAll(UNNAMEABLE, ' ').trim() || say(TEXTS.title),
    above: [
      `${say(TEXTS.title)}: ${scenario.name}`,
      `${say(TEXTS.chosen)}: ${chosen} / ${candidates.length}`,
      ...(scenario.hidden > 0 ? [`${say(TEXTS.hidden)}: ${scenario.hidden}`] : []),
      say(TEXTS.decidesNothing),
      '',
    ],
    columns,
    lines: [...lines, ...calendarLines(calendar, columns.length - years.length, wording)],
    ...written,
    at: context.now(),
  });
}
