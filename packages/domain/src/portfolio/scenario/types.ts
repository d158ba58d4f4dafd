/** The choice about a candidate: `must` and `never` are fixed, the others may be changed by a proposal. */
export const CANDIDATE_STATES = ['in', 'out', 'must', 'never'] as const;
export type CandidateState = (typeof CANDIDATE_STATES)[number];

/** The sum that a proposal maximizes: marks or value. */
export const GOALS = ['marks', 'worth'] as const;
export type Goal = (typeof GOALS)[number];

/**
 * A need or a ceiling; the source is one of SOURCES, or empty where a form names none. Amount: RSD, as in "1234.50".
 */
export interface YearAmount {
  year: number;
  source: string;
  amount: string;
}

/** The data of a project when it was taken into a scenario. */
export interface CandidateData {
  name: string;
  organizationName: string;
  sector: number;
  phase: number;
  /** From 20.00 to 100.00; null while no form is marked. */
  mark: string | null;
  worth: string;
  needs: readonly YearAmount[];
  /** Needs of its plan in force: they stay if the project is left out, and are replaced by `needs` if it is chosen. */
  inForce?: readonly YearAmount[];
}

export interface Candidate extends CandidateData {
  code: string;
  state: CandidateState;
  /** Years by which all its needs are moved. */
  shift: number;
}

/** The input data of a scenario. */
export interface ScenarioData {
  candidates: readonly Candidate[];
  ceilings: readonly YearAmount[];
  /** Needs of approved projects, which the same ceilings have to carry. */
  committed: readonly YearAmount[];
}

export const SCENARIO_CANDIDATES = 500;
export const SCENARIO_NAME_LENGTH = 120;
export const LARGEST_SHIFT = 20;
/** The fiscal years that needs and ceilings are kept for; `project_needs` and ceilings have the same. */
export const FISCAL_YEARS = { first: 2000, last: 2100 } as const;
/** The code of a source that no form names. */
// Stryker disable next-line StringLiteral: any other name does the same.
export const NO_SOURCE = '';

/**
 * The smallest and largest number of years by which a candidate can be moved without moving a need outside of the
 * fiscal years.
 */
export function shiftBounds({ needs }: Pick<CandidateData, 'needs'>): { least: number; most: number } {
  const years = needs.map(({ year }) => year);
  return {
    least: Math.max(-LARGEST_SHIFT, FISCAL_YEARS.first - Math.min(...years)),
    most: Math.min(LARGEST_SHIFT, FISCAL_YEARS.last - Math.max(...years)),
  };
}

/** The first year of a candidate's needs before it is moved; null without needs by year, which no year can move. */
export const plannedStart = ({ needs }: Pick<CandidateData, 'needs'>): number | null =>
  needs.length === 0 ? null : Math.min(...needs.map(({ year }) => year));

export const isChosen = ({ state }: Pick<Candidate, 'state'>): boolean => state === 'in' || state === 'must';

/** The key of a year and a source. */
export const cellKey = (year: number, source: string): string => `${year} ${source}`;
