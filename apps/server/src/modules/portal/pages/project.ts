import { LineChart, seriesTable } from '@pimis/charts/lines';
import { SCurve, sCurveSeries } from '@pimis/charts/s-curve';
import { Timeline, timelineTable } from '@pimis/charts/timeline';
import type { TimelineRow } from '@pimis/charts/timeline-rows';
import { DOCUMENT_TYPE_NAMES } from '@pimis/domain/documents/files';
import { titleOf } from '@pimis/domain/forms/titles';
import { fromHundredths } from '@pimis/domain/money/decimal';
import type { ReactNode } from 'react';
import type { PublicFacts } from '../../open-data/facts.ts';
import type { Oc4idsProject } from '../../open-data/mapping/oc4ids.ts';
import { doneByQuarter, plannedByQuarter, plansOf, spentByQuarter } from '../../open-data/mapping/progress.ts';
import { pathOf } from '../addresses.ts';
import { h, type PortalPage } from '../html.ts';
import { type Column, Facts, Fitting, Panel, ShownTable, Status, statusName, Table } from '../parts.ts';
import { filled, type Words } from '../words.ts';
import { listTitle } from './front.ts';

const DAY = 'YYYY-MM-DD'.length;
const DESCRIPTION_LETTERS = 200;

interface ProjectParts {
  words: Words;
  facts: PublicFacts;
  project: Oc4idsProject;
  /** Codes of districts by name, for links. */
  districts: ReadonlyMap<string, string>;
  /** YYYY-MM-DD. */
  today: string;
}

const dayIn = (instant: string | undefined) => instant?.slice(0, DAY);

/** Whether the project should have ended. */
const isLate = ({ project, today }: ProjectParts) =>
  project.status === 'implementation' && (dayIn(project.period?.endDate) ?? today) < today;

function summary(parts: ProjectParts): ReactNode {
  const { words, facts, project } = parts;
  const { texts, formats, day } = words;
  const spent = spentByQuarter(facts);
  const done = doneByQuarter(facts).at(-1)?.percent;
  const end = dayIn(project.period?.endDate);
  const value = (amount: number | undefined) => (amount === undefined ? null : formats.amount.full(amount));
  const fact = (name: string, content: ReactNode) => (content === null ? null : ([name, content] as const));
  return h(Facts, {
    facts: [
      fact(texts.project.value, value(project.budget?.amount.amount)),
      fact(
        texts.project.spent,
        spent.length === 0 ? null : value(Number(fromHundredths(spent.reduce((sum, { amount }) => sum + amount, 0n)))),
      ),
      fact(texts.project.done, done === undefined ? null : formats.percent.full(Number(done))),
      fact(texts.project.finalValue, value(project.completion?.finalValue?.amount)),
      fact(texts.project.plannedEnd, end === undefined ? null : day(end)),
      fact(texts.project.since, day(facts.since)),
    ],
  });
}

function what({ words, facts, project }: ProjectParts): ReactNode {
  const { texts, data } = words;
  const part = (title: string, text: string | undefined) =>
    text === undefined
      ? null
      : [h('h3', { key: title }, title), h('p', { key: `${title} text`, className: 'prose' }, data(text))];
  const own = (project.additionalClassifications ?? []).map(({ description }) => data(description)).join(' · ');
  return h(
    Panel,
    { title: texts.project.what },
    project.description !== undefined && h('p', { className: 'prose' }, data(project.description)),
    part(texts.project.goals, project.purpose),
    part(texts.project.benefits, project.benefits?.[0]?.description),
    part(texts.project.policies, project.policyAlignment?.description),
    own !== '' && h('p', { className: 'second' }, own),
    facts.related.length > 0 && [
      h('h3', { key: 'related' }, texts.project.related),
      h(
        'ul',
        { key: 'list' },
        facts.related.map(({ number, title }) =>
          h('li', { key: number }, h('a', { href: relatedPath(words, project, number) }, data(title))),
        ),
      ),
    ],
  );
}

/** Another project's page: its identifier has the same prefix as this one's. */
function relatedPath(words: Words, project: Oc4idsProject, number: string): string {
  const found = project.relatedProjects?.find(({ identifier }) => identifier.endsWith(`-${number}`));
  return pathOf(words.language, `/projects/${found?.identifier ?? number}`);
}

function where({ words, project, districts }: ProjectParts): ReactNode {
  const { texts, data, language } = words;
  if (!project.locations) return null;
  return h(
    Panel,
    { title: texts.project.where },
    h(
      'ul',
      null,
      project.locations.map(({ id, address: { locality, region } }) => {
        const code = region === undefined ? undefined : districts.get(region);
        return h(
          'li',
          { key: id },
          data(locality),
          region !== undefined && [
            ', ',
            code === undefined
              ? data(region)
              : h('a', { key: code, href: pathOf(language, `/regions/${code}`) }, data(region)),
          ],
        );
      }),
    ),
  );
}

function who({ words, facts, project }: ProjectParts): ReactNode {
  const { texts, data, formats, language } = words;
  const breakdown = (id: string) =>
    project.budget?.budgetBreakdowns?.find((one) => one.id === id)?.budgetBreakdown ?? [];
  const [sources, years] = [breakdown('sources'), breakdown('years')];
  return h(
    Panel,
    { title: texts.project.who },
    h(Facts, {
      facts: [
        [
          texts.project.authority,
          h('a', { href: pathOf(language, `/bodies/${facts.organization.id}`) }, data(facts.organization.name)),
        ],
        facts.proposer && [texts.project.proposer, data(facts.proposer.name)],
      ],
    }),
    sources.length > 0 && [
      h('h3', { key: 'payers' }, texts.project.payers),
      h(Table<(typeof sources)[number]>, {
        key: 'sources',
        caption: texts.project.payers,
        rows: sources,
        keyOf: ({ id }) => id,
        columns: [
          { name: texts.columns.source, cell: ({ description }) => data(description ?? texts.none) },
          { name: texts.columns.financier, cell: ({ sourceParty }) => data(sourceParty?.name ?? '–') },
          { name: texts.columns.amount, amount: true, cell: ({ amount }) => formats.amount.full(amount.amount) },
        ],
      }),
    ],
    years.length > 0 && [
      h('h3', { key: 'years' }, texts.project.years),
      h(Table<(typeof years)[number]>, {
        key: 'costs',
        caption: texts.project.years,
        rows: years,
        keyOf: ({ id }) => id,
        columns: [
          { name: texts.columns.year, cell: ({ id }) => id },
          { name: texts.columns.amount, amount: true, cell: ({ amount }) => formats.amount.full(amount.amount) },
        ],
      }),
    ],
  );
}

/** The estimate at each approval, as a line that holds until the next. */
function much({ words, project }: ProjectParts): ReactNode {
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

const completionNote = (title: string, text: string | undefined, { data }: Words): ReactNode =>
  text === undefined ? null : [h('h3', { key: title }, title), h('p', { key: 'note', className: 'prose' }, data(text))];

/** The whole project against its plans, then each status that it had. */
export function timelineRows({ words, facts, project }: ProjectParts): TimelineRow[] {
  const { texts } = words;
  const spans = plansOf(facts).flatMap(({ facts: { start, end } }) =>
    start !== undefined && end !== undefined && start <= end ? [{ start, end }] : [],
  );
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

function when(parts: ProjectParts): ReactNode {
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
function far({ words, facts }: ProjectParts): ReactNode {
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

function procurements({ words, project }: ProjectParts): ReactNode {
  const { texts, data, day, formats } = words;
  const rows = project.contractingProcesses ?? [];
  if (rows.length === 0) return null;
  return h(
    Panel,
    { title: texts.project.procurements },
    h(Table<(typeof rows)[number]>, {
      caption: texts.project.procurements,
      rows,
      keyOf: ({ id }) => id,
      columns: [
        { name: texts.columns.subject, cell: ({ summary: { title } }) => data(title) },
        {
          name: texts.columns.procedure,
          cell: ({ summary: { tender } }) => data(tender.procurementMethodDetails ?? '–'),
        },
        {
          name: texts.columns.estimate,
          amount: true,
          cell: ({ summary: { tender } }) =>
            tender.costEstimate ? formats.amount.full(tender.costEstimate.amount) : '–',
        },
        {
          name: texts.columns.period,
          cell: ({ summary: { contractPeriod } }) =>
            contractPeriod === undefined
              ? '–'
              : [contractPeriod.startDate, contractPeriod.endDate]
                  .map((one) => (one === undefined ? '' : day(dayIn(one) ?? '')))
                  .join(' – '),
        },
      ],
    }),
  );
}

function decisions({ words, facts }: ProjectParts): ReactNode {
  const { texts, day } = words;
  if (facts.decisions.length === 0) return null;
  const columns: Column<(typeof facts.decisions)[number]>[] = [
    { name: texts.columns.list, cell: ({ list }) => listTitle(words, list) },
    { name: texts.columns.decision, cell: ({ decision }) => texts.decision[decision as keyof typeof texts.decision] },
    { name: texts.columns.date, cell: ({ date }) => (date === null ? '–' : day(date)) },
  ];
  return h(
    Panel,
    { title: texts.project.decisions },
    h(Table<(typeof facts.decisions)[number]>, {
      caption: texts.project.decisions,
      rows: facts.decisions,
      keyOf: (_, index) => index,
      columns,
    }),
  );
}

function documents({ words, facts, project }: ProjectParts): ReactNode {
  const { texts, data, day, pair } = words;
  const rows = project.documents ?? [];
  if (rows.length === 0) return null;
  const typeOf = new Map(
    facts.documents.map(({ id, documentType }) => [String(id), DOCUMENT_TYPE_NAMES[documentType]]),
  );
  return h(
    Panel,
    { title: texts.project.documents },
    h(
      'ul',
      null,
      rows.map(({ id, title, url, datePublished, description }) => {
        const type = typeOf.get(id);
        return h(
          'li',
          { key: id },
          h('a', { href: url, rel: 'nofollow' }, data(title)),
          h(
            'small',
            null,
            [type ? pair(type) : '', day(datePublished.slice(0, DAY)), data(description ?? '')]
              .filter((part) => part !== '')
              .join(' · '),
          ),
        );
      }),
    ),
  );
}

/** Approvals and changes of status, newest first. */
function history({ words, facts }: ProjectParts): ReactNode {
  const { texts, day, pair } = words;
  const events = [
    ...facts.forms.map(({ code, name, approvedOn }) => {
      const title = titleOf(code);
      return {
        day: approvedOn,
        text: filled(texts.project.approved, { what: code === 'kvartalni' || !title ? words.data(name) : pair(title) }),
      };
    }),
    ...facts.periods.map(({ status, firstDay }) => ({
      day: firstDay,
      text: filled(texts.project.became, { status: statusName(words, status) }),
    })),
  ].toSorted((one, other) => (one.day < other.day ? 1 : one.day > other.day ? -1 : 0));
  return h(
    Panel,
    { title: texts.project.history },
    h(
      'ol',
      { className: 'history' },
      events.map((event, index) =>
        h('li', { key: `${event.day} ${index}` }, h('time', { dateTime: event.day }, day(event.day)), event.text),
      ),
    ),
  );
}

/** A project's page: what, where, who, how much, when, how far. */
export function projectPage(parts: ProjectParts): PortalPage {
  const { words, facts, project } = parts;
  const { texts, data } = words;
  const title = data(project.title);
  const description = data(project.description ?? project.title);
  return {
    title,
    description:
      description.length > DESCRIPTION_LETTERS
        ? `${description.slice(0, DESCRIPTION_LETTERS).trimEnd()}…`
        : description,
    path: `/projects/${project.id}`,
    content: [
      h(
        'div',
        { key: 'head', className: 'project-head' },
        h(
          'p',
          { className: 'second' },
          `${data(facts.code)} · ${filled(texts.project.number, { number: facts.number })}`,
        ),
        h('h1', null, title),
        h(
          'p',
          null,
          h(Status, { words, status: facts.status, late: isLate(parts) }),
          ' ',
          h('a', { href: pathOf(words.language, `/bodies/${facts.organization.id}`) }, data(facts.organization.name)),
        ),
      ),
      h('div', { key: 'summary' }, summary(parts)),
      ...[what, where, who, much, when, far, procurements, decisions, documents, history].map((part) =>
        h('div', { key: part.name }, part(parts)),
      ),
      h(
        'p',
        { key: 'data', className: 'exact' },
        h('a', { href: `/api/open-data/projects/${project.id}` }, texts.project.data),
        ' · ',
        filled(texts.footer.updated, { day: words.day(project.updated.slice(0, DAY)) }),
      ),
    ],
  };
}
