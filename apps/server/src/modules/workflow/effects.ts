import { nextQuarter } from '@pimis/domain/dates/dates';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { FORM_STATUS, PROJECT_STATUS } from '@pimis/domain/constants';
import { roundForms } from '@pimis/domain/workflow/decisions';
import { PHASE } from '@pimis/domain/workflow/phases';
import { quarterOfName } from '@pimis/domain/workflow/quarters';
import type { Effect } from '@pimis/domain/workflow/transition-types';
import { today } from '../../platform/context.ts';
import { changeForms } from '../form-store/changes.ts';
import { changeProjects, enterPhases, setCommissionCount } from '../projects/changes.ts';
import { clearChosenLists } from '../projects/commission-lists.ts';
import './announcements.ts';
import { addForms, openPhase } from './opening.ts';
import { recordPlans } from './plans.ts';
import { projectIdsOf, type Step, type Taker } from './step.ts';

/** Carries out what the table says follows a step, in its order, in the step's transaction. */
export async function applyEffects(step: Step, effects: readonly Effect[]): Promise<void> {
  for (const effect of effects) {
    const formIds = (await applyEffect(step, effect)) ?? [];
    await step.context.announcer.announce('effectCarriedOut', { step, effect, formIds });
  }
}

/** The workflow's own part of an effect; answers the forms whose status it has changed, if it has. */
async function applyEffect(step: Step, effect: Effect): Promise<number[] | void> {
  const { context, tx, user, takers } = step;
  switch (effect.kind) {
    case 'unlockForms':
      return setForms(step, FORM_STATUS.unlocked);
    case 'approveForms':
      return setForms(step, FORM_STATUS.approved);
    case 'openPhase':
      return openPhase(context, tx, projectIdsOf(step), effect.phase, user);
    case 'returnToReporting':
      return returnToReporting(step);
    case 'finishProject':
      return setProjects(step, { status: PROJECT_STATUS.finished });
    case 'commissionYes':
      await setCommissionCount(tx, phaseIdsOf(step), 'reset');
      return setProjects(step, { commission_approved: true });
    case 'countCommissionAttempt':
      return setCommissionCount(tx, phaseIdsOf(step), 'count');
    case 'resetCommissionCount':
      return setCommissionCount(tx, phaseIdsOf(step), 'reset');
    case 'clearImportantList':
      return clearChosenLists(tx, projectIdsOf(step));
    case 'settleForeignFunds':
      return;
    case 'keepMeiOpinion':
      return setProjects(step, { mei_opinion: step.input.comment ?? null });
    case 'freezeInitialPlan':
    case 'planTakesEffect':
      return recordPlans(step);
    case 'recordIndicators':
      return setProjects(step, { last_reporting: today(context) });
    case 'addQuarter':
      // Asked of one project at a time: no list holds projects that wait for a quarter.
      for (const taker of takers) await addQuarter(step, taker);
      return;
    case 'endReporting':
      return setProjects(step, { reporting_ended_on: today(context) });
  }
}

const phaseIdsOf = ({ takers }: Step) => takers.map(({ facts }) => facts.projectPhaseId);

async function setForms(
  { tx, takers, context }: Step,
  status: typeof FORM_STATUS.unlocked | typeof FORM_STATUS.approved,
): Promise<number[]> {
  const ids = takers
    .flatMap(({ facts }) => roundForms(facts))
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

async function setProjects(step: Step, change: ProjectChange): Promise<void> {
  await changeProjects(step.tx, projectIdsOf(step), change);
}

async function returnToReporting(step: Step): Promise<void> {
  const { tx, context } = step;
  const now = context.now();
  await enterPhases(tx, projectIdsOf(step), PHASE.reporting, now);
  await changeProjects(tx, projectIdsOf(step), {
    phase: PHASE.reporting,
    phase_status: PHASE_STATUS.entry,
    status_before: null,
    sent_by: null,
    waiting_since: now,
  });
}

/** The form of the quarter after the newest one. */
async function addQuarter({ context, tx }: Step, { project, facts }: Taker): Promise<void> {
  const last = await tx
    .selectFrom('published.project_forms as project_forms')
    .select('name')
    .where('project_phase_id', '=', facts.projectPhaseId)
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const quarter = quarterOfName(last.name);
  if (!quarter) throw new Error(`Form name ${last.name} names no quarter`);
  const phase = { projectId: project.id, phaseId: facts.projectPhaseId };
  await addForms(context, tx, [phase], PHASE.reporting, { quarter: nextQuarter(quarter) });
}
