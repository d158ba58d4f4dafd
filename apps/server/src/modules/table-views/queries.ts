import { sql } from 'kysely';
import type { TableView } from '@pimis/contract/table-views';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Database, Tx } from '../../platform/database/database.ts';

export type ViewSearch = TableView['search'];

export interface StoredView {
  id: number;
  table: string;
  name: string;
  search: ViewSearch;
  ownerId: number;
  /** The organization that shares the view; null if it is its owner's only. */
  organizationId: string | null;
  revision: number;
}

const views = (db: Database | Tx) =>
  db
    .selectFrom('table_views')
    .select(['id', 'table_name as table', 'name', 'search', 'owner_id as ownerId'])
    .select(['organization_id as organizationId', 'revision']);

/** SQL: views that the user sees, their own and those of their organization. */
const seenBy = ({ id, organizationId }: CurrentUser) =>
  sql<boolean>`(organization_id = ${organizationId} or (organization_id is null and owner_id = ${id}))`;

/** The views that a user sees, and whether each is the user's default; own views first, in the order of saving. */
export function viewsOf(db: Database, user: CurrentUser): Promise<(StoredView & { isDefault: boolean })[]> {
  return views(db)
    .select(
      sql<boolean>`exists (select 1 from table_view_defaults where view_id = table_views.id and user_id = ${user.id})`.as(
        'isDefault',
      ),
    )
    .where(seenBy(user))
    .orderBy(sql`organization_id is not null`)
    .orderBy('id')
    .execute();
}

/** A view that the user sees, locked until the transaction ends. */
export function lockView(tx: Tx, user: CurrentUser, id: number): Promise<StoredView | undefined> {
  return views(tx).where('id', '=', id).where(seenBy(user)).forUpdate().executeTakeFirst();
}

/**
 * The holder of views: a person, or an organization that shares them. Names are unique and counts limited per holder.
 */
export interface Holder {
  ownerId: number;
  organizationId: string | null;
}

const heldBy = ({ ownerId, organizationId }: Holder) =>
  organizationId === null
    ? sql<boolean>`(organization_id is null and owner_id = ${ownerId})`
    : sql<boolean>`organization_id = ${organizationId}`;

/** Keeps others from adding views of the holder until the transaction ends, so that they can be counted. */
export async function lockHolder(tx: Tx, { ownerId, organizationId }: Holder): Promise<void> {
  await sql`select pg_advisory_xact_lock(7136411, hashtext(${organizationId ?? `u${ownerId}`}::text))`.execute(tx);
}

/** Names of the holder's views of all tables. */
export function namesOf(tx: Tx, holder: Holder): Promise<{ id: number; table: string; name: string }[]> {
  return tx
    .selectFrom('table_views')
    .select(['id', 'table_name as table', 'name'])
    .where(heldBy(holder))
    .orderBy('id')
    .execute();
}

export async function insertView(
  tx: Tx,
  { table, name, search, ownerId, organizationId }: Omit<StoredView, 'id' | 'revision'>,
  at: Date,
): Promise<number> {
  const { id } = await tx
    .insertInto('table_views')
    .values({
      table_name: table,
      name,
      search: JSON.stringify(search),
      owner_id: ownerId,
      organization_id: organizationId,
      created_at: at,
      changed_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function writeView(tx: Tx, view: StoredView, at: Date): Promise<void> {
  await tx
    .updateTable('table_views')
    .set({
      name: view.name,
      search: JSON.stringify(view.search),
      owner_id: view.ownerId,
      organization_id: view.organizationId,
      revision: view.revision,
      changed_at: at,
    })
    .where('id', '=', view.id)
    .execute();
}

export async function removeView(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('table_views').where('id', '=', id).execute();
}

/** Removes a view as the default of all users except one. */
export async function dropDefaultsOfOthers(tx: Tx, id: number, userId: number): Promise<void> {
  await tx.deleteFrom('table_view_defaults').where('view_id', '=', id).where('user_id', '!=', userId).execute();
}

/** The user's default view of a table, locked until the transaction ends. */
export async function lockDefault(tx: Tx, userId: number, table: string): Promise<number | null> {
  const row = await tx
    .selectFrom('table_view_defaults')
    .select('view_id as id')
    .where('user_id', '=', userId)
    .where('table_name', '=', table)
    .forUpdate()
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Sets the user's default view of a table; null removes it. */
export async function writeDefault(tx: Tx, userId: number, table: string, viewId: number | null): Promise<void> {
  if (viewId === null) {
    await tx.deleteFrom('table_view_defaults').where('user_id', '=', userId).where('table_name', '=', table).execute();
    return;
  }
  await tx
    .insertInto('table_view_defaults')
    .values({ user_id: userId, table_name: table, view_id: viewId })
    .onConflict((conflict) => conflict.columns(['user_id', 'table_name']).doUpdateSet({ view_id: viewId }))
    .execute();
}
