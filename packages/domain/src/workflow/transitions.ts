import type { TextPair } from '../text/pair.ts';
import { COMMISSION_TRANSITIONS } from './commission-transitions.ts';
import { REALIZATION_TRANSITIONS } from './realization-transitions.ts';
import type { ActorCode, Condition, Effect, Needs, Outcome, Transition } from './transition-types.ts';

const SEND: TextPair = { sr: 'Пошаљи на потврду', en: 'Send for confirmation' };
const CONFIRM: TextPair = { sr: 'Потврди', en: 'Confirm' };
const RETURN: TextPair = { sr: 'Врати на допуну', en: 'Return' };
const APPROVE: TextPair = { sr: 'Одобри', en: 'Approve' };

const UNLOCK: readonly Effect[] = [{ kind: 'unlockForms' }];

interface Row {
  status: number;
  action: number;
  key: string;
  label: TextPair;
  actors: readonly ActorCode[];
  needs?: Needs;
  when?: Condition;
  to?: number;
  effects?: readonly Effect[];
  outcomes?: readonly Outcome[];
  turn?: boolean;
  neverMain?: boolean;
}

function rows(phase: number, list: readonly Row[]): Transition[] {
  return list.map(({ to, effects, outcomes, needs, turn, when, neverMain, ...row }) => ({
    ...row,
    id: `${phase}-${row.status}-${row.action}${when ? `-${when}` : ''}`,
    phase,
    needs: needs ?? {},
    turn: turn ?? false,
    ...(when ? { when } : {}),
    ...(neverMain ? { neverMain } : {}),
    outcomes: outcomes ?? [{ status: to ?? row.status, effects: effects ?? [] }],
  }));
}

/** What approval (status 3, action 1) leads to in each phase of the standard chain. */
const APPROVAL: Readonly<Record<number, { needs?: Needs; outcomes: readonly Outcome[] }>> = {
  1: {
    needs: { lock: true, guards: ['evaluatorMarked'] },
    outcomes: [
      { when: 'typeInRealization', status: 4, effects: [{ kind: 'approveForms' }, { kind: 'openPhase', phase: 4 }] },
      { when: 'typeNotInRealization', status: 4, effects: [{ kind: 'approveForms' }, { kind: 'openPhase', phase: 2 }] },
    ],
  },
  0: { outcomes: [{ status: 14, effects: [{ kind: 'approveForms' }] }] },
  10: { outcomes: [{ status: 15, effects: [{ kind: 'approveForms' }] }] },
  2: { outcomes: [{ status: 16, effects: [{ kind: 'approveForms' }, { kind: 'settleForeignFunds' }] }] },
  3: { outcomes: [{ status: 17, effects: [{ kind: 'approveForms' }, { kind: 'settleForeignFunds' }] }] },
  9: { outcomes: [{ status: 4, effects: [{ kind: 'approveForms' }, { kind: 'openPhase', phase: 4 }] }] },
  4: {
    outcomes: [
      {
        status: 4,
        effects: [{ kind: 'approveForms' }, { kind: 'freezeInitialPlan' }, { kind: 'openPhase', phase: 5 }],
      },
    ],
  },
  7: { outcomes: [{ status: 4, effects: [{ kind: 'approveForms' }, { kind: 'openPhase', phase: 8 }] }] },
  8: { outcomes: [{ status: 4, effects: [{ kind: 'approveForms' }, { kind: 'finishProject' }] }] },
  11: { outcomes: [{ status: 28, effects: [{ kind: 'approveForms' }] }] },
  13: { outcomes: [{ status: 10, effects: [{ kind: 'approveForms' }] }] },
};

export const STANDARD_PHASES: readonly number[] = [0, 1, 2, 3, 4, 7, 8, 9, 10, 11, 13];

function standardChain(phase: number): Transition[] {
  const approval = APPROVAL[phase];
  if (!approval) throw new RangeError(`Phase ${phase} has no approval`);
  const important = phase === 3;
  return rows(phase, [
    { status: 1, action: 1, key: 'send', label: SEND, actors: ['PM'], needs: { lock: true }, to: 2, turn: true },
    // The idea goes from confirmation to the proposer's side first.
    {
      status: 2,
      action: 1,
      key: 'confirm',
      label: CONFIRM,
      actors: ['CF'],
      needs: { lock: true },
      to: phase === 0 ? 19 : 3,
      turn: true,
    },
    {
      status: 2,
      action: 2,
      key: 'return',
      label: RETURN,
      actors: ['CF'],
      needs: { comment: true },
      to: 1,
      effects: UNLOCK,
    },
    {
      status: 3,
      action: 1,
      key: important ? 'approveImportant' : 'approve',
      label: important ? { sr: 'Одобри посебан значај', en: 'Approve important' } : APPROVE,
      actors: ['AP'],
      needs: approval.needs ?? { lock: true },
      outcomes: approval.outcomes,
      turn: true,
      ...(important ? { neverMain: true } : {}),
    },
    {
      status: 3,
      action: 2,
      key: important ? 'updateImportant' : 'return',
      label: important ? { sr: 'Врати посебан значај на измену', en: 'Update important' } : RETURN,
      actors: ['AP'],
      needs: { comment: true },
      to: 1,
      effects: UNLOCK,
      ...(important ? { neverMain: true } : {}),
    },
    {
      status: 3,
      action: 5,
      key: 'requestChange',
      label: { sr: 'Тражи измену обрасца', en: 'Request a form change' },
      actors: ['AP', 'REQ'],
      needs: { comment: true },
      to: 25,
    },
    {
      status: 25,
      action: 1,
      key: 'returnForUpdate',
      label: { sr: 'Врати образац на измену', en: 'Return the form for update' },
      actors: ['PM'],
      to: 1,
      effects: UNLOCK,
      turn: true,
    },
  ]);
}

const RETURN_TO_ENTRY: TextPair = { sr: 'Врати на унос', en: 'Return to entry' };
const SEND_MINISTRY: TextPair = { sr: 'Пошаљи министарству финансија', en: 'Send to the ministry of finance' };

const IDEA: Transition[] = rows(0, [
  {
    status: 19,
    action: 1,
    key: 'verify',
    label: { sr: 'Верификуј', en: 'Verify' },
    actors: ['VER'],
    needs: { lock: true },
    to: 20,
    turn: true,
  },
  {
    status: 19,
    action: 2,
    key: 'return',
    label: RETURN,
    actors: ['VER'],
    needs: { comment: true },
    to: 1,
    effects: UNLOCK,
  },
  {
    status: 20,
    action: 1,
    key: 'sendToMinister',
    label: { sr: 'Пошаљи министру', en: 'Send to the minister' },
    actors: ['IAP'],
    needs: { lock: true },
    to: 21,
    turn: true,
  },
  {
    status: 20,
    action: 2,
    key: 'return',
    label: RETURN,
    actors: ['IAP'],
    needs: { comment: true },
    to: 1,
    effects: UNLOCK,
  },
  {
    status: 21,
    action: 1,
    key: 'ministerApprove',
    label: { sr: 'Дај сагласност министра', en: 'Approve as minister' },
    actors: ['MIN'],
    needs: { lock: true },
    to: 22,
    effects: [{ kind: 'settleForeignFunds' }],
    turn: true,
  },
  {
    status: 21,
    action: 2,
    key: 'return',
    label: RETURN,
    actors: ['MIN', 'ADM'],
    needs: { comment: true },
    to: 1,
    effects: UNLOCK,
  },
  {
    status: 22,
    action: 1,
    key: 'sendToMinistry',
    label: SEND_MINISTRY,
    actors: ['SEND'],
    when: 'noForeignFunds',
    needs: { lock: true },
    to: 3,
    turn: true,
  },
  {
    status: 22,
    action: 1,
    key: 'sendToMei',
    label: { sr: 'Пошаљи на мишљење МЕИ', en: 'Send to MEI for an opinion' },
    actors: ['MEISEND'],
    when: 'foreignFunds',
    needs: { lock: true },
    to: 23,
    turn: true,
  },
  {
    status: 23,
    action: 1,
    key: 'giveOpinion',
    label: { sr: 'Дај мишљење', en: 'Give the opinion' },
    actors: ['MEI'],
    needs: { comment: true },
    to: 24,
    effects: [{ kind: 'keepMeiOpinion' }],
    turn: true,
  },
  {
    status: 23,
    action: 5,
    key: 'requestChange',
    label: { sr: 'Тражи измену обрасца', en: 'Request a form change' },
    actors: ['MEI', 'REQ'],
    needs: { comment: true },
    to: 25,
  },
  {
    status: 24,
    action: 1,
    key: 'sendToMinistry',
    label: SEND_MINISTRY,
    actors: ['SEND'],
    needs: { lock: true },
    to: 3,
    turn: true,
  },
  ...[22, 23, 24].map(
    (status): Row => ({
      status,
      action: 2,
      key: 'returnToEntry',
      label: RETURN_TO_ENTRY,
      actors: ['ADM'],
      needs: { comment: true },
      to: 1,
      effects: UNLOCK,
    }),
  ),
]);

const PRE_IMPLEMENTATION: Transition[] = rows(
  9,
  [1, 2, 3].map((status) => ({
    status,
    action: 3,
    key: 'cancelPreImplementation',
    label: { sr: 'Откажи предимплементацију', en: 'Cancel pre-implementation' },
    actors: ['AP'],
    needs: { comment: true },
    to: 11,
    effects: [{ kind: 'finishProject' }],
  })),
);

/**
 * The transition table of the product (workflow page): the one place that says which step is possible, for whom, with
 * what, and what follows. Server checks, buttons, diagram and generated tests are derived from it.
 */
export const TRANSITIONS: readonly Transition[] = [
  ...STANDARD_PHASES.flatMap(standardChain),
  ...IDEA,
  ...PRE_IMPLEMENTATION,
  ...rows(5, REALIZATION_TRANSITIONS[5]),
  ...rows(11, REALIZATION_TRANSITIONS[11]),
  ...rows(12, REALIZATION_TRANSITIONS[12]),
  ...COMMISSION_TRANSITIONS,
];

const INDEX = new Map<string, Transition[]>();
for (const transition of TRANSITIONS) {
  const key = `${transition.phase}/${transition.status}`;
  INDEX.set(key, [...(INDEX.get(key) ?? []), transition]);
}

/** All rows of a state, in the order of the table. */
export function transitionsOf(phase: number, status: number): readonly Transition[] {
  return INDEX.get(`${phase}/${status}`) ?? [];
}
