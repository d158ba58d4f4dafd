import { type RawBuilder, sql } from 'kysely';
import { type ChangesPage, type ChangesQuery, INSTANT_PATTERN } from '@pimis/contract/project-changes';
import type { ProjectRow } from '@pimis/contract/project-rows';
import { MAX_ID } from '@pimis/domain/constants';
import { isDay } from '@pimis/domain/dates/dates';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Database } from '../../platform/database/database.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';
import { seenProjects } from '../projects/visibility.ts';
import { type RawRow, selectRows, toRow } from './row.ts';

/**
 * Projects in the order of their last change, for programs that keep a copy (docs/decisions/0309-changes-since.md). The
 * order is that of the numbers of transactions. Changes are shown once every transaction with a smaller number has
 * ended, so nothing appears before a place that a reader has passed.
 */

const DEFAULT_ROWS = 50;
const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** The place in the order right after a change. */
interface Place {
  /** The database server that numbers the transactions. */
  server: string;
  changedBy: string;
  id: number;
  /** Rows before this instant are left out until the first end of the list. */
  since: string | null;
}

const encode = ({ server, changedBy, id, since }: Place): string =>
  Buffer.from(JSON.stringify([server, changedBy, id, since])).toString('base64url');

const isNumber = (text: unknown): text is string => typeof text === 'string' && /^\d{1,18}$/.test(text);

/** Reads what `encode` wrote. Errors: ValidationError for anything else. */
function decode(cursor: string): Place {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(parts) && parts.length === 4) {
      const [server, changedBy, id, since] = parts as unknown[];
      const isPlace = isNumber(changedBy) && Number.isInteger(id) && (id as number) >= 0 && (id as number) <= MAX_ID;
      if (typeof server === 'string' && isPlace && (since === null || isInstant(since))) {
        return { server, changedBy, id: id as number, since };
      }
    }
  } catch {
    // Not a cursor of this server: refused below.
  }
  throw invalidFields({ cursor: 'InvalidField' });
}

const INSTANT = new RegExp(INSTANT_PATTERN, 'u');
/** An instant on an existing day, so that the database accepts it too. */
const isInstant = (text: unknown): text is string =>
  typeof text === 'string' && INSTANT.test(text) && isDay(text.slice(0, DAY_LENGTH)) && !Number.isNaN(Date.parse(text));

/**
 * The number below which every transaction has ended, and the identity of the server that numbers them: another server,
 * or the same one after a failover, may use numbers again.
 */
const STATE = sql<{ horizon: string; server: string }>`
  select pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
         (select system_identifier::text from pg_control_system()) || '/' ||
           substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) as server`;

function startOf({ cursor, updatedSince }: ChangesQuery, server: string): Place {
  if (cursor === undefined) {
    if (updatedSince !== undefined && !isInstant(updatedSince)) throw invalidFields({ updatedSince: 'InvalidField' });
    return { server, changedBy: '0', id: 0, since: updatedSince ?? null };
  }
  if (updatedSince !== undefined) throw invalidFields({ updatedSince: 'InvalidField' });
  const place = decode(cursor);
  if (place.server !== server) throw new ApiError('CursorExpired');
  return place;
}

/**
 * At most `rows` changes after a place and below the horizon, in order. For an organization, they are found from the
 * projects that it sees: along the order they may be few among a million.
 */
function changesBehind(
  { changedBy, id, since }: Place,
  horizon: string,
  user: CurrentUser,
  rows: number,
): RawBuilder<{ id: number; changedBy: string }> {
  const { table, condition, all } = seenProjects(user);
  const source = all
    ? sql`published.project_changes changes`
    : sql`(select projects.id from ${table} where ${condition} offset 0) own
          cross join lateral (
            select * from published.project_changes changes where changes.project_id = own.id offset 0) changes`;
  return sql`
    select changes.project_id as id, changes.changed_by::text as "changedBy"
    from ${source}
    where ${all ? condition : sql`true`}
      and (changes.changed_by, changes.project_id) > (${changedBy}::bigint, ${id}::integer)
      and changes.changed_by < ${horizon}::bigint
      and ${since === null ? sql`true` : sql`changes.changed_at >= ${since}::timestamptz`}
    order by changes.changed_by, changes.project_id limit ${sql.lit(rows)}`;
}

/**
 * A page of changes, with the place after it; `day` (YYYY-MM-DD) determines which reports are late. Errors:
 * ValidationError; CursorExpired for a place of another database server.
 */
export async function listChanges(
  db: Database,
  user: CurrentUser,
  query: ChangesQuery,
  day: string,
): Promise<{ rows: ProjectRow[]; page: ChangesPage }> {
  const state = await STATE.execute(db);
  const [{ horizon, server } = { horizon: '0', server: '' }] = state.rows;
  const start = startOf(query, server);
  const perPage = query.perPage ?? DEFAULT_ROWS;
  const found = await selectRows(db, day)
    .innerJoin(
      sql<{ id: number; changedBy: string }>`(${changesBehind(start, horizon, user, perPage + 1)})`.as('changed'),
      (join) => join.onRef('changed.id', '=', 'projects.id'),
    )
    .select('changed.changedBy')
    .$castTo<RawRow & { changedBy: string }>()
    .orderBy(sql`"changed"."changedBy"::bigint`)
    .orderBy('projects.id')
    .execute();
  const more = found.length > perPage;
  const shown = found.slice(0, perPage);
  const last = shown.at(-1);
  // At the end of the list nothing below the horizon is left, and everything from it on has changed since the start.
  const next =
    more && last
      ? { ...start, changedBy: last.changedBy, id: last.id }
      : { server, changedBy: horizon, id: 0, since: null };
  return { rows: shown.map(toRow), page: { cursor: encode(next), more } };
}
