import type { ReactNode } from 'react';

export interface PanelSize {
  /** The share of the page that it takes where several stand side by side, or twice the height; left out: one place. */
  size?: 'wide' | 'half' | 'twoThirds' | 'tall';
}

interface PanelFrameProps extends PanelSize {
  /** Of the heading within, which names the panel. */
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
