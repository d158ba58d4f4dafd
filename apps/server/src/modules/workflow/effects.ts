import { nextQuarter } from '@pimis/domain/dates/dates';
import { FORM_STATUS, PROJECT_STATUS } from '@pimis/domain/constants';
import { roundForms } from '@pimis/domain/workflow/decisions';
import { PHASE } from '@pimis/domain/workflow/phases';
import { quarterOfName } from '@pimis/domain/workflow/quarters';
import { type Effect, phaseAfter } from '@pimis/domain/workflow/transition-types';
import { type Context, today } from '../../platform/context.ts';
import { changeForms } from '../form-store/changes.ts';
import { enterPhases, type PhaseChange, type ProjectChange } from '../projects/changes.ts';
import type { ActivityEntry } from '../projects/activities.ts';
import { clearChosenLists } from '../projects/commission-lists.ts';
import './events.ts';
import { addForms, enteredState, enterPhase } from './phase-entry.ts';
import type { LoadedFacts } from './project-facts.ts';
import { recordPlans } from './plans.ts';
import { projectIdsOf, type Step } from './step.ts';

/**
 * Changes to the rows of projects and of the phase that they leave, written together with the move in one statement.
 */
export function rowChangesOf(
  context: Context,
  input: Step['input'],
  effects: readonly Effect[],
): { project: ProjectChange; phase: PhaseChange } {
  const now = context.now();
  const next = phaseAfter(effects);
  const project: ProjectChange = next === null ? { last_changed_at: now } : enteredState(next, now);
  const phase: PhaseChange = {};
  for (const effect of effects) {
    switch (effect.kind) {
      case 'finishProject':
        project.status = PROJECT_STATUS.finished;
        break;
      case 'commissionYes':
        project.commission_approved = true;
        phase.commissionCount = 'reset';
        break;
      case 'countCommissionAttempt':
        phase.commissionCount = 'count';
        break;
      case 'resetCommissionCount':
        phase.commissionCount = 'reset';
        break;
      case 'keepMeiOpinion':
        project.mei_opinion = input.comment ?? null;
        break;
      case 'recordIndicators':
        project.last_reporting = today(context);
        break;
      case 'endReporting':
        project.reporting_ended_on = today(context);
        break;
      // Handled above by phaseAfter.
      case 'openPhase':
      case 'returnToReporting':
      // Handled by applyEffect.
      case 'unlockForms':
      case 'approveForms':
      case 'clearImportantList':
      case 'freezeInitialPlan':
      case 'planTakesEffect':
      case 'addQuarter':
      // Handled by listeners of forms.
      case 'settleForeignFunds':
        break;
    }
  }
  return { project, phase };
}

/**
 * Applies the effects of a step in the order of the table, in the step's transaction. Returns further activities for
 * people.
 */
export async function applyEffects(step: Step, effects: readonly Effect[]): Promise<ActivityEntry[]> {
  const activities: ActivityEntry[] = [];
  for (const effect of effects) {
    const { formIds = [], activities: further = [] } = await applyEffect(step, effect);
    activities.push(...further);
    await step.context.events.publish('effectApplied', { step, effect, formIds });
  }
  return activities;
}

/** The changes of an effect, and its activities for users. */
interface EffectResult {
  /** The forms whose status changed. */
  formIds?: number[];
  /** Further activities. */
  activities?: ActivityEntry[];
}

/** The workflow's own part of an effect beyond those rows. */
async function applyEffect(step: Step, effect: Effect): Promise<EffectResult> {
  const { context, tx, user, projects } = step;
  switch (effect.kind) {
    case 'unlockForms':
      return { formIds: await setForms(step, FORM_STATUS.unlocked) };
    case 'approveForms':
      return { formIds: await setForms(step, FORM_STATUS.approved) };
    case 'openPhase':
      return { activities: await enterPhase(context, tx, projectIdsOf(step), effect.phase, user) };
    case 'returnToReporting':
      await enterPhases(tx, projectIdsOf(step), PHASE.reporting, context.now());
      break;
    case 'clearImportantList':
      await clearChosenLists(
        tx,
        projects.flatMap(({ facts }) => (facts.chosenList === null ? [] : [facts.projectId])),
      );
      break;
    case 'freezeInitialPlan':
    case 'planTakesEffect':
      await recordPlans(step, effect.kind === 'planTakesEffect');
      break;
    case 'addQuarter':
      // One project at a time is enough: projects that wait for a quarter are never on a list.
      for (const { facts } of projects) await addQuarter(step, facts);
      break;
    // Handled by rowChangesOf.
    case 'finishProject':
    case 'commissionYes':
    case 'countCommissionAttempt':
    case 'resetCommissionCount':
    case 'keepMeiOpinion':
    case 'endReporting':
    // Handled by listeners of forms and indicators.
    case 'settleForeignFunds':
    case 'recordIndicators':
      break;
  }
  return {};
}

async function setForms(
  { tx, projects, context }: Step,
  status: typeof FORM_STATUS.unlocked | typeof FORM_STATUS.approved,
): Promise<number[]> {
  const ids = projects
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

/** Adds the form of the quarter after the newest one. */
async function addQuarter({ context, tx }: Step, facts: LoadedFacts): Promise<void> {
  const last = facts.forms.at(-1);
  const quarter = quarterOfName(last?.name ?? '');
  if (!last || !quarter) throw new Error(`Form name ${last?.name} names no quarter`);
  const { projectId, projectPhaseId: phaseId, type, important, migrated } = facts;
  const round = { projectId, phaseId, type, important, migrated, ordinal: last.ordinal };
  await addForms(context, tx, [round], PHASE.reporting, { quarter: nextQuarter(quarter) });
}
