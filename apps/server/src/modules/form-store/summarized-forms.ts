import { sql } from 'kysely';
import { FORM_STATUS } from '@pimis/domain/constants';
import { RETURN_KEYS } from '@pimis/domain/workflow/returns';
import type { Database } from '../../platform/database/database.ts';
import { inIds, PREPARED } from '../../platform/database/prepared-statements.ts';
import type { StoredValidationResult } from '../../platform/database/stored-validation-result.ts';

/** Why a form is read: it is to be decided on, it was approved earlier, or it was returned last. */
export type ReadAs = 'round' | 'earlier' | 'former';

export interface SummarizedForm {
  readAs: ReadAs;
  id: number;
  code: string;
  name: string;
  status: number;
  phase: number;
  projectPhaseId: number;
  evaluatorOrganizationId: string | null;
  evaluator: string | null;
  mark: Record<string, unknown> | null;
  markedAt: Date | null;
  revision: number;
  definitionVersion: number;
  input: Record<string, unknown>;
  /** Values taken over from an earlier phase when the form was opened. */
  takenOver: Record<string, unknown> | null;
  validation: StoredValidationResult;
}

/** The forms of one project, by the reason for reading them. */
export type SummarizedForms = Record<ReadAs, SummarizedForm[]>;

/**
 * The forms that summaries of decisions read, in one statement for all projects: each form of the round in its newest
 * revision, oldest first; the newest approved form of each code, newest first; and the last form of the round in the
 * revision that was returned last. Forms without a revision are left out. The result is in the order of the projects.
 */
export async function summarizedForms(
  db: Database,
  projects: readonly { projectId: number; round: readonly number[] }[],
): Promise<SummarizedForms[]> {
  const ids = projects.map(({ projectId }) => projectId);
  const round = projects.flatMap((project) => project.round);
  const leads = projects.flatMap((project) => project.round.slice(-1));
  const { rows } = await sql<SummarizedForm & { projectId: number }>`
    select ${PREPARED} wanted.read_as as "readAs", forms.id, forms.project_id as "projectId", forms.code, forms.name,
           forms.status, phases.phase,
           forms.project_phase_id as "projectPhaseId", forms.evaluator_organization_id as "evaluatorOrganizationId",
           evaluator.name as evaluator, forms.mark, forms.marked_at as "markedAt", read.revision,
           read.definition_version as "definitionVersion", read.input, read.taken_over as "takenOver",
           read.validation
    from (
      select 'round' as read_as, id, null::integer as revision from project_forms where id ${inIds(round)}
      union all
      (select distinct on (approved.project_id, approved.code) 'earlier', approved.id, null
       from project_forms approved
       join published.project_phases approved_phases on approved_phases.id = approved.project_phase_id
       where approved.project_id ${inIds(ids)} and approved.status = ${sql.lit(FORM_STATUS.approved)}
         and not approved.id ${inIds(round)}
       order by approved.project_id, approved.code, approved_phases.started_at desc, approved.ordinal desc,
                approved.id desc)
      union all
      (select distinct on (returned.id) 'former', returned.id, activities.form_revision
       from project_forms returned
       join published.project_activities activities on activities.project_phase_id = returned.project_phase_id
         and coalesce(activities.form_id, returned.id) = returned.id
       where returned.id ${inIds(leads)} and activities.operation in (${sql.join([...RETURN_KEYS].map((key) => sql.lit(key)))})
         and activities.form_revision is not null
       order by returned.id, activities.id desc)) wanted
    join project_forms forms on forms.id = wanted.id
    join published.project_phases phases on phases.id = forms.project_phase_id
    left join published.organizations evaluator on evaluator.id = forms.evaluator_organization_id
    join lateral (
      select revision, definition_version, input, data -> 'prefill' as taken_over, validation from form_revisions
      where form_id = forms.id and revision = coalesce(wanted.revision, revision) order by revision desc limit 1) read on true
    order by phases.started_at, forms.ordinal, forms.id`.execute(db);
  const byProject = Map.groupBy(rows, ({ projectId }) => projectId);
  return ids.map((id) => {
    const own = byProject.get(id) ?? [];
    const of = (wanted: ReadAs) => own.filter(({ readAs }) => readAs === wanted);
    return { round: of('round'), earlier: of('earlier').toReversed(), former: of('former') };
  });
}
