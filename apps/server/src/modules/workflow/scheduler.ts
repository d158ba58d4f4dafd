import { FORM_STATUS } from '@pimis/domain/constants';
import { nextQuarter } from '@pimis/domain/dates/dates';
import { PHASE } from '@pimis/domain/workflow/phases';
import { quarterOfName } from '@pimis/domain/workflow/quarters';
import { ENTRY_STATUS } from '@pimis/domain/workflow/statuses';
import type { Context } from '../../platform/context.ts';
import { notifyStep } from '../notifications/service.ts';
import { lockProjectForSystem } from '../projects/visibility.ts';
import { addActivity } from './activities.ts';
import { loadFacts } from './facts.ts';
import { addForm } from './opening.ts';
import { keepTurns, refreshTurns } from './turns.ts';

/** Adds the next quarter's form to every project whose quarter has ended and is approved. */
export async function openDueQuarters(context: Context): Promise<void> {
  const due = await context.db
    .selectFrom('projects')
    .select(['id'])
    .where('status', '=', 0)
    .where('phase', '=', 5)
    .where('phase_status', '=', 1)
    .execute();
  for (const { id } of due) await openDueQuarter(context, id);
}

/** One project in its own transaction, so that a failure of one leaves the others done. */
async function openDueQuarter(context: Context, projectId: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const project = await lockProjectForSystem(tx, projectId);
    const facts = await loadFacts(context, tx, project);
    const ready =
      facts.phase === PHASE.reporting &&
      facts.phaseStatus === ENTRY_STATUS &&
      facts.forms.length > 0 &&
      facts.forms.every((form) => form.status === FORM_STATUS.approved) &&
      facts.quarterHasBegun &&
      !facts.formsLimitReached &&
      !facts.quarterReachesEnd;
    if (!ready) return keepTurns(tx, projectId, facts);
    const last = await tx
      .selectFrom('project_forms')
      .select('name')
      .where('project_phase_id', '=', facts.projectPhaseId)
      .orderBy('ordinal', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const quarter = quarterOfName(last.name);
    if (!quarter) return;
    await addForm(context, tx, project.id, facts.projectPhaseId, PHASE.reporting, nextQuarter(quarter));
    await addActivity(tx, {
      projectId: project.id,
      projectPhaseId: facts.projectPhaseId,
      phase: facts.phase,
      previousStatus: facts.phaseStatus,
      status: facts.phaseStatus,
      action: 4,
      operation: 'addQuarter',
      user: null,
      at: context.now(),
    });
    await refreshTurns(context, tx, project.id);
    const step = { projectId: project.id, operation: 'addQuarter', userId: null, decided: false };
    await notifyStep(tx, { ...step, at: context.now() });
  });
}
