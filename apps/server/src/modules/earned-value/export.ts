import type { Readable } from 'node:stream';
import type {
  MeasuredProject,
  PortfolioWarning,
  ProgressFigures,
  ProgressValues,
} from '@pimis/contract/portfolio/progress';
import { SECTOR_OPTIONS } from '@pimis/domain/forms/definitions/common';
import { WARNING_RULES } from '@pimis/domain/portfolio/warnings';
import { type BilingualText, pair } from '@pimis/domain/text/bilingual-text';
import { wordingOf, type Written } from '@pimis/domain/text/wording';
import { phaseInfo } from '@pimis/domain/workflow/phases';
import { WORDS } from '@pimis/domain/text/words';
import type { Context } from '../../platform/context.ts';
import type { SheetLine } from '../../platform/documents/xlsx/workbook.ts';
import { workbookStream } from '../../platform/documents/xlsx/workbook.ts';
import type { ProgressScope } from './facts.ts';
import { quarterLabel } from '../portfolio/money.ts';
import { readProgress } from './progress.ts';
import { readMeasuredProjects } from './projects.ts';
import { readWarnings } from './warnings.ts';

const TEXTS = {
  name: pair('Напредак и упозорења', 'Progress and warnings'),
  all: WORDS.total,
  phase: WORDS.phase,
  sector: WORDS.sector,
  body: WORDS.body,
  district: WORDS.district,
  project: WORDS.project,
  more: pair('Још пројеката, збирно у групама', 'Further projects, summed in the groups'),
  warning: pair('Упозорење', 'Warning'),
  moreWarnings: pair('Још упозорења, само на екрану', 'Further warnings, on the screen only'),
} as const satisfies Record<string, BilingualText>;

const money = (sr: string, en: string) =>
  ({ title: pair(`${sr} (РСД)`, `${en} (RSD)`), kind: 'money', width: 22 }) as const;
const COLUMNS = [
  { title: pair('Подела', 'Grouped by'), kind: 'text', width: 16 },
  { title: pair('Група или пројекат', 'Group or project'), kind: 'text', width: 50 },
  { title: pair('Квартал или разлог', 'Quarter or reason'), kind: 'text', width: 44 },
  { title: WORDS.projectsCounted, kind: 'whole', width: 12 },
  money('BAC', 'BAC'),
  money('PV', 'PV'),
  money('EV', 'EV'),
  money('AC', 'AC'),
  money('SV', 'SV'),
  money('CV', 'CV'),
  { title: pair('SPI', 'SPI'), kind: 'index', width: 10 },
  { title: pair('CPI', 'CPI'), kind: 'index', width: 10 },
  money('EAC', 'EAC'),
  money('VAC', 'VAC'),
] as const;
/**
 * The maximum of warnings and of measured projects in one workbook, which states the number of further ones; the screen
 * shows all.
 */
const MOST = 5_000;

/** Figures by group and the heaviest warnings of a day as a workbook. */
export async function progressWorkbook(
  context: Context,
  scope: ProgressScope,
  written: Written,
  most = MOST,
): Promise<Readable> {
  const { say } = wordingOf(written.language);
  const progress = await readProgress(context.db, scope);
  const { projects } = await readMeasuredProjects(context.db, scope, undefined, most);
  const { warnings } = await readWarnings(context.db, scope, {}, most);
  const figures = (of: ProgressFigures) => {
    const sums = [of.bac, of.pv, of.ev, of.ac, of.sv, of.cv];
    return [...sums, of.spi ?? '', of.cpi ?? '', of.eac ?? '', of.vac ?? ''];
  };
  const line = (part: keyof typeof TEXTS, name: string, of: ProgressValues): SheetLine => ({
    kind: 'row',
    cells: [say(TEXTS[part]), name, '', String(of.projects), ...figures(of)],
  });
  const measured = (of: MeasuredProject): SheetLine => ({
    kind: 'row',
    cells: [say(TEXTS.project), `${of.code} ${of.name}`, quarterLabel(of.quarter), '', ...figures(of)],
  });
  const warningLine = (of: PortfolioWarning): SheetLine => {
    const { title, rule } = WARNING_RULES[of.key];
    const why = [say(TEXTS.warning), `${of.code} ${of.name}`, `${say(title)}: ${say(rule)}`, '', of.bac ?? ''];
    return {
      kind: 'row',
      cells: [...why, '', '', '', '', '', of.spi ?? '', of.cpi ?? '', of.eac ?? '', ''],
    };
  };
  async function* lines(): AsyncGenerator<SheetLine> {
    yield line('all', say(TEXTS.all), progress.all);
    for (const row of progress.phases) yield line('phase', say(phaseInfo(Number(row.key)).title), row);
    for (const row of progress.sectors) {
      const label = SECTOR_OPTIONS[Number(row.key) - 1]?.label;
      yield line('sector', label ? say(label) : row.key, row);
    }
    for (const row of progress.bodies) yield line('body', row.name, row);
    for (const row of progress.districts) yield line('district', row.name, row);
    for (const project of projects) yield measured(project);
    const further = progress.all.projects - projects.length;
    if (further > 0) yield { kind: 'row', cells: [say(TEXTS.project), say(TEXTS.more), '', String(further)] };
    for (const warning of warnings) yield warningLine(warning);
    const raised = progress.warnings.reduce((sum, rule) => sum + rule.projects, 0);
    const notListed = raised - warnings.length;
    if (notListed > 0)
      yield { kind: 'row', cells: [say(TEXTS.warning), say(TEXTS.moreWarnings), '', String(notListed)] };
  }
  return workbookStream({
    name: say(TEXTS.name),
    columns: COLUMNS.map(({ title, kind, width }) => ({ title: say(title), kind, width })),
    lines: lines(),
    ...written,
    at: context.now(),
  });
}
