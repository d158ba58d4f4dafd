import { useElementSize } from '@mantine/hooks';
import { type ReactElement, useEffect, useRef } from 'react';
import { usePrinting } from '../../ui/printing.ts';
import { moveByKey, singleTabStop } from './roving.ts';
import { useFollow } from './use-follow.ts';
import '@pimis/charts/charts.css';

const NARROWEST = 280;
const BEFORE_MEASURE = 560;
/**
 * The width of an A4 sheet without margins and frame. A drawing for a wide screen would be shrunk until it is
 * illegible.
 */
const ON_PAPER = 670;

interface ChartKeysProps {
  /** Renders the chart and its legend for a width. */
  draw: (width: number) => ReactElement;
  widest: number;
  /** Widest drawing on paper. */
  onPaper?: number | undefined;
  className?: string;
}

/**
 * A chart as wide as its place: the tab key stops once at it, arrows lead between its marks, links stay in the
 * application.
 */
export function ChartKeys({ draw, widest, onPaper = ON_PAPER, className }: ChartKeysProps) {
  const { ref: sized, width } = useElementSize();
  const place = useRef<HTMLDivElement>(null);
  // The marks are new after each drawing.
  useEffect(() => {
    if (place.current) singleTabStop(place.current);
  });
  const follow = useFollow();
  const printing = usePrinting();
  const room = printing ? onPaper : Math.min(widest, Math.round(width) || BEFORE_MEASURE);
  return (
    // Links and marks within are reached by keyboard: Enter on a link is a click.
    <div
      ref={place}
      className={className}
      onClick={follow}
      onKeyDown={(event) => {
        if (moveByKey(event)) event.preventDefault();
      }}
      role="presentation"
    >
      {/* Measured without the padding: a wider drawing would be shrunk together with its text. */}
      <div ref={sized}>{draw(Math.max(NARROWEST, room))}</div>
    </div>
  );
}
