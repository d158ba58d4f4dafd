import { type RawBuilder, sql } from 'kysely';
import type { Static } from 'typebox';
import type { LongListSchema } from '@pimis/contract/envelope';
import type { ListedProject, ProjectGroup } from '@pimis/contract/project-rows';
import { STAGES } from '@pimis/domain/workflow/phases';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Database } from '../../platform/database/database.ts';
import { invalidFields } from '../../platform/errors.ts';
import { decodePageKey, encodePageKey, type Order } from '../../platform/lists/keyset-pagination.ts';
import { inIds } from '../../platform/database/prepared-statements.ts';
import { filterConditions, type TableField, type TableQuery, sortColumn } from '../../platform/lists/table-query.ts';
import { waitsForAbsentOnly } from '../projects/waits-for-absent.ts';
import type { ProjectField } from './fields.ts';
import { findPage, type ListLimits, LIMITS, type PageWanted, type ProjectList } from './query.ts';
import { readSelection, refuseUnclear } from './selection.ts';

const DEFAULT_SORT = 'lastChangeDate';
const PAGE_PARAMETERS = ['exact', 'end', 'after', 'before', 'groups'];
const PAGE_FLAGS = ['exact', 'end', 'groups'];
/** A page has one of these positions. */
const PLACES = ['after', 'before', 'end'];

const SORT_TYPES: Readonly<Record<TableField['kind'], Order['type']>> = {
  text: 'text',
  code: 'text',
  integer: 'integer',
  money: 'numeric',
  date: 'date',
  instant: 'timestamptz',
  boolean: 'boolean',
};

/** The requested list of a user on a day (YYYY-MM-DD). Errors: ValidationError for an unknown parameter. */
async function readList(
  db: Database,
  user: CurrentUser,
  query: Record<string, string>,
  clock: { day: string; now: Date },
): Promise<{ list: ProjectList; paging: TableQuery; stage: ProjectField | undefined }> {
  refuseUnclear(query, PAGE_FLAGS);
  refuseTwoPlaces(query);
  const { source, scope, filters, fields, paging, all, isCountedByState } = await readSelection(
    db,
    user,
    query,
    clock,
    PAGE_PARAMETERS,
  );
  const sortBy = paging.sortBy ?? DEFAULT_SORT;
  const sorted = fields[sortBy];
  if (!sorted) throw new Error(`No field ${sortBy}`);
  const isInIndex =
    sortBy === DEFAULT_SORT &&
    filters.length === paging.filters.length &&
    paging.filters.every(({ field }) => fields[field]?.inIndexOfChange);
  return {
    list: {
      source,
      joins: joinFor(sorted, sortBy),
      scope,
      filters,
      bounds: filterConditions(boundsOf(paging, sortBy, sorted), fields),
      order: orderBy(sorted, paging),
      isInIndex,
      isCountedInIndex: isInIndex && paging.filters.every(({ field }) => fields[field]?.countedInIndexOfChange),
      isCountedByState,
      isOfOrganization: !all,
    },
    paging,
    stage: fields.stage,
  };
}

/** Refuses a query that positions its page in two ways. */
function refuseTwoPlaces(query: Record<string, string>): void {
  const [, second] = PLACES.filter((name) => !['', 'false'].includes(query[name] ?? ''));
  if (second !== undefined) throw invalidFields({ [second]: 'InvalidField' });
}

/** The filters by value on the sorted column. */
const boundsOf = (paging: TableQuery, sortBy: string, { condition }: ProjectField): TableQuery => ({
  ...paging,
  filters: condition ? [] : paging.filters.filter(({ field }) => field === sortBy),
});

/** Ids of the projects that wait only for people who are away, among those of a page. */
async function waitingForAbsent(
  db: Database,
  user: CurrentUser,
  ids: readonly number[],
  day: string,
): Promise<ReadonlySet<number>> {
  const condition = ids.length === 0 ? null : await waitsForAbsentOnly(db, user, day);
  if (!condition) return new Set();
  const { rows } = await sql<{ id: number }>`
    select projects.id from published.projects where projects.id ${inIds(ids)} and ${condition}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** The join of the sorted column; that of an organization's name starts with the alias of the join. */
function joinFor({ organization, column, join }: ProjectField, sortBy: string): RawBuilder<unknown> {
  if (join) return join;
  if (organization === undefined) return sql``;
  const [alias] = column.split('.');
  if (alias === undefined) throw new Error(`No alias in ${sortBy}`);
  return sql`join published.organizations as ${sql.ref(alias)} on ${sql.ref(`${alias}.id`)} = ${sql.ref(`projects.${organization}`)}`;
}

function orderBy(field: ProjectField, { sortBy, descending, script }: TableQuery): Order {
  const isDescending = sortBy === undefined || descending;
  return {
    column: sortColumn(field, script),
    id: 'projects.id',
    type: field.sortType ?? SORT_TYPES[field.kind],
    descending: field.inverted ? !isDescending : isDescending,
    nullable: field.nullable ?? false,
  };
}

function wantedPage({ perPage, page }: TableQuery, query: Record<string, string>, order: Order): PageWanted {
  const side = query.after ? 'after' : query.before ? 'before' : null;
  return {
    perPage,
    page,
    beside: side && { key: decodePageKey(query[side] ?? '', side, order), side },
    last: query.end === 'true',
    exact: query.exact === 'true',
  };
}

/** Projects of the list by stage, in the order of the stages, with their total value. */
async function groupsOf(db: Database, { source, scope, filters }: ProjectList, stage: string): Promise<ProjectGroup[]> {
  const { rows } = await sql<{ place: number; projects: number; totalValue: string }>`
    select ${sql.raw(stage)} as place, count(*)::integer as projects,
           coalesce(sum(projects.total_value), 0)::numeric(20, 2)::text as "totalValue"
    from ${source} where ${sql.join([scope, ...filters], sql` and `)}
    group by place order by place`.execute(db);
  return rows.flatMap(({ place, ...group }) => {
    const name = STAGES[place - 1];
    return name ? [{ stage: name, ...group }] : [];
  });
}

/** A page of the pending, finished or archived projects that the user may see (specification, "Project table"). */
export async function listProjects(
  db: Database,
  user: CurrentUser,
  query: Record<string, string>,
  clock: { day: string; now: Date },
  limits: ListLimits = LIMITS,
): Promise<{ rows: ListedProject[]; additional: Static<typeof LongListSchema> & { groups: ProjectGroup[] | null } }> {
  const { list, paging, stage } = await readList(db, user, query, clock);
  const { rows, keys, total, isCapped } = await findPage(
    db,
    list,
    wantedPage(paging, query, list.order),
    clock.day,
    limits,
  );
  const ids = rows.map(({ id }) => id);
  const absent = await waitingForAbsent(db, user, ids, clock.day);
  return {
    rows: rows.map((row) => ({ ...row, onlyAbsent: absent.has(row.id) })),
    additional: {
      totalRows: total,
      totalIsAtLeast: isCapped,
      keys: keys && { first: encodePageKey(keys.first), last: encodePageKey(keys.last) },
      groups:
        stage && query.groups === 'true' && !isCapped && total <= limits.counted
          ? await groupsOf(db, list, stage.column)
          : null,
    },
  };
}
