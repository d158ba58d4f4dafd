import type { ReactNode } from 'react';

export interface PanelSize {
  /** Takes the whole width of the page, or half of it where it is large. */
  wide?: boolean;
  half?: boolean;
}

interface PanelFrameProps extends PanelSize {
  /** Of the heading within, which names the panel. */
  id: string;
  children: ReactNode;
}

/** The frame of a chart's panel, whether the chart is drawn or not. */
export function PanelFrame({ id, wide = false, half = false, children }: PanelFrameProps) {
  return (
    <section
      className="panel portfolio-panel"
      data-wide={wide || undefined}
      data-half={half || undefined}
      aria-labelledby={id}
    >
      {children}
    </section>
  );
}
