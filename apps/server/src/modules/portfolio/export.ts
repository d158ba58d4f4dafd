import type { Readable } from 'node:stream';
import type { PortfolioSums } from '@pimis/contract/portfolio/overview';
import { LEVELS, SECTOR_OPTIONS } from '@pimis/domain/forms/definitions/common';
import type { BilingualText } from '@pimis/domain/text/bilingual-text';
import { wordingOf, type Written } from '@pimis/domain/text/wording';
import { decidedText } from '@pimis/domain/workflow/decided';
import { listInfo } from '@pimis/domain/workflow/lists';
import { phaseInfo } from '@pimis/domain/workflow/phases';
import { CENTRAL_BODIES } from '@pimis/domain/workflow/turn-sides';
import type { Context } from '../../platform/context.ts';
import type { SheetLine } from '../../platform/xlsx/workbook.ts';
import { workbookStream } from '../../platform/xlsx/workbook.ts';
import { readCourse } from './course.ts';
import { readMap } from './map.ts';
import { quarterLabel, readMoney } from './money.ts';
import { readOverview } from './overview.ts';
import type { PortfolioScope } from './scope.ts';

const pair = (sr: string, en: string): BilingualText => ({ sr, en });
const TEXTS = {
  name: pair('Портфолио', 'Portfolio'),
  all: pair('Укупно', 'Total'),
  phase: pair('Фаза', 'Phase'),
  sector: pair('Сектор', 'Sector'),
  level: pair('Ниво', 'Level'),
  year: pair('Година отварања', 'Year opened'),
  body: pair('Орган', 'Organization'),
  district: pair('Округ', 'District'),
  municipality: pair('Општина', 'Municipality'),
  quarter: pair('Квартал', 'Quarter'),
  course: pair('Ток фаза', 'Course of phases'),
  wait: pair('Чека', 'Waits'),
  decision: pair('Одлуке комисије', 'Decisions'),
  none: pair('Без податка', 'Not stated'),
} as const satisfies Record<string, BilingualText>;

/** Whose turn it is, in the words of the project table. */
const SIDES: Readonly<Record<string, BilingualText>> = {
  own: pair('орган пројекта', 'the project’s body'),
  proposer: pair('предлагач', 'proposer'),
  nobody: pair('нико', 'nobody'),
  ...CENTRAL_BODIES,
};

const COLUMNS = [
  { title: pair('Подела', 'Grouped by'), kind: 'text', width: 18 },
  { title: pair('Група', 'Group'), kind: 'text', width: 44 },
  { title: pair('Пројеката', 'Projects'), kind: 'whole', width: 12 },
  { title: pair('Вредност (РСД)', 'Value (RSD)'), kind: 'money', width: 22 },
  { title: pair('Планирано (РСД)', 'Planned (RSD)'), kind: 'money', width: 22 },
  { title: pair('Утрошено (РСД)', 'Spent (RSD)'), kind: 'money', width: 22 },
  { title: pair('Касни', 'Late'), kind: 'whole', width: 10 },
  { title: pair('Завршило фазу', 'Passed the phase'), kind: 'whole', width: 16 },
  { title: pair('Дана (медијана)', 'Days (median)'), kind: 'whole', width: 16 },
  { title: pair('Дана (90. перцентил)', 'Days (90th percentile)'), kind: 'whole', width: 20 },
] as const;

/** Every number of the overview and the map as a workbook; days are those of a phase, and of the open step of a wait. */
export async function portfolioWorkbook(context: Context, scope: PortfolioScope, written: Written): Promise<Readable> {
  const { say, day } = wordingOf(written.language);
  const [overview, map, money, course] = [
    await readOverview(context.db, scope),
    await readMap(context.db, scope),
    await readMoney(context.db, scope),
    await readCourse(context.db, scope),
  ];
  const line = (part: keyof typeof TEXTS, name: string, sums: PortfolioSums): SheetLine => ({
    kind: 'row',
    cells: [say(TEXTS[part]), name, String(sums.projects), sums.value, '', sums.spent, String(sums.late)],
  });
  const days = (count: number | null) => (count === null ? '' : String(count));
  const labelled = (options: readonly { label: BilingualText }[], key: string) => {
    const option = options[Number(key) - 1];
    return option ? say(option.label) : say(TEXTS.none);
  };
  async function* lines(): AsyncGenerator<SheetLine> {
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
      yield { kind: 'row', cells: [say(TEXTS.course), name, String(reached), '', '', '', '', ...taken] };
    }
    for (const { phase, side, projects, medianDays } of course.waits) {
      const name = `${say(phaseInfo(phase).title)}: ${say(SIDES[side] ?? TEXTS.none)}`;
      const cells = [say(TEXTS.wait), name, String(projects), '', '', '', '', '', days(medianDays), ''];
      yield { kind: 'row', cells };
    }
    for (const { type, name, sessionDay, decisions } of course.lists) {
      const session = sessionDay === null ? '' : `, ${day(sessionDay)}`;
      for (const { phase, decision, projects } of decisions) {
        const decided = say(decidedText(phase, decision === 0 ? null : decision));
        const group = `${say(listInfo(type).title)} ${name}${session}: ${decided} (${say(phaseInfo(phase).title)})`;
        yield { kind: 'row', cells: [say(TEXTS.decision), group, String(projects)] };
      }
    }
    for (const row of money.quarters) {
      const cells = [say(TEXTS.quarter), quarterLabel(row), '', '', row.planned, row.spent, ''];
      yield { kind: 'row', cells };
    }
  }
  return workbookStream({
    name: say(TEXTS.name),
    columns: COLUMNS.map(({ title, kind, width }) => ({ title: say(title), kind, width })),
    lines: lines(),
    ...written,
    at: context.now(),
  });
}
