import { findFormDefinition } from '@pimis/domain/forms/registry';
import { PHASE, formOfPhase } from '@pimis/domain/workflow/phases';
import { quarterOf } from '@pimis/domain/dates/dates';
import { type Context, today } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import type { CurrentUser } from '../../platform/current-user.ts';
import { fixedFacts } from '../forms/facts.ts';
import { addActivity } from './activities.ts';

/** The user of a step, or the system itself (scheduler). */
export type Acting = Pick<CurrentUser, 'id' | 'name'> | null;

/**
 * Opens a phase of a project: its row once, with status 1 and a start date, and the form of this round. The project
 * then stands in that phase.
 */
export async function openPhase(
  context: Context,
  tx: Tx,
  projectId: number,
  phase: number,
  user: Acting,
): Promise<void> {
  const now = context.now();
  const before = await tx
    .selectFrom('project_phases')
    .select(['id', 'status'])
    .where('project_id', '=', projectId)
    .where('phase', '=', phase)
    .executeTakeFirst();
  const phaseId = before
    ? before.id
    : (
        await tx
          .insertInto('project_phases')
          .values({ project_id: projectId, phase, status: 1, started_at: now })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
  if (before) {
    await tx.updateTable('project_phases').set({ status: 1, closed_at: null }).where('id', '=', before.id).execute();
  }
  await addForm(context, tx, projectId, phaseId, phase);
  await tx
    .updateTable('projects')
    .set({ phase, phase_status: 1, status_before: null, sent_by: null, waiting_since: now, last_changed_at: now })
    .where('id', '=', projectId)
    .execute();
  await addActivity(tx, {
    projectId,
    projectPhaseId: phaseId,
    phase,
    previousStatus: before?.status ?? 1,
    status: 1,
    operation: 'open',
    user,
    at: now,
  });
}

/** Adds the form of a new round to a phase. */
export async function addForm(
  context: Context,
  tx: Tx,
  projectId: number,
  phaseId: number,
  phase: number,
  quarter?: { year: number; quarter: number },
): Promise<void> {
  const project = await tx
    .selectFrom('projects')
    .select(['type', 'important', 'migrated'])
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  const code = formOfPhase(phase, project);
  const definition = findFormDefinition(code);
  const newest = await tx
    .selectFrom('project_forms')
    .select((select) => select.fn.max('ordinal').as('ordinal'))
    .where('project_phase_id', '=', phaseId)
    .executeTakeFirst();
  const ordinal = (newest?.ordinal ?? 0) + 1;
  await tx
    .insertInto('project_forms')
    .values({
      project_id: projectId,
      project_phase_id: phaseId,
      code,
      definition_version: definition?.version ?? 1,
      name: formName(context, phase, definition?.title.sr ?? code, ordinal, quarter),
      ordinal,
      fixed: JSON.stringify(await fixedFacts(context, tx, projectId, code)),
      created_at: context.now(),
    })
    .execute();
}

function formName(
  context: Context,
  phase: number,
  title: string,
  ordinal: number,
  quarter: { year: number; quarter: number } | undefined,
): string {
  if (phase === PHASE.reporting || phase === PHASE.correctionReporting) {
    const of = quarter ?? quarterOf(today(context));
    const word = phase === PHASE.reporting ? 'Квартални' : 'Квартална корекција';
    return `${word}-${of.year}-${of.quarter}`;
  }
  return ordinal === 1 ? title : `${title} ${ordinal}`;
}
