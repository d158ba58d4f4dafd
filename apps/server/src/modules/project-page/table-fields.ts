import { type RawBuilder, sql } from 'kysely';
import { searchWords } from '@pimis/domain/text/search';
import { phasesOf, STAGES } from '@pimis/domain/workflow/phases';
import type { TableField } from '../../platform/paging.ts';
import { foldedCodeCondition, searchCondition, searchWherever, type Telling } from '../../platform/search.ts';
import { type Postings, postingsOfName, postingsOfOrganizations, postingsOfSearch } from '../projects/postings.ts';
import { searchKeyInOrder } from '../projects/search-key.ts';
import { type Tally, tallyOfBeginning, tallyOfOrganizations, tallyOfSearch, tallyOfWord } from '../projects/tallies.ts';
import { delayedOn } from './list.ts';

export interface ProjectField extends TableField {
  /** Tallies that are asked, one after the other, how many of all projects a text leaves; null: one that cannot tell. */
  tallies?: (text: string) => (Tally | null)[];
  /** Postings under which what a text leaves stands; null where it stands under none. */
  postings?: (text: string) => Postings | null;
  /** The condition as it is asked of each project that is passed in the order of the table; else as it is found by. */
  passed?: (text: string, passing: Passing) => RawBuilder<boolean>;
}

/** How projects are passed in the order of the table. */
export interface Passing {
  tell: Telling;
  /** No more than FEW_PASSED: whether the organization of one answers is looked up for it, not all that do first. */
  few: boolean;
}
/** For so many projects it costs less to look up their organizations one by one than to find all that answer. */
export const FEW_PASSED = 256;

export type ProjectFields = Record<string, ProjectField>;

/** The fields with their conditions as they are asked of projects that are passed. */
export const asPassed = (fields: ProjectFields, passing: Passing): ProjectFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const { passed } = field;
      return [name, passed ? { ...field, condition: (text: string) => passed(text, passing) } : field];
    }),
  );

const NAME_KEY = sql`named.name_key`;
/** One of the organizations whose names carry a text, or one word of it: an index on their numbers is asked for each. */
const organizationsNamed = (named: RawBuilder<boolean>) =>
  sql`any (array(select named.id from published.organizations named where ${named}))`;
/** The condition that the organization of a column has a name that answers, asked of each row. */
const isNamed = (column: string, named: RawBuilder<boolean>) =>
  sql<boolean>`(select ${named} from published.organizations named where named.id = ${sql.ref(column)})`;

/** The same: found by the name among all organizations, or, for the few rows of an organization, asked of each. */
const ofNamed = (sight: 'all' | 'own', column: string, named: RawBuilder<boolean>): RawBuilder<boolean> =>
  sight === 'all' ? sql<boolean>`${sql.ref(column)} = ${organizationsNamed(named)}` : isNamed(column, named);

/**
 * The same of each project that is passed: of many looked up in a table of the organizations' numbers, not compared with
 * one after the other. `is true` keeps it a condition of the row: otherwise the planner would make a join of it.
 */
const passedNamed = (column: string, named: RawBuilder<boolean>, few: boolean) =>
  few
    ? isNamed(column, named)
    : sql<boolean>`(${sql.raw(column)} in (select named.id from published.organizations named where ${named})) is true`;

/** The columns of a project's organizations. */
const COLUMN_OF = { owner: 'organization_id', proposer: 'proposer_organization_id' } as const;
type Beside = keyof typeof COLUMN_OF;

/** Under the words of organizations' names that carry a text, or, for what is not one word, under the organizations. */
const postingsNamed = (beside: Beside, text: string) =>
  postingsOfName(`${beside}Name`, text) ??
  postingsOfOrganizations(COLUMN_OF[beside], (tell) => searchCondition(NAME_KEY, text, tell));

/** How a project's organization is looked for by words of its name. */
const byNameOf = (sight: 'all' | 'own', beside: Beside) => {
  const column = `projects.${COLUMN_OF[beside]}`;
  return {
    condition: (text: string) => ofNamed(sight, column, searchCondition(NAME_KEY, text)),
    passed: (text: string, { tell, few }: Passing) => passedNamed(column, searchCondition(NAME_KEY, text, tell), few),
    tallies: (text: string) => [
      tallyOfWord(`${beside}Name`, text),
      tallyOfOrganizations(beside, sql<boolean>`term = ${organizationsNamed(searchCondition(NAME_KEY, text))}`),
    ],
    postings: (text: string) => postingsNamed(beside, text),
  };
};

/** Organizations whose number begins so, as a range: the index on the number answers it. Numbers are digits alone. */
function organizationBeginning(text: string): RawBuilder<boolean> {
  const digits = searchWords(text).join(' ');
  if (!/^\d{1,5}$/.test(digits)) return sql<boolean>`false`;
  const last = digits.padEnd(5, '9');
  return sql<boolean>`projects.organization_id between ${digits} and ${last}`;
}

/**
 * A condition on the folded keys of a project, which stand in the table itself. For the kept rows of an organization
 * they are read row by row: it has thousands, and what a word is found in would be read out of all projects.
 */
const onKeys = (sight: 'all' | 'own', condition: (keys: string) => RawBuilder<boolean>): RawBuilder<boolean> =>
  sight === 'all'
    ? condition('projects')
    : sql<boolean>`(select ${condition('whole')} from published.projects whole where whole.id = projects.id)`;

/** Fields of the table: of all projects, or of those that one organization sees. The day is that of the server. */
export function fieldsOf(day: string, sight: 'all' | 'own'): ProjectFields {
  const byBeginning = (field: 'code' | 'number') => ({
    condition: (text: string) => onKeys(sight, (keys) => foldedCodeCondition(sql.raw(`${keys}.${field}_key`), text)),
    passed: (text: string, { tell }: Passing) => foldedCodeCondition(sql.raw(`projects.${field}_key`), text, tell),
    tallies: (text: string) => [tallyOfBeginning(field, text)],
  });
  return {
    code: { column: 'projects.code', kind: 'code', sortable: true, ...byBeginning('code') },
    number: { column: 'projects.number', kind: 'code', sortable: true, ...byBeginning('number') },
    name: {
      column: 'projects.name',
      kind: 'text',
      sortable: true,
      condition: (text) => onKeys(sight, (keys) => searchCondition(sql.raw(`${keys}.name_key`), text)),
      passed: (text, { tell }) => searchCondition(sql`projects.name_key`, text, tell),
      tallies: (text) => [tallyOfWord('name', text)],
      postings: (text) => postingsOfName('name', text),
    },
    search: {
      column: 'projects.name',
      kind: 'text',
      condition: (text) =>
        onKeys(sight, (keys) =>
          searchWherever(
            text,
            (carries) =>
              sql<boolean>`(${carries(sql.raw(`${keys}.search_key`))} or ${ofNamed(sight, 'projects.organization_id', carries(NAME_KEY))})`,
          ),
        ),
      passed: (text, { tell, few }) =>
        searchWherever(
          text,
          (carries) =>
            sql<boolean>`(${carries(searchKeyInOrder('projects'))}
              or ${passedNamed('projects.organization_id', carries(NAME_KEY), few)})`,
          tell,
        ),
      tallies: (text) => [tallyOfSearch(text)],
      postings: postingsOfSearch,
    },
    organizationId: {
      column: 'projects.organization_id',
      kind: 'code',
      condition: (text) => organizationBeginning(text),
    },
    organizationName: {
      column: 'owner.name',
      kind: 'text',
      sortable: true,
      ...byNameOf(sight, 'owner'),
    },
    proposerOrganizationName: {
      column: 'proposer.name',
      kind: 'text',
      sortable: true,
      ...byNameOf(sight, 'proposer'),
    },
    createdDate: { column: 'projects.created_at', kind: 'instant', sortable: true },
    lastChangeDate: { column: 'projects.last_changed_at', kind: 'instant', sortable: true },
    important: { column: 'projects.important', kind: 'boolean', sortable: true },
    foreignFunds: { column: 'projects.foreign_funds', kind: 'boolean', sortable: true },
    commissionApproved: { column: 'projects.commission_approved', kind: 'boolean', sortable: true },
    isMerged: { column: 'projects.is_merged', kind: 'boolean' },
    phase: { column: 'projects.phase', kind: 'integer', sortable: true },
    phaseStatus: { column: 'projects.phase_status', kind: 'integer', sortable: true },
    status: { column: 'projects.status', kind: 'integer', sortable: true },
    totalValue: { column: 'projects.total_value', kind: 'money', sortable: true },
    type: { column: 'projects.type', kind: 'integer', sortable: true },
    sector: { column: 'projects.sector', kind: 'integer', sortable: true },
    lastReporting: { column: 'projects.last_reporting', kind: 'date', sortable: true, nullable: true },
    stage: {
      column: `case ${STAGES.map((stage, index) => `when projects.phase in (${phasesOf(stage).join()}) then ${index + 1}`).join(' ')} end`,
      kind: 'integer',
      sortable: true,
    },
    pimisCommented: { column: 'projects.ministry_commented', kind: 'boolean', sortable: true },
    isConclusionReportDelayed: { column: delayedOn(day), kind: 'boolean', sortable: true, computed: true },
  };
}

/** Fields that are sorted by a column of a table beside the projects. */
export const SORTED_BESIDE: Readonly<Record<string, Beside>> = {
  organizationName: 'owner',
  proposerOrganizationName: 'proposer',
};

/** Of all projects an index has their order; of an organization's each is asked for by its key, not all read for it. */
const join = (beside: Beside) => ({
  all: sql`join published.organizations as ${sql.raw(beside)} on ${sql.raw(`${beside}.id = projects.${COLUMN_OF[beside]}`)}`,
  own: sql`cross join lateral (select name from published.organizations
    where organizations.id = ${sql.raw(`projects.${COLUMN_OF[beside]}`)} offset 0) ${sql.raw(beside)}`,
});

export const JOINS: Readonly<Record<Beside, Record<'all' | 'own', RawBuilder<unknown>>>> = {
  owner: join('owner'),
  proposer: join('proposer'),
};

/** Fields that are found by the words in them, wherever they stand. */
const BY_WORDS: readonly string[] = ['name', 'search'];

/** Whether an index answers the filter of a field alone: not so for words, and for what is computed. */
export const hasIndex = (fields: ProjectFields, name: string) =>
  !BY_WORDS.includes(name) && fields[name]?.computed !== true;
