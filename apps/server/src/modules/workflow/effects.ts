import { nextQuarter } from '@pimis/domain/dates/dates';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { FORM_STATUS, PROJECT_STATUS } from '@pimis/domain/constants';
import { roundForms } from '@pimis/domain/workflow/decisions';
import { PHASE } from '@pimis/domain/workflow/phases';
import { quarterOfName } from '@pimis/domain/workflow/quarters';
import type { Effect } from '@pimis/domain/workflow/transition-types';
import { today } from '../../platform/context.ts';
import './announcements.ts';
import { addForm, openPhase } from './opening.ts';
import { recordPlan } from './plans.ts';
import type { Step } from './step.ts';

/** Carries out what the table says follows a step, in its order, in the step's transaction. */
export async function applyEffects(step: Step, effects: readonly Effect[]): Promise<void> {
  for (const effect of effects) {
    const formIds = (await applyEffect(step, effect)) ?? [];
    await step.context.announcer.announce('effectCarriedOut', { step, effect, formIds });
  }
}

/** The workflow's own part of an effect; answers the forms whose status it has changed, if it has. */
async function applyEffect(step: Step, effect: Effect): Promise<number[] | void> {
  const { context, tx, user, project } = step;
  switch (effect.kind) {
    case 'unlockForms':
      return setForms(step, FORM_STATUS.unlocked);
    case 'approveForms':
      return setForms(step, FORM_STATUS.approved);
    case 'openPhase':
      return openPhase(context, tx, project.id, effect.phase, user);
    case 'returnToReporting':
      return returnToReporting(step);
    case 'finishProject':
      return setProject(step, { status: PROJECT_STATUS.finished });
    case 'commissionYes':
      await setCommissionCount(step, 'reset');
      return setProject(step, { commission_approved: true });
    case 'countCommissionAttempt':
      return setCommissionCount(step, 'count');
    case 'resetCommissionCount':
      return setCommissionCount(step, 'reset');
    case 'clearImportantList':
      await tx.deleteFrom('important_lists').where('project_id', '=', project.id).execute();
      return;
    case 'settleForeignFunds':
      return;
    case 'keepMeiOpinion':
      return setProject(step, { mei_opinion: step.input.comment ?? null });
    case 'freezeInitialPlan':
    case 'planTakesEffect':
      return recordPlan(step);
    case 'recordIndicators':
      return setProject(step, { last_reporting: today(context) });
    case 'addQuarter':
      return addQuarter(step);
    case 'endReporting':
      return setProject(step, { reporting_ended_on: today(context) });
  }
}

async function setForms(
  { tx, facts, context }: Step,
  status: typeof FORM_STATUS.unlocked | typeof FORM_STATUS.approved,
): Promise<number[]> {
  const ids = roundForms(facts)
    .filter((form) => form.status !== status)
    .map((form) => form.id);
  if (ids.length === 0) return ids;
  await tx
    .updateTable('project_forms')
    .set(
      status === FORM_STATUS.unlocked
        ? { status, locked_at: null, locked_by: null }
        : { status, locked_at: context.now() },
    )
    .where('id', 'in', ids)
    .execute();
  return ids;
}

type ProjectChange = Partial<{
  status: number;
  commission_approved: boolean;
  mei_opinion: string | null;
  last_reporting: string;
  reporting_ended_on: string;
}>;

async function setProject({ tx, project }: Step, change: ProjectChange): Promise<void> {
  await tx.updateTable('projects').set(change).where('id', '=', project.id).execute();
}

async function setCommissionCount({ tx, facts }: Step, how: 'count' | 'reset'): Promise<void> {
  await tx
    .updateTable('project_phases')
    .set((set) => ({ commission_count: how === 'reset' ? 0 : set('commission_count', '+', 1) }))
    .where('id', '=', facts.projectPhaseId)
    .execute();
}

async function returnToReporting({ tx, project, context }: Step): Promise<void> {
  const now = context.now();
  await tx
    .updateTable('project_phases')
    .set({ status: PHASE_STATUS.entry, closed_at: null })
    .where('project_id', '=', project.id)
    .where('phase', '=', PHASE.reporting)
    .execute();
  await tx
    .updateTable('projects')
    .set({
      phase: PHASE.reporting,
      phase_status: PHASE_STATUS.entry,
      status_before: null,
      sent_by: null,
      waiting_since: now,
    })
    .where('id', '=', project.id)
    .execute();
}

/** The form of the quarter after the newest one. */
async function addQuarter({ context, tx, project, facts }: Step): Promise<void> {
  const last = await tx
    .selectFrom('project_forms')
    .select('name')
    .where('project_phase_id', '=', facts.projectPhaseId)
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const quarter = quarterOfName(last.name);
  if (!quarter) throw new Error(`Form name ${last.name} names no quarter`);
  await addForm(context, tx, project.id, facts.projectPhaseId, PHASE.reporting, { quarter: nextQuarter(quarter) });
}
