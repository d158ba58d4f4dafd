import { type BilingualText, pair } from '../text/bilingual-text.ts';
import { WORDS } from '../text/words.ts';

/** Figures of earned value in the order of tables (docs/earned-value.md, 1). */
export const FIGURE_KEYS = ['pv', 'ev', 'ac', 'bac', 'sv', 'cv', 'spi', 'cpi', 'eac', 'etc', 'vac', 'tcpi'] as const;
export type FigureKey = (typeof FIGURE_KEYS)[number];

/** Figures that everybody is shown; the others are details. */
export const MAIN_FIGURES = ['pv', 'ev', 'ac'] as const;
export const INDEX_FIGURES: readonly FigureKey[] = ['spi', 'cpi', 'tcpi'];

interface FigureWords {
  name: BilingualText;
  /** The formula in abbreviations of the standard. */
  formula: string;
  /** The meaning in a sentence. */
  meaning: BilingualText;
}

export const FIGURE_WORDS: Readonly<Record<FigureKey, FigureWords>> = {
  pv: {
    name: pair('Планирани радови', 'Planned works'),
    formula: 'PV',
    meaning: pair('Колико је радова по плану требало извести до сада.', 'The works that the plan wanted by now.'),
  },
  ev: {
    name: pair('Изведени радови', 'Works done'),
    formula: 'EV',
    meaning: pair('Изведено до сада, по проценама из плана.', 'The works done by now, at the estimates of the plan.'),
  },
  ac: {
    name: WORDS.spent,
    formula: 'AC',
    meaning: pair('Плаћено до сада, по одобреним извештајима.', 'The amount paid by now, by approved reports.'),
  },
  bac: {
    name: pair('Процена целог плана', 'Estimate of the whole plan'),
    formula: 'BAC',
    meaning: pair('Збир процена свих активности.', 'The sum of the estimates of all activities.'),
  },
  sv: {
    name: pair('Одступање од плана', 'Variance from the plan'),
    formula: 'SV = EV − PV',
    meaning: pair('Испод нуле: радови касне.', 'Below zero, the works are late.'),
  },
  cv: {
    name: pair('Одступање трошка', 'Variance of the cost'),
    formula: 'CV = EV − AC',
    meaning: pair(
      'Испод нуле: плаћено је више него што изведено вреди.',
      'Below zero, more is paid than the works are worth.',
    ),
  },
  spi: {
    name: pair('Индекс рока', 'Schedule index'),
    formula: 'SPI = EV ÷ PV',
    meaning: pair('Испод 1: изведено је мање од планираног.', 'Below 1, less is done than planned.'),
  },
  cpi: {
    name: pair('Индекс трошка', 'Cost index'),
    formula: 'CPI = EV ÷ AC',
    meaning: pair(
      'Испод 1: изведено вреди мање од плаћеног.',
      'Below 1, the works are worth less than the amount paid.',
    ),
  },
  eac: {
    name: pair('Прогноза укупног трошка', 'Forecast of the whole cost'),
    formula: 'EAC = BAC ÷ CPI',
    meaning: pair('Колико ће све коштати ако трошак остане овакав.', 'The whole cost if the cost goes on as it did.'),
  },
  etc: {
    name: pair('Прогноза преосталог трошка', 'Forecast of the remaining cost'),
    formula: 'ETC = EAC − AC',
    meaning: pair('Колико по тој прогнози треба још платити.', 'The amount still to be paid by that forecast.'),
  },
  vac: {
    name: pair('Одступање на крају', 'Variance at the end'),
    formula: 'VAC = BAC − EAC',
    meaning: pair('Испод нуле: прогноза је изнад процене.', 'Below zero, the forecast exceeds the estimate.'),
  },
  tcpi: {
    name: pair('Потребан индекс трошка', 'Cost index needed'),
    formula: 'TCPI = (BAC − EV) ÷ (BAC − AC)',
    meaning: pair(
      'Индекс трошка којим преостали радови морају тећи да би процена била довољна.',
      'The cost index that the remaining works need for the estimate to be enough.',
    ),
  },
};
