import type { MessagesOf } from '../../i18n/areas.ts';

export type Group = 'timeToProjectImplementation' | 'inactivity' | 'fundingAdequacyIndicator';
/** In the order of the tabs (specification, "Success key indicators view"). */
export const GROUPS: readonly Group[] = ['timeToProjectImplementation', 'inactivity', 'fundingAdequacyIndicator'];

type Label = Exclude<keyof MessagesOf<'indicators'>, 'chips' | 'tabs' | 'problems'>;

export interface IndicatorColumn {
  path: string;
  label: Label;
  kind: 'amount' | 'percent' | 'days' | 'date' | 'count' | 'limit';
  /** Editable in every row, or only in the first. */
  editable?: 'all' | 'first';
  /** The text for an empty value: endless for a limit. */
  endless?: boolean;
}

/** Columns of each group (docs/indicators.md, 3 to 5). */
export const COLUMNS: Readonly<Record<Group, readonly IndicatorColumn[]>> = {
  timeToProjectImplementation: [
    { path: 'quarterEndDate', label: 'quarterEndDate', kind: 'date' },
    { path: 'projectStartDate', label: 'projectStartDate', kind: 'date' },
    { path: 'implementationDays', label: 'implementationDays', kind: 'days' },
    { path: 'activityQuarterAmount', label: 'activityQuarterAmount', kind: 'amount' },
    { path: 'activityTotalAmount', label: 'activityTotalAmount', kind: 'amount' },
    { path: 'value', label: 'timeValue', kind: 'days', endless: true },
    { path: 'activityQuarterInitialAmount', label: 'activityQuarterInitialAmount', kind: 'amount' },
    { path: 'activityTotalInitialAmount', label: 'activityTotalInitialAmount', kind: 'amount' },
    { path: 'initialValue', label: 'initialValue', kind: 'days' },
    { path: 'limitReached', label: 'limitReached', kind: 'limit' },
  ],
  inactivity: [
    { path: 'quarterEndDate', label: 'quarterEndDate', kind: 'date' },
    { path: 'projectEndDate', label: 'projectEndDate', kind: 'date', editable: 'first' },
    { path: 'projectEvaluationDays', label: 'projectEvaluationDays', kind: 'count', editable: 'first' },
    { path: 'activity', label: 'activity', kind: 'count' },
    { path: 'activityQuarterPercent', label: 'activityQuarterPercent', kind: 'percent' },
    { path: 'activityQuarterSumPercent', label: 'activityQuarterSumPercent', kind: 'percent' },
    { path: 'implementationLevel', label: 'implementationLevel', kind: 'count' },
    { path: 'inactivity25', label: 'inactivity25', kind: 'days' },
    { path: 'inactivity50', label: 'inactivity50', kind: 'days' },
    { path: 'inactivity75', label: 'inactivity75', kind: 'days' },
    { path: 'inactivityInitial25', label: 'inactivityInitial25', kind: 'days' },
    { path: 'inactivityInitial50', label: 'inactivityInitial50', kind: 'days' },
    { path: 'inactivityInitial75', label: 'inactivityInitial75', kind: 'days' },
  ],
  fundingAdequacyIndicator: [
    { path: 'quarterEndDate', label: 'quarterEndDate', kind: 'date' },
    { path: 'appropriationAmount', label: 'appropriationAmount', kind: 'amount', editable: 'all' },
    { path: 'remainingAppropriationAmount', label: 'remainingAppropriationAmount', kind: 'amount' },
    { path: 'remainingAppropriationPercent', label: 'remainingAppropriationPercent', kind: 'percent' },
    { path: 'value', label: 'fundingValue', kind: 'percent' },
    { path: 'limitReached', label: 'limitReached', kind: 'limit' },
  ],
};

/** The group's name in the calculation call. */
export const SENT_AS: Readonly<Record<Group, string>> = {
  timeToProjectImplementation: 'timeToProjectImplementation',
  inactivity: 'inactivity',
  fundingAdequacyIndicator: 'FundingAdequacyIndicator',
};
