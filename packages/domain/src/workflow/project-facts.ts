import type { ActorFacts } from './actors.ts';

/** A form of the current phase, oldest first in ProjectFacts.forms. */
export interface FormFacts {
  id: number;
  code: string;
  status: number;
  mandatory: boolean;
  evaluatorOrganizationId: string | null;
}

/** Facts of a project for the rules. The server reads them under the row's lock. */
export interface ProjectFacts extends ActorFacts {
  projectStatus: number;
  type: number;
  important: boolean;
  migrated: boolean;
  foreignFunds: boolean;
  phase: number;
  phaseStatus: number;
  /** Waiting status from which the project went to the commission. */
  statusBefore: number | null;
  /** The user who confirmed the step that waits for approval. */
  confirmedBy: number | null;
  forms: readonly FormFacts[];
  formsLimitReached: boolean;
  planCorrectionReached: boolean;
  /** The phase has been before the commission as often as it may without a yes. */
  sendingToCommissionReached: boolean;
  /** List that an important project was sent to and waits for. */
  chosenList: number | null;
  /** Day until which the commission postponed it, YYYY-MM-DD. */
  postponedUntil: string | null;
  /** The quarter of the newest quarterly form contains or follows the end of the plan in force, or all work is done. */
  quarterReachesEnd: boolean;
  /** The first day of the quarter of the newest quarterly form, YYYY-MM-DD; null while there is none. */
  newestQuarterFrom: string | null;
  /** The quarter after the newest one has begun. */
  quarterHasBegun: boolean;
  closedQuarterExists: boolean;
  /** Calendar day of the step, YYYY-MM-DD. */
  today: string;
}

/** Why a step is refused; names of the catalogue of answers. */
export type RefusalCode =
  | 'InvalidProjectAction'
  | 'Forbidden'
  | 'InvalidUserPermission'
  | 'ValidationError'
  | 'UncompletedPhaseForms'
  | 'QuarterNotBegun'
  | 'InvalidProjectFormEvaluator';
