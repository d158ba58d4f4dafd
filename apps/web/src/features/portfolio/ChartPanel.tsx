import { type ReactElement, type ReactNode, useId, useMemo, useState } from 'react';
import { ChartTable, type TableData } from '@pimis/charts/table';
import { ChartHead } from './ChartHead.tsx';
import { ChartKeys } from './ChartKeys.tsx';
import { PanelFrame, type PanelSize } from './PanelFrame.tsx';

/** The width of a screen of 4K. */
const WIDEST = 3840;

interface ChartPanelProps extends PanelSize {
  title: string;
  /** How the chart is made, folded. */
  method?: string | undefined;
  /** A note that is always shown: omitted data. */
  note?: string | undefined;
  /** A description of its keys, not printed. */
  keys?: string | undefined;
  /** Draws the chart for a width. */
  draw: (width: number) => ReactElement;
  table: TableData;
  /** The largest width of the drawing; a chart with few marks needs no more. */
  widest?: number;
  /** The same on paper, where a chart of full width would be too high to leave room for its table. */
  onPaper?: number;
  tools?: ReactNode;
}

/**
 * A chart with its table; the screen shows one of them, paper both. Its links open within the application; Tab stops at
 * it once, and arrow keys move between its marks.
 */
export function ChartPanel(props: ChartPanelProps) {
  const { title, method, note, keys, draw, table, widest = WIDEST, onPaper, tools, size } = props;
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  // The switch only shows one of the rendered parts: it must not render chart and table again.
  const drawn = useMemo(
    () => (
      <ChartKeys
        className="portfolio-chart"
        widest={widest}
        onPaper={onPaper}
        draw={(width) => (
          <>
            <div className="portfolio-drawing">{draw(width)}</div>
            <div className="portfolio-table">
              <ChartTable caption={title} data={table} />
            </div>
          </>
        )}
      />
    ),
    [draw, table, title, widest, onPaper],
  );
  return (
    <PanelFrame id={id} size={size}>
      <ChartHead id={id} title={title} method={method} tools={tools} asTable={asTable} onSwitch={setAsTable} />
      {note && <p className="meta portfolio-note">{note}</p>}
      {keys && <p className="meta portfolio-note chart-keys-note no-print">{keys}</p>}
      <div data-shown={asTable ? 'table' : 'chart'}>{drawn}</div>
    </PanelFrame>
  );
}
