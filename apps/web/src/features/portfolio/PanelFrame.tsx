import type { ReactNode } from 'react';

export interface PanelSize {
  /** The share of the page width if several panels are side by side, or double height; by default one column. */
  size?: 'wide' | 'half' | 'twoThirds' | 'tall';
}

interface PanelFrameProps extends PanelSize {
  /** The id of the heading inside, which names the panel. */
  id: string;
  children: ReactNode;
}

/** The frame of a chart's panel, whether the chart is drawn or not. */
export function PanelFrame({ id, size, children }: PanelFrameProps) {
  return (
    <section className="panel portfolio-panel" data-size={size} aria-labelledby={id}>
      {children}
    </section>
  );
}
