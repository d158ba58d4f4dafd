import { type RawBuilder, sql } from 'kysely';
import type { SentAgain } from '@pimis/contract/projects';
import type { ReturnState } from '@pimis/domain/workflow/returns';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Database } from '../../platform/database/database.ts';
import { PREPARED } from '../../platform/database/prepared-statements.ts';
import { isMentioned, urgencyOf } from '../projects/assigned-to-me.ts';
import { changedSinceReturn, openRemarks, sentAgain } from '../projects/returns.ts';

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
  mentioned: boolean;
  sentAgain: SentAgain | null;
}

/** The projects with the ids of a query, with the fields that tasks show, the most urgent for this user first. */
export async function findWaiting(
  db: Database,
  user: CurrentUser,
  ids: RawBuilder<unknown>,
): Promise<WaitingProject[]> {
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
            from published.project_activities returned where returned.id = phases.returned_activity_id) as returned,
           ${isMentioned(user)} as mentioned, ${sentAgain} as "sentAgain"
    from ${ids} waiting
    join published.projects on projects.id = waiting.id
    join published.organizations owner on owner.id = projects.organization_id
    join published.project_phases phases on phases.project_id = projects.id and phases.phase = projects.phase
    left join lateral (select id, code, status from published.project_forms where project_phase_id = phases.id
                       order by ordinal desc limit 1) form on true
    order by ${urgencyOf(user)}, projects.id`.execute(db);
  return rows;
}
