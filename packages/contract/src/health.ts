import { type Static, Type } from 'typebox';
import { HEALTH_CAUSES, type HealthCause } from '@pimis/domain/text/health-texts';
import { HEALTH_PARTS, type HealthPartName } from '@pimis/domain/text/words';
import { type CallSchemas, CLOSED } from './envelope.ts';

const NullableSchema = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);
const MomentSchema = Type.String({ format: 'date-time' });
const CountSchema = Type.Integer({ minimum: 0 });

/** A part that answers, and how long it took in milliseconds. */
const AnsweredSchema = Type.Object({ ms: Type.Number({ minimum: 0 }) });

const PartNameSchema = Type.Enum(Object.keys(HEALTH_PARTS) as HealthPartName[]);

/** Why an administrator is needed: a part, failed jobs, or jobs that nobody runs. */
const AttentionSchema = Type.Union([PartNameSchema, Type.Literal('jobs'), Type.Literal('workers')]);
export type AttentionReason = Static<typeof AttentionSchema>;

/** A part of the installation. `off`: it is not set. */
export const HealthPartSchema = Type.Object({
  part: PartNameSchema,
  state: Type.Union([Type.Literal('ok'), Type.Literal('warning'), Type.Literal('failed'), Type.Literal('off')]),
  ms: NullableSchema(Type.Number({ minimum: 0 })),
  cause: NullableSchema(Type.Enum(Object.keys(HEALTH_CAUSES) as HealthCause[])),
  reason: NullableSchema(Type.String({ description: 'Why it fails, as the library says; without secrets' })),
  until: NullableSchema(MomentSchema),
});
export type HealthPart = Static<typeof HealthPartSchema>;

/** A job that has failed at least once; `last` when it is not tried again. */
export const FailedJobSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  attempts: CountSchema,
  maxAttempts: CountSchema,
  reason: Type.String(),
  last: Type.Boolean(),
  failedAt: MomentSchema,
  nextAt: NullableSchema(MomentSchema),
});
export type FailedJob = Static<typeof FailedJobSchema>;

const HealthSchema = Type.Object({
  version: Type.String(),
  node: Type.String(),
  postgres: NullableSchema(Type.String()),
  parts: Type.Array(HealthPartSchema),
  queue: Type.Object({
    waiting: CountSchema,
    oldestSeconds: Type.Number({ minimum: 0 }),
    running: CountSchema,
    failing: CountSchema,
    failed: CountSchema,
    mails: CountSchema,
    mailsFailing: CountSchema,
    workers: CountSchema,
  }),
  jobs: Type.Array(FailedJobSchema, { description: 'At most 100, the newest first' }),
  backup: NullableSchema(
    Type.Object({
      at: MomentSchema,
      goodAt: NullableSchema(MomentSchema),
      seconds: Type.Number(),
      bytes: Type.Number(),
      encrypted: Type.Boolean(),
    }),
  ),
});
export type Health = Static<typeof HealthSchema>;

const JobSchema = Type.Object({ jobId: Type.String({ pattern: '^[1-9][0-9]{0,17}$' }) }, CLOSED);

/** Calls of this area: method and path, and the schemas of input and output. */
export const HEALTH_CALLS = {
  'GET /health/live': {
    payload: Type.Object({ live: Type.Literal(true) }),
  },
  'GET /health/ready': {
    payload: Type.Object({ database: AnsweredSchema, migrations: AnsweredSchema, storage: AnsweredSchema }),
  },
  'GET /administration/health': {
    payload: HealthSchema,
  },
  'GET /administration/health/attention': {
    payload: Type.Object({ needed: Type.Boolean(), reasons: Type.Array(AttentionSchema) }),
  },
  'POST /administration/health/jobs/:jobId/retry': {
    params: JobSchema,
    payload: Type.Object({}),
  },
  'POST /administration/health/jobs/:jobId/give-up': {
    params: JobSchema,
    payload: Type.Object({}),
  },
} as const satisfies CallSchemas;
