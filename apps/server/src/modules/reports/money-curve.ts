import { chartFormats } from '@pimis/charts/format';
import { SCurve } from '@pimis/charts/s-curve';
import type { BilingualText } from '@pimis/domain/text/bilingual-text';
import { wordingOf, type Written } from '@pimis/domain/text/wording';
import { WORDS } from '@pimis/domain/text/words';
import { shortQuarterText } from '@pimis/domain/dates/quarter-text';
import { chartBlock } from '../../platform/documents/pdf/chart.ts';
import type { Block } from '../../platform/documents/pdf/model.ts';
import type { QuarterMoney } from '../portfolio/money.ts';

/** The height of the drawing: on a landscape page a chart of the usual height would take most of the page. */
const HEIGHT = 150;

const TEXTS = {
  title: WORDS.plannedAndSpent,
  planned: WORDS.planned,
  spent: WORDS.spent,
} as const satisfies Record<string, BilingualText>;

/** Planned and spent amounts, cumulated by quarter, for a landscape page; no block without quarters. */
export function moneyCurve(quarters: readonly QuarterMoney[], written: Written): Block[] {
  if (quarters.length === 0) return [];
  const { say } = wordingOf(written.language);
  // Later quarters are not reported yet.
  const last = quarters.findLastIndex(({ spent }) => Number(spent) > 0);
  return [
    { kind: 'heading', level: 2, text: say(TEXTS.title) },
    chartBlock(SCurve, {
      title: say(TEXTS.title),
      height: HEIGHT,
      labels: quarters.map((row) => say(shortQuarterText(row))),
      // The renderer of the paper transliterates to Latin.
      format: chartFormats({ language: written.language }).amount,
      planned: { name: say(TEXTS.planned), values: quarters.map(({ planned }) => Number(planned)) },
      actual: {
        name: say(TEXTS.spent),
        values: quarters.map(({ spent }, index) => (index <= last ? Number(spent) : null)),
      },
    }),
  ];
}
