import { type RawBuilder, sql } from 'kysely';
import type { ReturnState } from '@pimis/domain/workflow/returns';
import type { Database } from '../../platform/database/database.ts';
import { PREPARED } from '../../platform/database/prepared-statements.ts';
import { changedSinceReturn, openRemarks } from '../projects/returns.ts';

export interface WaitingProject {
  code: string;
  name: string;
  organizationName: string;
  projectPhaseId: number;
  phase: number;
  phaseStatus: number;
  openSteps: string[] | null;
  waitingSince: Date;
  formErrors: number | null;
  formStatus: number | null;
  formId: number | null;
  formCode: string | null;
  chosenList: number | null;
  foreignFunds: boolean;
  totalValue: string;
  lastChangedAt: Date;
  returned: ReturnState | null;
}

/** The projects of a query of ids, as far as tasks show them, the oldest first. */
export async function findWaiting(db: Database, ids: RawBuilder<unknown>): Promise<WaitingProject[]> {
  const { rows } = await sql<WaitingProject>`
    select ${PREPARED} projects.code::text as code, projects.name, owner.name as "organizationName", phases.id as "projectPhaseId",
           projects.phase, projects.phase_status as "phaseStatus", projects.waiting_since as "waitingSince",
           projects.open_steps as "openSteps", projects.foreign_funds as "foreignFunds",
           projects.total_value::text as "totalValue", projects.last_changed_at as "lastChangedAt",
           (select list_type from published.important_lists where project_id = projects.id) as "chosenList",
           form.status as "formStatus", form.id as "formId", form.code as "formCode",
           (select jsonb_array_length(validation -> 'Errors') from published.form_revisions
            where form_id = form.id order by revision desc limit 1) as "formErrors",
           (select json_build_object('openRemarks', ${openRemarks}, 'changed', ${changedSinceReturn})
            from published.project_activities returned where returned.id = phases.returned_activity_id) as returned
    from ${ids} waiting
    join published.projects on projects.id = waiting.id
    join published.organizations owner on owner.id = projects.organization_id
    join published.project_phases phases on phases.project_id = projects.id and phases.phase = projects.phase
    left join lateral (select id, code, status from published.project_forms where project_phase_id = phases.id
                       order by ordinal desc limit 1) form on true
    order by projects.waiting_since, projects.id`.execute(db);
  return rows;
}
