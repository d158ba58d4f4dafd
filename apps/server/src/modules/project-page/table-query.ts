import { type RawBuilder, sql } from 'kysely';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import type { CurrentUser } from '../../platform/current-user.ts';
import { invalidFields } from '../../platform/errors.ts';
import { filterConditions, readTableQuery } from '../../platform/paging.ts';
import type { Telling } from '../../platform/search.ts';
import { followedCondition, waitingForList } from '../projects/list-conditions.ts';
import { seenProjects } from '../projects/visibility.ts';
import { waitingCondition, waitsBy, waitsByState } from '../projects/waiting.ts';
import { asPassed, fieldsOf, hasIndex } from './table-fields.ts';

export const DEFAULT_SORT = 'lastChangeDate';

/** What may be counted by the states of projects alone. */
const COUNTED_FIELDS: readonly string[] = ['phase', 'phaseStatus', 'status', 'foreignFunds', 'stage'];

const isTab = (name: string): name is keyof typeof PROJECT_STATUS => Object.hasOwn(PROJECT_STATUS, name);
const EXTRA = ['status', 'merge', 'organizationId', 'pendingForList', 'waitingForMe', 'followed'];
const PAGING = ['exact', 'end', 'after', 'before', 'groups'];

/** The query of the table: its fields, where it starts, and which projects it holds. */
export function readTable(user: CurrentUser, query: Record<string, string>, day: string, now: Date) {
  const sight = seenProjects(user);
  const fields = fieldsOf(day, sight.all ? 'all' : 'own');
  const list = readTableQuery(query, fields, [...EXTRA, ...PAGING]);
  const tab = query.status ?? 'pending';
  if (!isTab(tab)) throw invalidFields({ status: 'InvalidField' });
  const status = PROJECT_STATUS[tab];
  const conditions = [sql<boolean>`projects.status = ${sql.lit(status)}`, sight.condition];
  // Kept counts know of states alone.
  let byState = true;
  if (query.waitingForMe === 'true') {
    conditions.push(waitingCondition(user));
    byState = waitsByState(user);
    if (!byState) conditions.push(waitsBy(now));
  }
  const narrow = (condition: RawBuilder<boolean>) => {
    conditions.push(condition);
    byState = false;
  };
  if (query.organizationId) narrow(sql<boolean>`projects.organization_id = ${query.organizationId}`);
  if (query.merge === 'true') narrow(sql<boolean>`not projects.is_merged`);
  if (query.followed === 'true') narrow(followedCondition(user));
  if (query.pendingForList) {
    if (!/^[1-6]$/.test(query.pendingForList)) throw invalidFields({ pendingForList: 'InvalidField' });
    narrow(waitingForList(Number(query.pendingForList)));
  }
  const whereWith = (filters: readonly RawBuilder<boolean>[]) =>
    sql<boolean>`${sql.join([...conditions, ...filters], sql` and `)}`;
  const where = whereWith(filterConditions(list, fields));
  // The state, what one sees, and one thing more.
  const alone = sight.all && conditions.length + list.filters.length === 3;
  const [filter] = list.filters;
  const opens = (list.sortBy ?? DEFAULT_SORT) === DEFAULT_SORT;
  const foundInOrder = opens && filter?.bound === 'equals' && fields[filter.field]?.carriesOrder === true;
  return {
    sight,
    fields,
    list,
    status,
    /** Which projects it holds: to find them by, and as it is asked of those that are passed in the order of the list. */
    where,
    passing: (tell: Telling) => (sight.all ? whereWith(filterConditions(list, asPassed(fields, tell))) : where),
    byState: byState && list.filters.every(({ field }) => COUNTED_FIELDS.includes(field)),
    narrowed: conditions.length + list.filters.length > 2,
    /** One condition on a column that has an index of its own, with the state, is counted without the projects themselves. */
    byIndex: alone && !foundInOrder && list.filters.every(({ field }) => hasIndex(fields, field)),
    /** What is the same list for everybody who sees all projects. */
    shared: sight.everybody && conditions.length === 2 ? JSON.stringify([status, list.filters]) : null,
    /** Tallies know of one filter alone. */
    tallies:
      alone && filter ? (fields[filter.field]?.tallies?.(filter.value) ?? []).filter((tally) => tally !== null) : [],
  };
}

export type Table = ReturnType<typeof readTable>;
