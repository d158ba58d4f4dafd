import { type RawBuilder, sql } from 'kysely';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import type { CurrentUser } from '../../platform/current-user.ts';
import { invalidFields } from '../../platform/errors.ts';
import { filterConditions, readTableQuery, type TableQuery } from '../../platform/paging.ts';
import { followedCondition, waitingForList } from '../projects/list-conditions.ts';
import type { Postings } from '../projects/postings.ts';
import type { Tally } from '../projects/tallies.ts';
import { type Sight, seenProjects } from '../projects/visibility.ts';
import { waitingCondition, waitsBy, waitsByState } from '../projects/waiting.ts';
import {
  asPassed,
  fieldsOf,
  hasIndex,
  JOINS,
  type Passing,
  type ProjectFields,
  SORTED_BESIDE,
} from './table-fields.ts';

/** The project table as somebody asks for it: which projects it holds, and what is known of how they can be found. */
export interface Table {
  /** Where it starts: at all projects, or at those that one organization sees. */
  sight: Sight;
  fields: ProjectFields;
  list: TableQuery;
  /** The field that it is sorted by, asked for or not. */
  sortBy: string;
  /** Is it sorted as it opens, by the last change? The index of that order has what the filters of tallies look at. */
  opens: boolean;
  /** The tab, as a status of projects (PROJECT_STATUS). */
  status: number;
  /** Which projects it holds, to find them by. */
  where: RawBuilder<boolean>;
  /** The same, as it is asked of projects that are passed in the order of the table. */
  passing: (passing: Passing) => RawBuilder<boolean>;
  /** Do kept counts of states tell how many it holds? */
  byState: boolean;
  /** Does it hold less than the user sees on the tab? */
  narrowed: boolean;
  /** Is what it holds counted out of an index, without reading the projects themselves? */
  byIndex: boolean;
  /** What it holds, in words that are the same for everybody who sees all projects; null where it depends on who asks. */
  shared: string | null;
  /** Tallies that are asked, one after the other, how many it holds. */
  tallies: readonly Tally[];
  /** Postings under which all that it holds stands, where it is sorted as it opens; null where there are none. */
  postings: Postings | null;
}

const DEFAULT_SORT = 'lastChangeDate';

/** What may be counted by the states of projects alone. */
const COUNTED_FIELDS: readonly string[] = ['phase', 'phaseStatus', 'status', 'foreignFunds', 'stage'];

const isTab = (name: string): name is keyof typeof PROJECT_STATUS => Object.hasOwn(PROJECT_STATUS, name);
const EXTRA = ['status', 'merge', 'organizationId', 'pendingForList', 'waitingForMe', 'followed'];
const PAGING = ['exact', 'end', 'after', 'before', 'groups'];

/** Reads the query of the table, on a day (YYYY-MM-DD, of the server); what it does not know is refused with 422. */
export function readTable(user: CurrentUser, query: Record<string, string>, day: string, now: Date): Table {
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
  const sortBy = list.sortBy ?? DEFAULT_SORT;
  const opens = sortBy === DEFAULT_SORT;
  // The tab, what one sees, and one condition more.
  const alone = sight.all && conditions.length + list.filters.length === 3;
  const [filter] = list.filters;
  const tallies = alone && filter ? (fields[filter.field]?.tallies?.(filter.value) ?? []) : [];
  return {
    sight,
    fields,
    list,
    sortBy,
    opens,
    status,
    where,
    passing: (passing) => (sight.all ? whereWith(filterConditions(list, asPassed(fields, passing))) : where),
    byState: byState && list.filters.every(({ field }) => COUNTED_FIELDS.includes(field)),
    narrowed: conditions.length + list.filters.length > 2,
    byIndex: alone && list.filters.every(({ field }) => hasIndex(fields, field)),
    shared: sight.everybody && conditions.length === 2 ? JSON.stringify([status, list.filters]) : null,
    tallies: tallies.filter((tally) => tally !== null),
    postings: alone && opens && filter ? (fields[filter.field]?.postings?.(filter.value) ?? null) : null,
  };
}

/** What stands beside the projects to sort them by the field. */
export function besideOf({ sight, sortBy }: Table): RawBuilder<unknown> {
  const beside = SORTED_BESIDE[sortBy];
  return beside === undefined ? sql`` : JOINS[beside][sight.all ? 'all' : 'own'];
}
