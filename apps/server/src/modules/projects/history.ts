import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';

/**
 * Keeps what projects are from this moment on, for reports at a past day: closes the open row of each in which a
 * fact differs and opens the next. Call it in the transaction of every change to a project.
 */
export async function recordHistories(tx: Tx, projectIds: readonly number[], now: Date): Promise<void> {
  await sql`
    with fresh as (
      select id as project_id, name, code::text as code, phase, phase_status, status, total_value,
             proposer_organization_id, foreign_funds, important, commission_approved
      from projects where id = any(${projectIds}::integer[])
    ), closed as (
      update project_history old set valid_to = ${now}
      from fresh
      where old.project_id = fresh.project_id and old.valid_to is null
        and (old.name, old.code, old.phase, old.phase_status, old.status, old.total_value,
             old.proposer_organization_id, old.foreign_funds, old.important, old.commission_approved)
          is distinct from
            (fresh.name, fresh.code, fresh.phase, fresh.phase_status, fresh.status, fresh.total_value,
             fresh.proposer_organization_id, fresh.foreign_funds, fresh.important, fresh.commission_approved)
      returning old.project_id
    )
    select count(*) from closed`.execute(tx);
  // A second statement: the partial unique index must see the closed row before the new one comes.
  await sql`
    insert into project_history (project_id, valid_from, name, code, phase, phase_status, status, total_value,
                                 proposer_organization_id, foreign_funds, important, commission_approved)
    select id, ${now}, name, code::text, phase, phase_status, status, total_value,
           proposer_organization_id, foreign_funds, important, commission_approved
    from projects
    where id = any(${projectIds}::integer[])
      and not exists (select 1 from project_history where project_id = projects.id and valid_to is null)`.execute(tx);
}

/** The same for one project. */
export function recordHistory(tx: Tx, projectId: number, now: Date): Promise<void> {
  return recordHistories(tx, [projectId], now);
}
