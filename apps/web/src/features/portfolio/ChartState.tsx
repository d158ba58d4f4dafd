import { type ReactNode, useId } from 'react';

interface ChartStateProps {
  title: string;
  /** As the chart itself: see ChartPanel. */
  wide?: boolean;
  half?: boolean;
  /** Why there is no chart: it is awaited, was not read, or has no values. */
  children: ReactNode;
}

/** The panel of a chart that is not drawn, in the place and with the name of the chart. */
export function ChartState({ title, wide = false, half = false, children }: ChartStateProps) {
  const id = useId();
  return (
    <section
      className="panel portfolio-panel"
      data-wide={wide || undefined}
      data-half={half || undefined}
      aria-labelledby={id}
    >
      <div className="panel-head">
        <h2 id={id}>{title}</h2>
      </div>
      <div className="portfolio-chart">{children}</div>
    </section>
  );
}
