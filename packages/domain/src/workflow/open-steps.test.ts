import { describe, expect, it } from 'vitest';
import type { Claim } from '../access/claims.ts';
import { ADMINISTRATION_ORGANIZATION } from '../constants.ts';
import { STATUSES } from './statuses.ts';
import { availableActions } from './decisions.ts';
import { everyone, OWNER, PROPOSER, project, someone } from '../../test/workflow.ts';
import {
  followingSteps,
  isStepOf,
  openStepLabel,
  openStepsAt,
  openStepsOf,
  restOf,
  usersWaitedFor,
  waitingFor,
} from './open-steps.ts';
import { transitionsOf } from './transitions.ts';

const PHASES = Array.from({ length: 14 }, (_, phase) => phase);

/** Values of `open`: unknown, none, each step alone. */
function openSteps(phase: number, status: number): (string[] | null)[] {
  const keys = ['createList', 'putOnList', 'lockForm', ...transitionsOf(phase, status).map(({ key }) => key)];
  return [null, [], ...keys.map((key) => [key])];
}

/** Every state with the steps that may be open in it, with and without foreign funds. */
function everyState() {
  return PHASES.flatMap((phase) =>
    STATUSES.flatMap(({ id: status }) =>
      openSteps(phase, status).flatMap((open) =>
        [false, true].map((foreignFunds) => ({ phase, phaseStatus: status, foreignFunds, open })),
      ),
    ),
  );
}

describe('whom a state waits for', () => {
  it('is the same seen from the user ("My tasks") and from the project (notifications)', () => {
    let found = 0;
    const different: string[] = [];
    const home = { own: OWNER, proposer: PROPOSER, administration: ADMINISTRATION_ORGANIZATION };
    const reviewer = someone('Reviewer', ADMINISTRATION_ORGANIZATION);
    const handling = { ...reviewer, claims: new Set<Claim>([...reviewer.claims, 'Project_Manage']) };
    const people = [...everyone(), { name: 'a reviewer who manages projects too', user: handling }].map(
      ({ name, user }) => ({
        name,
        user,
        waiting: Map.groupBy(waitingFor(user), ({ phase, status }) => `${phase}/${status}`),
      }),
    );
    for (const at of everyState()) {
      const { phase, phaseStatus, foreignFunds, open } = at;
      const waited = usersWaitedFor(at);
      for (const { name, user, waiting } of people) {
        const states = waiting.get(`${phase}/${phaseStatus}`) ?? [];
        const handles = (['Project_Manage', 'Form_ConfirmationResolve'] as const).some((claim) =>
          user.claims.has(claim),
        );
        // Nobody has sent or confirmed anything without the claim to it.
        const handled = [
          { sentBy: null, confirmedBy: null },
          ...(handles
            ? [
                { sentBy: user.id, confirmedBy: null },
                { sentBy: null, confirmedBy: user.id },
              ]
            : []),
        ];
        for (const { sentBy, confirmedBy } of handled) {
          const fromUser = states.some(
            (state) =>
              (state.side === 'any' ||
                (state.side === 'own' ? user.organizationId === OWNER : user.organizationId === PROPOSER)) &&
              (state.foreignFunds ?? foreignFunds) === foreignFunds &&
              (open === null ? state.declared : state.keys.some((key) => open.includes(key))) &&
              !(state.notSender && sentBy === user.id) &&
              !(state.notConfirmer && confirmedBy === user.id),
          );
          const fromProject = waited.some((users) =>
            user.claims.has('Admin')
              ? users.admins
              : user.claims.has(users.claim) &&
                (users.side === 'any' || user.organizationId === home[users.side]) &&
                !(users.notSender && sentBy === user.id) &&
                !(users.notConfirmer && confirmedBy === user.id),
          );
          if (open !== null) {
            const facts = { ...at, organizationId: OWNER, proposerOrganizationId: PROPOSER, sentBy, confirmedBy };
            if (isStepOf(user, facts, open) !== fromProject) different.push(`${name} on ${phase}/${phaseStatus}`);
          }
          if (fromProject !== fromUser) different.push(`${name} at ${phase}/${phaseStatus}`);
          if (fromUser) found += 1;
        }
      }
    }
    expect(different).toEqual([]);
    expect(found).toBeGreaterThan(100);
  });

  it('follows the idea from the organization to the proposer’s side and the ministry', () => {
    expect(openStepsAt(0, 2, false)[0]?.actors).toEqual(['CF']);
    expect(followingSteps(project({ phaseStatus: 2 })).map((turn) => turn.key)).toEqual([
      'verify',
      'sendToMinister',
      'ministerApprove',
    ]);
    expect(openStepsAt(0, 14, false)[0]?.key).toBe('createList');
    expect(openStepsAt(0, 22, true)[0]?.key).toBe('sendToMei');
  });

  it('gives each user the states that wait for them', () => {
    const states = (user: Parameters<typeof waitingFor>[0]) =>
      waitingFor(user)
        .filter((state) => state.phase === 0)
        .map((state) => state.status)
        .sort((a, b) => a - b);
    expect(states(someone('Local_User', OWNER))).toEqual([1, 21, 25]);
    expect(states(someone('Minister', PROPOSER))).toEqual([21]);
    expect(states(someone('MEI', '10513'))).toEqual([23]);
    expect(states(someone('Reviewer', ADMINISTRATION_ORGANIZATION))).toEqual([3, 6, 8, 14]);
    expect(
      waitingFor(someone('Local_Admin', OWNER)).find((state) => state.phase === 0 && state.status === 2),
    ).toMatchObject({
      side: 'own',
      notSender: true,
    });
  });
});

describe('whose turn it is on a project', () => {
  const keys = (changes: Parameters<typeof project>[0]) => openStepsOf(project(changes)).map(({ key }) => key);
  const form = (status: number) => ({
    id: 1,
    code: 'kvartalni',
    status,
    mandatory: true,
    evaluatorOrganizationId: null,
  });

  it('follows the quarter: to be sent, the phase to be sent, or nothing until the next one begins', () => {
    const at = { phase: 5, phaseStatus: 1 };
    expect(keys({ ...at, forms: [form(1)], quarterReachesEnd: false })).toEqual(['sendQuarter']);
    expect(keys({ ...at, forms: [form(4)], quarterReachesEnd: true })).toEqual(['sendPhase']);
    expect(keys({ ...at, forms: [form(4)], quarterReachesEnd: false })).toEqual([]);
    expect(followingSteps(project({ ...at, forms: [form(4)], quarterReachesEnd: false }))).toEqual([]);
    const ending = followingSteps(project({ ...at, forms: [form(4)], quarterReachesEnd: true }));
    expect(ending.map(({ key }) => key)).toEqual(['confirm', 'approve']);
  });

  it('is nobody’s while the next quarter is ahead, or begun and not opened yet, or one too many, or until a day', () => {
    const rest = (changes: Parameters<typeof project>[0]) =>
      restOf(project({ phase: 5, phaseStatus: 1, forms: [form(4)], quarterReachesEnd: false, ...changes }));
    expect(rest({ quarterHasBegun: false })).toBe('quarterAhead');
    expect(rest({ quarterHasBegun: true })).toBe('quarterDue');
    expect(rest({ quarterHasBegun: true, formsLimitReached: true })).toBe('formsLimit');
    expect(rest({ phaseStatus: 8, today: '2026-05-04', postponedUntil: '2026-05-05' })).toBe('postponed');
    expect(rest({ quarterReachesEnd: true })).toBeNull();
    expect(rest({ projectStatus: 1 })).toBeNull();
  });

  it('is followed by steps of the phase alone, to its end or to the list, of a report to the end of its quarter', () => {
    const following = (changes: Parameters<typeof project>[0]) =>
      followingSteps(project(changes)).map(({ key }) => key);
    const report = { phase: 5, forms: [form(1)], quarterReachesEnd: false };
    expect(following({ ...report, phaseStatus: 1 })).toEqual(['confirmQuarter', 'approveQuarter']);
    expect(following({ ...report, phaseStatus: 12 })).toEqual(['approveQuarter']);
    expect(following({ ...report, phaseStatus: 13 })).toEqual([]);
    expect(following({ phase: 4, phaseStatus: 1 })).toEqual(['confirm', 'approve']);
    expect(following({ phase: 4, phaseStatus: 3 })).toEqual([]);
    expect(following({ phase: 2, phaseStatus: 3 })).toEqual(['createList']);
    expect(following({ phase: 2, phaseStatus: 16 })).toEqual([]);
  });

  it('of an important project, is the one who puts it on a list, then the one who creates that list', () => {
    const at = { phase: 3, phaseStatus: 17, important: true };
    expect(keys(at)).toEqual(['putOnList']);
    expect(keys({ ...at, chosenList: 5 })).toEqual(['createList']);
    expect(openStepLabel('createList', { ...at, foreignFunds: false })?.en).toBe('Create the list');
    expect(openStepLabel(null, { ...at, foreignFunds: false })?.en).toBe('Put the project on a list');
    const waited = usersWaitedFor({ ...at, foreignFunds: false, open: ['createList', 'returnToEntry'] });
    expect(waited.map(({ claim }) => claim).toSorted()).toEqual(['Admin', 'Project_ListManage']);
  });

  it('at the limit of the commission, is the administrator’s, because no list takes it', () => {
    expect(keys({ phase: 0, phaseStatus: 14 })).toEqual(['createList']);
    expect(keys({ phase: 0, phaseStatus: 14, sendingToCommissionReached: true })).toEqual(['returnToEntry']);
    expect(keys({ phase: 5, phaseStatus: 5, sendingToCommissionReached: true })).toEqual(['withdrawProposal']);
  });

  it('rests until the day to which the commission postponed it', () => {
    const postponed = { phase: 5, phaseStatus: 8, statusBefore: 5, today: '2026-05-04' };
    expect(keys({ ...postponed, postponedUntil: '2026-05-05' })).toEqual([]);
    expect(keys({ ...postponed, postponedUntil: '2026-05-04' })).toEqual(['resume']);
  });

  it('before the commission, does not anticipate its decision', () => {
    const [turn] = openStepsOf(project({ phaseStatus: 6 }));
    expect(turn?.label.en).toBe('Enter the decision of the commission');
    expect(openStepLabel('commissionYes', { phase: 5, phaseStatus: 6, foreignFunds: false })).toEqual(turn?.label);
  });

  it('of an idea that its organization opened again while the minister has it, is to lock it', () => {
    const at = { phase: 0, phaseStatus: 21 };
    expect(keys({ ...at, forms: [form(2)] })).not.toContain('lockForm');
    expect(openStepsOf(project({ ...at, forms: [form(1)] }))).toMatchObject([{ key: 'lockForm', actors: ['PM'] }]);
    expect(openStepLabel('lockForm', { ...at, foreignFunds: false })?.en).toBe('Lock the form');
    const following = (status: number) => followingSteps(project({ ...at, forms: [form(status)] }));
    expect(following(1).map(({ key }) => key)).toEqual(['ministerApprove', 'sendToMinistry', 'approve']);
    expect(following(2).map(({ key }) => key)).toEqual(['sendToMinistry', 'approve', 'createList']);
  });

  it('is nobody’s on a finished project', () => {
    expect(keys({ projectStatus: 1 })).toEqual([]);
  });

  it('stays while a form has to be marked: the state waits for that', () => {
    const unmarked = { ...form(2), evaluatorOrganizationId: '10524' };
    expect(keys({ phase: 1, phaseStatus: 3, forms: [unmarked] })).toEqual(['approve']);
  });

  it('is a step that the engine offers somebody, held up by nothing but forms', () => {
    const people = everyone();
    for (const phase of PHASES) {
      for (const { id: phaseStatus } of STATUSES) {
        for (const satisfied of [true, false]) {
          const facts = project({
            phase,
            phaseStatus,
            statusBefore: 14,
            forms: [form(satisfied ? 2 : 4)],
            quarterReachesEnd: satisfied,
            sendingToCommissionReached: !satisfied,
          });
          for (const turn of openStepsOf(facts)) {
            if (['createList', 'putOnList'].includes(turn.key)) continue;
            const offers = people.flatMap(({ user }) => availableActions(facts, user));
            const offer = offers.find(({ key }) => key === turn.key);
            expect(offer, `${turn.key} at ${phase}/${phaseStatus}`).toBeDefined();
            expect([null, 'lock', 'evaluatorMarked']).toContain(offer?.disabled?.reasonKey ?? null);
          }
        }
      }
    }
    expect(openStepsAt(5, 1, false).map(({ key }) => key)).toEqual(['sendQuarter']);
  });
});
