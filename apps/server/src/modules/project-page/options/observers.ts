import { sql } from 'kysely';
import type { ChangeResult, Observer, ObserversChange } from '@pimis/contract/options';
import { can } from '@pimis/domain/access/policies';
import type { Script } from '@pimis/domain/text/transliterate';
import { type AuditOrigin, audit } from '../../../platform/audit/audit.ts';
import { type Context, today } from '../../../platform/context.ts';
import type { CurrentUser } from '../../../platform/access/current-user.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { ApiError, invalidFields } from '../../../platform/errors.ts';
import { nameInOrder } from '../../../platform/lists/order-of-names.ts';
import { applyFilters, applyPage, type TableFields, readTableQuery } from '../../../platform/lists/table-query.ts';
import { addObservers, removeObservers } from '../../projects/observers.ts';
import { projectRefusal } from '../../projects/refusals.ts';
import { findProject } from '../../projects/visibility.ts';

const FIELDS: TableFields = {
  organizationId: { column: 'observer.organization_id', kind: 'code', sortable: true },
  organizationName: { column: 'organization.name', kind: 'text', sortable: true },
  createdDate: { column: 'observer.created_at', kind: 'instant', sortable: true },
};

/** Organizations that observe a project (specification, "Project observer organization"). */
export async function listObservers(
  context: Context,
  user: CurrentUser,
  code: string,
  query: Record<string, string>,
): Promise<{ rows: Observer[]; totalRows: number; project: { code: string; name: string } }> {
  const project = await findProject(context.db, user, code);
  const list = readTableQuery(query, FIELDS);
  const filtered = applyFilters(
    context.db
      .selectFrom('published.project_organizations as observer')
      .innerJoin('published.registry_organizations as organization', 'organization.id', 'observer.organization_id')
      .where('observer.project_id', '=', project.id),
    list,
    FIELDS,
  );
  const { total } = await filtered.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow();
  const rows = await applyPage(
    filtered.select([
      'observer.id',
      'observer.organization_id as organizationId',
      'organization.name as organizationName',
      'observer.created_at',
    ]),
    list,
    FIELDS,
    { sortBy: 'organizationName', descending: false, tieBreaker: 'observer.id' },
  ).execute();
  return {
    rows: rows.map(({ created_at, ...row }) => ({ ...row, createdDate: created_at.toISOString() })),
    totalRows: total,
    project: { code: project.code, name: project.name },
  };
}

/** Every observer of a project, for exports, in the alphabet of their reader. */
export async function allObservers(db: Database, projectId: number, script: Script | undefined): Promise<Observer[]> {
  const rows = await db
    .selectFrom('published.project_organizations as observer')
    .innerJoin('published.registry_organizations as organization', 'organization.id', 'observer.organization_id')
    .select([
      'observer.id',
      'observer.organization_id as organizationId',
      'organization.name as organizationName',
      'observer.created_at',
    ])
    .where('observer.project_id', '=', projectId)
    .orderBy(sql.raw(nameInOrder('organization.name', script)))
    .execute();
  return rows.map(({ created_at, ...row }) => ({ ...row, createdDate: created_at.toISOString() }));
}

async function observersOf(tx: Tx, projectId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('published.project_organizations')
    .select('organization_id')
    .where('project_id', '=', projectId)
    .orderBy('organization_id')
    .execute();
  return rows.map((row) => row.organization_id);
}

/**
 * Adds and removes observers. Errors: ForbiddenProjectChange, DuplicateProjectOrganization (also for owner and
 * proposer), ValidationError for an organization that does not exist or has ended.
 */
export async function changeObservers(
  context: Context,
  user: CurrentUser,
  code: string,
  input: ObserversChange,
  origin: AuditOrigin,
): Promise<ChangeResult> {
  const add = input.add ?? [];
  const remove = input.remove ?? [];
  return context.db.transaction().execute(async (tx) => {
    const project = await findProject(tx, user, code, { lock: true });
    const resource = { organizationId: project.organizationId, projectStatus: project.status };
    if (!can(user, 'project.organizations', resource)) throw projectRefusal('ForbiddenProjectChange', project);
    if (
      new Set(add).size !== add.length ||
      [project.organizationId, project.proposerOrganizationId].some((id) => add.includes(id))
    )
      throw new ApiError('DuplicateProjectOrganization');
    const before = await observersOf(tx, project.id);
    const removed = remove.length === 0 ? [] : await removeObservers(tx, project.id, remove);
    if (add.length > 0) {
      const known = await tx
        .selectFrom('published.registry_organizations')
        .select('id')
        .where('id', 'in', add)
        .where((where) => where.or([where('valid_to', 'is', null), where('valid_to', '>=', today(context))]))
        .execute();
      const unknown = add.findIndex((id) => !known.some((row) => row.id === id));
      if (unknown >= 0) throw invalidFields({ [`add.${unknown}`]: 'InvalidField' });
      const made = await addObservers(tx, project.id, add, context.now());
      if (made !== add.length) throw new ApiError('DuplicateProjectOrganization');
    }
    const changed = add.length + removed.length > 0;
    if (changed) {
      await audit(tx, origin, {
        operation: 'project.organizations',
        subjectType: 'project',
        subjectId: project.id,
        organizationId: project.organizationId,
        detail: {
          code: project.code,
          before: { organizations: before },
          after: { organizations: await observersOf(tx, project.id) },
        },
      });
    }
    return { changed, added: add.length, removed: removed.length };
  });
}
