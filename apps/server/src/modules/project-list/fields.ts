import { type RawBuilder, sql } from 'kysely';
import { searchWords } from '@pimis/domain/text/search';
import {
  PROJECT_COLUMNS,
  type ProjectColumnName,
  STORED_COLUMNS,
  type StoredColumnName,
} from '@pimis/domain/projects/table-columns';
import type { Order } from '../../platform/lists/keyset-pagination.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { TableField } from '../../platform/lists/table-query.ts';
import { foldedCodeCondition, searchCondition, searchWherever } from '../../platform/lists/search.ts';
import { urgencyOf } from '../projects/assigned-to-me.ts';
import type { OrganizationMatches } from './organizations.ts';
import { CONCLUSION_AWAITED_SINCE, delayedOn, ON_TURN, WAITING_SINCE } from './row.ts';
import { type PortfolioFilter, portfolioFilters } from './portfolio-filters.ts';
import { isInStage, STAGE_NUMBER } from './stage-filter.ts';
import { isLateOn, isOpenStep, isOnTurn } from './turn-filters.ts';

export interface ProjectField extends TableField {
  /** Type of the sorted column, if the kind does not determine it. */
  sortType?: Order['type'];
  /** A descending sort starts with the smallest value: the longest wait. */
  inverted?: boolean;
  /** The join of the sorted column. */
  join?: RawBuilder<unknown>;
  /** The column of the project with the organization whose name is sorted by. */
  organization?: 'organization_id' | 'proposer_organization_id';
  /** The state counts answer a filter on this field. */
  countedByState?: boolean;
  /** The index projects_changed includes all columns that a filter on this field reads. */
  inIndexOfChange?: boolean;
  /**
   * Matches are counted in projects_changed as well: with any other index the projects would have to be read, and a
   * frequent word matches very many.
   */
  countedInIndexOfChange?: boolean;
}

/** A phase of the project was returned, and has not been sent again since. */
const RETURNED = sql<boolean>`exists (select from published.project_phases returned
  where returned.project_id = projects.id and returned.returned_activity_id is not null)`;

const isAnyOf = (column: string, ids: readonly string[]) => sql<boolean>`${sql.ref(column)} = any(${[...ids]}::text[])`;

/** Organizations whose number starts with the text, as a range of the index. Numbers are digits only. */
function organizationBeginning(text: string): RawBuilder<boolean> {
  const digits = searchWords(text).join(' ');
  if (!/^\d{1,5}$/.test(digits)) return sql<boolean>`false`;
  return sql<boolean>`projects.organization_id between ${digits} and ${digits.padEnd(5, '9')}`;
}

/**
 * A condition on the search keys. Only `projects` has them; rows of `project_visibility` look them up, because an
 * organization sees few of the projects that contain a word.
 */
const onKeys = (keysAtHand: boolean, condition: (keys: string) => RawBuilder<boolean>): RawBuilder<boolean> =>
  keysAtHand
    ? condition('projects')
    : sql<boolean>`(select ${condition('keyed')} from published.projects keyed where keyed.id = projects.id)`;

/** The kind of a column of the project table determines filter and order. */
const stored = Object.fromEntries(
  STORED_COLUMNS.map((name): [StoredColumnName, ProjectField] => {
    const { from, kind } = PROJECT_COLUMNS[name];
    return [name, { column: `projects.${from}`, kind, sortable: true, ...(kind === 'date' ? { nullable: true } : {}) }];
  }),
) as Record<StoredColumnName, ProjectField>;

/** The order of projects that wait for a user; only for lists of these. */
export const urgencyField = (user: CurrentUser): ProjectField => ({
  column: 'urgent.place',
  kind: 'code',
  sortable: true,
  join: sql`cross join lateral (select ${urgencyOf(user)} as place) urgent`,
});

/**
 * Fields of the project list with filter and order (specification, "Project table") on a day (YYYY-MM-DD).
 * `keysAtHand`: the list starts at `projects`, not at the rows of one organization.
 */
export function fieldsOf(
  day: string,
  keysAtHand: boolean,
  organizations: OrganizationMatches,
): Record<string, ProjectField> {
  const beginning = (key: 'code_key' | 'number_key') => (text: string) =>
    onKeys(keysAtHand, (keys) => foldedCodeCondition(sql.ref(`${keys}.${key}`), text));
  const named = (column: 'organization_id' | 'proposer_organization_id', name: string) => ({
    column: `${name}.name`,
    kind: 'text' as const,
    sortable: true,
    organization: column,
    condition: (text: string) => isAnyOf(`projects.${column}`, organizations.named(text)),
  });
  const fields: Record<
    | ProjectColumnName
    | 'search'
    | 'organizationId'
    | 'isMerged'
    | 'isReturned'
    | 'openStep'
    | 'isStepLate'
    | PortfolioFilter,
    ProjectField
  > = {
    ...stored,
    code: {
      column: 'projects.code',
      kind: 'code',
      sortable: true,
      sortType: 'citext',
      condition: beginning('code_key'),
    },
    number: { ...stored.number, condition: beginning('number_key') },
    name: {
      ...stored.name,
      inIndexOfChange: true,
      countedInIndexOfChange: true,
      condition: (text) => onKeys(keysAtHand, (keys) => searchCondition(sql.ref(`${keys}.name_key`), text)),
    },
    search: {
      column: 'projects.name',
      kind: 'text',
      inIndexOfChange: true,
      countedInIndexOfChange: true,
      condition: (text) =>
        onKeys(keysAtHand, (keys) =>
          searchWherever(text, (carries, word) => {
            const owners = organizations.withWord(word);
            const own = carries(sql.ref(`${keys}.search_key`));
            return owners.length === 0 ? own : sql<boolean>`(${own} or ${isAnyOf(`${keys}.organization_id`, owners)})`;
          }),
        ),
    },
    organizationId: { column: 'projects.organization_id', kind: 'code', condition: organizationBeginning },
    organizationName: named('organization_id', 'owner'),
    proposerOrganizationName: named('proposer_organization_id', 'proposer'),
    isMerged: { column: 'projects.is_merged', kind: 'boolean' },
    isReturned: {
      column: 'projects.id',
      kind: 'boolean',
      condition: (text) => (text === 'true' ? RETURNED : sql<boolean>`not ${RETURNED}`),
    },
    ...portfolioFilters(day),
    foreignFunds: { ...stored.foreignFunds, countedByState: true },
    phase: { ...stored.phase, countedByState: true },
    phaseStatus: { ...stored.phaseStatus, countedByState: true },
    status: { ...stored.status, countedByState: true },
    stage: {
      column: STAGE_NUMBER,
      kind: 'code',
      sortType: 'integer',
      sortable: true,
      countedByState: true,
      condition: isInStage,
    },
    onTurn: {
      column: ON_TURN,
      kind: 'code',
      sortable: true,
      sortType: 'integer',
      countedByState: true,
      condition: isOnTurn,
    },
    waitingSince: { column: WAITING_SINCE, kind: 'instant', sortable: true, nullable: true },
    openStep: { column: ON_TURN, kind: 'code', countedByState: true, condition: isOpenStep },
    isStepLate: {
      column: 'projects.step_due_on',
      kind: 'boolean',
      inIndexOfChange: true,
      condition: (text) => isLateOn(day, text === 'true'),
    },
    isConclusionReportDelayed: {
      // Sorted by the start of the wait for the report, which has an index; whether it is late depends on the day.
      column: CONCLUSION_AWAITED_SINCE,
      kind: 'boolean',
      sortable: true,
      sortType: 'date',
      nullable: true,
      inverted: true,
      condition: (text) =>
        text === 'true' ? sql<boolean>`${delayedOn(day)}` : sql<boolean>`${delayedOn(day)} is not true`,
    },
  };
  return fields;
}
