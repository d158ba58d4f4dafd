import type { BilingualText } from '../text/bilingual-text.ts';
import { PHASE } from './phases.ts';
import { PHASE_STATUS } from './statuses.ts';
import { COMMENTED, LABELS, type Row, rows } from './transition-rows.ts';
import type { Effect, Needs, Outcome, Transition } from './transition-types.ts';

const DATE: Needs = { date: true };
const POSTPONE: Needs = { date: true, postponedDate: true };

const YES: BilingualText = { sr: 'Усвоји', en: 'Accept' };
const NO: BilingualText = { sr: 'Одбиј', en: 'Reject' };
const STOP: BilingualText = { sr: 'Обустави пројекат', en: 'Stop the project' };
const POSTPONED: BilingualText = { sr: 'Одложи пројекат', en: 'Postpone the project' };
/** The project continues with its present plan (docs/workflow.md, "11 Correction"). */
const STOP_CORRECTION: BilingualText = { sr: 'Обустави корекцију', en: 'Stop the correction' };
const POSTPONE_CORRECTION: BilingualText = { sr: 'Одложи корекцију', en: 'Postpone the correction' };
const AMEND: BilingualText = { sr: 'Тражи допуну', en: 'Ask for an amendment' };

const CLEAR: Effect = { kind: 'clearImportantList' };
const ATTEMPT: Effect = { kind: 'countCommissionAttempt' };
const APPROVED: Effect = { kind: 'commissionYes' };
const FINISH: Effect = { kind: 'finishProject' };
const RETURN_TO_REPORTING: Effect = { kind: 'returnToReporting' };

/** A decision of the commission on a project that is before it. */
function decision(
  action: number,
  key: string,
  label: BilingualText,
  needs: Needs,
  to: Outcome['status'],
  ...effects: Effect[]
): Row {
  return {
    status: PHASE_STATUS.waitingCommission,
    action,
    key,
    label,
    actors: ['COM'],
    needs,
    to,
    effects,
    turn: true,
  };
}

const RESUME: BilingualText = { sr: 'Настави', en: 'Resume' };
const BACK_TO_ENTRY: readonly Effect[] = [
  { kind: 'unlockForms' },
  { kind: 'resetCommissionCount' },
  { kind: 'clearImportantList' },
];

/** The commission's postponement ends: the project waits again where it waited before. */
const RESUMED: Row = {
  status: PHASE_STATUS.postponed,
  action: 1,
  key: 'resume',
  label: RESUME,
  actors: ['COM'],
  to: 'before',
  turn: true,
};

/** The administrator's way back to entry, from a list or from dormancy. */
function backToEntry(status: number, action: number, turn = false): Row {
  return {
    status,
    action,
    key: 'returnToEntry',
    label: LABELS.returnToEntry,
    actors: ['ADM'],
    needs: COMMENTED,
    to: PHASE_STATUS.entry,
    effects: BACK_TO_ENTRY,
    turn,
  };
}

/** Decisions on a list of preparation: the yes opens the next phase, the no puts the project to rest. */
function preparation(phase: number, next: number, list: number): Transition[] {
  return rows(phase, [
    decision(1, 'commissionYes', YES, DATE, PHASE_STATUS.approved, APPROVED, CLEAR, { kind: 'openPhase', phase: next }),
    decision(2, 'commissionNo', NO, DATE, PHASE_STATUS.dormant, ATTEMPT, CLEAR),
    decision(3, 'commissionStop', STOP, DATE, PHASE_STATUS.stopped, ATTEMPT, CLEAR, FINISH),
    decision(4, 'commissionPostpone', POSTPONED, POSTPONE, PHASE_STATUS.postponed, ATTEMPT, CLEAR),
    RESUMED,
    backToEntry(PHASE_STATUS.dormant, 1, true),
    backToEntry(list, 2),
  ]);
}

const PROPOSAL: readonly Row[] = [
  decision(1, 'commissionYes', YES, DATE, PHASE_STATUS.rationalizationAccepted, APPROVED, {
    kind: 'openPhase',
    phase: PHASE.rationalization,
  }),
  decision(2, 'commissionNo', NO, DATE, PHASE_STATUS.entry, ATTEMPT),
  decision(3, 'commissionStop', STOP, DATE, PHASE_STATUS.stopped, ATTEMPT, FINISH),
  decision(4, 'commissionPostpone', POSTPONED, POSTPONE, PHASE_STATUS.postponed, ATTEMPT),
  RESUMED,
];

const RATIONALIZATION: readonly Row[] = [
  decision(1, 'commissionYes', YES, DATE, PHASE_STATUS.approved, APPROVED, RETURN_TO_REPORTING),
  decision(2, 'commissionNo', NO, DATE, PHASE_STATUS.entry, ATTEMPT, { kind: 'unlockForms' }),
  decision(3, 'commissionStop', STOP, DATE, PHASE_STATUS.rationalizationShutdown, ATTEMPT, FINISH),
  decision(4, 'commissionPostpone', POSTPONED, POSTPONE, PHASE_STATUS.rationalizationPostponed, ATTEMPT),
  {
    ...RESUMED,
    status: PHASE_STATUS.rationalizationPostponed,
    to: PHASE_STATUS.approved,
    effects: [RETURN_TO_REPORTING],
  },
  backToEntry(PHASE_STATUS.rationalizationAccepted, 2),
];

const CORRECTION: readonly Row[] = [
  {
    status: PHASE_STATUS.waitingCommission,
    action: 1,
    key: 'commissionYes',
    label: YES,
    actors: ['COM'],
    needs: DATE,
    outcomes: [
      {
        when: 'closedQuarter',
        status: PHASE_STATUS.correctionApproved,
        effects: [APPROVED, { kind: 'planTakesEffect' }, { kind: 'openPhase', phase: PHASE.correctionReporting }],
      },
      {
        when: 'noClosedQuarter',
        status: PHASE_STATUS.correctionApproved,
        effects: [APPROVED, { kind: 'planTakesEffect' }, RETURN_TO_REPORTING],
      },
    ],
    turn: true,
  },
  decision(3, 'commissionStop', STOP_CORRECTION, DATE, PHASE_STATUS.stopped, ATTEMPT, RETURN_TO_REPORTING),
  decision(4, 'commissionPostpone', POSTPONE_CORRECTION, POSTPONE, PHASE_STATUS.postponed, ATTEMPT),
  decision(5, 'commissionAmend', AMEND, { date: true, comment: true }, PHASE_STATUS.correctionAmendment, ATTEMPT, {
    kind: 'unlockForms',
  }),
  RESUMED,
  backToEntry(PHASE_STATUS.correctionList, 2),
];

/** Steps after and around the commission (docs/workflow.md, "Commission"). */
export const COMMISSION_TRANSITIONS: readonly Transition[] = [
  ...preparation(PHASE.idea, PHASE.identification, PHASE_STATUS.ideaList),
  ...preparation(PHASE.identification, PHASE.preparedness, PHASE_STATUS.identificationList),
  ...preparation(PHASE.preparedness, PHASE.preImplementation, PHASE_STATUS.preparednessList),
  ...preparation(PHASE.important, PHASE.preImplementation, PHASE_STATUS.importantList),
  ...rows(PHASE.reporting, PROPOSAL),
  ...rows(PHASE.rationalization, RATIONALIZATION),
  ...rows(PHASE.correction, CORRECTION),
];
