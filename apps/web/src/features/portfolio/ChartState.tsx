import { type ReactNode, useId } from 'react';
import { PanelFrame, type PanelSize } from './PanelFrame.tsx';

/** The size is that of the chart itself. */
interface ChartStateProps extends PanelSize {
  title: string;
  /** The reason why there is no chart: it is loading, could not be read, or has no values. */
  children: ReactNode;
}

/** A panel shown instead of a chart, with the chart's name. */
export function ChartState({ title, size, children }: ChartStateProps) {
  const id = useId();
  return (
    <PanelFrame id={id} size={size}>
      <div className="panel-head">
        <h2 id={id}>{title}</h2>
      </div>
      <div className="portfolio-chart">{children}</div>
    </PanelFrame>
  );
}
