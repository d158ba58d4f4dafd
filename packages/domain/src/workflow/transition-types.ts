import type { TextPair } from '../text/pair.ts';

/** Who acts (workflow page, "Who"). */
export type ActorCode = 'PM' | 'CF' | 'AP' | 'ADM' | 'VER' | 'IAP' | 'MIN' | 'MEI' | 'SEND' | 'MEISEND' | 'REQ' | 'COM';

/** What must hold besides the status; each has a code when it does not. */
export type Guard =
  | 'evaluatorMarked'
  | 'lastFormNotApproved'
  | 'quarterReachesEnd'
  | 'allQuartersApproved'
  | 'quarterHasBegun'
  | 'formsLimit'
  | 'planCorrectionLimit'
  | 'commissionLimit';

/** Which of several rows or outcomes applies. */
export type Condition =
  | 'foreignFunds'
  | 'noForeignFunds'
  | 'typeInRealization'
  | 'typeNotInRealization'
  | 'closedQuarter'
  | 'noClosedQuarter';

/** What follows a transition, in order. Carried out by the server in the transaction of the step. */
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
  when?: Condition;
  /** New status of this phase; 'before' is the waiting status from which the project went to the commission. */
  status: number | 'before';
  effects: readonly Effect[];
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
  label: TextPair;
  actors: readonly ActorCode[];
  when?: Condition;
  needs: Needs;
  outcomes: readonly Outcome[];
  /** The step that the status waits for; who may take it is whose turn it is. */
  turn: boolean;
  /** Never the main button (workflow page, phase 3). */
  neverMain?: boolean;
}
