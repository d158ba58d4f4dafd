import { useElementSize, useMergedRef } from '@mantine/hooks';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, useEffect, useMemo, useRef } from 'react';
import { themed } from '@pimis/charts/svg';
import {
  type Span,
  TIMELINE_HEAD,
  TimelineGrid,
  TimelineHeadingMark,
  timelineLayout,
  timelineLegend,
  TimelineRowMark,
  TimelineToday,
} from '@pimis/charts/timeline-rows';
import { useText } from '../../../i18n/use-text.ts';
import { oneStop } from '../../../ui/roving.ts';
import { useFollow } from '../use-follow.ts';
import { type Entry, timelineNames } from './rows.ts';

const NARROWEST = 280;
const BEFORE_MEASURE = 720;
/** Rows beyond both edges, so that none comes empty into view. */
const BEYOND = 10;
/** The next page is requested when this many rows are left. */
const AHEAD = 60;

const Row = memo(TimelineRowMark);
const Heading = memo(TimelineHeadingMark);
const Grid = memo(TimelineGrid);
const Today = memo(TimelineToday);

interface TimelineListProps {
  entries: readonly Entry[];
  bounds: Span;
  today: string;
  /** Requests the next page; undefined while there is none to request. */
  onMore: (() => void) | undefined;
}

/** Keys that move to another row: its index, from the present index and the number of rows. */
const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** The rows of the timeline in a place that scrolls: only those in view are drawn. The tab key stops once at them. */
export function TimelineList({ entries, bounds, today, onMore }: TimelineListProps) {
  const text = useText();
  const { t, date } = text;
  const follow = useFollow();
  const { ref: sized, width: measured } = useElementSize();
  const place = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(sized, place);
  const width = Math.max(NARROWEST, Math.floor(measured) || BEFORE_MEASURE);
  const layout = useMemo(() => timelineLayout(width, bounds, today), [width, bounds, today]);
  const names = useMemo(() => timelineNames(text), [text]);
  /** The row with the focus stays drawn while it is scrolled away. */
  const focused = useRef<number | null>(null);
  /** The row that a key leads to, until it has the focus. */
  const wanted = useRef<number | null>(null);
  // No compiler memoizes here; what leads to rows is called in this component only.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => place.current,
    estimateSize: () => layout.row,
    overscan: BEYOND,
    // Rows beyond the edges are there meanwhile: a frame need not wait for new ones.
    useFlushSync: false,
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      const kept = focused.current;
      return kept === null || kept >= range.count || drawn.includes(kept)
        ? drawn
        : [...drawn, kept].toSorted((one, other) => one - other);
    },
  });
  useEffect(() => virtual.measure(), [virtual, layout.row]);
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= entries.length - AHEAD) onMore?.();
  }, [last, entries.length, onMore]);
  const markAt = (index: number) => place.current?.querySelector<SVGElement>(`[data-index="${index}"] > .chart-mark`);
  const focusWanted = () => {
    const mark = wanted.current === null ? null : markAt(wanted.current);
    if (!mark) return;
    wanted.current = null;
    mark.focus();
  };
  // A row out of view is drawn after the scrolling to it.
  useEffect(focusWanted);
  // Each drawing replaces the marks; while the list scrolls they take no focus.
  const { isScrolling } = virtual;
  useEffect(() => {
    if (place.current && !isScrolling) oneStop(place.current);
  });
  const height = virtual.getTotalSize();
  const byKey = (event: KeyboardEvent) => {
    const at = indexOf(event.target);
    const step = STEPS[event.key];
    if (at === null || !step) return;
    event.preventDefault();
    const index = Math.min(entries.length - 1, Math.max(0, step(at, entries.length)));
    focused.current = index;
    virtual.scrollToIndex(index, { align: 'auto' });
    wanted.current = index;
    focusWanted();
  };
  const legend = useMemo(
    () =>
      timelineLegend(
        entries.flatMap((entry) => (entry.kind === 'row' ? [entry.row] : [])),
        names,
        layout,
        0,
        themed,
      ),
    [entries, names, layout],
  );
  return (
    <>
      <svg className="chart" width={width} height={legend.height} aria-hidden>
        {legend.drawn}
      </svg>
      <div
        ref={ref}
        className="timeline-list"
        onClick={follow}
        onKeyDown={byKey}
        onFocus={(event) => {
          focused.current = indexOf(event.target);
        }}
        onBlur={() => {
          focused.current = null;
        }}
        role="presentation"
      >
        <svg className="chart timeline-head" width={width} height={TIMELINE_HEAD} aria-hidden>
          <rect width={width} height={TIMELINE_HEAD} fill={themed('surface')} />
          <Grid layout={layout} from={TIMELINE_HEAD - 4} to={TIMELINE_HEAD} named paint={themed} />
        </svg>
        <svg className="chart" width={width} height={height} role="group" aria-label={t('timeline.title')}>
          <Grid layout={layout} from={0} to={height} named={false} paint={themed} />
          {items.map((item) => {
            const entry = entries[item.index];
            if (!entry) return null;
            const at = { y: item.start, layout, paint: themed };
            return (
              <g key={item.key} data-index={item.index}>
                {entry.kind === 'row' ? (
                  <Row row={entry.row} names={names} day={date} {...at} />
                ) : (
                  <Heading heading={entry.heading} {...at} />
                )}
              </g>
            );
          })}
          <Today layout={layout} from={0} to={height} paint={themed} />
        </svg>
      </div>
    </>
  );
}

function indexOf(target: EventTarget): number | null {
  const found = target instanceof Element ? target.closest('[data-index]')?.getAttribute('data-index') : null;
  return found === null || found === undefined ? null : Number(found);
}
