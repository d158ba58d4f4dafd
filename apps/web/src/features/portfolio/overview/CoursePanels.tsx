import { useQuery } from '@tanstack/react-query';
import { BarChart } from '@pimis/charts/bars';
import { StageBars, stageTable } from '@pimis/charts/stage-bars';
import { StackedBars } from '@pimis/charts/stacked-bars';
import type { PortfolioCourse } from '@pimis/contract/portfolio/overview';
import { DECIDED_KEYS, decidedKey, decidedTextOf } from '@pimis/domain/workflow/decided';
import { listInfo } from '@pimis/domain/workflow/lists';
import { phaseInfo } from '@pimis/domain/workflow/phases';
import { CENTRAL_BODIES } from '@pimis/domain/workflow/turn-sides';
import { type Text, useText } from '../../../i18n/use-text.ts';
import type { TableState } from '../../../ui/DataTable/state.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { FailedLine } from '../../../ui/Failed.tsx';
import { Waiting } from '../../../ui/Waiting.tsx';
import { ChartPanel } from '../ChartPanel.tsx';
import { ChartState } from '../ChartState.tsx';
import { portfolioParameters, projectsAddress } from '../filter.ts';
import { useToggledAddress } from '../use-portfolio-filter.ts';
import { courseQuery } from './api.ts';

const MOST_WAITS = 12;

interface PanelProps {
  course: PortfolioCourse;
  filter: TableState;
}

const titleOf = (phase: number, { pair }: Text) => pair(phaseInfo(phase).title);

function NoneOf({ title, text }: { title: string; text: string }) {
  return (
    <ChartState size="half" title={title}>
      <Empty title={text} />
    </ChartState>
  );
}

/** The number of projects that reached each phase from the idea to the effects, and the time that it took. */
function StagesPanel({ course, filter }: PanelProps) {
  const text = useText();
  const toggled = useToggledAddress();
  const { t, charts } = text;
  const stages = course.phases.map(({ phase, reached, medianDays, ninetiethDays }) => ({
    key: String(phase),
    label: titleOf(phase, text),
    value: reached,
    note:
      medianDays === null || ninetiethDays === null
        ? t('portfolioViews.course.noDays')
        : t('portfolioViews.course.days', {
            // The word follows the number that is shown.
            count: Math.round(medianDays),
            ninetieth: charts.count.full(ninetiethDays),
          }),
    href: toggled({ reachedPhase: String(phase) }),
    projects: projectsAddress(filter, { reachedPhase: String(phase) }),
  }));
  const title = t('portfolioViews.course.title');
  if (stages.length === 0) return <NoneOf title={title} text={t('portfolioViews.course.none')} />;
  return (
    <ChartPanel
      size="half"
      title={title}
      method={t('portfolioViews.course.note')}
      draw={(width) => <StageBars title={title} width={width} stages={stages} format={charts.count} />}
      table={stageTable(
        { stages: stages.map(({ projects, ...stage }) => ({ ...stage, href: projects })), format: charts.count },
        {
          corner: t('portfolioViews.corner.phases'),
          value: t('portfolioViews.course.reached'),
          note: t('portfolioViews.course.daysHead'),
        },
      )}
    />
  );
}

/** Where most projects wait. */
function WaitsPanel({ course, filter }: PanelProps) {
  const text = useText();
  const toggled = useToggledAddress();
  const { t, pair, charts } = text;
  const sideOf = (side: string) =>
    side === 'administration' || side === 'mei' ? pair(CENTRAL_BODIES[side]) : t(`projects.onTurn.${side as 'own'}`);
  const waiting = course.waits.filter(({ side }) => side !== 'nobody');
  const waits = waiting
    .toSorted((one, other) => other.projects - one.projects)
    .slice(0, MOST_WAITS)
    .map(({ phase, side, projects, medianDays }) => ({
      key: `${phase} ${side}`,
      label: `${titleOf(phase, text)}: ${sideOf(side)}`,
      value: projects,
      days: medianDays === null ? t('common.noValue') : charts.count.full(medianDays),
      href: toggled({ phase: String(phase), onTurn: side }),
      projectsHref: projectsAddress(filter, { phase: String(phase), onTurn: side }),
    }));
  const title = t('portfolioViews.waits.title');
  if (waits.length === 0) return <NoneOf title={title} text={t('portfolioViews.waits.none')} />;
  return (
    <ChartPanel
      size="half"
      title={title}
      note={
        waiting.length > MOST_WAITS
          ? t('portfolioViews.waits.further', { shown: MOST_WAITS, count: waiting.length })
          : undefined
      }
      draw={(width) => (
        <BarChart title={title} width={width} bars={waits} format={charts.count} none={t('common.noValue')} />
      )}
      table={{
        head: [
          t('portfolioViews.waits.where'),
          t('portfolioViews.measures.projects'),
          t('portfolioViews.waits.medianDays'),
        ],
        rows: waits.map(({ label, value, days }) => [label, charts.count.full(value), days]),
        hrefs: waits.map(({ projectsHref }) => projectsHref),
      }}
    />
  );
}

/** The commission's decisions on its newest lists. */
function ListsPanel({ course, filter }: PanelProps) {
  const toggled = useToggledAddress();
  const { t, pair, data, charts } = useText();
  const keyOf = (phase: number, decision: number) => decidedKey(phase, decision === 0 ? null : decision);
  const decided = new Set(
    course.lists.flatMap(({ decisions }) => decisions.map((one) => keyOf(one.phase, one.decision))),
  );
  const labels = course.lists.map(({ type, name }) => `${pair(listInfo(type).title)} ${data(name)}`);
  const hrefs = course.lists.map(({ type, name }) => projectsAddress(filter, { onList: `${type}/${name}` }));
  // Each decision keeps its look, regardless of the filter.
  const series = DECIDED_KEYS.flatMap((key, look) =>
    decided.has(key)
      ? {
          name: pair(decidedTextOf(key)),
          look,
          values: course.lists.map(({ decisions }) =>
            decisions
              .filter((one) => keyOf(one.phase, one.decision) === key)
              .reduce((sum, { projects }) => sum + projects, 0),
          ),
          hrefs: course.lists.map(({ type, name }) => toggled({ onList: `${type}/${name}/${key}` })),
        }
      : [],
  );
  const title = t('portfolioViews.lists.title');
  return (
    <ChartPanel
      size="wide"
      title={title}
      draw={(width) => (
        <StackedBars title={title} width={width} labels={labels} series={series} format={charts.count} />
      )}
      table={{
        head: [t('portfolioViews.lists.list'), ...series.map(({ name }) => name)],
        rows: labels.map((label, row) => [label, ...series.map(({ values }) => charts.count.full(values[row] ?? 0))]),
        hrefs,
      }}
    />
  );
}

export function CoursePanels({ filter }: { filter: TableState }) {
  const { t } = useText();
  const { data: course, error, refetch } = useQuery(courseQuery(portfolioParameters(filter)));
  if (!course) {
    return (['course', 'waits'] as const).map((part) => (
      <ChartState key={part} size="half" title={t(`portfolioViews.${part}.title`)}>
        {error ? <FailedLine error={error} onRetry={() => void refetch()} /> : <Waiting />}
      </ChartState>
    ));
  }
  return (
    <>
      <StagesPanel course={course} filter={filter} />
      <WaitsPanel course={course} filter={filter} />
      {course.lists.length > 0 && <ListsPanel course={course} filter={filter} />}
    </>
  );
}
