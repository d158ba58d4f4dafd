import { ROLES } from '../src/access/roles.ts';
import type { ActingUser } from '../src/workflow/actors.ts';
import { type ActionInput, declaredTransitions } from '../src/workflow/decisions.ts';
import type { ProjectFacts } from '../src/workflow/project-facts.ts';
import { startPhase } from '../src/workflow/phases.ts';

export const OWNER = '50112';
export const PROPOSER = '10503';

let nextId = 1;

/** A user with a seeded role in an organization. */
export function someone(role: string, organizationId: string): ActingUser {
  const found = ROLES.find((candidate) => candidate.name === role);
  if (!found) throw new Error(`No role ${role}`);
  nextId += 1;
  return { id: nextId, organizationId, claims: new Set(found.claims) };
}

/** One user of every kind: each role, in every kind of organization that can have it. */
export function everyone(): { name: string; user: ActingUser }[] {
  return [OWNER, PROPOSER, '00000', '10513', '50101'].flatMap((organizationId) =>
    ROLES.map((role) => ({ name: `${role.name} of ${organizationId}`, user: someone(role.name, organizationId) })),
  );
}

/** A project in entry of its first phase, with its form locked and every guard satisfied. */
export function project(changes: Partial<ProjectFacts> = {}): ProjectFacts {
  return {
    organizationId: OWNER,
    proposerOrganizationId: PROPOSER,
    projectStatus: 0,
    type: 3,
    important: false,
    migrated: false,
    foreignFunds: false,
    phase: startPhase({ type: 3, important: false }),
    phaseStatus: 1,
    statusBefore: null,
    sentBy: null,
    confirmedBy: null,
    forms: [{ id: 1, code: 'ideja', status: 2, mandatory: true, evaluatorOrganizationId: null }],
    formsLimitReached: false,
    planCorrectionReached: false,
    sendingToCommissionReached: false,
    chosenList: null,
    postponedUntil: null,
    quarterReachesEnd: true,
    newestQuarterFrom: '2026-04-01',
    quarterHasBegun: true,
    closedQuarterExists: false,
    today: '2026-05-04',
    ...changes,
  };
}

/** An input with everything that the step asks for, and nothing else. */
export function wholeInput(facts: ProjectFacts, action: number): ActionInput {
  const needs = declaredTransitions(facts).find((row) => row.action === action)?.needs;
  return {
    action,
    comment: 'разлог',
    ...(needs?.date ? { date: '2026-05-04' } : {}),
    ...(needs?.postponedDate ? { postponedDate: '2026-09-01' } : {}),
  };
}
