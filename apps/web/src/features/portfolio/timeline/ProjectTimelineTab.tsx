import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Timeline, timelineBounds } from '@pimis/charts/timeline';
import { timelineWindow, type TimelineView } from '@pimis/charts/timeline-window';
import { spanText, type TimelineRow } from '@pimis/charts/timeline-layout';
import type { TableData } from '@pimis/charts/table';
import type { ProjectTimeline } from '@pimis/contract/portfolio/timeline';
import { phaseInfo, stageOf } from '@pimis/domain/workflow/phases';
import { quarterText } from '@pimis/domain/dates/quarter-text';
import { fileAddress } from '../../../api/client.ts';
import { type Text, useText } from '../../../i18n/use-text.ts';
import { useAddress } from '../../../ui/address.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { Failed } from '../../../ui/Failed.tsx';
import { Waiting } from '../../../ui/Waiting.tsx';
import { ChartPanel } from '../ChartPanel.tsx';
import { ChartFile } from '../ExportButton.tsx';
import { ownProgressQuery } from '../progress/api.ts';
import { Values } from '../progress/Values.tsx';
import { projectTimelineQuery } from './api.ts';
import { activityRowsOf, COURSES, partsOf, shareText, timelineNames } from './rows.ts';
import { useMoves } from './use-moves.ts';
import { USUAL_ZOOM } from './view.ts';
import { ViewTools } from './ViewTools.tsx';
import '../portfolio.css';
import './timeline.css';

/** The plan as a whole, each phase, and each activity. */
function rowsOf(timeline: ProjectTimeline, text: Text): TimelineRow[] {
  const { planned, former, steps, done, isLate } = timeline;
  const plan = planned && {
    key: 'plan',
    label: text.t('timeline.project.plan'),
    planned,
    former,
    parts: partsOf(
      steps.filter(({ phase }) => stageOf(phase) !== 'preparation'),
      text,
    ),
    isLate,
    note: shareText(done, text),
  };
  return [
    ...(plan ? [plan] : []),
    ...[...new Set(steps.map(({ phase }) => phase))].map((phase) => ({
      key: `phase ${phase}`,
      label: text.pair(phaseInfo(phase).title),
      // A bar for each round.
      parts: steps
        .filter((step) => step.phase === phase)
        .map(({ start, end }) => ({
          name: text.t('timeline.names.actual'),
          course: COURSES[stageOf(phase)],
          start,
          end,
        })),
    })),
    ...activityRowsOf(timeline, text),
  ];
}

const wholeOf = (parts: readonly { start: string; end: string | null }[]) => {
  const [first, last] = [parts[0], parts.at(-1)];
  return first && last ? [{ start: first.start, end: last.end }] : [];
};

function tableOf(rows: readonly TimelineRow[], { t, date }: Text): TableData {
  const none = t('common.noValue');
  const head = (['part', 'planned', 'former', 'reported', 'done'] as const).map((name) => t(`timeline.head.${name}`));
  return {
    head,
    rows: rows.map(({ key, label, planned, former = [], parts = [], note }) => {
      // The parts of the plan's row are consecutive phases, those of a phase its rounds.
      const spans = key === 'plan' ? wholeOf(parts) : parts;
      return [
        label,
        planned ? spanText(planned, date) : none,
        former.map((span) => spanText(span, date)).join('; ') || none,
        spans.map((span) => spanText(span, date)).join('; ') || none,
        note ?? none,
      ];
    }),
  };
}

/** A project's plan and activities compared with reality. */
export function ProjectTimelineTab() {
  const text = useText();
  const { t } = text;
  const { projectCode } = useAddress();
  const { data, error, refetch } = useQuery(projectTimelineQuery(projectCode ?? ''));
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const rows = rowsOf(data, text);
  if (rows.length === 0) return <Empty title={t('timeline.project.none')} />;
  return (
    <>
      <OwnTimeline code={projectCode ?? ''} rows={rows} today={data.day} />
      {data.done !== null && <OwnProgress code={projectCode ?? ''} />}
    </>
  );
}

interface OwnTimelineProps {
  code: string;
  rows: readonly TimelineRow[];
  today: string;
}

/** The drawing and table of the rows, with the ways to move through time. */
function OwnTimeline({ code, rows, today }: OwnTimelineProps) {
  const text = useText();
  const { t, date } = text;
  const [view, setView] = useState<TimelineView>({ zoom: USUAL_ZOOM });
  const bounds = timelineBounds(rows, today);
  const moves = useMoves(view, bounds, today, setView);
  const title = t('timeline.project.title');
  const file = fileAddress('GET /projects/:projectCode/timeline/export', {
    params: { projectCode: code },
    query: text.paper,
  });
  return (
    <div className="timeline-moved" role="presentation" {...moves.handlers}>
      <ChartPanel
        title={title}
        method={t('timeline.project.note')}
        tools={
          <>
            <ViewTools view={view} moves={moves} onChange={setView} />
            <ChartFile address={file} title={title} />
          </>
        }
        draw={(width) => (
          <Timeline
            title={title}
            width={width}
            rows={rows}
            today={today}
            bounds={timelineWindow(view, bounds, today)}
            names={timelineNames(text)}
            day={date}
          />
        )}
        table={tableOf(rows, text)}
        size="wide"
      />
    </div>
  );
}

/** Earned value of the project, where a quarterly report is approved. */
function OwnProgress({ code }: { code: string }) {
  const { t, pair } = useText();
  const { data } = useQuery(ownProgressQuery(code));
  if (!data) return null;
  return (
    <div style={{ marginTop: 16 }}>
      <Values
        figures={data}
        note={t('portfolioViews.progress.ofProject', { quarter: pair(quarterText(data.quarter)) })}
      />
    </div>
  );
}
