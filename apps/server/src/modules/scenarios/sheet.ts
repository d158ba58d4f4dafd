import type { Readable } from 'node:stream';
import { isChosen } from '@pimis/domain/portfolio/scenario/types';
import { shiftedNeeds, yearsOf } from '@pimis/domain/portfolio/scenario/calendar';
import { fromHundredths } from '@pimis/domain/money/decimal';
import { wordingOf, type Written } from '@pimis/domain/text/wording';
import type { Context } from '../../platform/context.ts';
import { type Sheet, type SheetLine, workbookStream } from '../../platform/xlsx/workbook.ts';
import { candidateOf, type StoredScenario } from './queries.ts';
import { SCENARIO_TEXTS as TEXTS, sectorText, STATE_TEXTS } from './texts.ts';

const NAME_LENGTH = 31;
/** Characters that a sheet's name may not have. */
const UNNAMEABLE = /[[\]:*?/\\']/g;

/** A scenario as a workbook: its projects with choice, mark, worth and the needs of each year. */
export function scenarioSheet(context: Context, scenario: StoredScenario, written: Written): Promise<Readable> {
  const { say } = wordingOf(written.language);
  const candidates = scenario.candidates.map(candidateOf);
  const years = yearsOf(candidates.flatMap((candidate) => shiftedNeeds(candidate).map(({ year }) => year)));
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
    name: scenario.name.replaceAll(UNNAMEABLE, ' ').slice(0, NAME_LENGTH),
    above: [
      `${say(TEXTS.title)}: ${scenario.name}`,
      `${say(TEXTS.chosen)}: ${chosen} / ${candidates.length}`,
      say(TEXTS.decidesNothing),
      '',
    ],
    columns,
    lines,
    ...written,
    at: context.now(),
  });
}
