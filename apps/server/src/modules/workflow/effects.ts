import { nextQuarter } from '@pimis/domain/dates/dates';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { FORM_STATUS, PROJECT_STATUS } from '@pimis/domain/constants';
import { roundForms } from '@pimis/domain/workflow/decisions';
import { PHASE } from '@pimis/domain/workflow/phases';
import { quarterOfName } from '@pimis/domain/workflow/quarters';
import type { Effect } from '@pimis/domain/workflow/transition-types';
import { today } from '../../platform/context.ts';
import { changeForms } from '../form-store/changes.ts';
import { changeProject, enterPhase, setCommissionCount } from '../projects/changes.ts';
import { clearChosenList } from '../projects/commission-lists.ts';
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
  const { context, tx, user, project, facts } = step;
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
      await setCommissionCount(tx, facts.projectPhaseId, 'reset');
      return setProject(step, { commission_approved: true });
    case 'countCommissionAttempt':
      return setCommissionCount(tx, facts.projectPhaseId, 'count');
    case 'resetCommissionCount':
      return setCommissionCount(tx, facts.projectPhaseId, 'reset');
    case 'clearImportantList':
      return clearChosenList(tx, project.id);
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
  const change =
    status === FORM_STATUS.unlocked
      ? { status, locked_at: null, locked_by: null }
      : { status, locked_at: context.now() };
  await changeForms(tx, ids, change);
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
  await changeProject(tx, project.id, change);
}

async function returnToReporting({ tx, project, context }: Step): Promise<void> {
  const now = context.now();
  await enterPhase(tx, project.id, PHASE.reporting, now);
  await changeProject(tx, project.id, {
    phase: PHASE.reporting,
    phase_status: PHASE_STATUS.entry,
    status_before: null,
    sent_by: null,
    waiting_since: now,
  });
}

/** The form of the quarter after the newest one. */
async function addQuarter({ context, tx, project, facts }: Step): Promise<void> {
  const last = await tx
    .selectFrom('published.project_forms as project_forms')
    .select('name')
    .where('project_phase_id', '=', facts.projectPhaseId)
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const quarter = quarterOfName(last.name);
  if (!quarter) throw new Error(`Form name ${last.name} names no quarter`);
  await addForm(context, tx, project.id, facts.projectPhaseId, PHASE.reporting, { quarter: nextQuarter(quarter) });
}
