import { type Static, Type } from 'typebox';
import { ROLE_DESCRIPTION_LENGTH, ROLE_NAME_LENGTH } from '@pimis/domain/constants';
import {
  type CallSchemas,
  CLOSED,
  EmptySchema,
  IdSchema,
  ListQuerySchema,
  NullableText,
  TotalRowsSchema,
  OneLine,
} from './envelope.ts';

/** A claim with the description of its rights. Type: 1 system, 2 feature, 3 can only be given by an Admin. */
export const ClaimSchema = Type.Object({ name: Type.String(), description: Type.String(), type: Type.Integer() });

/** Row of the role list. `roleType`: 1 system, 2 administration, 3 user. */
export const RoleSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  roleType: Type.Integer(),
  organizationId: NullableText,
  organizationName: NullableText,
  createdDate: Type.String(),
});
export type RoleRow = Static<typeof RoleSchema>;

export const RoleDetailsSchema = Type.Object({
  ...RoleSchema.properties,
  claims: Type.Array(ClaimSchema),
  users: Type.Integer({ minimum: 0 }),
  modifiedDate: NullableText,
  /** Whether the caller may change and delete it. A role assigned to users cannot be deleted. */
  editable: Type.Boolean(),
  /** The reason (a name of the catalogue) why the caller cannot change it, or null. */
  changeRefusal: NullableText,
  /** Do its holders sign in with a second factor? */
  secondFactor: Type.Boolean(),
});
export type RoleDetails = Static<typeof RoleDetailsSchema>;

const Written = {
  name: OneLine({ minLength: 1, maxLength: ROLE_NAME_LENGTH }),
  description: OneLine({ minLength: 1, maxLength: ROLE_DESCRIPTION_LENGTH }),
  /** Names, or claims as they are read. */
  claims: Type.Array(Type.Union([Type.String({ maxLength: 60 }), ClaimSchema]), { maxItems: 100, uniqueItems: true }),
};
export const NewRoleSchema = Type.Object(Written, CLOSED);
export type NewRole = Static<typeof NewRoleSchema>;
/** PUT security/roles; the body may be the whole role as shown in its details. */
export const RoleUpdateSchema = Type.Object(
  {
    ...Type.Partial(RoleDetailsSchema).properties,
    ...Written,
    id: IdSchema,
    modifiedDate: Type.Optional(NullableText),
  },
  CLOSED,
);
export type RoleUpdate = Static<typeof RoleUpdateSchema>;

const RoleParamsSchema = Type.Object({ roleId: IdSchema }, CLOSED);

/** Calls of this area: method and path, and the schemas of input and output. */
export const ROLE_CALLS = {
  'GET /security/roles': {
    query: ListQuerySchema,
    payload: Type.Array(RoleSchema),
    /** `count` is the same number by the name of the specification, "The calls it makes". */
    additional: Type.Object({ ...TotalRowsSchema.properties, count: Type.Integer({ minimum: 0 }) }),
  },
  'GET /security/roles/claims': { payload: Type.Array(ClaimSchema) },
  'GET /security/roles/available': {
    query: Type.Object({ organizationId: Type.Optional(Type.String({ maxLength: 20 })) }, CLOSED),
    payload: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), description: Type.String() })),
  },
  'GET /security/roles/:roleId': { params: RoleParamsSchema, payload: RoleDetailsSchema },
  'POST /security/roles': { body: NewRoleSchema, payload: Type.Object({ id: Type.Integer() }) },
  'PUT /security/roles': { body: RoleUpdateSchema, payload: EmptySchema },
  'PUT /security/roles/:roleId/second-factor': {
    params: RoleParamsSchema,
    body: Type.Object({ required: Type.Boolean() }, CLOSED),
    payload: EmptySchema,
  },
  'DELETE /security/roles/:roleId': { params: RoleParamsSchema, payload: EmptySchema },
} as const satisfies CallSchemas;
