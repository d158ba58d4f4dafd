import { useElementSize } from '@mantine/hooks';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { themed } from '@pimis/charts/svg';
import { TimelineGrid, TimelineToday } from '@pimis/charts/timeline-grid';
import { type Span, TIMELINE_HEAD, timelineLayout } from '@pimis/charts/timeline-layout';
import { timelineLegend } from '@pimis/charts/timeline-legend';
import { useText } from '../../../i18n/use-text.ts';
import { useFollow } from '../use-follow.ts';
import { blockAt, blocksOf } from './row-blocks.ts';
import { RowBlockMark } from './RowBlock.tsx';
import { type Entry, keyOf, rowsIn, timelineNames } from './rows.ts';

const NARROWEST = 280;
const BEFORE_MEASURE = 720;
/** Blocks rendered beyond both edges, so that no empty block comes into view. */
const BEYOND = 2;
/** The next page is requested when this many rows are left. */
const AHEAD = 60;

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

/** Keeps the first visible row in place when rows above it are added, removed or change their height. */
function useSteadyScroll(
  place: RefObject<HTMLElement | null>,
  entries: readonly Entry[],
  places: ReadonlyMap<string, number>,
  rowHeight: number,
): void {
  const before = useRef({ entries, rowHeight });
  useLayoutEffect(() => {
    const list = place.current;
    const then = before.current;
    if (list && (then.entries !== entries || then.rowHeight !== rowHeight)) {
      const scrolled = list.scrollTop / then.rowHeight;
      const was = Math.floor(scrolled);
      const is = places.get(keyAt(then.entries, was) ?? '') ?? was;
      if (is !== was || then.rowHeight !== rowHeight) list.scrollTop = (is + scrolled - was) * rowHeight;
    }
    before.current = { entries, rowHeight };
  }, [place, entries, places, rowHeight]);
}

/** Requests the next page when few rows are left below. `drawnTo` changes while the list scrolls. */
function useNextPage(
  place: RefObject<HTMLElement | null>,
  rows: { count: number; height: number },
  drawnTo: number | undefined,
  onMore: (() => void) | undefined,
): void {
  const { count, height } = rows;
  useEffect(() => {
    // Computed from the scroll position: after a change of row height the list's items are outdated for a moment.
    const list = place.current;
    const last = list ? (list.scrollTop + list.clientHeight) / height : 0;
    if (last >= count - AHEAD) onMore?.();
  }, [place, drawnTo, height, count, onMore]);
}

/**
 * Moves the focus from row to row by keys, opens and closes projects; a row keeps the focus when its project is loaded
 * again.
 */
function useRowKeys(
  place: RefObject<HTMLElement | null>,
  entries: readonly Entry[],
  places: ReadonlyMap<string, number>,
  rowHeight: number,
  { onToggle, onRetry }: Pick<TimelineListProps, 'onToggle' | 'onRetry'>,
) {
  /** The row with the focus stays rendered while it is scrolled out of view. */
  const focused = useRef<string | null>(null);
  /** The row to which a key moves, until it has the focus. */
  const wanted = useRef<string | null>(null);
  const focusWanted = useCallback(() => {
    const index = places.get(wanted.current ?? '');
    const mark = place.current?.querySelector<SVGElement>(`[data-index="${index ?? ''}"] > .chart-mark`);
    if (!mark) return;
    wanted.current = null;
    mark.focus();
  }, [place, places]);
  // A row out of view is drawn after the scrolling to it.
  useEffect(focusWanted);
  const lead = useCallback(
    (index: number) => {
      const key = keyAt(entries, index) ?? null;
      focused.current = key;
      if (place.current) reveal(place.current, index * rowHeight, rowHeight);
      wanted.current = key;
      focusWanted();
    },
    [place, entries, rowHeight, focusWanted],
  );
  const retry = useCallback(
    (index: number, code: string) => {
      // The button goes; the row stays.
      lead(index);
      onRetry(code);
    },
    [lead, onRetry],
  );
  /** Right opens a project; left closes it, and moves from an activity to its project. */
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
    // With Shift, arrows move through time.
    if (at === null || !entry || event.shiftKey) return;
    const step = STEPS[event.key];
    if (step) lead(Math.min(entries.length - 1, Math.max(0, step(at, entries.length))));
    if (step || turn(entry, event.key)) event.preventDefault();
  };
  return { focused, retry, byKey };
}

/**
 * The rows of the timeline in a place that scrolls: only those in view are drawn. The tab key stops at one row and its
 * button; arrow keys lead from row to row, open and close projects.
 */
export function TimelineList({ entries, bounds, today, onMore, onToggle, onRetry }: TimelineListProps) {
  const text = useText();
  const { t } = text;
  const follow = useFollow();
  const { ref: sized, width: measured } = useElementSize();
  const place = useRef<HTMLDivElement>(null);
  const width = Math.max(NARROWEST, Math.floor(measured) || BEFORE_MEASURE);
  const layout = useMemo(() => timelineLayout(width, bounds, today), [width, bounds, today]);
  const names = useMemo(() => timelineNames(text), [text]);
  const places = useMemo(() => new Map(entries.map((entry, index) => [keyOf(entry), index])), [entries]);
  const blocks = useMemo(() => blocksOf(entries), [entries]);
  const { focused, retry, byKey } = useRowKeys(place, entries, places, layout.row, { onToggle, onRetry });
  // Changed blocks create a new function, which makes the list position its items again.
  const getItemKey = useCallback((index: number) => blocks[index]?.key ?? index, [blocks]);
  // No React compiler is used, and only this component calls the functions of the list.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: blocks.length,
    getScrollElement: () => place.current,
    estimateSize: (index) => (blocks[index]?.entries.length ?? 0) * layout.row,
    getItemKey,
    overscan: BEYOND,
    // Scrolling need not wait for new rows, because some are already rendered beyond the edges.
    useFlushSync: false,
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      const row = places.get(focused.current ?? '');
      const kept = row === undefined ? -1 : blockAt(blocks, row);
      return kept < 0 || drawn.includes(kept) ? drawn : [...drawn, kept].toSorted((one, other) => one - other);
    },
  });
  useLayoutEffect(() => virtual.measure(), [virtual, layout.row]);
  const items = virtual.getVirtualItems();
  useSteadyScroll(place, entries, places, layout.row);
  useNextPage(place, { count: entries.length, height: layout.row }, items.at(-1)?.index, onMore);
  // Each render replaces the rows. While the list scrolls this is skipped, because rows get no focus then.
  const { isScrolling } = virtual;
  useEffect(() => {
    if (place.current && !isScrolling) oneRow(place.current, layout.row);
  });
  // The virtual list learns a new row height only after this render, but must already be scrolled to its place in it.
  const height = entries.length * layout.row;
  const legend = useMemo(() => timelineLegend(rowsIn(entries), names, layout, 0, themed), [entries, names, layout]);
  return (
    <>
      <svg className="chart" width={width} height={legend.height} aria-hidden>
        {legend.drawn}
      </svg>
      <div
        ref={place}
        className="timeline-list"
        onClick={follow}
        onKeyDown={byKey}
        onFocus={(event) => {
          const at = indexOf(event.target);
          focused.current = at === null ? null : (keyAt(entries, at) ?? null);
          oneRow(event.currentTarget, layout.row);
        }}
        onBlur={() => {
          focused.current = null;
        }}
        role="presentation"
      >
        {/* Measures the available width of rows: the list itself is wider by its scroll bar. */}
        <div ref={sized} />
        <svg className="chart timeline-head" width={width} height={TIMELINE_HEAD} aria-hidden>
          <rect width={width} height={TIMELINE_HEAD} fill={themed('surface')} />
          <Grid layout={layout} from={16} to={TIMELINE_HEAD} named={names.periods} paint={themed} />
        </svg>
        <div className="timeline-rows" style={{ width, height }} role="group" aria-label={t('timeline.title')}>
          <svg className="chart timeline-layer" width={width} height={height} aria-hidden>
            <Grid layout={layout} from={0} to={height} paint={themed} />
            <Today layout={layout} from={0} to={height} paint={themed} />
          </svg>
          {items.map((item) => {
            const block = blocks[item.index];
            return (
              block && (
                <RowBlockMark
                  key={item.key}
                  block={block}
                  top={item.start}
                  layout={layout}
                  names={names}
                  onToggle={onToggle}
                  onRetry={retry}
                />
              )
            );
          })}
        </div>
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

/** Scrolls until a row is visible below the names of the years. In pixels from the first row. */
function reveal(list: Element, top: number, height: number): void {
  const room = list.clientHeight - TIMELINE_HEAD;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + height > list.scrollTop + room) list.scrollTop = top + height - room;
}

/** Leaves one row to the tab key: that with the focus, else the first one wholly in view. */
function oneRow(list: Element, height: number): void {
  const rows = [...list.querySelectorAll('[data-index]')];
  const inView = String(Math.ceil(list.scrollTop / height));
  const stop =
    rows.find((row) => row.contains(document.activeElement)) ??
    rows.find((row) => row.getAttribute('data-index') === inView) ??
    rows[0];
  for (const row of rows) {
    for (const part of row.querySelectorAll('.chart-mark, .timeline-button')) {
      part.setAttribute('tabindex', row === stop ? '0' : '-1');
    }
  }
}
