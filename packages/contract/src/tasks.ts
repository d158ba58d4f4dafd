import { type Static, Type } from 'typebox';
import { STEPS_AT_ONCE } from '@pimis/domain/workflow/taken-together';
import { TaskSchema } from './dashboard.ts';
import { type CallSchemas, CLOSED, KeyedListQuerySchema, LongListSchema } from './envelope.ts';
import { ExpectedStateSchema, ProjectCodeSchema } from './projects.ts';

/**
 * GET tasks/paged: a row of the table of projects that wait for the signed-in user. Amounts are decimal strings in РСД.
 */
export const TaskRowSchema = Type.Object({
  ...TaskSchema.properties,
  totalValue: Type.String(),
  lastChangeDate: Type.String(),
  /** The step needs no input, so it may be taken together with steps of other projects. */
  together: Type.Boolean(),
});
export type TaskRow = Static<typeof TaskRowSchema>;

/** A step in the state in which the caller saw it. */
const StepSchema = Type.Object(
  {
    code: ProjectCodeSchema,
    /** The key of the step, as in `nextStep`. */
    step: Type.String({ minLength: 1, maxLength: 40 }),
    expected: ExpectedStateSchema,
  },
  CLOSED,
);
export type StepRequest = Static<typeof StepSchema>;

const StepResultSchema = Type.Object({
  code: Type.String(),
  done: Type.Boolean(),
  /** The name of the error that refused it; null if it was taken. */
  refusal: Type.Union([Type.Null(), Type.String()]),
});
export type StepResult = Static<typeof StepResultSchema>;

/** Calls of this area, by method and path, with their schemas. Those without a payload return a file or a stream. */
export const TASK_CALLS = {
  'GET /tasks/paged': {
    /** Filters and order of the project table; `coming=true` adds tasks that begin on a later day. */
    query: KeyedListQuerySchema,
    payload: Type.Array(TaskRowSchema),
    additional: LongListSchema,
  },
  'GET /tasks/export': {
    /** The same, with `format` (xlsx, csv), `language` and `script`. */
    query: KeyedListQuerySchema,
  },
  'POST /tasks/steps': {
    body: Type.Object({ steps: Type.Array(StepSchema, { minItems: 1, maxItems: STEPS_AT_ONCE }) }, CLOSED),
    /** In the order of the steps; each was taken, or refused, by itself. */
    payload: Type.Array(StepResultSchema),
  },
} as const satisfies CallSchemas;
