/** Rows of the success key indicators (docs/indicators.md, 3 to 5). Amounts and percents are decimal strings. */

export interface QuarterKey {
  year: number;
  quarter: number;
  /** YYYY-MM-DD */
  quarterEndDate: string;
}

export interface TimeInput extends QuarterKey {
  projectStartDate: string;
  activityQuarterAmount: string;
  activityTotalAmount: string;
  activityQuarterInitialAmount: string;
  activityTotalInitialAmount: string;
}

export interface TimeRow extends TimeInput {
  implementationDays: number;
  /** Days; null when there is none. */
  value: number | null;
  initialValue: number | null;
  limitReached: boolean;
}

export interface FundingInput extends QuarterKey {
  appropriationAmount: string;
  remainingAppropriationAmount: string;
}

export interface FundingRow extends FundingInput {
  remainingAppropriationPercent: string;
  value: string;
  limitReached: boolean;
}

export interface InactivityInput extends QuarterKey {
  projectEndDate: string;
  projectEvaluationDays: number;
  activity: number;
  activityQuarterPercent: string;
  activityQuarterSumPercent: string;
  inactivityInitial25: number;
  inactivityInitial50: number;
  inactivityInitial75: number;
}

export interface InactivityRow extends InactivityInput {
  implementationLevel: number;
  inactivity25: number;
  inactivity50: number;
  inactivity75: number;
}

export interface IndicatorRows {
  timeToProjectImplementation: TimeRow[];
  fundingAdequacyIndicator: FundingRow[];
  inactivity: InactivityRow[];
}

/** The part of the indicators that a quarterly form has after its approval. */
export interface SuccessKeyIndicator {
  Inactivity: { Value: number };
  FundingAdequacyIndicator: { Value: string; LimitReached: boolean; AppropriationAmount: string };
  TimeToProjectImplementation: { Value: number | null; LimitReached: boolean };
}
