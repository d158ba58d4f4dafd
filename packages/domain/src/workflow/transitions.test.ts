import { describe, expect, it } from 'vitest';
import type { Claim } from '../access/claims.ts';
import type { ActingUser } from './actors.ts';
import { decide } from './decisions.ts';
import type { ProjectFacts } from './project-facts.ts';
import { everyone, OWNER, PROPOSER, project, someone, wholeInput } from '../../test/workflow.ts';
import type { Effect, Transition } from './transition-types.ts';
import { POSTPONED_STATUSES } from './statuses.ts';
import { TRANSITIONS } from './transitions.ts';

/**
 * The tables of docs/workflow.md, written out by hand and compared whole:
 * phase-status-action[-condition] | actors | needs and guards | status after, effects. "/" parts alternative outcomes.
 */
const CHAIN = (phase: number, approved: string, confirmed = 3, approvalNeeds = 'lock') => [
  `${phase}-1-1 | PM | lock | 2`,
  `${phase}-2-1 | CF | lock | ${confirmed}`,
  `${phase}-2-2 | CF | comment | 1 unlock`,
  `${phase}-3-1 | AP | ${approvalNeeds} | ${approved}`,
  `${phase}-3-2 | AP | comment | 1 unlock`,
  `${phase}-3-5 | AP,REQ | comment | 25`,
  `${phase}-25-1 | PM | - | 1 unlock`,
];

/** Lists of preparation: yes opens the next phase. */
const PREPARATION = (phase: number, next: number, waiting: number) => [
  `${phase}-6-1 | COM | date | 4 yes open:${next}`,
  `${phase}-6-2 | COM | date | 18`,
  `${phase}-6-3 | COM | date | 9 finish`,
  `${phase}-6-4 | COM | date,postponed | 8`,
  `${phase}-8-1 | COM | - | before`,
  `${phase}-18-1 | ADM | comment | 1 unlock`,
  `${phase}-${waiting}-2 | ADM | comment | 1 unlock`,
];

const EXPECTED = [
  ...CHAIN(0, '14 approve', 19),
  ...CHAIN(1, '4 approve open:4 / 4 approve open:2', 3, 'lock,evaluatorMarked'),
  ...CHAIN(2, '16 approve'),
  ...CHAIN(3, '17 approve'),
  ...CHAIN(4, '4 approve freeze open:5'),
  ...CHAIN(7, '4 approve open:8'),
  ...CHAIN(8, '4 approve finish'),
  ...CHAIN(9, '4 approve open:4'),
  ...CHAIN(10, '15 approve'),
  ...CHAIN(11, '28 approve'),
  ...CHAIN(13, '10 approve'),

  // Idea, between confirmation and approval.
  '0-19-1 | VER | lock | 20',
  '0-19-2 | VER | comment | 1 unlock',
  '0-20-1 | IAP | lock | 21',
  '0-20-2 | IAP | comment | 1 unlock',
  '0-21-1 | MIN | lock | 22',
  '0-21-2 | MIN,ADM | comment | 1 unlock',
  '0-22-1-noForeignFunds | SEND | lock | 3',
  '0-22-1-foreignFunds | MEISEND | lock | 23',
  '0-22-2 | ADM | comment | 1 unlock',
  '0-23-1 | MEI | comment | 24 opinion',
  '0-23-2 | ADM | comment | 1 unlock',
  // The page says MEI or REQ, and REQ at 23 "of MEI": those are MEI themselves, and Admins.
  '0-23-5 | MEI,ADM | comment | 25',
  '0-24-1 | SEND | lock | 3',
  '0-24-2 | ADM | comment | 1 unlock',

  // Commission.
  ...PREPARATION(0, 10, 14),
  ...PREPARATION(10, 2, 15),
  ...PREPARATION(2, 9, 16),
  ...PREPARATION(3, 9, 17),
  '5-6-1 | COM | date | 10 yes open:13',
  '5-6-2 | COM | date | 1',
  '5-6-3 | COM | date | 9 finish',
  '5-6-4 | COM | date,postponed | 8',
  '5-8-1 | COM | - | before',
  '13-6-1 | COM | date | 4 yes back',
  '13-6-2 | COM | date | 1 unlock',
  '13-6-3 | COM | date | 31 finish',
  '13-6-4 | COM | date,postponed | 30',
  '13-30-1 | COM | - | 4 back',
  '13-10-2 | ADM | comment | 1 unlock',
  '11-6-1 | COM | date | 27 yes plan open:12 / 27 yes plan back',
  '11-6-3 | COM | date | 9 back',
  '11-6-4 | COM | date,postponed | 8',
  '11-6-5 | COM | comment,date | 29 unlock',
  '11-8-1 | COM | - | before',
  '11-28-2 | ADM | comment | 1 unlock',

  // Pre-implementation.
  '9-1-3 | AP | comment | 11 finish',
  '9-2-3 | AP | comment | 11 finish',
  '9-3-3 | AP | comment | 11 finish',

  // Reporting.
  '5-1-2 | PM | lock,lastFormNotApproved,newestQuarterBegun | 12',
  '5-12-1 | CF | lock | 13',
  '5-12-2 | CF | comment | 1 unlock',
  '5-13-1 | AP | lock | 1 approve indicators',
  '5-13-2 | AP | comment | 1 unlock',
  '5-1-4 | AP | allQuartersApproved,quarterHasBegun,formsLimit | 1 quarter',
  '5-1-1 | PM | lock,quarterReachesEnd,newestQuarterBegun | 2',
  '5-2-1 | CF | - | 3',
  '5-2-2 | CF | comment | 1',
  '5-3-1 | AP | - | 4 open:7',
  '5-3-2 | AP | comment | 1',
  '5-1-3 | ADM | comment | 5',
  '5-5-2 | ADM | comment | 1',
  '5-1-5 | PM | comment,planCorrectionLimit | 26',
  '5-26-6 | AP | - | 7 open:11',
  '5-26-2 | AP | comment | 1',

  // Correction and correction reporting.
  '11-1-3 | PM | comment | 11 back',
  '11-29-1 | PM | lock | 33',
  '11-33-1 | PM,CF | - | 34',
  '11-33-2 | PM,CF | comment | 29',
  '11-34-1 | AP | - | 28 approve',
  '11-34-2 | AP | comment | 29 unlock',
  '12-1-1 | PM | lock | 12',
  '12-12-1 | CF | lock | 13',
  '12-12-2 | CF | comment | 1 unlock',
  '12-13-1 | AP | lock | 4 approve back',
  '12-13-2 | AP | comment | 1 unlock',
];

/** Rows where the table in code has more than the page. A row leaves this list when they agree. */
const BEYOND_THE_PAGE: Readonly<Record<string, string>> = {
  '5-1-3 | ADM | comment | 5': '5-1-3 | ADM | comment,commissionLimit | 5',
  '5-2-1 | CF | - | 3': '5-2-1 | CF | lock | 3',
  '5-2-2 | CF | comment | 1': '5-2-2 | CF | comment | 1 unlock',
  '5-3-1 | AP | - | 4 open:7': '5-3-1 | AP | lock | 4 approve indicators open:7',
  '5-3-2 | AP | comment | 1': '5-3-2 | AP | comment | 1 unlock',
  '11-33-1 | PM,CF | - | 34': '11-33-1 | PM,CF | lock | 34',
  '11-33-2 | PM,CF | comment | 29': '11-33-2 | PM,CF | comment | 29 unlock',
  '11-34-1 | AP | - | 28 approve': '11-34-1 | AP | lock | 28 approve',
};

/** The words for effects above; null for an effect that the page describes only outside of its tables. */
const WORDS: Readonly<Record<Effect['kind'], string | null>> = {
  unlockForms: 'unlock',
  approveForms: 'approve',
  openPhase: 'open',
  returnToReporting: 'back',
  finishProject: 'finish',
  commissionYes: 'yes',
  keepMeiOpinion: 'opinion',
  freezeInitialPlan: 'freeze',
  planTakesEffect: 'plan',
  recordIndicators: 'indicators',
  addQuarter: 'quarter',
  endReporting: null,
  settleForeignFunds: null,
  clearImportantList: null,
  countCommissionAttempt: null,
  resetCommissionCount: null,
};

function written(row: Transition): string {
  const { comment, date, lock, postponedDate, guards = [] } = row.needs;
  const needs = [comment && 'comment', date && 'date', postponedDate && 'postponed', lock && 'lock', ...guards];
  const outcomes = row.outcomes.map(({ status, effects }) => {
    const words = effects.flatMap((effect) => {
      const word = WORDS[effect.kind];
      if (word === null) return [];
      return effect.kind === 'openPhase' ? [`${word}:${effect.phase}`] : [word];
    });
    return [status, ...words].join(' ');
  });
  return `${row.id} | ${row.actors.join()} | ${needs.filter(Boolean).join() || '-'} | ${outcomes.join(' / ')}`;
}

describe('the transition table', () => {
  it('lets a project that is postponed to a day rest in a state of those that rest, and no other gets a day', () => {
    const postpones = TRANSITIONS.filter(({ needs }) => needs.postponedDate);
    const states = new Set(postpones.flatMap(({ outcomes }) => outcomes.map(({ status }) => status)));
    expect(states).toEqual(new Set(POSTPONED_STATUSES));
  });

  it('is the table of docs/workflow.md, row by row: actors, needs, status after and effects', () => {
    const page = EXPECTED.map((line) => BEYOND_THE_PAGE[line] ?? line);
    expect(TRANSITIONS.map(written).sort()).toEqual(page.sort());
  });

  it('names each difference from the page by a row that the page has', () => {
    for (const line of Object.keys(BEYOND_THE_PAGE)) expect(EXPECTED).toContain(line);
  });

  it('has one row for a phase, status, action and condition', () => {
    expect(new Set(TRANSITIONS.map(({ id }) => id)).size).toBe(TRANSITIONS.length);
  });

  it('counts each decision without a yes as an attempt, and forgets the count at a return to entry', () => {
    const decisions = TRANSITIONS.filter((row) => row.status === 6);
    expect(decisions).toHaveLength(28);
    for (const row of decisions) {
      for (const { effects } of row.outcomes) {
        const counts = effects.some((effect) => effect.kind === 'countCommissionAttempt');
        expect(counts, row.id).toBe(row.action !== 1);
      }
    }
    for (const id of ['0-14-2', '10-15-2', '2-16-2', '3-17-2', '11-28-2', '13-10-2', '0-18-1', '3-18-1']) {
      const effects = TRANSITIONS.find((row) => row.id === id)?.outcomes[0]?.effects ?? [];
      expect(effects, id).toContainEqual({ kind: 'resetCommissionCount' });
    }
  });
});

/** The actors, taken from the page and not from the engine. The facts here are never sent by one of these users. */
const has = (user: ActingUser, claim: Claim) => user.claims.has(claim);
const WHO: Readonly<Record<string, (user: ActingUser) => boolean>> = {
  PM: (user) => has(user, 'Admin') || (has(user, 'Project_Manage') && user.organizationId === OWNER),
  CF: (user) => has(user, 'Admin') || (has(user, 'Form_ConfirmationResolve') && user.organizationId === OWNER),
  AP: (user) => has(user, 'Admin') || (has(user, 'Form_ApprovalResolve') && user.organizationId === '00000'),
  ADM: (user) => has(user, 'Admin'),
  VER: (user) => has(user, 'Admin') || (has(user, 'Project_Idea_Verification') && user.organizationId === PROPOSER),
  IAP: (user) => has(user, 'Admin') || (has(user, 'Project_Idea_Approval') && user.organizationId === PROPOSER),
  MIN: (user) => has(user, 'Minister') && user.organizationId === PROPOSER,
  MEI: (user) => has(user, 'Mei'),
  SEND: (user) => has(user, 'Project_Send_Ministry') && user.organizationId === PROPOSER,
  MEISEND: (user) => has(user, 'Mei_Approval_Comment_Send') && user.organizationId === PROPOSER,
  REQ: (user) => has(user, 'Admin') || (has(user, 'Send_Request_Change_Form') && user.organizationId === '00000'),
  COM: (user) => has(user, 'Admin') || (has(user, 'Project_ListManage') && user.organizationId === '00000'),
};

/** The line of the page that applies to the facts, without its needs. */
function lineFor(facts: ProjectFacts, action: number): { actors: string[]; after: string[] } | null {
  const key = `${facts.phase}-${facts.phaseStatus}-${action}`;
  const funds = facts.foreignFunds ? 'foreignFunds' : 'noForeignFunds';
  const line = EXPECTED.find((text) => text.startsWith(`${key} |`) || text.startsWith(`${key}-${funds} |`));
  const [, actors = '', , outcomes = ''] = line?.split(' | ') ?? [];
  if (!line) return null;
  return { actors: actors.split(','), after: outcomes.split(' / ').map((outcome) => outcome.split(' ')[0] ?? '') };
}

/** Forms locked, or approved where the step needs the quarters approved; every guard holds. */
function satisfied(phase: number, phaseStatus: number, action: number, foreignFunds: boolean): ProjectFacts {
  const status = phase === 5 && phaseStatus === 1 && action === 4 ? 4 : 2;
  const forms = [{ id: 1, code: 'form', status, mandatory: true, evaluatorOrganizationId: null }];
  return project({ phase, phaseStatus, foreignFunds, statusBefore: 14, forms });
}

describe('every phase, status, action and kind of user', () => {
  const users = everyone();
  const phases = Array.from({ length: 14 }, (_, phase) => phase);
  const statuses = Array.from({ length: 34 }, (_, index) => index + 1);

  it.each(phases)('phase %i: takes exactly the steps that the page gives to each kind of user', (phase) => {
    const declaredHere = EXPECTED.filter((line) => line.startsWith(`${phase}-`));
    const takenHere = new Set<string>();
    // Three quarters of a million decisions: differences are collected and asserted once.
    const wrong: string[] = [];
    for (const phaseStatus of statuses) {
      for (const foreignFunds of [false, true]) {
        for (const action of [0, 1, 2, 3, 4, 5, 6, 7]) {
          const facts = satisfied(phase, phaseStatus, action, foreignFunds);
          const line = lineFor(facts, action);
          for (const { name, user } of users) {
            const decision = decide(facts, user, wholeInput(facts, action));
            const what = `${phase}-${phaseStatus}-${action} foreignFunds=${foreignFunds} by ${name}`;
            const outcome = decision.ok ? String(decision.status) : decision.code;
            const expected = !line
              ? ['InvalidProjectAction']
              : line.actors.some((actor) => WHO[actor]?.(user))
                ? line.after.map((status) => (status === 'before' ? '14' : status))
                : ['Forbidden'];
            if (!expected.includes(outcome)) wrong.push(`${what}: ${outcome}, not ${expected.join(' or ')}`);
            else if (decision.ok) takenHere.add(decision.transition.id);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(takenHere).toEqual(new Set(declaredHere.map((line) => line.split(' ')[0])));
  });

  it('gives the steps of the idea to the people whom the page names, by name', () => {
    const namesAt = (id: string) => {
      const [phase = 0, status = 0, action = 0] = id.split('-').map(Number);
      const facts = satisfied(phase, status, action, id.endsWith('f'));
      return users
        .filter(({ user }) => decide(facts, user, wholeInput(facts, action)).ok)
        .map(({ name }) => name)
        .filter((name) => !name.startsWith('Administrator'))
        .sort();
    };
    const managers = ['Local_Admin of 50112', 'Local_Power_User of 50112', 'Local_User of 50112'];
    expect(namesAt('0-1-1')).toEqual(managers);
    expect(namesAt('0-2-1')).toEqual(['Local_Admin of 50112', 'Local_Power_User of 50112']);
    expect(namesAt('0-19-1')).toEqual(['Local_Verification_User of 10503']);
    expect(namesAt('0-20-1')).toEqual(['Local_Admin of 10503']);
    expect(namesAt('0-21-1')).toEqual(['Minister of 10503']);
    expect(namesAt('0-22-1')).toEqual(['Local_Admin of 10503']);
    expect(namesAt('0-22-1-f')).toEqual(['Local_Admin of 10503']);
    expect(namesAt('0-24-1')).toEqual(['Local_Admin of 10503']);
    expect(namesAt('0-3-1')).toEqual(['Reviewer of 00000']);
    expect(namesAt('0-6-1')).toEqual(['Reviewer of 00000']);
    expect(namesAt('0-18-1')).toEqual([]);
  });

  it('chooses the outcome by the project: its type, and whether a quarter is closed', () => {
    const admin = someone('Administrator', '00000');
    const effects = (changes: Partial<ProjectFacts>) => {
      const decision = decide(project(changes), admin, wholeInput(project(changes), 1));
      return decision.ok ? decision.effects : [];
    };
    expect(effects({ phase: 1, phaseStatus: 3, type: 1 })).toContainEqual({ kind: 'openPhase', phase: 4 });
    for (const type of [2, 3]) {
      expect(effects({ phase: 1, phaseStatus: 3, type })).toContainEqual({ kind: 'openPhase', phase: 2 });
    }
    const decided = { phase: 11, phaseStatus: 6 };
    expect(effects({ ...decided, closedQuarterExists: true })).toContainEqual({ kind: 'openPhase', phase: 12 });
    expect(effects({ ...decided, closedQuarterExists: false })).toContainEqual({ kind: 'returnToReporting' });
  });

  it('takes no step at all of a finished or archived project', () => {
    for (const projectStatus of [1, 2]) {
      for (const row of TRANSITIONS) {
        const facts = project({ phase: row.phase, phaseStatus: row.status, projectStatus });
        for (const { name, user } of users) {
          expect(decide(facts, user, wholeInput(facts, row.action)), `${row.id} by ${name}`).toEqual({
            ok: false,
            code: 'InvalidProjectAction',
          });
        }
      }
    }
  });
});
