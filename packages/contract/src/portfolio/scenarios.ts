import { type Static, Type } from 'typebox';
import {
  CANDIDATE_STATES,
  GOALS,
  LARGEST_SHIFT,
  SCENARIO_CANDIDATES,
  SCENARIO_NAME_LENGTH,
} from '@pimis/domain/portfolio/scenario/types';
import { CLOSED, type CallSchemas, EmptySchema, IdSchema, NullableText, OneLine } from '../envelope.ts';
import { ProjectCodeSchema } from '../projects.ts';
import { OperationStartedSchema } from '../registries.ts';
import { AmountText, SourceSchema, WrittenQuerySchema, YearAmountSchema, YearSchema } from './calendar.ts';

const NameSchema = OneLine({ minLength: 1, maxLength: SCENARIO_NAME_LENGTH });
const StateSchema = Type.Enum(CANDIDATE_STATES);
const GoalSchema = Type.Enum(GOALS);
const RevisionSchema = Type.Integer({ minimum: 1 });
const MOST_CELLS = 2_000;
const AmountsSchema = Type.Array(YearAmountSchema, { maxItems: MOST_CELLS });

const NeedsSchema = Type.Array(Type.Object({ year: Type.Integer(), source: Type.String(), amount: Type.String() }));

/** Data of a project at the time when the scenario took it over. */
export const CandidateSchema = Type.Object({
  code: Type.String(),
  name: Type.String(),
  organizationName: Type.String(),
  sector: Type.Integer(),
  phase: Type.Integer(),
  mark: NullableText,
  worth: Type.String(),
  needs: NeedsSchema,
  /** Needs of its plan in force: they count while the project is not chosen; choosing it replaces them by `needs`. */
  inForce: Type.Optional(NeedsSchema),
  state: StateSchema,
  shift: Type.Integer(),
});

const HeadSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  ownerName: Type.String(),
  /** Whether the scenario belongs to the caller: only the owner can change it. */
  isOwn: Type.Boolean(),
  shared: Type.Boolean(),
  goal: GoalSchema,
  revision: Type.Integer(),
  changedDate: Type.String(),
});
export const ScenarioHeadSchema = Type.Object({
  ...HeadSchema.properties,
  candidates: Type.Integer(),
  chosen: Type.Integer(),
});
export type ScenarioHead = Static<typeof ScenarioHeadSchema>;

export const ScenarioSchema = Type.Object({
  ...HeadSchema.properties,
  candidates: Type.Array(CandidateSchema),
  /** Candidates that the user may not see; sums are without them. */
  hidden: Type.Integer(),
  ceilings: Type.Array(YearAmountSchema),
  committed: Type.Array(YearAmountSchema),
  /**
   * Ceilings of one sector that are in force: they do not count in a scenario, whose ceilings are those of all sectors.
   */
  sectorCeilings: Type.Optional(Type.Array(Type.Object({ ...YearAmountSchema.properties, sector: Type.Integer() }))),
  /** The operation of the user's proposal for this revision that is working or done. */
  proposal: Type.Optional(Type.String()),
});
export type Scenario = Static<typeof ScenarioSchema>;

/** Where candidates come from: projects that wait for a list, the project table's filter, or codes. */
const SourceOfCandidates = {
  listType: Type.Optional(Type.Integer({ minimum: 1, maximum: 6 })),
  filter: Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: 500 }))),
  projectCodes: Type.Optional(Type.Array(ProjectCodeSchema, { minItems: 1, maxItems: SCENARIO_CANDIDATES })),
};

export const NewScenarioSchema = Type.Object({ name: NameSchema, ...SourceOfCandidates }, CLOSED);
export type NewScenario = Static<typeof NewScenarioSchema>;

export const MoreCandidatesSchema = Type.Object({ revision: RevisionSchema, ...SourceOfCandidates }, CLOSED);
export type MoreCandidates = Static<typeof MoreCandidatesSchema>;

/** The whole choice; candidates missing in it are removed from the scenario. */
export const ScenarioInputSchema = Type.Object(
  {
    revision: RevisionSchema,
    name: NameSchema,
    shared: Type.Boolean(),
    goal: GoalSchema,
    choices: Type.Array(
      Type.Object(
        {
          code: ProjectCodeSchema,
          state: StateSchema,
          shift: Type.Integer({ minimum: -LARGEST_SHIFT, maximum: LARGEST_SHIFT }),
        },
        CLOSED,
      ),
      { maxItems: SCENARIO_CANDIDATES },
    ),
    ceilings: AmountsSchema,
  },
  CLOSED,
);
export type ScenarioInput = Static<typeof ScenarioInputSchema>;

const FIGURES = ['name', 'phase', 'mark', 'worth', 'need', 'committed', 'ceiling', 'gone'] as const;

/**
 * A figure that has changed since it was taken over; `year` and `source` if it is a need. `gone` if the project is no
 * longer available.
 */
export const ScenarioChangeSchema = Type.Object({
  /** Empty for the sums of approved projects and for ceilings. */
  code: Type.String(),
  name: Type.String(),
  figure: Type.Enum(FIGURES),
  year: Type.Union([YearSchema, Type.Null()]),
  source: Type.Union([SourceSchema, Type.Null()]),
  from: NullableText,
  to: NullableText,
});
export type ScenarioChange = Static<typeof ScenarioChangeSchema>;

/** A choice of „Предложи“: the result of its operation, also while it still works. */
export const ProposalSchema = Type.Object({
  revision: Type.Integer(),
  goal: GoalSchema,
  /** `found`: within every ceiling. `short`: the must-have projects alone exceed the ceilings. */
  state: Type.Union([Type.Literal('searching'), Type.Literal('found'), Type.Literal('short')]),
  codes: Type.Array(Type.String()),
  /** The sum of the goal, including must-have projects, and the bound that no choice can exceed; decimal strings. */
  value: Type.String(),
  bound: NullableText,
  /** Proven: no choice has a higher value. */
  proven: Type.Boolean(),
  short: Type.Array(Type.Object({ year: Type.Integer(), source: Type.String(), amount: AmountText })),
  leftOut: Type.Array(
    Type.Object({
      code: Type.String(),
      lacks: Type.Array(Type.Object({ year: Type.Integer(), source: Type.String(), amount: Type.String() })),
      outweighedBy: Type.Array(Type.String()),
    }),
  ),
});
export type Proposal = Static<typeof ProposalSchema>;

const ParamsSchema = Type.Object({ scenarioId: IdSchema }, CLOSED);
const AddedSchema = Type.Object({ added: Type.Integer(), revision: Type.Integer() });

export const SCENARIO_CALLS = {
  'GET /portfolio/scenarios': { payload: Type.Array(ScenarioHeadSchema) },
  'POST /portfolio/scenarios': { body: NewScenarioSchema, payload: Type.Object({ id: Type.Integer() }) },
  'GET /portfolio/scenarios/:scenarioId': { params: ParamsSchema, payload: ScenarioSchema },
  'PUT /portfolio/scenarios/:scenarioId': {
    params: ParamsSchema,
    body: ScenarioInputSchema,
    payload: Type.Object({ revision: Type.Integer() }),
  },
  'DELETE /portfolio/scenarios/:scenarioId': { params: ParamsSchema, payload: EmptySchema },
  'POST /portfolio/scenarios/:scenarioId/copy': {
    params: ParamsSchema,
    body: Type.Object({ name: NameSchema }, CLOSED),
    payload: Type.Object({ id: Type.Integer() }),
  },
  'POST /portfolio/scenarios/:scenarioId/candidates': {
    params: ParamsSchema,
    body: MoreCandidatesSchema,
    payload: AddedSchema,
  },
  'GET /portfolio/scenarios/:scenarioId/changes': { params: ParamsSchema, payload: Type.Array(ScenarioChangeSchema) },
  'POST /portfolio/scenarios/:scenarioId/refresh': {
    params: ParamsSchema,
    body: Type.Object({ revision: RevisionSchema }, CLOSED),
    payload: Type.Object({ revision: Type.Integer() }),
  },
  'POST /portfolio/scenarios/:scenarioId/proposals': {
    params: ParamsSchema,
    body: Type.Object({ revision: RevisionSchema, goal: GoalSchema }, CLOSED),
    payload: OperationStartedSchema,
  },
  'GET /portfolio/scenarios/:scenarioId/export': { params: ParamsSchema, query: WrittenQuerySchema },
  'GET /portfolio/scenarios/:scenarioId/paper': { params: ParamsSchema, query: WrittenQuerySchema },
} as const satisfies CallSchemas;
