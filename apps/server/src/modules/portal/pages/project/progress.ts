import { LineChart, seriesTable } from '@pimis/charts/lines';
import { SCurve, sCurveSeries } from '@pimis/charts/s-curve';
import { Timeline, timelineTable } from '@pimis/charts/timeline';
import type { TimelineRow } from '@pimis/charts/timeline-layout';
import { fromHundredths } from '@pimis/domain/money/decimal';
import { spanOf } from '@pimis/domain/portfolio/timeline';
import type { ReactNode } from 'react';
import { doneByQuarter, plannedByQuarter, plansOf, spentByQuarter } from '../../../open-data/mapping/progress.ts';
import { h } from '../../html.ts';
import { Fitting, Panel, ShownTable, statusName, Table } from '../../parts.ts';
import { completionNote, dayIn, type ProjectParts } from './parts.ts';

/* The course of the project: its estimates, schedule, and progress by quarter. */

/** The estimate at each approval, as a step line. */
export function estimatesSection({ words, project }: ProjectParts): ReactNode {
  const { texts, formats, data, day } = words;
  const approvals = (project.milestones ?? []).filter(({ type, value }) => type === 'approval' && value !== undefined);
  if (approvals.length === 0) return null;
  const labels = approvals.map(({ title, dateMet }) => `${data(title)}, ${day(dayIn(dateMet) ?? '')}`);
  const series = [
    { name: texts.project.value, values: approvals.map(({ value }) => value?.amount ?? null), step: true, area: true },
  ];
  return h(
    Panel,
    { title: texts.project.much },
    h(Fitting, {
      draw: (width) =>
        h(LineChart, {
          title: texts.project.estimates,
          width,
          labels: approvals.map(({ dateMet }) => day(dayIn(dateMet) ?? '')),
          series,
          format: formats.amount,
        }),
    }),
    h(ShownTable, {
      words,
      title: texts.project.estimates,
      data: seriesTable(
        { labels, series, format: formats.amount },
        { corner: texts.columns.decidedBy, none: texts.none },
      ),
    }),
    completionNote(texts.project.deviation, project.completion?.finalValueDetails, words),
  );
}

/** Rows for the whole project and its plans, then for each status that it had. */
export function timelineRows({ words, facts, project }: ProjectParts): TimelineRow[] {
  const { texts } = words;
  const spans = plansOf(facts).flatMap(({ facts: { start, end } }) => spanOf(start, end) ?? []);
  const first = facts.periods[0]?.firstDay;
  const ended = dayIn(project.completion?.endDate);
  const works = facts.periods.find(({ status }) => status === 'implementation');
  return [
    ...(spans.length > 0 || works
      ? [
          {
            key: 'plan',
            label: texts.project.plan,
            planned: spans.at(-1),
            former: spans.slice(0, -1),
            actual: works && {
              start: works.firstDay,
              end: ended !== undefined && ended > works.firstDay ? ended : works.lastDay,
            },
          },
        ]
      : []),
    ...facts.periods
      .filter(({ firstDay }) => first !== undefined && firstDay >= first)
      .map(({ status, firstDay, lastDay }) => ({
        key: status,
        label: statusName(words, status),
        actual: { start: firstDay, end: lastDay },
      })),
  ];
}

export function scheduleSection(parts: ProjectParts): ReactNode {
  const { words, project, today } = parts;
  const { texts, day, data, formats } = words;
  const rows = timelineRows(parts);
  const deliveries = (project.milestones ?? []).filter(({ type }) => type === 'delivery');
  if (rows.length === 0 && deliveries.length === 0) return null;
  return h(
    Panel,
    { title: texts.project.when },
    rows.length > 0 && [
      h(Fitting, {
        key: 'chart',
        draw: (width) => h(Timeline, { title: texts.project.timeline, width, rows, today, names: texts.timeline, day }),
      }),
      h(ShownTable, {
        key: 'table',
        words,
        title: texts.project.timeline,
        data: timelineTable(
          { rows, day },
          [texts.columns.event, texts.columns.planned, texts.columns.actual],
          texts.none,
        ),
      }),
    ],
    deliveries.length > 0 &&
      h(Table<(typeof deliveries)[number]>, {
        caption: texts.columns.activity,
        rows: deliveries,
        keyOf: ({ id }) => id,
        columns: [
          { name: texts.columns.activity, cell: ({ title }) => data(title) },
          { name: texts.columns.due, cell: ({ dueDate }) => day(dayIn(dueDate) ?? '') },
          { name: texts.columns.state, cell: ({ status }) => texts.milestone[status as keyof typeof texts.milestone] },
          {
            name: texts.columns.amount,
            amount: true,
            cell: ({ value }) => (value ? formats.amount.full(value.amount) : '–'),
          },
        ],
      }),
    completionNote(texts.project.delay, project.completion?.endDateDetails, words),
  );
}

/** Planned and spent by quarter, and the work done. */
export function progressSection({ words, facts }: ProjectParts): ReactNode {
  const { texts, formats } = words;
  const plan = plansOf(facts).at(-1);
  const planned = plan ? plannedByQuarter(plan.facts) : [];
  const spent = spentByQuarter(facts);
  const done = doneByQuarter(facts);
  const keyOf = ({ year, quarter }: { year: number; quarter: number }) => `${year}-${quarter}`;
  const labels = [...new Set([...planned, ...spent].map(keyOf))].toSorted();
  if (labels.length === 0) return null;
  const last = spent.map(keyOf).toSorted().at(-1);
  const amountIn = (rows: typeof spent, label: string) => {
    const found = rows.find((row) => keyOf(row) === label);
    return found ? Number(fromHundredths(found.amount)) : 0;
  };
  const curve = {
    planned: { name: texts.columns.planned, values: labels.map((label) => amountIn(planned, label)) },
    actual: {
      name: texts.columns.spent,
      values: labels.map((label) => (last !== undefined && label <= last ? amountIn(spent, label) : null)),
    },
  };
  const doneSeries = [{ name: texts.columns.done, values: done.map(({ percent }) => Number(percent)) }];
  return h(
    Panel,
    { title: texts.project.far },
    h(Fitting, {
      draw: (width) => h(SCurve, { title: texts.project.quarters, width, labels, ...curve, format: formats.amount }),
    }),
    h(ShownTable, {
      words,
      title: texts.project.quarters,
      data: seriesTable(
        { labels, series: sCurveSeries(curve), format: formats.amount },
        { corner: texts.columns.quarter, none: texts.none },
      ),
    }),
    done.length > 0 && [
      h('h3', { key: 'done' }, texts.project.doneChart),
      h(Fitting, {
        key: 'chart',
        draw: (width) =>
          h(LineChart, {
            title: texts.project.doneChart,
            width,
            labels: done.map(keyOf),
            series: doneSeries,
            format: formats.percent,
          }),
      }),
      h(ShownTable, {
        key: 'table',
        words,
        title: texts.project.doneChart,
        data: seriesTable(
          { labels: done.map(keyOf), series: doneSeries, format: formats.percent },
          { corner: texts.columns.quarter, none: texts.none },
        ),
      }),
    ],
  );
}
