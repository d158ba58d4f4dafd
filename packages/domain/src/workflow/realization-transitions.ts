import type { TextPair } from '../text/pair.ts';
import type { ActorCode, Condition, Effect, Needs, Outcome } from './transition-types.ts';

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
}

const UNLOCK: readonly Effect[] = [{ kind: 'unlockForms' }];
const RETURN: TextPair = { sr: 'Врати на допуну', en: 'Return' };
const CONFIRM_QUARTER: TextPair = { sr: 'Потврди квартал', en: 'Confirm the quarter' };
const APPROVE_QUARTER: TextPair = { sr: 'Одобри квартал', en: 'Approve the quarter' };

/** Rows of reporting (5), correction (11) and correction reporting (12) beside the standard chain. */
export const REALIZATION_TRANSITIONS: Readonly<Record<5 | 11 | 12, readonly Row[]>> = {
  5: [
    {
      status: 1,
      action: 2,
      key: 'sendQuarter',
      label: { sr: 'Пошаљи квартал на потврду', en: 'Send the quarter' },
      actors: ['PM'],
      needs: { lock: true, guards: ['lastFormNotApproved'] },
      to: 12,
      turn: true,
    },
    { status: 12, action: 1, key: 'confirmQuarter', label: CONFIRM_QUARTER, actors: ['CF'], needs: { lock: true }, to: 13, turn: true },
    { status: 12, action: 2, key: 'return', label: RETURN, actors: ['CF'], needs: { comment: true }, to: 1, effects: UNLOCK },
    {
      status: 13,
      action: 1,
      key: 'approveQuarter',
      label: APPROVE_QUARTER,
      actors: ['AP'],
      needs: { lock: true },
      to: 1,
      effects: [{ kind: 'approveForms' }, { kind: 'recordIndicators' }],
      turn: true,
    },
    { status: 13, action: 2, key: 'return', label: RETURN, actors: ['AP'], needs: { comment: true }, to: 1, effects: UNLOCK },
    {
      status: 1,
      action: 4,
      key: 'addQuarter',
      label: { sr: 'Додај нови квартал', en: 'Add a new quarter' },
      actors: ['AP'],
      needs: { guards: ['allQuartersApproved', 'quarterHasBegun', 'formsLimit'] },
      to: 1,
      effects: [{ kind: 'addQuarter' }],
    },
    {
      status: 1,
      action: 1,
      key: 'sendPhase',
      label: { sr: 'Пошаљи последњи квартал и фазу', en: 'Send the last quarter and the phase' },
      actors: ['PM'],
      needs: { lock: true, guards: ['quarterReachesEnd'] },
      to: 2,
      turn: true,
    },
    { status: 2, action: 1, key: 'confirm', label: { sr: 'Потврди', en: 'Confirm' }, actors: ['CF'], needs: { lock: true }, to: 3, turn: true },
    { status: 2, action: 2, key: 'return', label: RETURN, actors: ['CF'], needs: { comment: true }, to: 1, effects: UNLOCK },
    {
      status: 3,
      action: 1,
      key: 'approve',
      label: { sr: 'Одобри', en: 'Approve' },
      actors: ['AP'],
      needs: { lock: true },
      to: 4,
      effects: [
        { kind: 'approveForms' },
        { kind: 'recordIndicators' },
        { kind: 'endReporting' },
        { kind: 'openPhase', phase: 7 },
      ],
      turn: true,
    },
    { status: 3, action: 2, key: 'return', label: RETURN, actors: ['AP'], needs: { comment: true }, to: 1, effects: UNLOCK },
    {
      status: 1,
      action: 3,
      key: 'proposeRationalization',
      label: { sr: 'Предложи рационализацију', en: 'Propose rationalization' },
      actors: ['ADM'],
      needs: { comment: true },
      to: 5,
    },
    {
      status: 5,
      action: 2,
      key: 'withdrawProposal',
      label: { sr: 'Повуци предлог', en: 'Withdraw the proposal' },
      actors: ['ADM'],
      needs: { comment: true },
      to: 1,
    },
    {
      status: 1,
      action: 5,
      key: 'requestCorrection',
      label: { sr: 'Тражи корекцију плана', en: 'Request a plan correction' },
      actors: ['PM'],
      needs: { comment: true, guards: ['planCorrectionLimit'] },
      to: 26,
    },
    {
      status: 26,
      action: 6,
      key: 'openCorrection',
      label: { sr: 'Отвори корекцију', en: 'Open the correction' },
      actors: ['AP'],
      to: 7,
      effects: [{ kind: 'openPhase', phase: 11 }],
      turn: true,
    },
    {
      status: 26,
      action: 2,
      key: 'refuseCorrection',
      label: { sr: 'Одбиј корекцију', en: 'Refuse the correction' },
      actors: ['AP'],
      needs: { comment: true },
      to: 1,
    },
  ],
  11: [
    {
      status: 1,
      action: 3,
      key: 'withdrawCorrection',
      label: { sr: 'Повуци корекцију', en: 'Withdraw the correction' },
      actors: ['PM'],
      needs: { comment: true },
      to: 11,
      effects: [{ kind: 'returnToReporting' }],
    },
    {
      status: 29,
      action: 1,
      key: 'sendAmendment',
      label: { sr: 'Пошаљи допуну', en: 'Send the amendment' },
      actors: ['PM'],
      needs: { lock: true },
      to: 33,
      turn: true,
    },
    {
      status: 33,
      action: 1,
      key: 'approveAmendment',
      label: { sr: 'Одобри допуну', en: 'Approve the amendment' },
      actors: ['PM', 'CF'],
      needs: { lock: true },
      to: 34,
      turn: true,
    },
    { status: 33, action: 2, key: 'return', label: RETURN, actors: ['PM', 'CF'], needs: { comment: true }, to: 29, effects: UNLOCK },
    {
      status: 34,
      action: 1,
      key: 'confirmAmendment',
      label: { sr: 'Потврди допуну', en: 'Confirm the amendment' },
      actors: ['AP'],
      needs: { lock: true },
      to: 28,
      effects: [{ kind: 'approveForms' }],
      turn: true,
    },
    { status: 34, action: 2, key: 'return', label: RETURN, actors: ['AP'], needs: { comment: true }, to: 29, effects: UNLOCK },
  ],
  12: [
    { status: 1, action: 1, key: 'send', label: { sr: 'Пошаљи на потврду', en: 'Send for confirmation' }, actors: ['PM'], needs: { lock: true }, to: 12, turn: true },
    { status: 12, action: 1, key: 'confirmQuarter', label: CONFIRM_QUARTER, actors: ['CF'], needs: { lock: true }, to: 13, turn: true },
    { status: 12, action: 2, key: 'return', label: RETURN, actors: ['CF'], needs: { comment: true }, to: 1, effects: UNLOCK },
    {
      status: 13,
      action: 1,
      key: 'approveQuarter',
      label: APPROVE_QUARTER,
      actors: ['AP'],
      needs: { lock: true },
      to: 4,
      effects: [{ kind: 'approveForms' }, { kind: 'returnToReporting' }],
      turn: true,
    },
    { status: 13, action: 2, key: 'return', label: RETURN, actors: ['AP'], needs: { comment: true }, to: 1, effects: UNLOCK },
  ],
};
