import { type RawBuilder, sql } from 'kysely';
import { searchWords } from '@pimis/domain/text/search';
import { phasesOf, STAGES } from '@pimis/domain/workflow/phases';
import type { TableField } from '../../platform/paging.ts';
import { foldedCodeCondition, searchCondition, searchWherever, type Telling } from '../../platform/search.ts';
import { searchKeyInOrder } from '../projects/search-key.ts';
import { type Tally, tallyOfBeginning, tallyOfOrganizations, tallyOfSearch, tallyOfWord } from '../projects/tallies.ts';
import { delayedOn } from './list.ts';

export interface ProjectField extends TableField {
  /** Tallies that are asked, one after the other, how many of all projects a text leaves; null: one that cannot tell. */
  tallies?: (text: string) => (Tally | null)[];
  /** One value leaves few, and its index has what the table is sorted by as it opens: they are found and sorted at once. */
  carriesOrder?: boolean;
  /** The condition as it is asked of each project that is passed in the order of the table; else as it is found by. */
  passed?: (text: string, tell: Telling) => RawBuilder<boolean>;
}
export type ProjectFields = Record<string, ProjectField>;

/** The fields with their conditions as they are asked of projects that are passed. */
export const asPassed = (fields: ProjectFields, tell: Telling): ProjectFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const { passed } = field;
      return [name, passed ? { ...field, condition: (text: string) => passed(text, tell) } : field];
    }),
  );

const NAME_KEY = sql`named.name_key`;
/** One of the organizations whose names carry a text, or one word of it: an index on their numbers is asked for each. */
const organizationsNamed = (named: RawBuilder<boolean>) =>
  sql`any (array(select named.id from published.organizations named where ${named}))`;
/**
 * The same of a column of each project that is passed: looked up in a table of their numbers, not compared with one after
 * the other. `is true` keeps it a condition of the row: otherwise the planner would make a join of it.
 */
const isAmongNamed = (column: string, named: RawBuilder<boolean>) =>
  sql<boolean>`(${sql.raw(column)} in (select named.id from published.organizations named where ${named})) is true`;

/**
 * The condition that the organization of a column has a name that answers: found by the name among all organizations, or,
 * for the few rows of an organization, asked of each.
 */
const ofNamed = (sight: 'all' | 'own', column: string, named: RawBuilder<boolean>): RawBuilder<boolean> =>
  sight === 'all'
    ? sql<boolean>`${sql.ref(column)} = ${organizationsNamed(named)}`
    : sql<boolean>`(select ${named} from published.organizations named where named.id = ${sql.ref(column)})`;

/** Conditions and tallies of a project's organization that is looked for by words of its name. */
const byNameOf = (sight: 'all' | 'own', organization: 'owner' | 'proposer', column: string) => ({
  condition: (text: string) => ofNamed(sight, column, searchCondition(NAME_KEY, text)),
  passed: (text: string, tell: Telling) => isAmongNamed(column, searchCondition(NAME_KEY, text, tell)),
  tallies: (text: string) => [
    tallyOfWord(`${organization}Name`, text),
    tallyOfOrganizations(organization, sql<boolean>`term = ${organizationsNamed(searchCondition(NAME_KEY, text))}`),
  ],
});

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
    passed: (text: string, tell: Telling) => foldedCodeCondition(sql.raw(`projects.${field}_key`), text, tell),
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
      passed: (text, tell) => searchCondition(sql`projects.name_key`, text, tell),
      tallies: (text) => [tallyOfWord('name', text)],
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
      passed: (text, tell) =>
        searchWherever(
          text,
          (carries) =>
            sql<boolean>`(${carries(searchKeyInOrder('projects'))}
              or ${isAmongNamed('projects.organization_id', carries(NAME_KEY))})`,
          tell,
        ),
      tallies: (text) => [tallyOfSearch(text)],
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
      ...byNameOf(sight, 'owner', 'projects.organization_id'),
    },
    proposerOrganizationName: {
      column: 'proposer.name',
      kind: 'text',
      sortable: true,
      ...byNameOf(sight, 'proposer', 'projects.proposer_organization_id'),
    },
    createdDate: { column: 'projects.created_at', kind: 'instant', sortable: true, carriesOrder: true },
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
type Beside = 'owner' | 'proposer';

/** Of all projects an index has their order; of an organization's each is asked for by its key, not all read for it. */
const join = (beside: Beside, column: string) => ({
  all: sql`join published.organizations as ${sql.raw(beside)} on ${sql.raw(`${beside}.id = projects.${column}`)}`,
  own: sql`cross join lateral (select name from published.organizations
    where organizations.id = ${sql.raw(`projects.${column}`)} offset 0) ${sql.raw(beside)}`,
});

export const JOINS: Readonly<Record<Beside, Record<'all' | 'own', RawBuilder<unknown>>>> = {
  owner: join('owner', 'organization_id'),
  proposer: join('proposer', 'proposer_organization_id'),
};

/** Fields that are found by the words in them, wherever they stand. */
const BY_WORDS: readonly string[] = ['name', 'search'];

/** Whether an index answers the filter of a field alone: not so for words, and for what is computed. */
export const hasIndex = (fields: ProjectFields, name: string) =>
  !BY_WORDS.includes(name) && fields[name]?.computed !== true;
