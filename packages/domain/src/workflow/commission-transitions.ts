import type { TextPair } from '../text/pair.ts';
import { COMMISSION_STATUS } from './statuses.ts';
import type { Effect, Needs, Outcome, Transition } from './transition-types.ts';

const DATE: Needs = { date: true };
const POSTPONE: Needs = { date: true, postponedDate: true };

const YES: TextPair = { sr: 'Усваја се', en: 'Accepted' };
const NO: TextPair = { sr: 'Не усваја се', en: 'Not accepted' };
const STOP: TextPair = { sr: 'Обуставља се', en: 'Stopped' };
const POSTPONED: TextPair = { sr: 'Одлаже се', en: 'Postponed' };
const AMEND: TextPair = { sr: 'Потребна је допуна', en: 'Amendment needed' };

const CLEAR: Effect = { kind: 'clearImportantList' };
const ATTEMPT: Effect = { kind: 'countCommissionAttempt' };
const YES_EFFECT: Effect = { kind: 'commissionYes' };
const FINISH: Effect = { kind: 'finishProject' };

function decision(
  phase: number,
  action: number,
  key: string,
  label: TextPair,
  needs: Needs,
  outcomes: readonly Outcome[],
): Transition {
  return {
    id: `${phase}-${COMMISSION_STATUS}-${action}`,
    phase,
    status: COMMISSION_STATUS,
    action,
    key,
    label,
    actors: ['COM'],
    needs,
    outcomes,
    turn: true,
  };
}

function one(status: number | 'before', ...effects: Effect[]): Outcome[] {
  return [{ status, effects }];
}

/** Decisions on a list of preparation: the yes opens the next phase, the no puts the project to rest. */
function preparation(phase: number, next: number): Transition[] {
  return [
    decision(phase, 1, 'commissionYes', YES, DATE, one(4, YES_EFFECT, CLEAR, { kind: 'openPhase', phase: next })),
    decision(phase, 2, 'commissionNo', NO, DATE, one(18, ATTEMPT, CLEAR)),
    decision(phase, 3, 'commissionStop', STOP, DATE, one(9, ATTEMPT, CLEAR, FINISH)),
    decision(phase, 4, 'commissionPostpone', POSTPONED, POSTPONE, one(8, ATTEMPT, CLEAR)),
  ];
}

function step(
  phase: number,
  status: number,
  action: number,
  key: string,
  label: TextPair,
  actor: 'COM' | 'ADM',
  needs: Needs,
  outcome: Outcome,
): Transition {
  const id = `${phase}-${status}-${action}`;
  return {
    id,
    phase,
    status,
    action,
    key,
    label,
    actors: [actor],
    needs,
    outcomes: [outcome],
    turn: actor === 'COM' || status === 18,
  };
}

const RESUME: TextPair = { sr: 'Настави', en: 'Resume' };
const TO_ENTRY: TextPair = { sr: 'Врати на унос', en: 'Return to entry' };
const BACK_TO_ENTRY: Outcome = {
  status: 1,
  effects: [{ kind: 'unlockForms' }, { kind: 'resetCommissionCount' }, { kind: 'clearImportantList' }],
};

/** Steps after and around the commission (workflow page, "Commission"). */
export const COMMISSION_TRANSITIONS: readonly Transition[] = [
  ...preparation(0, 10),
  ...preparation(10, 2),
  ...preparation(2, 9),
  ...preparation(3, 9),
  decision(5, 1, 'commissionYes', YES, DATE, one(10, YES_EFFECT, { kind: 'openPhase', phase: 13 })),
  decision(5, 2, 'commissionNo', NO, DATE, one(1, ATTEMPT)),
  decision(5, 3, 'commissionStop', STOP, DATE, one(9, ATTEMPT, FINISH)),
  decision(5, 4, 'commissionPostpone', POSTPONED, POSTPONE, one(8, ATTEMPT)),
  decision(13, 1, 'commissionYes', YES, DATE, one(4, YES_EFFECT, { kind: 'returnToReporting' })),
  decision(13, 2, 'commissionNo', NO, DATE, one(1, ATTEMPT, { kind: 'unlockForms' })),
  decision(13, 3, 'commissionStop', STOP, DATE, one(31, ATTEMPT, FINISH)),
  decision(13, 4, 'commissionPostpone', POSTPONED, POSTPONE, one(30, ATTEMPT)),
  decision(11, 1, 'commissionYes', YES, DATE, [
    {
      when: 'closedQuarter',
      status: 27,
      effects: [YES_EFFECT, { kind: 'planTakesEffect' }, { kind: 'openPhase', phase: 12 }],
    },
    {
      when: 'noClosedQuarter',
      status: 27,
      effects: [YES_EFFECT, { kind: 'planTakesEffect' }, { kind: 'returnToReporting' }],
    },
  ]),
  decision(11, 3, 'commissionStop', STOP, DATE, one(9, ATTEMPT, { kind: 'returnToReporting' })),
  decision(11, 4, 'commissionPostpone', POSTPONED, POSTPONE, one(8, ATTEMPT)),
  decision(11, 5, 'commissionAmend', AMEND, { date: true, comment: true }, one(29, ATTEMPT, { kind: 'unlockForms' })),
  ...[0, 10, 2, 3, 5, 11].map((phase) =>
    step(phase, 8, 1, 'resume', RESUME, 'COM', {}, { status: 'before', effects: [] }),
  ),
  step(13, 30, 1, 'resume', RESUME, 'COM', {}, { status: 4, effects: [{ kind: 'returnToReporting' }] }),
  ...[0, 10, 2, 3].map((phase) =>
    step(phase, 18, 1, 'returnToEntry', TO_ENTRY, 'ADM', { comment: true }, BACK_TO_ENTRY),
  ),
  ...[
    [0, 14],
    [10, 15],
    [2, 16],
    [3, 17],
    [11, 28],
    [13, 10],
  ].map(([phase = 0, status = 0]) =>
    step(phase, status, 2, 'returnToEntry', TO_ENTRY, 'ADM', { comment: true }, BACK_TO_ENTRY),
  ),
];
