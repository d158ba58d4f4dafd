import { fromHundredths } from '@pimis/domain/money/decimal';
import type { ReactNode } from 'react';
import type { Oc4idsProject } from '../../../open-data/mapping/oc4ids.ts';
import { doneByQuarter, plannedEnd, spentByQuarter } from '../../../open-data/mapping/progress.ts';
import { pathOf } from '../../addresses.ts';
import { h } from '../../html.ts';
import { Facts, Panel, Table } from '../../parts.ts';
import type { Words } from '../../words.ts';
import type { ProjectParts } from './parts.ts';

/* Sections about the project: its figures, purpose, places and sources of funds. */

export function summarySection(parts: ProjectParts): ReactNode {
  const { words, facts, project } = parts;
  const { texts, formats, day } = words;
  const spent = spentByQuarter(facts);
  const done = doneByQuarter(facts).at(-1)?.percent;
  const end = plannedEnd(facts);
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
      fact(texts.project.plannedEnd, end === null ? null : day(end)),
      fact(texts.project.since, day(facts.since)),
    ],
  });
}

export function purposeSection({ words, facts, project }: ProjectParts): ReactNode {
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
    part(texts.project.benefits, project.benefits?.[0]?.beneficiaries[0]?.description),
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

export function placesSection({ words, project, districts }: ProjectParts): ReactNode {
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

export function fundingSection({ words, facts, project }: ProjectParts): ReactNode {
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
