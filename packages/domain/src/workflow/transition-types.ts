import type { BilingualText } from '../text/bilingual-text.ts';
import type { ActorCode } from './actors.ts';
import type { Guard } from './guard-records.ts';
import { PHASE } from './phases.ts';

/** Which of several rows of a state applies; it is known with the state, before anything else of the project. */
export type RowCondition = 'foreignFunds' | 'noForeignFunds';

/** Whether the project must have foreign funds for the rows of the condition. */
export const NEEDS_FOREIGN_FUNDS: Readonly<Record<RowCondition, boolean>> = {
  foreignFunds: true,
  noForeignFunds: false,
};

/** Which of several outcomes of a step applies. */
export type OutcomeCondition = 'typeInRealization' | 'typeNotInRealization' | 'closedQuarter' | 'noClosedQuarter';

/** Effects of a transition, in order. The server carries them out in the transaction of the step. */
export type Effect =
  | { kind: 'unlockForms' }
  | { kind: 'approveForms' }
  | { kind: 'openPhase'; phase: number }
  | { kind: 'returnToReporting' }
  | { kind: 'finishProject' }
  | { kind: 'commissionYes' }
  | { kind: 'countCommissionAttempt' }
  | { kind: 'resetCommissionCount' }
  | { kind: 'clearImportantList' }
  | { kind: 'settleForeignFunds' }
  | { kind: 'keepMeiOpinion' }
  | { kind: 'freezeInitialPlan' }
  | { kind: 'planTakesEffect' }
  | { kind: 'recordIndicators' }
  | { kind: 'addQuarter' }
  | { kind: 'endReporting' };

export interface Outcome {
  when?: OutcomeCondition;
  /** New status of this phase; 'before' is the waiting status from which the project went to the commission. */
  status: number | 'before';
  effects: readonly Effect[];
}

/** The phase of the project after these effects; null if it does not change. */
export function phaseAfter(effects: readonly Effect[]): number | null {
  for (const effect of effects) {
    if (effect.kind === 'openPhase') return effect.phase;
    if (effect.kind === 'returnToReporting') return PHASE.reporting;
  }
  return null;
}

export interface Needs {
  /** Every mandatory form of the phase, or of the newest round, is locked, marked or approved. */
  lock?: boolean;
  comment?: boolean;
  date?: boolean;
  postponedDate?: boolean;
  guards?: readonly Guard[];
}

export interface Transition {
  id: string;
  phase: number;
  status: number;
  action: number;
  key: string;
  label: BilingualText;
  actors: readonly ActorCode[];
  when?: RowCondition;
  needs: Needs;
  outcomes: readonly Outcome[];
  /** The status waits for this step, and its actors are the users who have to act. */
  turn: boolean;
  /** Never the main button (docs/workflow.md, "3 Special importance"). */
  neverMain?: boolean;
}
