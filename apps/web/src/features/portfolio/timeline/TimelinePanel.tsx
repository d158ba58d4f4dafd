import { Button } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import { ChartTable, type TableData } from '@pimis/charts/table';
import type { Span } from '@pimis/charts/timeline-layout';
import { timelineWindow, type TimelineView } from '@pimis/charts/timeline-window';
import { useText } from '../../../i18n/use-text.ts';
import { ChartHead } from '../ChartHead.tsx';
import { useFollow } from '../use-follow.ts';
import { PrintedTimeline } from './PrintedTimeline.tsx';
import type { Entry } from './rows.ts';
import { TimelineList } from './TimelineList.tsx';
import { useMoves } from './use-moves.ts';
import { useTimelineSearch } from './use-timeline-search.ts';
import { searchOf, viewOf } from './view.ts';
import { ViewTools } from './ViewTools.tsx';

/** The page of rows after the loaded ones. */
interface NextPage {
  isThere: boolean;
  isAwaited: boolean;
  failed: boolean;
  read: () => void;
}

interface TimelinePanelProps {
  entries: readonly Entry[];
  /** The period of all rows. */
  bounds: Span;
  today: string;
  /** Written only when it is shown. */
  table: () => TableData;
  onToggle: (code: string) => void;
  onRetry: (code: string) => void;
  next: NextPage;
}

/** The loaded rows as a drawing of the period in view, or as a table. The address keeps the view. */
export function TimelinePanel({ entries, bounds, today, table, onToggle, onRetry, next }: TimelinePanelProps) {
  const { t } = useText();
  const id = useId();
  const follow = useFollow();
  const [asTable, setAsTable] = useState(false);
  const [search, change] = useTimelineSearch();
  const { zoom, from } = viewOf(search);
  const show = (view: TimelineView) => change(() => searchOf(view));
  const seen = useMemo(() => timelineWindow({ zoom, from }, bounds, today), [zoom, from, bounds, today]);
  const moves = useMoves({ zoom, from }, bounds, today, show);
  const canRead = next.isThere && !next.isAwaited && !next.failed;
  return (
    <section className="panel portfolio-panel" aria-labelledby={id}>
      <ChartHead
        id={id}
        title={t('timeline.title')}
        method={t('timeline.note')}
        tools={asTable ? undefined : <ViewTools view={{ zoom, from }} moves={moves} onChange={show} />}
        asTable={asTable}
        onSwitch={setAsTable}
      />
      <p className="meta portfolio-note timeline-keys chart-keys-note no-print">{t('timeline.keys')}</p>
      <div className="portfolio-chart no-print">
        {asTable ? (
          <div className="portfolio-table timeline-table" onClick={follow} role="presentation">
            <ChartTable caption={t('timeline.title')} data={table()} />
          </div>
        ) : (
          <div className="timeline-moved" role="presentation" {...moves.handlers}>
            <TimelineList
              entries={entries}
              bounds={seen}
              today={today}
              onMore={canRead ? next.read : undefined}
              onToggle={onToggle}
              onRetry={onRetry}
            />
          </div>
        )}
        {next.isThere && (asTable || next.failed) && (
          <Button variant="default" mt="sm" loading={next.isAwaited} onClick={next.read}>
            {t('timeline.more')}
          </Button>
        )}
      </div>
      <PrintedTimeline entries={entries} bounds={seen} today={today} />
    </section>
  );
}
