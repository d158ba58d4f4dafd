import type { ValueFormat } from '@pimis/charts/format';
import { LOOK_COUNT } from '@pimis/charts/series';
import { StackedBars } from '@pimis/charts/stacked-bars';
import { cellKey } from '@pimis/domain/portfolio/scenario/types';
import { sourceLooks } from '@pimis/domain/portfolio/source-looks';
import { sourceText } from '@pimis/domain/portfolio/source-text';
import { useText } from '../../../i18n/use-text.ts';
import { ChartKeys } from '../ChartKeys.tsx';
import type { NeedCell } from './NeedTable.tsx';

const WIDEST = 3840;
const HUNDREDTHS = 100;

interface CalendarChartProps {
  title: string;
  years: readonly number[];
  sources: readonly string[];
  cells: ReadonlyMap<string, NeedCell>;
  /** The projects behind a part, as an address. */
  hrefOf?: ((year: number, source: string) => string) | undefined;
  /** By default with the unit of each value. */
  format?: ValueFormat;
}

/** Needs of each year by source; a line where every source of the year has a ceiling. */
export function CalendarChart({ title, years, sources, cells, hrefOf, format }: CalendarChartProps) {
  const { t, pair, charts } = useText();
  const cell = (year: number, source: string) => cells.get(cellKey(year, source));
  const bounds = years.map((year) => {
    const used = sources
      .flatMap((source) => cell(year, source) ?? [])
      .filter(({ need, ceiling }) => need > 0n || ceiling !== null);
    if (used.length === 0 || used.some(({ ceiling }) => ceiling === null)) return null;
    return Number(used.reduce((sum, { ceiling }) => sum + (ceiling ?? 0n), 0n)) / HUNDREDTHS;
  });
  const looks = sourceLooks(sources, LOOK_COUNT);
  const hasBounds = bounds.some((bound) => bound !== null);
  return (
    <ChartKeys
      widest={WIDEST}
      draw={(width) => (
        <StackedBars
          title={title}
          width={width}
          labels={years.map(String)}
          series={sources.map((source, index) => ({
            name: pair(sourceText(source)),
            look: looks[index],
            values: years.map((year) => Number(cell(year, source)?.need ?? 0n) / HUNDREDTHS),
            ...(hrefOf && { hrefs: years.map((year) => hrefOf(year, source)) }),
          }))}
          format={format ?? charts.amount}
          {...(hasBounds ? { bounds: { name: t('fiscal.allCeilings'), values: bounds } } : {})}
        />
      )}
    />
  );
}
