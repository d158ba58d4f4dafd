import { chartFormats } from '@pimis/charts/format';
import { LOOK_COUNT } from '@pimis/charts/series';
import { StackedBars } from '@pimis/charts/stacked-bars';
import { fromHundredths } from '@pimis/domain/money/decimal';
import { calendarOf, type Cell, type ScenarioCalendar } from '@pimis/domain/portfolio/scenario/calendar';
import { type Candidate, cellKey, isChosen } from '@pimis/domain/portfolio/scenario/types';
import { sourceLooks } from '@pimis/domain/portfolio/source-looks';
import { SOURCE_NAMES, sourceText } from '@pimis/domain/portfolio/source-text';
import { inScript } from '@pimis/domain/text/transliterate';
import { type Wording, wordingOf, type Written } from '@pimis/domain/text/wording';
import { type Context, dayOf, today } from '../../platform/context.ts';
import { chartBlock } from '../../platform/documents/pdf/chart.ts';
import type { Block, PdfDocument } from '../../platform/documents/pdf/model.ts';
import { candidateOf, type StoredScenario } from './queries.ts';
import { SCENARIO_TEXTS as TEXTS, sectorText, STATE_TEXTS } from './texts.ts';

const HUNDREDTHS = 100;

function projectTable(title: string, candidates: readonly Candidate[], { say, amount }: Wording): Block {
  if (candidates.length === 0) return { kind: 'paragraph', text: `${title}: ${say(TEXTS.none)}` };
  return {
    kind: 'table',
    title,
    columns: [
      { title: say(TEXTS.number), align: 'right', weight: 4 },
      { title: say(TEXTS.code), align: 'left', weight: 14 },
      { title: say(TEXTS.name), align: 'left', weight: 28 },
      { title: say(TEXTS.organization), align: 'left', weight: 17 },
      { title: say(TEXTS.sector), align: 'left', weight: 12 },
      { title: say(TEXTS.state), align: 'left', weight: 9 },
      { title: say(TEXTS.shift), align: 'right', weight: 8 },
      { title: say(TEXTS.mark), align: 'right', weight: 7 },
      { title: say(TEXTS.projectWorth), align: 'right', weight: 16 },
    ],
    rows: candidates.map((candidate, index) => [
      String(index + 1),
      candidate.code,
      candidate.name,
      candidate.organizationName,
      say(sectorText(candidate.sector)),
      say(STATE_TEXTS[candidate.state]),
      candidate.shift === 0 ? '–' : String(candidate.shift),
      candidate.mark === null ? '–' : amount(candidate.mark),
      amount(candidate.worth),
    ]),
  };
}

/** Needs of each year by source, with the ceilings of years in which every source has one. */
function calendarChart({ years, sources, cells }: ScenarioCalendar, written: Written, { say }: Wording): Block[] {
  if (years.length === 0) return [];
  const cellOf = (year: number, source: string) => cells.get(cellKey(year, source));
  const need = (cell: Cell | undefined) => Number((cell?.committed ?? 0n) + (cell?.chosen ?? 0n)) / HUNDREDTHS;
  const bounds = years.map((year) => {
    const used = sources.flatMap((source) => cellOf(year, source) ?? []);
    if (used.some(({ ceiling, committed, chosen }) => ceiling === null && committed + chosen > 0n)) return null;
    const sum = used.reduce((total, { ceiling }) => total + (ceiling ?? 0n), 0n);
    return sum === 0n ? null : Number(sum) / HUNDREDTHS;
  });
  const looks = sourceLooks(sources, LOOK_COUNT);
  return [
    chartBlock(StackedBars, {
      title: say(TEXTS.calendar),
      labels: years.map(String),
      series: sources.map((source, index) => ({
        name: say(sourceText(source)),
        look: looks[index],
        values: years.map((year) => need(cellOf(year, source))),
      })),
      format: chartFormats({ language: written.language }).amount,
      ...(bounds.some((bound) => bound !== null) ? { bounds: { name: say(TEXTS.ceiling), values: bounds } } : {}),
    }),
  ];
}

/** A scenario on paper, for the session of the commission: sums, calendar, the chosen projects and those left out. */
export function scenarioPaper(context: Pick<Context, 'now'>, scenario: StoredScenario, written: Written): PdfDocument {
  const wording = wordingOf(written.language);
  const { say, amount, day } = wording;
  // English papers normally keep entered text unchanged; this one only has names, which screens show in Latin.
  const data = (text: string) => inScript(text, written.script);
  const name = data(scenario.name);
  const candidates = scenario.candidates.map(candidateOf).map((candidate) => ({
    ...candidate,
    name: data(candidate.name),
    organizationName: data(candidate.organizationName),
  }));
  const { ceilings, committed } = scenario;
  const calendar = calendarOf({ candidates, ceilings, committed }, SOURCE_NAMES);
  const money = (value: bigint) => amount(fromHundredths(value));
  const cells = [...calendar.cells.values()]
    .filter(({ committed: approved, chosen, ceiling }) => approved > 0n || chosen > 0n || ceiling !== null)
    .toSorted((a, b) => a.year - b.year || calendar.sources.indexOf(a.source) - calendar.sources.indexOf(b.source));
  return {
    ...written,
    title: `${say(TEXTS.title)}: ${name}`,
    subtitle: say(TEXTS.decidesNothing),
    labelled: [
      { label: say(TEXTS.author), value: data(scenario.ownerName) },
      { label: say(TEXTS.savedOn), value: day(dayOf(scenario.changedAt)) },
      { label: say(TEXTS.chosen), value: `${calendar.chosenCount} / ${candidates.length}` },
      ...(scenario.hidden > 0 ? [{ label: say(TEXTS.hidden), value: String(scenario.hidden) }] : []),
      { label: say(TEXTS.marks), value: money(calendar.marks) },
      { label: say(TEXTS.worth), value: money(calendar.worth) },
      calendar.overFrom === null
        ? { label: say(TEXTS.overshoot), value: say(calendar.isBounded ? TEXTS.within : TEXTS.unbounded) }
        : { label: say(TEXTS.overFrom), value: `${calendar.overFrom} (${money(calendar.over)})` },
    ],
    blocks: [
      ...calendarChart(calendar, written, wording),
      {
        kind: 'table',
        title: say(TEXTS.calendar),
        columns: [
          { title: say(TEXTS.year), align: 'left', weight: 6 },
          { title: say(TEXTS.source), align: 'left', weight: 26 },
          ...[TEXTS.committed, TEXTS.candidates, TEXTS.ceiling, TEXTS.over].map((title) => ({
            title: say(title),
            align: 'right' as const,
            weight: 16,
          })),
        ],
        rows: cells.map((cell) => [
          String(cell.year),
          say(sourceText(cell.source)),
          money(cell.committed),
          money(cell.chosen),
          cell.ceiling === null ? '–' : money(cell.ceiling),
          cell.over > 0n ? money(cell.over) : '–',
        ]),
      },
      projectTable(say(TEXTS.chosen), candidates.filter(isChosen), wording),
      projectTable(
        say(TEXTS.notChosen),
        candidates.filter((candidate) => !isChosen(candidate)),
        wording,
      ),
    ],
    signatures: [say(TEXTS.signed)],
    footer: `${name} · ${day(today(context))}`,
    landscape: true,
  };
}
