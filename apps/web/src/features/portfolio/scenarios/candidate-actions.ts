import type { CandidateState } from '@pimis/domain/portfolio/scenario/types';

/** The changes that a person makes to a candidate, by its code. */
export interface CandidateActions {
  set: (code: string, change: { state?: CandidateState; shift?: number }) => void;
  remove: (code: string) => void;
}
