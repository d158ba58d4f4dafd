import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { availableActions, decide } from './decisions.ts';
import type { FormFacts, ProjectFacts } from './project-facts.ts';
import { phaseInfo, ROUND_PHASES, startPhase } from './phases.ts';
import { LIST_STATUSES, STATUSES } from './statuses.ts';
import { OWNER, PROPOSER, project, someone, wholeInput } from '../../test/workflow.ts';
import type { Effect } from './transition-types.ts';

/** A project as the server would keep it, as far as walks need it: phases with their statuses and forms. */
interface World {
  facts: ProjectFacts;
  statuses: Map<number, number>;
  forms: Map<number, FormFacts[]>;
}

const USERS = [
  someone('Local_User', OWNER),
  someone('Local_Admin', OWNER),
  someone('Local_Verification_User', PROPOSER),
  someone('Local_Admin', PROPOSER),
  someone('Minister', PROPOSER),
  someone('Reviewer', '00000'),
  someone('Administrator', '00000'),
  someone('MEI', '10513'),
];
const DECLARED = new Set(STATUSES.map(({ id }) => id));

let formId = 0;
function newForm(): FormFacts {
  formId += 1;
  return { id: formId, code: 'form', status: 1, mandatory: true, evaluatorOrganizationId: null };
}

function start(kind: { type: number; important: boolean; migrated: boolean; foreignFunds: boolean }): World {
  const phase = startPhase(kind);
  const forms = [newForm()];
  return {
    facts: project({ ...kind, phase, phaseStatus: 1, forms }),
    statuses: new Map([[phase, 1]]),
    forms: new Map([[phase, forms]]),
  };
}

function round(world: World): FormFacts[] {
  const forms = world.forms.get(world.facts.phase) ?? [];
  return ROUND_PHASES.includes(world.facts.phase) ? forms.slice(-1) : forms;
}

function enter(world: World, phase: number): void {
  world.statuses.set(phase, 1);
  Object.assign(world.facts, { phase, phaseStatus: 1, statusBefore: null, forms: world.forms.get(phase) ?? [] });
}

function apply(world: World, effect: Effect): void {
  const { facts } = world;
  if (effect.kind === 'unlockForms') for (const form of round(world)) form.status = 1;
  else if (effect.kind === 'approveForms') for (const form of round(world)) form.status = 4;
  else if (effect.kind === 'finishProject') facts.projectStatus = 1;
  else if (effect.kind === 'returnToReporting') enter(world, 5);
  else if (effect.kind === 'recordIndicators') facts.closedQuarterExists = true;
  else if (effect.kind === 'addQuarter' || effect.kind === 'openPhase') {
    const phase = effect.kind === 'openPhase' ? effect.phase : 5;
    world.forms.set(phase, [...(world.forms.get(phase) ?? []), newForm()]);
    if (effect.kind === 'openPhase') enter(world, phase);
    else facts.forms = world.forms.get(5) ?? [];
  }
}

/** One random step: lock or list if that is open, else any action of any user. Returns the new status. */
function step(world: World, dice: number): number[] {
  const { facts } = world;
  if (LIST_STATUSES.includes(facts.phaseStatus) && dice % 3 !== 0) {
    Object.assign(facts, { statusBefore: facts.phaseStatus, phaseStatus: 6 });
    world.statuses.set(facts.phase, 6);
    return [6];
  }
  if ([1, 29].includes(facts.phaseStatus)) for (const form of round(world)) if (form.status === 1) form.status = 2;
  const offers = USERS.flatMap((user) =>
    availableActions(facts, user)
      .filter((offer) => offer.disabled === null)
      .map((offer) => ({ user, action: offer.action })),
  );
  const offer = offers[dice % Math.max(1, offers.length)];
  if (!offer) return [];
  const decision = decide(facts, offer.user, wholeInput(facts, offer.action));
  if (!decision.ok) throw new Error(`Offered action ${offer.action} was refused: ${decision.code}`);
  const phase = facts.phase;
  facts.phaseStatus = decision.status;
  world.statuses.set(phase, decision.status);
  for (const effect of decision.effects) apply(world, effect);
  return [decision.status, facts.phaseStatus];
}

const kinds = fc.record({
  type: fc.constantFrom(1, 2, 3),
  important: fc.boolean(),
  migrated: fc.boolean(),
  foreignFunds: fc.boolean(),
});

describe('random walks through the workflow', () => {
  it('never reach an undeclared status, and together reach every status except 32', () => {
    const reached = new Set<number>([1]);
    const entered = new Set<number>();
    fc.assert(
      fc.property(kinds, fc.array(fc.nat(10_000), { minLength: 120, maxLength: 240 }), (kind, dice) => {
        const world = start(kind);
        entered.add(world.facts.phase);
        for (const roll of dice) {
          if (world.facts.projectStatus !== 0) break;
          for (const status of step(world, roll)) {
            if (!DECLARED.has(status)) throw new Error(`Status ${status} is not declared`);
            reached.add(status);
          }
          const { phase, forms } = world.facts;
          entered.add(phase);
          if (phaseInfo(phase).id !== phase) throw new Error(`Phase ${phase} is not declared`);
          if (forms.length === 0) throw new Error(`Phase ${phase} stands without a form`);
        }
      }),
      { numRuns: 3000, seed: 20261120 },
    );
    expect([...reached].sort((a, b) => a - b)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
      33, 34,
    ]);
    expect([...entered].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13]);
  }, 60_000);
});
