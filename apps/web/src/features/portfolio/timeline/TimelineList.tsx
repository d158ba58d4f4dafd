import { useElementSize, useMergedRef } from '@mantine/hooks';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
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
import { useFollow } from '../use-follow.ts';
import { Opener, Retry } from './RowButton.tsx';
import { type Entry, keyOf, rowsIn, timelineNames } from './rows.ts';

const NARROWEST = 280;
const BEFORE_MEASURE = 720;
/** Rows beyond both edges, so that none comes empty into view. */
const BEYOND = 10;
/** The next page is requested when this many rows are left. */
const AHEAD = 60;

const Row = memo(TimelineRowMark);
const RowOpener = memo(Opener);
const Heading = memo(TimelineHeadingMark);
const Grid = memo(TimelineGrid);
const Today = memo(TimelineToday);

interface TimelineListProps {
  entries: readonly Entry[];
  bounds: Span;
  today: string;
  /** Requests the next page; undefined while there is none to request. */
  onMore: (() => void) | undefined;
  /** Opens or closes the project with this code. */
  onToggle: (code: string) => void;
  onRetry: (code: string) => void;
}

/** Keys that move to another row: its index, from the present index and the number of rows. */
const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * The rows of the timeline in a place that scrolls: only those in view are drawn. The tab key stops at one row and its
 * button; arrow keys lead from row to row, open and close projects.
 */
export function TimelineList({ entries, bounds, today, onMore, onToggle, onRetry }: TimelineListProps) {
  const text = useText();
  const { t, date } = text;
  const follow = useFollow();
  const { ref: sized, width: measured } = useElementSize();
  const place = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(sized, place);
  const width = Math.max(NARROWEST, Math.floor(measured) || BEFORE_MEASURE);
  const layout = useMemo(() => timelineLayout(width, bounds, today), [width, bounds, today]);
  const names = useMemo(() => timelineNames(text), [text]);
  const places = useMemo(() => new Map(entries.map((entry, index) => [keyOf(entry), index])), [entries]);
  /** The row with the focus stays drawn while it is scrolled away. */
  const focused = useRef<string | null>(null);
  /** The row that a key leads to, until it has the focus. */
  const wanted = useRef<string | null>(null);
  const getItemKey = useCallback((index: number) => keyAt(entries, index) ?? index, [entries]);
  // No compiler memoizes here; what leads to rows is called in this component only.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => place.current,
    estimateSize: () => layout.row,
    getItemKey,
    overscan: BEYOND,
    // Rows beyond the edges are there meanwhile: a frame need not wait for new ones.
    useFlushSync: false,
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      const kept = places.get(focused.current ?? '');
      return kept === undefined || drawn.includes(kept)
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
  // Rows that come or go above the first one in view leave it where it is.
  const before = useRef(entries);
  useLayoutEffect(() => {
    const list = place.current;
    if (list && before.current !== entries) {
      const was = Math.floor(list.scrollTop / layout.row);
      const is = places.get(keyAt(before.current, was) ?? '') ?? was;
      if (is !== was) list.scrollTop += (is - was) * layout.row;
    }
    before.current = entries;
  }, [entries, places, layout.row]);
  const markAt = (key: string) =>
    place.current?.querySelector<SVGElement>(`[data-index="${places.get(key) ?? ''}"] > .chart-mark`);
  const focusWanted = () => {
    const mark = wanted.current === null ? null : markAt(wanted.current);
    if (!mark) return;
    wanted.current = null;
    mark.focus();
  };
  // A row out of view is drawn after the scrolling to it.
  useEffect(focusWanted);
  // Each drawing replaces the rows; while the list scrolls they take no focus.
  const { isScrolling } = virtual;
  useEffect(() => {
    if (place.current && !isScrolling) oneRow(place.current);
  });
  const height = virtual.getTotalSize();
  const lead = (index: number) => {
    const key = keyAt(entries, index) ?? null;
    focused.current = key;
    virtual.scrollToIndex(index, { align: 'auto' });
    wanted.current = key;
    focusWanted();
  };
  /** Right opens a project; left closes it, and leads from an activity to its project. */
  const turn = (entry: Entry, key: string): boolean => {
    const opens = key === 'ArrowRight';
    if (!opens && key !== 'ArrowLeft') return false;
    if (entry.kind === 'project' && entry.isOpen !== opens) onToggle(entry.row.key);
    if (entry.kind === 'activity' && !opens) lead(places.get(entry.code) ?? 0);
    return true;
  };
  const byKey = (event: KeyboardEvent) => {
    const at = indexOf(event.target);
    const entry = at === null ? undefined : entries[at];
    if (at === null || !entry) return;
    const step = STEPS[event.key];
    if (step) lead(Math.min(entries.length - 1, Math.max(0, step(at, entries.length))));
    if (step || turn(entry, event.key)) event.preventDefault();
  };
  const legend = useMemo(() => timelineLegend(rowsIn(entries), names, layout, 0, themed), [entries, names, layout]);
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
          const at = indexOf(event.target);
          focused.current = at === null ? null : (keyAt(entries, at) ?? null);
          oneRow(event.currentTarget);
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
            const at = { y: item.start, layout };
            return (
              <g key={item.key} data-index={item.index}>
                {entry.kind === 'heading' ? (
                  <Heading heading={entry.heading} {...at} paint={themed} />
                ) : (
                  <Row row={entry.row} names={names} day={date} {...at} paint={themed} />
                )}
                {entry.kind === 'project' && (
                  <RowOpener
                    code={entry.row.key}
                    project={entry.row.label}
                    isOpen={entry.isOpen}
                    onToggle={onToggle}
                    {...at}
                  />
                )}
                {entry.kind === 'activity' && entry.failure && (
                  <Retry
                    failure={entry.failure}
                    indent={entry.row.indent ?? 0}
                    onPress={() => {
                      // The button goes; the row stays.
                      lead(item.index);
                      onRetry(entry.code);
                    }}
                    {...at}
                  />
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

function keyAt(entries: readonly Entry[], index: number): string | undefined {
  const entry = entries[index];
  return entry && keyOf(entry);
}

function indexOf(target: EventTarget): number | null {
  const found = target instanceof Element ? target.closest('[data-index]')?.getAttribute('data-index') : null;
  return found === null || found === undefined ? null : Number(found);
}

/** Leaves one row to the tab key: that with the focus, else the first one. */
function oneRow(list: Element): void {
  const rows = [...list.querySelectorAll('[data-index]')];
  const stop = rows.find((row) => row.contains(document.activeElement)) ?? rows[0];
  for (const row of rows) {
    for (const part of row.querySelectorAll('.chart-mark, .timeline-button')) {
      part.setAttribute('tabindex', row === stop ? '0' : '-1');
    }
  }
}
