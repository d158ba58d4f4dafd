import { Type } from 'typebox';
import { type CallSchemas, CLOSED, EmptySchema, NullableText } from './envelope.ts';
import { LoginParamsSchema } from './identity.ts';

/** Longer than any secret that the product gives. */
const Secret = Type.String({ minLength: 1, maxLength: 100 });

/** Calls of this area: the address of the user's own calendar, and the calendar itself (RFC 5545). */
export const CALENDAR_CALLS = {
  'GET /security/users/:login/calendar': {
    params: LoginParamsSchema,
    payload: Type.Object({ createdDate: NullableText }),
  },
  /** Replaces an earlier address, which is refused from then on. */
  'POST /security/users/:login/calendar': {
    params: LoginParamsSchema,
    payload: Type.Object({ address: Type.String({ description: 'Shown this once' }), createdDate: Type.String() }),
  },
  'DELETE /security/users/:login/calendar': { params: LoginParamsSchema, payload: EmptySchema },
  'GET /calendar/:secret.ics': {
    params: Type.Object({ secret: Secret }, CLOSED),
    query: Type.Object({ language: Type.Optional(Type.Union([Type.Literal('sr'), Type.Literal('en')])) }, CLOSED),
  },
} as const satisfies CallSchemas;
