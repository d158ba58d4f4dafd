import type { CandidateState } from '@pimis/domain/portfolio/scenario/types';

/** What a person changes about a candidate, by its code. */
export interface CandidateActions {
  set: (code: string, change: { state?: CandidateState; shift?: number }) => void;
  remove: (code: string) => void;
}
