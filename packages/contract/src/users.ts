import { type Static, type TSchema, Type } from 'typebox';
import { RESOLUTION_MAX_LENGTH, USER_TAGS, USER_TAG_LENGTH } from '@pimis/domain/constants';
import { EMAIL_PATTERN } from '@pimis/domain/text/email';
import { LOGIN_MAX, LOGIN_PATTERN, NEW_LOGIN_PATTERN } from '@pimis/domain/text/login';
import { PHONE_LENGTH } from '@pimis/domain/text/phone';
import {
  type CallSchemas,
  CLOSED,
  EmptySchema,
  EnvelopeErrorSchema,
  FieldErrorSchema,
  ListQuerySchema,
  NullableText,
  TotalRowsSchema,
  OneLine,
} from './envelope.ts';
import { AwaySchema } from './stand-ins.ts';
import { LoginParamsSchema, UserSchema, UserStatusSchema } from './identity.ts';

const MAX_BULK = 50;

/** Actions of the caller on a user in its present status. */
const UserActionSchema = Type.Union([
  Type.Literal('edit'),
  Type.Literal('revoke'),
  Type.Literal('restore'),
  Type.Literal('sendActivation'),
  Type.Literal('resetSecondFactor'),
  Type.Literal('unlock'),
  Type.Literal('exportData'),
  Type.Literal('removeData'),
]);
export type UserAction = Static<typeof UserActionSchema>;

/** A lock after too many wrong passwords or codes at sign-in or in confirmations by a signed-in user. */
const LockSchema = Type.Object({
  reason: Type.Union([Type.Literal('password'), Type.Literal('code'), Type.Literal('confirmation')]),
  /** When it ends by itself (ISO 8601). */
  until: Type.String(),
});
export type Lock = Static<typeof LockSchema>;

/** GET security/users/{login} */
export const UserDetailsSchema = Type.Object({
  ...UserSchema.properties,
  tags: Type.Array(Type.String()),
  claims: Type.Array(Type.String()),
  modifiedUserName: NullableText,
  modifiedDate: NullableText,
  modifiedComments: NullableText,
  /** Has the user switched the second step of the sign-in on? */
  secondFactor: Type.Boolean(),
  /** Present locks, the one that ends last first. */
  locks: Type.Array(LockSchema),
  /** Since when the directory lacks the login, or has it disabled (YYYY-MM-DD). */
  directoryGoneOn: NullableText,
  /** Have the contact data been removed? */
  dataRemoved: Type.Boolean(),
  /** Whether the role has rights that the caller may not give; then the caller cannot change the user. */
  beyondOwn: Type.Boolean(),
  actions: Type.Array(UserActionSchema),
});
export type UserDetails = Static<typeof UserDetailsSchema>;

const KnownLogin = Type.String({ maxLength: LOGIN_MAX, pattern: LOGIN_PATTERN });
const NewLogin = Type.String({ maxLength: LOGIN_MAX, pattern: NEW_LOGIN_PATTERN });
const Nullable = <T extends ReturnType<typeof Type.String>>(text: T) => Type.Union([text, Type.Null()]);
const Person = {
  name: OneLine({ minLength: 1, maxLength: 200 }),
  email: Type.String({ pattern: EMAIL_PATTERN }),
  phoneNumber: Type.Optional(Nullable(OneLine({ minLength: 1, maxLength: PHONE_LENGTH }))),
  loginAd: Type.Optional(Nullable(KnownLogin)),
  /** 0 means no role and is refused with ClaimRequired, because a user needs at least one right. */
  roleId: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
  tags: Type.Optional(Type.Array(OneLine({ minLength: 1, maxLength: USER_TAG_LENGTH }), { maxItems: USER_TAGS * 2 })),
};

/** POST security/users: without a login one is generated from the name; the default organization is the caller's. */
export const NewUserSchema = Type.Object(
  {
    ...Person,
    login: Type.Optional(Nullable(NewLogin)),
    organizationId: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
    notifyUser: Type.Optional(Type.Boolean()),
  },
  CLOSED,
);
export type NewUser = Static<typeof NewUserSchema>;

/**
 * PUT security/users: missing fields stay; with `modifiedDate` only if nobody else has changed the user since. The body
 * may be the whole user as returned by GET.
 */
export const UserUpdateSchema = Type.Object(
  {
    ...Type.Partial(UserDetailsSchema).properties,
    ...Person,
    login: KnownLogin,
    modifiedDate: Type.Optional(NullableText),
  },
  CLOSED,
);
export type UserUpdate = Static<typeof UserUpdateSchema>;

/** Why one of several was refused: number and name of the catalogue, and errors as in an envelope. */
export const RefusalSchema = Type.Object({
  code: Type.Integer(),
  name: Type.String(),
  errors: Type.Array(EnvelopeErrorSchema),
  fieldErrors: Type.Array(FieldErrorSchema),
});
export type Refusal = Static<typeof RefusalSchema>;

const Refused = Type.Object({ error: RefusalSchema });

function accessSetSchema<Access extends TSchema>(access: Access) {
  return Type.Object(
    {
      access,
      Users: Type.Array(
        Type.Object(
          {
            login: Type.String({ minLength: 1, maxLength: LOGIN_MAX }),
            modifiedComments: Type.Optional(Type.String({ maxLength: RESOLUTION_MAX_LENGTH })),
          },
          CLOSED,
        ),
        { minItems: 1, maxItems: MAX_BULK },
      ),
    },
    CLOSED,
  );
}

const ACTIVE = Type.Literal('Active');
const DISABLED = Type.Literal('Disabled');
const ENDED = Type.Union([Type.Literal('Revoked'), DISABLED]);

const AccessAnswerSchema = Type.Array(
  Type.Union([Type.Object({ model: Type.Object({ login: Type.String(), status: UserStatusSchema }) }), Refused]),
);

/** Row of the list of users. */
export const ListedUserSchema = Type.Object({
  ...UserSchema.properties,
  locked: Type.Boolean({ description: 'After too many failures, at the moment' }),
  away: AwaySchema,
});
export type ListedUser = Static<typeof ListedUserSchema>;

/** Calls of this area: method and path, and the schemas of input and output. */
export const USER_CALLS = {
  'GET /security/users': {
    query: ListQuerySchema,
    payload: Type.Array(ListedUserSchema),
    additional: TotalRowsSchema,
  },
  'GET /security/users/login-generate': {
    query: Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }) }, CLOSED),
    payload: Type.String(),
  },
  'GET /security/users/:login': { params: LoginParamsSchema, payload: UserDetailsSchema },
  'POST /security/users/:login/unlock': { params: LoginParamsSchema, payload: EmptySchema },
  'GET /security/users/:login/data': { params: LoginParamsSchema },
  'GET /security/users/:login/profile/data': { params: LoginParamsSchema },
  'DELETE /security/users/:login/data': { params: LoginParamsSchema, payload: EmptySchema },
  'POST /security/users': {
    body: Type.Array(NewUserSchema, { minItems: 1, maxItems: MAX_BULK }),
    payload: Type.Array(Type.Union([Type.Object({ user: UserSchema }), Refused])),
  },
  'PUT /security/users': {
    body: Type.Array(UserUpdateSchema, { minItems: 1, maxItems: MAX_BULK }),
    payload: Type.Array(
      Type.Union([
        Type.Object({
          model: Type.Object({
            login: Type.String(),
            name: Type.String(),
            email: Type.String(),
            phoneNumber: NullableText,
            loginAd: NullableText,
          }),
        }),
        Refused,
      ]),
    ),
  },
  'POST /security/users/access-set/revoke': { body: accessSetSchema(ENDED), payload: AccessAnswerSchema },
  'POST /security/users/access-set/restore': { body: accessSetSchema(ACTIVE), payload: AccessAnswerSchema },
  'POST /security/users/access-set/disable': { body: accessSetSchema(DISABLED), payload: AccessAnswerSchema },
  'POST /security/users/access-set/enable': { body: accessSetSchema(ACTIVE), payload: AccessAnswerSchema },
} as const satisfies CallSchemas;
