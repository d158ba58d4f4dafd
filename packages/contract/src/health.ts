import { Type } from 'typebox';
import type { CallSchemas } from './envelope.ts';

/** A part that answers, and how long it took in milliseconds. */
const AnsweredSchema = Type.Object({ ms: Type.Number({ minimum: 0 }) });

/** Calls of this area: method and path, and the schemas of what goes in and out. */
export const HEALTH_CALLS = {
  'GET /health/live': {
    payload: Type.Object({ live: Type.Literal(true) }),
  },
  'GET /health/ready': {
    payload: Type.Object({ database: AnsweredSchema, migrations: AnsweredSchema, storage: AnsweredSchema }),
  },
} as const satisfies CallSchemas;
