import { type RawBuilder, sql } from 'kysely';
import { searchWords } from '@pimis/domain/text/search';
import { phasesOf, STAGES } from '@pimis/domain/workflow/phases';
import type { TableField } from '../../platform/paging.ts';
import { foldedCodeCondition, searchCondition, searchWherever, type Telling } from '../../platform/search.ts';
import { searchKeyInOrder } from '../projects/search-key.ts';
import { type Tally, tallyOfBeginning, tallyOfOrganizations, tallyOfSearch, tallyOfWord } from '../projects/tallies.ts';
import { delayedOn } from './list.ts';

export interface ProjectField extends TableField {
  /** Kept tallies that are asked how many of all projects the filter leaves; null for those that do not know its text. */
  tallies?: (text: string) => (Tally | null)[];
  /** One value of it leaves few, and its index has the order in which the list opens: they are not counted first. */
  carriesOrder?: boolean;
  /** The condition as it is asked of rows that are passed in the order of the list, where an index would not be begun at. */
  passed?: (text: string, tell: Telling) => RawBuilder<boolean>;
}
export type ProjectFields = Record<string, ProjectField>;

/** The fields with their conditions as they are asked of rows that are passed. */
export const asPassed = (fields: ProjectFields, tell: Telling): ProjectFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const { passed } = field;
      return [name, passed ? { ...field, condition: (text: string) => passed(text, tell) } : field];
    }),
  );

/** Organizations whose names carry the text, or one word of it. */
const organizationsNamed = (named: RawBuilder<boolean>) =>
  sql`any (array(select named.id from published.organizations named where ${named}))`;
const NAME_KEY = sql`named.name_key`;
/** A term of a tally is such an organization. */
const tallied = (text: string) => sql<boolean>`term = ${organizationsNamed(searchCondition(NAME_KEY, text))}`;
/** The same of a column of each row: looked up among their numbers, not compared with one after the other. */
const isOfNamed = (column: string) => (text: string, tell: Telling) =>
  sql<boolean>`(${sql.ref(column)} in (
    select named.id from published.organizations named where ${searchCondition(NAME_KEY, text, tell)})) is true`;

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
  const beginning = (key: 'code_key' | 'number_key') => (text: string) =>
    onKeys(sight, (keys) => foldedCodeCondition(sql.raw(`${keys}.${key}`), text));
  return {
    code: {
      column: 'projects.code',
      kind: 'code',
      sortable: true,
      condition: beginning('code_key'),
      passed: (text, tell) => foldedCodeCondition(sql`projects.code_key`, text, tell),
      tallies: (text) => [tallyOfBeginning('code', text)],
    },
    number: {
      column: 'projects.number',
      kind: 'code',
      sortable: true,
      condition: beginning('number_key'),
      passed: (text, tell) => foldedCodeCondition(sql`projects.number_key`, text, tell),
      tallies: (text) => [tallyOfBeginning('number', text)],
    },
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
              sql<boolean>`(${carries(sql.raw(`${keys}.search_key`))} or projects.organization_id = ${organizationsNamed(carries(NAME_KEY))})`,
          ),
        ),
      passed: (text, tell) =>
        searchWherever(
          text,
          (carries) =>
            sql<boolean>`(${carries(searchKeyInOrder('projects'))}
              or (projects.organization_id in (
                select named.id from published.organizations named where ${carries(NAME_KEY)})) is true)`,
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
      condition: (text) =>
        sql<boolean>`projects.organization_id = ${organizationsNamed(searchCondition(NAME_KEY, text))}`,
      passed: isOfNamed('projects.organization_id'),
      tallies: (text) => [tallyOfWord('ownerName', text), tallyOfOrganizations('owner', tallied(text))],
    },
    proposerOrganizationName: {
      column: 'proposer.name',
      kind: 'text',
      sortable: true,
      condition: (text) =>
        sql<boolean>`projects.proposer_organization_id = ${organizationsNamed(searchCondition(NAME_KEY, text))}`,
      passed: isOfNamed('projects.proposer_organization_id'),
      tallies: (text) => [tallyOfWord('proposerName', text), tallyOfOrganizations('proposer', tallied(text))],
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
