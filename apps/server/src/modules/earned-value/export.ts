import type { Readable } from 'node:stream';
import type { MeasuredProject, PortfolioWarning, ProgressValues } from '@pimis/contract/portfolio/progress';
import { SECTOR_OPTIONS } from '@pimis/domain/forms/definitions/common';
import { FIGURE_KEYS, FIGURE_WORDS, type FigureKey, INDEX_FIGURES } from '@pimis/domain/indicators/figure-words';
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

const FIGURE_COLUMNS = FIGURE_KEYS.map((key) => {
  const { name, formula } = FIGURE_WORDS[key];
  const [term = ''] = formula.split(' ');
  return INDEX_FIGURES.includes(key)
    ? { title: pair(`${name.sr} (${term})`, `${name.en} (${term})`), kind: 'index' as const, width: 14 }
    : { title: pair(`${name.sr} (${term}, РСД)`, `${name.en} (${term}, RSD)`), kind: 'money' as const, width: 24 };
});
const COLUMNS = [
  { title: pair('Подела', 'Grouped by'), kind: 'text' as const, width: 16 },
  { title: pair('Група или пројекат', 'Group or project'), kind: 'text' as const, width: 50 },
  { title: pair('Квартал или разлог', 'Quarter or reason'), kind: 'text' as const, width: 44 },
  { title: WORDS.projectsCounted, kind: 'whole' as const, width: 12 },
  ...FIGURE_COLUMNS,
];
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
  const figures = (of: { readonly [K in FigureKey]?: string | null }) => FIGURE_KEYS.map((key) => of[key] ?? '');
  const line = (part: keyof typeof TEXTS, name: string, of: ProgressValues): SheetLine => ({
    kind: 'row',
    cells: [say(TEXTS[part]), name, '', String(of.projects), ...figures(of)],
  });
  const measured = (of: MeasuredProject): SheetLine => ({
    kind: 'row',
    cells: [say(TEXTS.project), `${of.code} ${of.name}`, quarterLabel(of.quarter), '', ...figures(of)],
  });
  const warningLine = (of: PortfolioWarning): SheetLine => {
    const reasons = [of.key, ...of.further].map(
      (key) => `${say(WARNING_RULES[key].title)}: ${say(WARNING_RULES[key].rule)}`,
    );
    return {
      kind: 'row',
      cells: [say(TEXTS.warning), `${of.code} ${of.name}`, reasons.join(' '), '', ...figures(of)],
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
    const notListed = raised - warnings.reduce((sum, { further }) => sum + 1 + further.length, 0);
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
