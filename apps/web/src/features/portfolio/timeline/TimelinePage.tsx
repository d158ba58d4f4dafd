import { Button, SegmentedControl } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useId, useMemo, useState } from 'react';
import { ChartTable } from '@pimis/charts/table';
import { TIMELINE_GROUPS, type TimelineGroup } from '@pimis/contract/portfolio/timeline';
import { useText } from '../../../i18n/use-text.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { Waiting } from '../../../ui/Waiting.tsx';
import { ChartHead } from '../ChartHead.tsx';
import { ExportButton } from '../ExportButton.tsx';
import { portfolioParameters, usePortfolioFilter } from '../filter.ts';
import { useFollow } from '../use-follow.ts';
import { ViewFailed } from '../ViewFailed.tsx';
import { timelineQuery } from './api.ts';
import { PrintedTimeline } from './PrintedTimeline.tsx';
import { boundsWith, entriesOf, tableOf, withActivities } from './rows.ts';
import { TimelineList } from './TimelineList.tsx';
import { useOpened } from './use-opened.ts';
import { useTimelineSearch } from './use-timeline-search.ts';
import '@pimis/charts/charts.css';
import './timeline.css';

const groupOf = (asked: unknown): TimelineGroup => TIMELINE_GROUPS.find((name) => name === asked) ?? 'body';

/** Plans, earlier plans and phases of the projects, by group; of opened projects the activities. */
export function TimelinePage() {
  const text = useText();
  const { t } = text;
  const [filter] = usePortfolioFilter();
  const [search, change] = useTimelineSearch();
  const group = groupOf(search.group);
  const id = useId();
  const follow = useFollow();
  const [asTable, setAsTable] = useState(false);
  const query = useInfiniteQuery(timelineQuery(portfolioParameters(filter, { group })));
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const projects = useMemo(() => data?.pages.flatMap(({ rows }) => rows) ?? [], [data]);
  const { opened, toggle, retry } = useOpened(projects);
  const closed = useMemo(() => entriesOf(projects, { group, filter, text }), [projects, group, filter, text]);
  const entries = useMemo(() => withActivities(closed, opened, text), [closed, opened, text]);
  const readMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const [first] = data?.pages ?? [];
  const bounds = useMemo(
    () => first && boundsWith(first.bounds ?? { start: first.day, end: first.day }, entries, first.day),
    [first, entries],
  );
  if (data && projects.length === 0) {
    return <Empty title={t('portfolioViews.none')} hint={t('portfolioViews.noneHint')} />;
  }
  const canRead = hasNextPage && !isFetchingNextPage && !query.isFetchNextPageError;
  return (
    <>
      <div className="portfolio-tools">
        <SegmentedControl
          aria-label={t('timeline.group')}
          size="xs"
          value={group}
          onChange={(asked) => change(() => ({ group: asked === 'body' ? undefined : groupOf(asked) }))}
          data={TIMELINE_GROUPS.map((value) => ({ value, label: t(`timeline.groups.${value}`) }))}
        />
        <ExportButton filter={filter} from="GET /portfolio/timeline/export" own={{ group }} />
        <p className="meta" style={{ marginLeft: 'auto' }} role="status">
          {first && t('timeline.shown', { count: first.totalRows ?? projects.length, shown: projects.length })}
        </p>
      </div>
      {error && !data && <ViewFailed error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Waiting />}
      {first && bounds && (
        <section className="panel portfolio-panel" aria-labelledby={id}>
          <ChartHead id={id} title={t('timeline.title')} asTable={asTable} onSwitch={setAsTable} />
          <p className="meta portfolio-note">
            {t('timeline.note')} <span className="no-print">{t('timeline.keys')}</span>
          </p>
          <div className="portfolio-chart no-print">
            {asTable ? (
              <div className="portfolio-table timeline-table" onClick={follow} role="presentation">
                <ChartTable caption={t('timeline.title')} data={tableOf(projects, opened, text)} />
              </div>
            ) : (
              <TimelineList
                entries={entries}
                bounds={bounds}
                today={first.day}
                onMore={canRead ? readMore : undefined}
                onToggle={toggle}
                onRetry={retry}
              />
            )}
            {hasNextPage && (asTable || query.isFetchNextPageError) && (
              <Button variant="default" mt="sm" loading={isFetchingNextPage} onClick={readMore}>
                {t('timeline.more')}
              </Button>
            )}
          </div>
          <PrintedTimeline entries={entries} bounds={bounds} today={first.day} />
        </section>
      )}
    </>
  );
}
