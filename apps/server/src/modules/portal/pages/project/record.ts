import { DOCUMENT_TYPE_NAMES } from '@pimis/domain/documents/files';
import { FORM_CODE } from '@pimis/domain/forms/codes';
import { titleOf } from '@pimis/domain/forms/titles';
import type { ReactNode } from 'react';
import { dayOf } from '../../../../platform/context.ts';
import { h } from '../../html.ts';
import { type Column, Panel, statusName, Table } from '../../parts.ts';
import { filled } from '../../words.ts';
import { listTitle } from '../front.ts';
import { dayIn, type ProjectParts } from './parts.ts';

/* Records of the project: procurements, decisions, documents and the history. */

export function procurementsSection({ words, project }: ProjectParts): ReactNode {
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

export function decisionsSection({ words, facts }: ProjectParts): ReactNode {
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

export function documentsSection({ words, facts, project }: ProjectParts): ReactNode {
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
            [type ? pair(type) : '', datePublished ? day(dayOf(new Date(datePublished))) : '', data(description ?? '')]
              .filter((part) => part !== '')
              .join(' · '),
          ),
        );
      }),
    ),
  );
}

/** Approvals and changes of status, newest first. */
export function historySection({ words, facts }: ProjectParts): ReactNode {
  const { texts, day, pair } = words;
  const events = [
    ...facts.forms.map(({ code, name, approvedOn }) => {
      const title = titleOf(code);
      return {
        day: approvedOn,
        text: filled(texts.project.approved, {
          what: code === FORM_CODE.quarterlyReport || !title ? words.data(name) : pair(title),
        }),
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
