import { type Static, Type } from 'typebox';
import { type CallSchemas, CLOSED, LanguageSchema, NullableText, ScriptSchema, TextPairSchema } from './envelope.ts';
import { ListParamsSchema } from './lists.ts';

/**
 * A summary of a decision in figures; the fields are explained where they are computed (domain, projects/decision-row).
 */
const DecisionFactsSchema = Type.Object({
  /** Decimal strings in RSD, also the difference. */
  value: Type.String(),
  changes: Type.Array(
    Type.Object({
      since: Type.Enum(['phase', 'round']),
      phase: Type.Integer(),
      difference: Type.String(),
      percent: NullableText,
    }),
  ),
  /** Days, YYYY-MM-DD. */
  start: NullableText,
  end: NullableText,
  formerEnd: NullableText,
  round: Type.Integer(),
  marks: Type.Array(Type.Object({ evaluator: NullableText, score: Type.String() })),
  remarks: Type.Object({ open: Type.Integer(), answered: Type.Integer(), done: Type.Integer() }),
  warnings: Type.Integer(),
  /**
   * Planned works that are missing, in per cent as „26.7“; null without any, and for projects that are not measured.
   */
  behind: NullableText,
});
export type DecisionFacts = Static<typeof DecisionFactsSchema>;

/** A project that awaits a decision. */
export const DecisionRowSchema = Type.Object({
  projectCode: Type.String(),
  projectName: Type.String(),
  organizationName: Type.String(),
  projectPhaseId: Type.Integer(),
  phase: Type.Integer(),
  phaseStatus: Type.Integer(),
  /** The decision as a step; null on a list if the commission has decided, or the project has moved on. */
  step: Type.Union([Type.Null(), TextPairSchema]),
  /** Its number on the list; null outside a list. */
  position: Type.Union([Type.Null(), Type.Integer()]),
  /** The decision of the commission, the action of its step; null while it is pending. */
  decision: Type.Union([Type.Null(), Type.Integer()]),
  /** The value of the project; on a list, that when the list was made. */
  totalValue: Type.String(),
  /** Null when there is nothing to decide any more. */
  facts: Type.Union([Type.Null(), DecisionFactsSchema]),
});
export type DecisionTableRow = Static<typeof DecisionRowSchema>;

const PaperSchema = Type.Object({ language: LanguageSchema, script: ScriptSchema }, CLOSED);
/** `more`: further projects await a decision. */
const MoreSchema = Type.Object({ more: Type.Boolean() });

/** Calls of this area: method and path, and the schemas of what goes in and out. Papers return a file. */
export const DECISION_ROW_CALLS = {
  'GET /tasks/decisions': { payload: Type.Array(DecisionRowSchema), additional: MoreSchema },
  'GET /tasks/decisions/paper': { query: PaperSchema },
  'GET /projects/lists/:projectTypeList/:projectListName/summaries': {
    params: ListParamsSchema,
    payload: Type.Array(DecisionRowSchema),
    additional: MoreSchema,
  },
  'GET /projects/lists/:projectTypeList/:projectListName/summaries/paper': {
    params: ListParamsSchema,
    query: PaperSchema,
  },
} as const satisfies CallSchemas;
