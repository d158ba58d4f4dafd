import { type Static, type TSchema, Type } from 'typebox';
import { ProjectPhaseParamsSchema } from './projects.ts';
import { type CallSchemas } from './envelope.ts';

const Amount = Type.String({ pattern: '^\\d{1,15}(\\.\\d{1,2})?$' });
const SignedAmount = Type.String({ pattern: '^-?\\d{1,17}(\\.\\d{1,2})?$' });
const Percent = Type.String({ pattern: '^-?\\d{1,17}(\\.\\d{1,2})?$' });
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });
const Days = Type.Integer({ minimum: 0, maximum: 1_000_000 });
const OptionalDays = Type.Union([Type.Integer(), Type.Null()]);
const MAX_ROWS = 400;
const closed = { additionalProperties: false };

const quarter = {
  year: Type.Integer({ minimum: 1990, maximum: 2200 }),
  quarter: Type.Integer({ minimum: 1, maximum: 4 }),
  quarterEndDate: Day,
};

const time = {
  ...quarter,
  projectStartDate: Day,
  activityQuarterAmount: Amount,
  activityTotalAmount: Amount,
  activityQuarterInitialAmount: Amount,
  activityTotalInitialAmount: Amount,
};
const timeResult = {
  implementationDays: Days,
  value: OptionalDays,
  initialValue: OptionalDays,
  limitReached: Type.Boolean(),
};

const funding = { ...quarter, appropriationAmount: Amount, remainingAppropriationAmount: SignedAmount };
const fundingResult = { remainingAppropriationPercent: Percent, value: Percent, limitReached: Type.Boolean() };

const inactivity = {
  ...quarter,
  /** The service reports a missing date or days, because only the first row must have them. */
  projectEndDate: Type.Union([Day, Type.Null()]),
  projectEvaluationDays: Type.Union([Type.Integer(), Type.Null()]),
  activity: Type.Integer({ minimum: 0, maximum: 100_000 }),
  activityQuarterPercent: Type.Optional(Type.Union([Percent, Type.Null()])),
  activityQuarterSumPercent: Type.Optional(Type.Union([Percent, Type.Null()])),
  inactivityInitial25: Days,
  inactivityInitial50: Days,
  inactivityInitial75: Days,
};
const inactivityResult = {
  implementationLevel: Type.Integer(),
  inactivity25: Days,
  inactivity50: Days,
  inactivity75: Days,
};

/** Rows as stored and answered (docs/indicators.md, 3 to 5). Amounts and percents are decimal strings. */
export const TimeRowSchema = Type.Object({ ...time, ...timeResult });
export const FundingRowSchema = Type.Object({ ...funding, ...fundingResult });
export const InactivityRowSchema = Type.Object({ ...inactivity, ...inactivityResult });

/** GET projects/{code}/phases/{id}/success-key-indicator: the three groups, one row per approved quarter. */
export const IndicatorRowsSchema = Type.Object({
  timeToProjectImplementation: Type.Array(TimeRowSchema),
  fundingAdequacyIndicator: Type.Array(FundingRowSchema),
  inactivity: Type.Array(InactivityRowSchema),
});

const optional = (properties: Readonly<Record<string, TSchema>>) =>
  Object.fromEntries(Object.keys(properties).map((name) => [name, Type.Optional(Type.Unknown())]));

const TimeInputSchema = Type.Object({ ...time, ...optional(timeResult) }, closed);
const FundingInputSchema = Type.Object({ ...funding, ...optional(fundingResult) }, closed);
const InactivityInputSchema = Type.Object(
  {
    ...inactivity,
    projectEndDate: Type.Optional(inactivity.projectEndDate),
    projectEvaluationDays: Type.Optional(inactivity.projectEvaluationDays),
    ...optional(inactivityResult),
  },
  closed,
);

/**
 * POST projects/success-key-indicator/calculate: exactly one of the groups. Sent computed fields are ignored and
 * computed again; the funding group is accepted in both spellings.
 */
export const CalculationSchema = Type.Object(
  {
    timeToProjectImplementation: Type.Optional(Type.Array(TimeInputSchema, { maxItems: MAX_ROWS })),
    FundingAdequacyIndicator: Type.Optional(Type.Array(FundingInputSchema, { maxItems: MAX_ROWS })),
    fundingAdequacyIndicator: Type.Optional(Type.Array(FundingInputSchema, { maxItems: MAX_ROWS })),
    inactivity: Type.Optional(Type.Array(InactivityInputSchema, { maxItems: MAX_ROWS })),
  },
  closed,
);
export type Calculation = Static<typeof CalculationSchema>;

/** Calls of this area, by method and path, with their schemas. Those without a payload return a file or a stream. */
export const INDICATOR_CALLS = {
  'GET /projects/:projectCode/phases/:projectPhaseId/success-key-indicator': {
    params: ProjectPhaseParamsSchema,
    payload: IndicatorRowsSchema,
  },
  'POST /projects/success-key-indicator/calculate': {
    body: CalculationSchema,
    payload: Type.Array(Type.Union([TimeRowSchema, FundingRowSchema, InactivityRowSchema])),
  },
} as const satisfies CallSchemas;
