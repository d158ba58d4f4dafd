import type { NewTableView, TableView, TableViewChange, TakenOverViews } from '@pimis/contract/table-views';
import { can } from '@pimis/domain/access/policies';
import { isKeptState } from '@pimis/domain/table-views/kept-state';
import { VIEWS_IN_ALL, VIEWS_OF_TABLE } from '@pimis/domain/table-views/limits';
import { trimmed } from '@pimis/domain/text/blank';
import { type AuditOrigin, audit } from '../../platform/audit/audit.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';
import {
  dropDefaultsOfOthers,
  type Holder,
  insertView,
  lockDefault,
  lockHolder,
  lockView,
  namesOf,
  removeView,
  type StoredView,
  type ViewSearch,
  viewsOf,
  writeDefault,
  writeView,
} from './queries.ts';

/** A shared view belongs to its organization, any other to the person who saved it. */
function mayChange(user: CurrentUser, { ownerId, organizationId }: Holder): boolean {
  return organizationId === null
    ? ownerId === user.id
    : can(user, 'view.share') && organizationId === user.organizationId;
}

/** The views of all tables that the user sees. */
export async function listViews(context: Context, user: CurrentUser): Promise<TableView[]> {
  const found = await viewsOf(context.db, user);
  return found.map(({ id, table, name, search, isDefault, revision, ...holder }) => ({
    id,
    table,
    name,
    search,
    shared: holder.organizationId !== null,
    isDefault,
    mayChange: mayChange(user, holder),
    revision,
  }));
}

/** The holder of a view that the user saves. Error: Forbidden for users who may not share. */
function holderOf(user: CurrentUser, shared: boolean): Holder {
  if (shared && !can(user, 'view.share')) throw new ApiError('Forbidden');
  return { ownerId: user.id, organizationId: shared ? user.organizationId : null };
}

function cleanName(name: string): string {
  const clean = trimmed(name);
  if (clean === '') throw invalidFields({ name: 'EmptyField' });
  return clean;
}

function checkSearch(search: ViewSearch): void {
  if (!isKeptState(search)) throw invalidFields({ search: 'InvalidField' });
}

type Names = Awaited<ReturnType<typeof namesOf>>;

/** Whether the holder has room for one more view of the table. */
const hasRoom = (names: Names, table: string): boolean =>
  names.length < VIEWS_IN_ALL && names.filter((view) => view.table === table).length < VIEWS_OF_TABLE;

/** Refuses a name that another view of the table has, and a view that exceeds the limit. */
async function checkPlace(
  tx: Tx,
  holder: Holder,
  { id, table, name, isNew }: { id: number; table: string; name: string; isNew: boolean },
): Promise<void> {
  await lockHolder(tx, holder);
  const names = await namesOf(tx, holder);
  if (names.some((other) => other.id !== id && other.table === table && other.name === name))
    throw new ApiError('ViewNameTaken', { fieldErrors: [{ field: 'name', code: 'ViewNameTaken' }] });
  if (isNew && !hasRoom(names, table)) throw new ApiError('ReachedViewsLimit');
}

/** A view as the audit log shows it. */
const audited = ({ table, name, search, organizationId }: Omit<StoredView, 'id' | 'ownerId' | 'revision'>) => ({
  table,
  name,
  search,
  shared: organizationId !== null,
});

async function auditView(
  tx: Tx,
  origin: AuditOrigin,
  operation: string,
  view: Pick<StoredView, 'id' | 'organizationId'>,
  detail: { before: object | null; after: object | null },
): Promise<void> {
  const { id, organizationId } = view;
  await audit(tx, origin, { operation, subjectType: 'view', subjectId: id, organizationId, detail });
}

/** Saves a view. Errors: Forbidden, ViewNameTaken, ReachedViewsLimit, ValidationError. */
export async function addView(
  context: Context,
  user: CurrentUser,
  { table, name: given, search, shared = false }: NewTableView,
  origin: AuditOrigin,
): Promise<number> {
  const holder = holderOf(user, shared);
  const name = cleanName(given);
  checkSearch(search);
  return context.db.transaction().execute(async (tx) => {
    await checkPlace(tx, holder, { id: 0, table, name, isNew: true });
    const view = { table, name, search, ...holder };
    const id = await insertView(tx, view, context.now());
    await auditView(tx, origin, 'view.add', { id, ...holder }, { before: null, after: audited(view) });
    return id;
  });
}

/** Adds views that a browser stored, as far as names are free and the limit allows. Returns the number added. */
export async function takeOver(
  context: Context,
  user: CurrentUser,
  { table, views }: TakenOverViews,
  origin: AuditOrigin,
): Promise<number> {
  const holder = holderOf(user, false);
  return context.db.transaction().execute(async (tx) => {
    await lockHolder(tx, holder);
    const names = await namesOf(tx, holder);
    let added = 0;
    for (const { name: given, search } of views) {
      const name = cleanName(given);
      checkSearch(search);
      const isKnown = names.some((other) => other.table === table && other.name === name);
      if (isKnown || !hasRoom(names, table)) continue;
      const view = { table, name, search, ...holder };
      const id = await insertView(tx, view, context.now());
      await auditView(tx, origin, 'view.add', { id, ...holder }, { before: null, after: audited(view) });
      names.push({ id, table, name });
      added += 1;
    }
    return added;
  });
}

/** A view, and the revision that the user saw; without a revision, concurrent changes are not noticed. */
interface SeenView {
  id: number;
  revision?: number | undefined;
}

/** A view that the user may change, locked until the transaction ends. Errors: NotFound, Forbidden, RecordConflict. */
async function viewToChange(tx: Tx, user: CurrentUser, { id, revision }: SeenView): Promise<StoredView> {
  const view = await lockView(tx, user, id);
  if (!view) throw new ApiError('NotFound');
  if (!mayChange(user, view)) throw new ApiError('Forbidden');
  if (revision !== undefined && revision !== view.revision) throw new ApiError('RecordConflict');
  return view;
}

/**
 * Renames, replaces, shares or unshares a view. A view that is no longer shared belongs to whoever unshared it. Errors:
 * NotFound, Forbidden, RecordConflict, ViewNameTaken, ReachedViewsLimit, ValidationError.
 */
export async function changeView(
  context: Context,
  user: CurrentUser,
  id: number,
  input: TableViewChange,
  origin: AuditOrigin,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const before = await viewToChange(tx, user, { id, revision: input.revision });
    const wasShared = before.organizationId !== null;
    const shared = input.shared ?? wasShared;
    const holder = shared === wasShared ? before : holderOf(user, shared);
    const after: StoredView = {
      ...before,
      ownerId: holder.ownerId,
      organizationId: holder.organizationId,
      name: input.name === undefined ? before.name : cleanName(input.name),
      search: input.search ?? before.search,
      revision: before.revision + 1,
    };
    checkSearch(after.search);
    await checkPlace(tx, holder, { ...after, isNew: shared !== wasShared });
    await writeView(tx, after, context.now());
    if (!shared) await dropDefaultsOfOthers(tx, id, after.ownerId);
    await auditView(tx, origin, 'view.change', shared ? after : before, {
      before: audited(before),
      after: audited(after),
    });
  });
}

/** Deletes a view. Errors: NotFound, Forbidden, RecordConflict. */
export async function deleteView(
  context: Context,
  user: CurrentUser,
  seen: SeenView,
  origin: AuditOrigin,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const view = await viewToChange(tx, user, seen);
    await removeView(tx, view.id);
    await auditView(tx, origin, 'view.delete', view, { before: audited(view), after: null });
  });
}

/** Makes a view the user's default of its table, or no longer. Error: NotFound. */
export async function setDefault(
  context: Context,
  user: CurrentUser,
  id: number,
  wanted: boolean,
  origin: AuditOrigin,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const view = await lockView(tx, user, id);
    if (!view) throw new ApiError('NotFound');
    const before = await lockDefault(tx, user.id, view.table);
    if ((before === id) === wanted) return;
    const after = wanted ? id : null;
    await writeDefault(tx, user.id, view.table, after);
    await auditView(tx, origin, 'view.default', view, {
      before: { table: view.table, view: before },
      after: { table: view.table, view: after },
    });
  });
}
