import type { BilingualText } from '../text/bilingual-text.ts';
import { COMMISSION_TRANSITIONS } from './commission-transitions.ts';
import { REALIZATION_TRANSITIONS } from './realization-transitions.ts';
import { PHASE } from './phases.ts';
import { PHASE_STATUS } from './statuses.ts';
import { COMMENTED, LABELS, LOCKED, type Row, rows, UNLOCK } from './transition-rows.ts';
import type { Needs, Outcome, Transition } from './transition-types.ts';

/** The outcomes of approval (waiting for approval, action 1) in each phase of the standard chain. */
const APPROVAL: Readonly<Record<number, { needs?: Needs; outcomes: readonly Outcome[] }>> = {
  [PHASE.projectIdentification]: {
    needs: { lock: true, guards: ['evaluatorMarked'] },
    outcomes: [
      {
        when: 'typeInRealization',
        status: PHASE_STATUS.approved,
        effects: [{ kind: 'approveForms' }, { kind: 'openPhase', phase: PHASE.plan }],
      },
      {
        when: 'typeNotInRealization',
        status: PHASE_STATUS.approved,
        effects: [{ kind: 'approveForms' }, { kind: 'openPhase', phase: PHASE.preparedness }],
      },
    ],
  },
  [PHASE.idea]: { outcomes: [{ status: PHASE_STATUS.ideaList, effects: [{ kind: 'approveForms' }] }] },
  [PHASE.identification]: {
    outcomes: [{ status: PHASE_STATUS.identificationList, effects: [{ kind: 'approveForms' }] }],
  },
  [PHASE.preparedness]: {
    outcomes: [
      { status: PHASE_STATUS.preparednessList, effects: [{ kind: 'approveForms' }, { kind: 'settleForeignFunds' }] },
    ],
  },
  [PHASE.important]: {
    outcomes: [
      { status: PHASE_STATUS.importantList, effects: [{ kind: 'approveForms' }, { kind: 'settleForeignFunds' }] },
    ],
  },
  [PHASE.preImplementation]: {
    outcomes: [
      { status: PHASE_STATUS.approved, effects: [{ kind: 'approveForms' }, { kind: 'openPhase', phase: PHASE.plan }] },
    ],
  },
  [PHASE.plan]: {
    outcomes: [
      {
        status: PHASE_STATUS.approved,
        effects: [
          { kind: 'approveForms' },
          { kind: 'freezeInitialPlan' },
          { kind: 'openPhase', phase: PHASE.reporting },
        ],
      },
    ],
  },
  [PHASE.conclusion]: {
    outcomes: [
      {
        status: PHASE_STATUS.approved,
        effects: [{ kind: 'approveForms' }, { kind: 'openPhase', phase: PHASE.effects }],
      },
    ],
  },
  [PHASE.effects]: {
    outcomes: [{ status: PHASE_STATUS.approved, effects: [{ kind: 'approveForms' }, { kind: 'finishProject' }] }],
  },
  [PHASE.correction]: { outcomes: [{ status: PHASE_STATUS.correctionList, effects: [{ kind: 'approveForms' }] }] },
  [PHASE.rationalization]: {
    outcomes: [{ status: PHASE_STATUS.rationalizationAccepted, effects: [{ kind: 'approveForms' }] }],
  },
};

export const STANDARD_PHASES: readonly number[] = [
  PHASE.idea,
  PHASE.projectIdentification,
  PHASE.preparedness,
  PHASE.important,
  PHASE.plan,
  PHASE.conclusion,
  PHASE.effects,
  PHASE.preImplementation,
  PHASE.identification,
  PHASE.correction,
  PHASE.rationalization,
];

function standardChain(phase: number): Transition[] {
  const approval = APPROVAL[phase];
  if (!approval) throw new RangeError(`Phase ${phase} has no approval`);
  const important = phase === PHASE.important;
  return rows(phase, [
    {
      status: PHASE_STATUS.entry,
      action: 1,
      key: 'send',
      label: LABELS.send,
      actors: ['PM'],
      needs: LOCKED,
      to: PHASE_STATUS.waitingConfirmation,
      turn: true,
    },
    // The idea goes from confirmation to the proposer's side first.
    {
      status: PHASE_STATUS.waitingConfirmation,
      action: 1,
      key: 'confirm',
      label: LABELS.confirm,
      actors: ['CF'],
      needs: LOCKED,
      to: phase === PHASE.idea ? PHASE_STATUS.sentForVerification : PHASE_STATUS.waitingApproval,
      turn: true,
    },
    {
      status: PHASE_STATUS.waitingConfirmation,
      action: 2,
      key: 'return',
      label: LABELS.return,
      actors: ['CF'],
      needs: COMMENTED,
      to: PHASE_STATUS.entry,
      effects: UNLOCK,
    },
    {
      status: PHASE_STATUS.waitingApproval,
      action: 1,
      key: important ? 'approveImportant' : 'approve',
      label: important ? { sr: 'Одобри посебан значај', en: 'Approve special importance' } : LABELS.approve,
      actors: ['AP'],
      needs: approval.needs ?? LOCKED,
      outcomes: approval.outcomes,
      turn: true,
      ...(important ? { neverMain: true } : {}),
    },
    {
      status: PHASE_STATUS.waitingApproval,
      action: 2,
      key: important ? 'updateImportant' : 'return',
      label: important
        ? { sr: 'Врати посебан значај на измену', en: 'Return special importance for update' }
        : LABELS.return,
      actors: ['AP'],
      needs: COMMENTED,
      to: PHASE_STATUS.entry,
      effects: UNLOCK,
      ...(important ? { neverMain: true } : {}),
    },
    {
      status: PHASE_STATUS.waitingApproval,
      action: 5,
      key: 'requestChange',
      label: LABELS.requestChange,
      actors: ['AP', 'REQ'],
      needs: COMMENTED,
      to: PHASE_STATUS.formChangeRequested,
    },
    {
      status: PHASE_STATUS.formChangeRequested,
      action: 1,
      key: 'returnForUpdate',
      label: { sr: 'Врати образац на измену', en: 'Return the form for update' },
      actors: ['PM'],
      to: PHASE_STATUS.entry,
      effects: UNLOCK,
      turn: true,
    },
  ]);
}

const SEND_MINISTRY: BilingualText = { sr: 'Пошаљи Министарству финансија', en: 'Send to the Ministry of Finance' };

const IDEA: Transition[] = rows(PHASE.idea, [
  {
    status: PHASE_STATUS.sentForVerification,
    action: 1,
    key: 'verify',
    label: { sr: 'Верификуј', en: 'Verify' },
    actors: ['VER'],
    needs: LOCKED,
    to: PHASE_STATUS.verified,
    turn: true,
  },
  {
    status: PHASE_STATUS.sentForVerification,
    action: 2,
    key: 'return',
    label: LABELS.return,
    actors: ['VER'],
    needs: COMMENTED,
    to: PHASE_STATUS.entry,
    effects: UNLOCK,
  },
  {
    status: PHASE_STATUS.verified,
    action: 1,
    key: 'sendToMinister',
    label: { sr: 'Пошаљи министру', en: 'Send to the minister' },
    actors: ['IAP'],
    needs: LOCKED,
    to: PHASE_STATUS.sentToMinister,
    turn: true,
  },
  {
    status: PHASE_STATUS.verified,
    action: 2,
    key: 'return',
    label: LABELS.return,
    actors: ['IAP'],
    needs: COMMENTED,
    to: PHASE_STATUS.entry,
    effects: UNLOCK,
  },
  {
    status: PHASE_STATUS.sentToMinister,
    action: 1,
    key: 'ministerApprove',
    label: { sr: 'Дај сагласност министра', en: 'Approve as minister' },
    actors: ['MIN'],
    needs: LOCKED,
    to: PHASE_STATUS.ministerApproved,
    effects: [{ kind: 'settleForeignFunds' }],
    turn: true,
  },
  {
    status: PHASE_STATUS.sentToMinister,
    action: 2,
    key: 'return',
    label: LABELS.return,
    actors: ['MIN', 'ADM'],
    needs: COMMENTED,
    to: PHASE_STATUS.entry,
    effects: UNLOCK,
  },
  {
    status: PHASE_STATUS.ministerApproved,
    action: 1,
    key: 'sendToMinistry',
    label: SEND_MINISTRY,
    actors: ['SEND'],
    when: 'noForeignFunds',
    needs: LOCKED,
    to: PHASE_STATUS.waitingApproval,
    turn: true,
  },
  {
    status: PHASE_STATUS.ministerApproved,
    action: 1,
    key: 'sendToMei',
    label: { sr: 'Пошаљи на мишљење МЕИ', en: 'Send to MEI for an opinion' },
    actors: ['MEISEND'],
    when: 'foreignFunds',
    needs: LOCKED,
    to: PHASE_STATUS.sentToMei,
    turn: true,
  },
  {
    status: PHASE_STATUS.sentToMei,
    action: 1,
    key: 'giveOpinion',
    label: { sr: 'Дај мишљење', en: 'Give the opinion' },
    actors: ['MEI'],
    needs: COMMENTED,
    to: PHASE_STATUS.meiOpinionGiven,
    effects: [{ kind: 'keepMeiOpinion' }],
    turn: true,
  },
  {
    status: PHASE_STATUS.sentToMei,
    action: 5,
    key: 'requestChange',
    label: LABELS.requestChange,
    actors: ['MEI', 'ADM'],
    needs: COMMENTED,
    to: PHASE_STATUS.formChangeRequested,
  },
  {
    status: PHASE_STATUS.meiOpinionGiven,
    action: 1,
    key: 'sendToMinistry',
    label: SEND_MINISTRY,
    actors: ['SEND'],
    needs: LOCKED,
    to: PHASE_STATUS.waitingApproval,
    turn: true,
  },
  ...[PHASE_STATUS.ministerApproved, PHASE_STATUS.sentToMei, PHASE_STATUS.meiOpinionGiven].map(
    (status): Row => ({
      status,
      action: 2,
      key: 'returnToEntry',
      label: LABELS.returnToEntry,
      actors: ['ADM'],
      needs: COMMENTED,
      to: PHASE_STATUS.entry,
      effects: UNLOCK,
    }),
  ),
]);

const PRE_IMPLEMENTATION: Transition[] = rows(
  PHASE.preImplementation,
  [PHASE_STATUS.entry, PHASE_STATUS.waitingConfirmation, PHASE_STATUS.waitingApproval].map((status) => ({
    status,
    action: 3,
    key: 'cancelPreImplementation',
    label: { sr: 'Откажи предимплементацију', en: 'Cancel pre-implementation' },
    actors: ['AP'],
    needs: COMMENTED,
    to: PHASE_STATUS.cancelled,
    effects: [{ kind: 'finishProject' }],
  })),
);

/**
 * The transition table of the product (docs/workflow.md): the one place that says which step is possible, for whom,
 * with what, and what follows. Server checks, buttons, diagram and generated tests are derived from it.
 */
export const TRANSITIONS: readonly Transition[] = [
  ...STANDARD_PHASES.flatMap(standardChain),
  ...IDEA,
  ...PRE_IMPLEMENTATION,
  ...REALIZATION_TRANSITIONS,
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
