import { SegmentedControl } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { TIMELINE_GROUPS, type TimelineGroup } from '@pimis/contract/portfolio/timeline';
import { useText } from '../../../i18n/use-text.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { Waiting } from '../../../ui/Waiting.tsx';
import { ExportButton } from '../ExportButton.tsx';
import { portfolioParameters } from '../filter.ts';
import { usePortfolioFilter } from '../use-portfolio-filter.ts';
import { ViewFailed } from '../ViewFailed.tsx';
import { timelineQuery } from './api.ts';
import { boundsWith, entriesOf, tableOf, withActivities } from './rows.ts';
import { TimelinePanel } from './TimelinePanel.tsx';
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
        <TimelinePanel
          entries={entries}
          bounds={bounds}
          today={first.day}
          table={() => tableOf(projects, opened, text)}
          onToggle={toggle}
          onRetry={retry}
          next={{
            isThere: hasNextPage,
            isAwaited: isFetchingNextPage,
            failed: query.isFetchNextPageError,
            read: readMore,
          }}
        />
      )}
    </>
  );
}
