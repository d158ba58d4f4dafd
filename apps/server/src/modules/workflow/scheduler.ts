import { FORM_STATUS, PROJECT_STATUS } from '@pimis/domain/constants';
import { nextQuarter } from '@pimis/domain/dates/dates';
import { PHASE } from '@pimis/domain/workflow/phases';
import { quarterOfName } from '@pimis/domain/workflow/quarters';
import { PHASE_STATUS, POSTPONED_STATUSES } from '@pimis/domain/workflow/statuses';
import { turnsOf } from '@pimis/domain/workflow/turns';
import type { Context } from '../../platform/context.ts';
import { notifyStep } from '../notifications/service.ts';
import { lockProjectForSystem } from '../projects/visibility.ts';
import { addActivity, addNote } from './activities.ts';
import { loadFacts } from './facts.ts';
import { addForm } from './opening.ts';
import { keepTurns, refreshTurns } from './turns.ts';

/** What the passing of time brings: the next quarter's form, and the end of a postponement. */
export async function openDueQuarters(context: Context): Promise<void> {
  const due = await context.db
    .selectFrom('projects')
    .select(['id', 'phase_status as phaseStatus'])
    .where('status', '=', PROJECT_STATUS.pending)
    .where((where) =>
      where.or([
        where.and([where('phase', '=', PHASE.reporting), where('phase_status', '=', PHASE_STATUS.entry)]),
        where('phase_status', 'in', [...POSTPONED_STATUSES]),
      ]),
    )
    .orderBy('id')
    .execute();
  for (const { id, phaseStatus } of due) {
    try {
      await (phaseStatus === PHASE_STATUS.entry ? openDueQuarter(context, id) : endPostponement(context, id));
    } catch (error) {
      // One project in its own transaction: a failure of one leaves the others to be done.
      context.log.error({ err: error, project: id }, 'what is due was not done');
    }
  }
}

/** The project waits for its resumption from the day to which it was postponed. */
async function endPostponement(context: Context, projectId: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const project = await lockProjectForSystem(tx, projectId);
    if (!POSTPONED_STATUSES.includes(project.phaseStatus)) return;
    const facts = await loadFacts(context, tx, project);
    const { openTurns } = await tx
      .selectFrom('projects')
      .select('open_turns as openTurns')
      .where('id', '=', projectId)
      .executeTakeFirstOrThrow();
    await keepTurns(tx, projectId, facts);
    if (openTurns?.length !== 0 || turnsOf(facts).length === 0) return;
    const at = context.now();
    await addNote(tx, project, { operation: 'postponementOver', user: null, at });
    await notifyStep(tx, { projectId, operation: 'postponementOver', userId: null, decided: false, at });
  });
}

async function openDueQuarter(context: Context, projectId: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const project = await lockProjectForSystem(tx, projectId);
    const facts = await loadFacts(context, tx, project);
    const ready =
      facts.phase === PHASE.reporting &&
      facts.phaseStatus === PHASE_STATUS.entry &&
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
    await addForm(context, tx, project.id, facts.projectPhaseId, PHASE.reporting, { quarter: nextQuarter(quarter) });
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
    await tx.updateTable('projects').set({ waiting_since: context.now() }).where('id', '=', project.id).execute();
    await refreshTurns(context, tx, project.id);
    const step = { projectId: project.id, operation: 'addQuarter', userId: null, decided: false };
    await notifyStep(tx, { ...step, at: context.now() });
  });
}
