import { type RawBuilder, sql } from 'kysely';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { mayStayInMerge } from '@pimis/domain/projects/merging';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Database } from '../../platform/database/database.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';
import { filterConditions, readTableQuery, type TableQuery } from '../../platform/lists/table-query.ts';
import { assignedCondition, isAssignedByState, isDueBy } from '../projects/assigned-to-me.ts';
import { followedCondition, waitingForList } from '../projects/list-conditions.ts';
import { seenProjects } from '../projects/visibility.ts';
import { managesAbsences, waitsForAbsentOnly } from '../projects/waits-for-absent.ts';
import { fieldsOf, type ProjectField, urgencyField } from './fields.ts';
import { findOrganizations, NO_ORGANIZATIONS } from './organizations.ts';

/** The selection of projects by a query: tab, visibility and the filters of the project table. */

/** Parameters besides filters that select projects. */
const PARAMETERS = [
  'status',
  'merge',
  'organizationId',
  'pendingForList',
  'waitingForMe',
  'coming',
  'followed',
  'onlyAbsent',
];
const FLAGS = ['merge', 'waitingForMe', 'coming', 'followed', 'onlyAbsent'];

const isTab = (name: string): name is keyof typeof PROJECT_STATUS => Object.hasOwn(PROJECT_STATUS, name);

export interface Selection {
  /** The projects as `projects`: all, or those that one organization sees. */
  source: RawBuilder<unknown>;
  /** Whether `source` contains all projects, with their search keys. */
  all: boolean;
  tab: keyof typeof PROJECT_STATUS;
  /** The tab and the scope of the user. */
  scope: RawBuilder<boolean>;
  /** The filters; empty: the whole tab. */
  filters: readonly RawBuilder<boolean>[];
  /** The number of selected projects follows from the state counts. */
  isCountedByState: boolean;
  fields: Record<string, ProjectField>;
  /** The requested paging, order and filters. */
  paging: TableQuery;
}

/**
 * The selection of a user on a day (YYYY-MM-DD); `further` names parameters that the caller reads itself. Error:
 * ValidationError for an unknown parameter.
 */
export async function readSelection(
  db: Database,
  user: CurrentUser,
  query: Record<string, string>,
  { day, now }: { day: string; now: Date },
  further: readonly string[] = [],
): Promise<Selection> {
  const { table, condition, all } = seenProjects(user);
  const waiting = query.waitingForMe === 'true';
  const urgency: Record<string, ProjectField> = waiting ? { urgency: urgencyField(user) } : {};
  const names = { ...fieldsOf(day, all, NO_ORGANIZATIONS), ...urgency };
  const paging = readTableQuery(query, names, [...PARAMETERS, ...further]);
  const tab = query.status ?? 'pending';
  if (!isTab(tab)) throw invalidFields({ status: 'InvalidField' });
  refuseUnclear(query, FLAGS);
  if (query.coming === 'true' && query.waitingForMe !== 'true') throw invalidFields({ coming: 'InvalidField' });
  const texts = paging.filters.filter(({ field }) => names[field]?.organization).map(({ value }) => value);
  const search = paging.filters.find(({ field }) => field === 'search')?.value;
  const fields = { ...fieldsOf(day, all, await findOrganizations(db, { texts, search })), ...urgency };
  const absent = await absentCondition(db, user, query, day);
  const others = [...otherConditions(user, query), ...(absent ? [absent] : [])];
  return {
    source: table,
    all,
    tab,
    scope: sql<boolean>`projects.status = ${sql.lit(PROJECT_STATUS[tab])} and ${condition}`,
    filters: [
      ...(waiting ? [assignedCondition(user)] : []),
      // Steps that become due on a later day are left out, unless `coming` asks for them.
      ...(waiting && query.coming !== 'true' && !isAssignedByState(user) ? [isDueBy(now)] : []),
      ...others,
      ...filterConditions(paging, fields),
    ],
    isCountedByState:
      others.length === 0 &&
      (!waiting || isAssignedByState(user)) &&
      paging.filters.every(({ field }) => fields[field]?.countedByState),
    fields,
    paging,
  };
}

/** Refuses a flag that is neither true nor false. */
export function refuseUnclear(query: Record<string, string>, flags: readonly string[]): void {
  const wrong = flags.find((name) => !['true', 'false', ''].includes(query[name] ?? ''));
  if (wrong !== undefined) throw invalidFields({ [wrong]: 'InvalidField' });
}

/** Projects that may take part in a merge, by the rule of the domain for each state of a project. */
const MERGEABLE = sql<boolean>`(projects.status, projects.is_merged) in (${sql.join(
  Object.values(PROJECT_STATUS)
    .flatMap((status) => [false, true].map((isMerged) => ({ status, isMerged })))
    .filter(mayStayInMerge)
    .map(({ status, isMerged }) => sql`(${sql.lit(status)}, ${sql.lit(isMerged)})`),
)})`;

/** Conditions of parameters that are not filters of a column. */
function otherConditions(user: CurrentUser, query: Record<string, string>): RawBuilder<boolean>[] {
  const { organizationId, merge, followed, pendingForList } = query;
  if (pendingForList && !/^[1-6]$/.test(pendingForList)) throw invalidFields({ pendingForList: 'InvalidField' });
  return [
    ...(organizationId ? [sql<boolean>`projects.organization_id = ${organizationId}`] : []),
    ...(merge === 'true' ? [MERGEABLE] : []),
    ...(followed === 'true' ? [followedCondition(user)] : []),
    ...(pendingForList ? [waitingForList(Number(pendingForList))] : []),
  ];
}

/**
 * The condition of `onlyAbsent`; null if it is not requested. Error: Forbidden for users who do not manage absences.
 */
async function absentCondition(
  db: Database,
  user: CurrentUser,
  query: Record<string, string>,
  day: string,
): Promise<RawBuilder<boolean> | null> {
  if (query.onlyAbsent !== 'true') return null;
  if (!managesAbsences(user)) throw new ApiError('Forbidden');
  return (await waitsForAbsentOnly(db, user, day)) ?? sql<boolean>`false`;
}
