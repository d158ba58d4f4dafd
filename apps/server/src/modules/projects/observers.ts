import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** Adds observers, who see the project (visibility.ts). Returns how many are new. */
export async function addObservers(tx: Tx, projectId: number, organizations: readonly string[], at: Date) {
  const made = await tx
    .insertInto('project_organizations')
    .values(organizations.map((id) => ({ project_id: projectId, organization_id: id, created_at: at })))
    .onConflict((conflict) => conflict.columns(['project_id', 'organization_id']).doNothing())
    .returning('id')
    .execute();
  return made.length;
}

/** Removes observers by their number or the organization's; returns their organizations. */
export async function removeObservers(
  tx: Tx,
  projectId: number,
  named: readonly (number | string)[],
): Promise<string[]> {
  const removed = await tx
    .deleteFrom('project_organizations')
    .where('project_id', '=', projectId)
    .where(sql<boolean>`(id::text = any(${named.filter((id) => typeof id === 'number').map(String)}::text[])
      or organization_id = any(${named.filter((id) => typeof id === 'string')}::text[]))`)
    .returning('organization_id as id')
    .execute();
  return removed.map(({ id }) => id);
}

/** Adds the observers of one project to another, unless they belong to it already. */
export async function copyObservers(
  tx: Tx,
  fromId: number,
  to: { id: number; organizationId: string; proposerOrganizationId: string },
): Promise<void> {
  await sql`
    insert into project_organizations (project_id, organization_id)
    select ${to.id}::integer, organization_id from project_organizations
    where project_id = ${fromId}
      and organization_id not in (${to.organizationId}::text, ${to.proposerOrganizationId}::text)
    on conflict do nothing`.execute(tx);
}
