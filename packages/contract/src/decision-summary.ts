import { type Static, Type } from 'typebox';
import { type CallSchemas, NullableText, TextPairSchema } from './envelope.ts';
import { ProjectParamsSchema } from './projects.ts';

/** A decimal string in RSD. */
const AmountSchema = Type.String();

export const SummaryFormSchema = Type.Object({
  id: Type.Integer(),
  code: Type.String(),
  name: Type.String(),
  phase: Type.Integer(),
  projectPhaseId: Type.Integer(),
  status: Type.Integer(),
  revision: Type.Integer(),
});

/** The section of a form that states a fact; null for the whole form. */
const factSource = { form: SummaryFormSchema, section: NullableText };
const FactSourceSchema = Type.Union([Type.Null(), Type.Object(factSource)]);

/**
 * The summary by which a project is decided; the fields are explained where they are computed (domain,
 * projects/decision-summary).
 */
export const DecisionSummarySchema = Type.Object({
  form: Type.Union([Type.Null(), SummaryFormSchema]),
  what: NullableText,
  why: NullableText,
  options: NullableText,
  compared: Type.Array(
    Type.Object({
      name: Type.String(),
      amount: Type.Union([AmountSchema, Type.Null()]),
      chosen: Type.Boolean(),
    }),
  ),
  stated: Type.Object({
    what: FactSourceSchema,
    why: FactSourceSchema,
    options: FactSourceSchema,
    value: FactSourceSchema,
    end: FactSourceSchema,
    payers: FactSourceSchema,
  }),
  value: AmountSchema,
  valueFrom: Type.Union([Type.Null(), SummaryFormSchema]),
  changes: Type.Array(
    Type.Object({
      since: Type.Enum(['phase', 'round']),
      form: SummaryFormSchema,
      before: AmountSchema,
      difference: AmountSchema,
      percent: NullableText,
    }),
  ),
  /** Days, YYYY-MM-DD. */
  start: NullableText,
  end: NullableText,
  formerEnd: NullableText,
  sources: Type.Array(Type.Object({ source: Type.String(), amount: AmountSchema, share: NullableText })),
  years: Type.Array(
    Type.Object({
      year: Type.Integer(),
      amount: AmountSchema,
      sources: Type.Array(Type.Object({ source: Type.String(), amount: AmountSchema })),
    }),
  ),
  round: Type.Union([
    Type.Null(),
    Type.Object({
      number: Type.Integer(),
      operation: TextPairSchema,
      returnedBy: Type.String(),
      returnedAt: Type.String(),
      comment: NullableText,
      revision: Type.Integer(),
      changedFields: Type.Integer(),
      changed: Type.Array(TextPairSchema),
    }),
  ]),
  marks: Type.Array(Type.Object({ form: SummaryFormSchema, evaluator: NullableText, score: Type.String() })),
  remarks: Type.Object({
    open: Type.Integer(),
    done: Type.Integer(),
    unsent: Type.Integer(),
    items: Type.Array(
      Type.Object({
        ...factSource,
        id: Type.Integer(),
        place: Type.Union([Type.Null(), TextPairSchema]),
        text: Type.String(),
        author: Type.String(),
        answer: NullableText,
        done: Type.Boolean(),
      }),
    ),
  }),
  warnings: Type.Array(Type.Object({ ...factSource, text: TextPairSchema, row: Type.Integer() })),
  signatures: Type.Array(
    Type.Object({
      operation: Type.String(),
      label: TextPairSchema,
      user: Type.String(),
      standInFor: NullableText,
      comment: NullableText,
      at: Type.String(),
    }),
  ),
  documents: Type.Array(Type.Object({ id: Type.Integer(), title: Type.String() })),
  /** Of the newest approved quarter; null before one is approved, and for users who may not see indicators. */
  indicators: Type.Union([
    Type.Null(),
    Type.Object({
      year: Type.Integer(),
      quarter: Type.Integer(),
      /** Days. */
      time: Type.Union([Type.Integer(), Type.Null()]),
      /** Per cent. */
      adequacy: Type.String(),
    }),
  ]),
  /** The works against the plan by the newest approved quarter, in words; null before one is approved. */
  works: Type.Union([
    Type.Null(),
    Type.Object({ sentence: TextPairSchema, quarter: TextPairSchema, behind: Type.Boolean() }),
  ]),
});
export type DecisionSummary = Static<typeof DecisionSummarySchema>;

/** Calls of this area: method and path, and the schemas of what goes in and out. */
export const DECISION_SUMMARY_CALLS = {
  'GET /projects/:projectCode/decision-summary': {
    params: ProjectParamsSchema,
    payload: DecisionSummarySchema,
  },
} as const satisfies CallSchemas;
