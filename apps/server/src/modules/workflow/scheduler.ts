import { PROJECT_STATUS } from '@pimis/domain/constants';
import { addDays } from '@pimis/domain/dates/dates';
import { decideDue } from '@pimis/domain/workflow/decisions';
import { PHASE } from '@pimis/domain/workflow/phases';
import { PHASE_STATUS, POSTPONED_STATUSES, stepNormDays } from '@pimis/domain/workflow/statuses';
import { openStepsOf } from '@pimis/domain/workflow/open-steps';
import { type Context, dayOf } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import '../projects/events.ts';
import { lockProjectForSystem, type ProjectRecord } from '../projects/visibility.ts';
import { addNote, lastActivity } from '../projects/activities.ts';
import { type LoadedFacts, loadFacts } from './project-facts.ts';
import { carryOut } from './service.ts';
import { updateOpenSteps } from './open-steps.ts';

/**
 * Changes that happen on a day: the next quarter's form, the end of a quarter, and the end of a postponement. Also
 * computes open steps that are unknown, which earlier versions left for projects on a list.
 */
export async function openDueQuarters(context: Context): Promise<void> {
  const due = await context.db
    .selectFrom('published.projects as projects')
    .select(['id', 'phase_status as phaseStatus', 'open_steps as openSteps'])
    .where('status', '=', PROJECT_STATUS.pending)
    .where((where) =>
      where.or([
        where.and([where('phase', '=', PHASE.reporting), where('phase_status', '=', PHASE_STATUS.entry)]),
        where('phase_status', 'in', [...POSTPONED_STATUSES]),
        where('open_steps', 'is', null),
      ]),
    )
    .orderBy('id')
    .execute();
  for (const { id, phaseStatus, openSteps } of due) {
    try {
      if (openSteps === null) await findOpenSteps(context, id);
      await (phaseStatus === PHASE_STATUS.entry ? openDueQuarter(context, id) : endPostponement(context, id));
    } catch (error) {
      // Each project has its own transaction, so that a failure does not affect the others.
      context.log.error({ err: error, project: id }, 'what is due was not done');
    }
  }
}

async function findOpenSteps(context: Context, projectId: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const project = await lockProjectForSystem(tx, projectId);
    await updateOpenSteps(tx, [await loadFacts(context, tx, project)]);
  });
}

/** The project waits for its resumption from the day to which it was postponed. */
async function endPostponement(context: Context, projectId: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const project = await lockProjectForSystem(tx, projectId);
    if (!POSTPONED_STATUSES.includes(project.phaseStatus)) return;
    const facts = await loadFacts(context, tx, project);
    const { openSteps } = await tx
      .selectFrom('published.projects as projects')
      .select('open_steps as openSteps')
      .where('id', '=', projectId)
      .executeTakeFirstOrThrow();
    await updateOpenSteps(tx, [facts]);
    if (openSteps?.length !== 0 || openStepsOf(facts).length === 0) return;
    await tell(context, tx, project, 'postponementOver');
  });
}

/** Records that a day has come, and notifies people. */
async function tell(
  context: Context,
  tx: Tx,
  project: ProjectRecord,
  operation: 'postponementOver' | 'quarterOver',
): Promise<void> {
  const at = context.now();
  await addNote(tx, project, { operation, user: null, at });
  await context.events.publish('projectsMoved', {
    tx,
    projectIds: [project.id],
    operation,
    userId: null,
    decided: false,
    at,
  });
}

/** Whether the instant is the first of the day. */
const begins = (day: string, instant: Date) => dayOf(instant) === day && dayOf(new Date(instant.getTime() - 1)) < day;

/**
 * Notifies people once that their report, begun before its quarter ended, is now due. If the report was opened or
 * returned later, the step itself has notified them. Reports that are already late, for example after an outage, appear
 * in the lists of late steps instead.
 */
async function endQuarter(context: Context, tx: Tx, project: ProjectRecord, facts: LoadedFacts): Promise<void> {
  const { awaitedFrom, today } = facts;
  if (awaitedFrom === null || awaitedFrom > today || !begins(awaitedFrom, project.waitingSince)) return;
  if (addDays(awaitedFrom, stepNormDays(project.phaseStatus)) < today) return;
  const told = await lastActivity(tx, project.id, 'quarterOver');
  if (told && told.day >= awaitedFrom) return;
  await tell(context, tx, project, 'quarterOver');
}

/** The system takes the same step as the button. */
async function openDueQuarter(context: Context, projectId: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const project = await lockProjectForSystem(tx, projectId);
    const facts = await loadFacts(context, tx, project);
    // No further quarter is due after the end of the plan, although a user may still ask for one.
    const isDue = facts.phase === PHASE.reporting && !facts.quarterReachesEnd;
    const due = isDue ? decideDue(facts, 'addQuarter') : null;
    if (!due) {
      await updateOpenSteps(tx, [facts]);
      await endQuarter(context, tx, project, facts);
      return;
    }
    const { action } = due.transition;
    await carryOut({ context, tx, user: null, input: { action }, origin: { user: null } }, [{ project, facts }], due);
  });
}
