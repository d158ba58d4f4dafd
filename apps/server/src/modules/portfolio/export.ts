import type { Readable } from 'node:stream';
import type {
  PortfolioCourse,
  PortfolioMap,
  PortfolioMoney,
  PortfolioOverview,
  PortfolioPart,
  PortfolioSums,
} from '@pimis/contract/portfolio/overview';
import { LEVELS, SECTOR_OPTIONS } from '@pimis/domain/forms/definitions/common';
import { type BilingualText, pair } from '@pimis/domain/text/bilingual-text';
import { wordingOf, type Written } from '@pimis/domain/text/wording';
import { decidedText } from '@pimis/domain/workflow/decided';
import { listInfo } from '@pimis/domain/workflow/lists';
import { phaseInfo } from '@pimis/domain/workflow/phases';
import { CENTRAL_BODIES } from '@pimis/domain/workflow/turn-sides';
import { WORDS } from '@pimis/domain/text/words';
import type { Context } from '../../platform/context.ts';
import type { SheetLine } from '../../platform/documents/xlsx/workbook.ts';
import { workbookStream } from '../../platform/documents/xlsx/workbook.ts';
import { readCourse } from './course.ts';
import { readMap } from './map.ts';
import { quarterLabel, readMoney } from './money.ts';
import { readOverview } from './overview.ts';
import type { PortfolioScope } from './scope.ts';

const TEXTS = {
  name: pair('Портфолио', 'Portfolio'),
  all: WORDS.total,
  phase: WORDS.phase,
  sector: WORDS.sector,
  level: WORDS.level,
  year: pair('Година отварања', 'Year opened'),
  body: WORDS.body,
  district: WORDS.district,
  municipality: pair('Општина', 'Municipality'),
  quarter: WORDS.quarter,
  course: pair('Ток фаза', 'Course of phases'),
  wait: pair('Чека', 'Waits'),
  decision: WORDS.commissionDecisions,
  none: WORDS.notStated,
} as const satisfies Record<string, BilingualText>;

/** The side that has to act, in the words of the project table. */
const SIDES: Readonly<Record<string, BilingualText>> = {
  own: pair('орган пројекта', 'the project’s body'),
  proposer: pair('предлагач', 'proposer'),
  nobody: pair('нико', 'nobody'),
  ...CENTRAL_BODIES,
};

const COLUMNS = [
  { title: pair('Подела', 'Grouped by'), kind: 'text', width: 18 },
  { title: WORDS.group, kind: 'text', width: 44 },
  { title: WORDS.projectsCounted, kind: 'whole', width: 12 },
  { title: WORDS.valueRsd, kind: 'money', width: 22 },
  { title: pair('Планирано (РСД)', 'Planned (RSD)'), kind: 'money', width: 22 },
  { title: pair('Утрошено (РСД)', 'Spent (RSD)'), kind: 'money', width: 22 },
  { title: WORDS.late, kind: 'whole', width: 10 },
  { title: pair('Завршило фазу', 'Passed the phase'), kind: 'whole', width: 16 },
  { title: pair('Обично дана', 'Usual days'), kind: 'whole', width: 16 },
  { title: pair('Дана (90. перцентил)', 'Days (90th percentile)'), kind: 'whole', width: 20 },
] as const;

const SUMS = [0, 1, 2, 3, 5, 6];
/** The columns that the rows of a part fill, by index. */
const COLUMNS_OF: Readonly<Record<PortfolioPart, readonly number[]>> = {
  phase: SUMS,
  sector: SUMS,
  level: SUMS,
  year: SUMS,
  body: SUMS,
  district: SUMS,
  municipality: SUMS,
  quarter: [0, 1, 4, 5],
  course: [0, 1, 2, 7, 8, 9],
  wait: [0, 1, 2, 8],
  decision: [0, 1, 2],
};

/**
 * All numbers of the overview and the map as a workbook, or those of one part with its columns only. Days count from
 * the beginning of a phase or, for waits, of the open step.
 */
export async function portfolioWorkbook(
  context: Context,
  scope: PortfolioScope,
  written: Written,
  part?: PortfolioPart,
): Promise<Readable> {
  const { say } = wordingOf(written.language);
  const read = await readParts(context, scope);
  const places = part === undefined ? COLUMNS.map((_, place) => place) : COLUMNS_OF[part];
  async function* lines(): AsyncGenerator<SheetLine> {
    for (const [name, cells] of rowsOf(read, written)) {
      if (part !== undefined && name !== part) continue;
      yield { kind: 'row', cells: places.map((place) => cells[place] ?? '') };
    }
  }
  return workbookStream({
    name: say(TEXTS.name),
    columns: COLUMNS.filter((_, place) => places.includes(place)).map(({ title, kind, width }) => ({
      title: say(title),
      kind,
      width,
    })),
    lines: lines(),
    ...written,
    at: context.now(),
  });
}

interface Parts {
  overview: PortfolioOverview;
  map: PortfolioMap;
  money: PortfolioMoney;
  course: PortfolioCourse;
}

async function readParts({ db }: Context, scope: PortfolioScope): Promise<Parts> {
  return {
    overview: await readOverview(db, scope, null),
    map: await readMap(db, scope),
    money: await readMoney(db, scope),
    course: await readCourse(db, scope),
  };
}

/** The rows of the workbook, each with its part and a cell for each column. */
function* rowsOf({ overview, map, money, course }: Parts, written: Written): Generator<[keyof typeof TEXTS, string[]]> {
  const { say, day } = wordingOf(written.language);
  const line = (part: keyof typeof TEXTS, name: string, sums: PortfolioSums): [keyof typeof TEXTS, string[]] => [
    part,
    [say(TEXTS[part]), name, String(sums.projects), sums.value, '', sums.spent, String(sums.late)],
  ];
  const days = (count: number | null) => (count === null ? '' : String(count));
  const labelled = (options: readonly { label: BilingualText }[], key: string) => {
    const option = options[Number(key) - 1];
    return option ? say(option.label) : say(TEXTS.none);
  };
  yield line('all', say(TEXTS.all), overview.all);
  for (const row of overview.phases) yield line('phase', say(phaseInfo(Number(row.key)).title), row);
  for (const row of overview.sectors) yield line('sector', labelled(SECTOR_OPTIONS, row.key), row);
  for (const row of overview.levels) yield line('level', labelled(LEVELS, row.key), row);
  for (const row of overview.years) yield line('year', row.key, row);
  for (const row of overview.bodies) yield line('body', row.name, row);
  for (const row of map.districts) yield line('district', row.name, row);
  yield line('district', say(TEXTS.none), map.none);
  for (const row of map.municipalities) yield line('municipality', row.name, row);
  for (const { phase, reached, passed, medianDays, ninetiethDays } of course.phases) {
    const name = say(phaseInfo(phase).title);
    const taken = [String(passed), days(medianDays), days(ninetiethDays)];
    yield ['course', [say(TEXTS.course), name, String(reached), '', '', '', '', ...taken]];
  }
  for (const { phase, side, projects, medianDays } of course.waits) {
    const name = `${say(phaseInfo(phase).title)}: ${say(SIDES[side] ?? TEXTS.none)}`;
    yield ['wait', [say(TEXTS.wait), name, String(projects), '', '', '', '', '', days(medianDays), '']];
  }
  for (const { type, name, sessionDay, decisions } of course.lists) {
    const session = sessionDay === null ? '' : `, ${day(sessionDay)}`;
    for (const { phase, decision, projects } of decisions) {
      const decided = say(decidedText(phase, decision === 0 ? null : decision));
      const group = `${say(listInfo(type).title)} ${name}${session}: ${decided} (${say(phaseInfo(phase).title)})`;
      yield ['decision', [say(TEXTS.decision), group, String(projects)]];
    }
  }
  for (const row of money.quarters) {
    yield ['quarter', [say(TEXTS.quarter), quarterLabel(row), '', '', row.planned, row.spent, '']];
  }
}
