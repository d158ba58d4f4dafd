import { useElementSize, useMergedRef } from '@mantine/hooks';
import { type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { ChartTable, type TableData } from '@pimis/charts/table';
import { ChartHead } from './ChartHead.tsx';
import { useFollow } from './use-follow.ts';
import { moveByKey, oneStop } from '../../ui/roving.ts';
import '@pimis/charts/charts.css';

const NARROWEST = 280;
/** The width of a screen of 4K. */
const WIDEST = 3840;
const BEFORE_MEASURE = 560;

interface ChartPanelProps {
  title: string;
  /** What has to be known to read it: a rule, or what is left out. */
  note?: string | undefined;
  /** Draws the chart for a width. */
  draw: (width: number) => ReactElement;
  table: TableData;
  /** Widest drawing; a chart of few marks needs no more. */
  widest?: number;
  tools?: ReactNode;
  /** Takes the whole width of the page, or half of it where it is large. */
  wide?: boolean;
  half?: boolean;
}

/**
 * A chart with its table, one of them shown and both printed. Its links open within the application; the tab key stops
 * once at it and arrows lead between its marks.
 */
export function ChartPanel({
  title,
  note,
  draw,
  table,
  widest = WIDEST,
  tools,
  wide = false,
  half = false,
}: ChartPanelProps) {
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  const { ref: sized, width } = useElementSize();
  const place = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(sized, place);
  const drawn = Math.min(widest, Math.max(NARROWEST, Math.round(width) || BEFORE_MEASURE));
  // The marks are new after each drawing.
  useEffect(() => {
    if (place.current) oneStop(place.current);
  });
  const follow = useFollow();
  return (
    <section
      className="panel portfolio-panel"
      data-wide={wide || undefined}
      data-half={half || undefined}
      aria-labelledby={id}
    >
      <ChartHead id={id} title={title} tools={tools} asTable={asTable} onSwitch={setAsTable} />
      {note && <p className="meta portfolio-note">{note}</p>}
      {/* Links and marks within are reached by keyboard: Enter on a link is a click. */}
      <div
        ref={ref}
        className="portfolio-chart"
        onClick={follow}
        onKeyDown={(event) => {
          if (moveByKey(event)) event.preventDefault();
        }}
        role="presentation"
      >
        <div className={asTable ? 'print-only' : undefined}>{draw(drawn)}</div>
        <div className={asTable ? 'portfolio-table' : 'portfolio-table print-only'}>
          <ChartTable caption={title} data={table} />
        </div>
      </div>
    </section>
  );
}
