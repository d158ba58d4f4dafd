import { themed } from '@pimis/charts/svg';
import { TimelineGrid, TimelineToday } from '@pimis/charts/timeline-grid';
import { type Span, TIMELINE_HEAD, timelineLayout } from '@pimis/charts/timeline-layout';
import { timelineLegend } from '@pimis/charts/timeline-legend';
import { TimelineHeadingMark, TimelineRowMark } from '@pimis/charts/timeline-rows';
import { useText } from '../../../i18n/use-text.ts';
import { usePrinting } from '../../../ui/printing.ts';
import { type Entry, rowsIn, timelineNames } from './rows.ts';
import { roomOfNames, sheetsOf } from './sheets.ts';

/** The width of a landscape A3 sheet without margins. */
const SHEET_WIDTH = 1500;
const LEGEND_GAP = 6;

interface PrintedProps {
  entries: readonly Entry[];
  /** The period in view. */
  bounds: Span;
  today: string;
}

/**
 * All loaded rows, with opened activities, on landscape A3 sheets, each with its years and legend. Rendered only for
 * printing.
 */
export function PrintedTimeline({ entries, bounds, today }: PrintedProps) {
  const text = useText();
  const printing = usePrinting();
  if (!printing) return null;
  const layout = timelineLayout(SHEET_WIDTH, bounds, today, roomOfNames(entries));
  const names = timelineNames(text);
  const sheets = sheetsOf(entries);
  const rows = rowsIn(entries);
  return (
    <div className="timeline-print print-only">
      {sheets.map((sheet, index) => {
        const bottom = TIMELINE_HEAD + sheet.length * layout.row;
        const legend = timelineLegend(rows, names, layout, bottom + LEGEND_GAP, themed);
        const height = bottom + LEGEND_GAP + legend.height;
        return (
          <svg
            // Sheets have no other identity than their place.
            key={`sheet ${String(index)}`}
            className="chart"
            width={SHEET_WIDTH}
            height={height}
            viewBox={`0 0 ${SHEET_WIDTH} ${height}`}
          >
            <TimelineGrid layout={layout} from={TIMELINE_HEAD - 4} to={bottom} named={names.periods} paint={themed} />
            <TimelineToday layout={layout} from={TIMELINE_HEAD - 4} to={bottom} paint={themed} />
            {sheet.map((entry, place) => {
              const at = { y: TIMELINE_HEAD + place * layout.row, layout, paint: themed };
              return entry.kind === 'heading' ? (
                <TimelineHeadingMark key={entry.heading.key} heading={entry.heading} {...at} />
              ) : (
                <TimelineRowMark key={entry.row.key} row={entry.row} names={names} day={text.date} {...at} />
              );
            })}
            {legend.drawn}
          </svg>
        );
      })}
    </div>
  );
}
