import { type Static, Type } from 'typebox';
import { RESOLUTION_MAX_LENGTH } from '@pimis/domain/constants';
import {
  COMPANY_NUMBER_PATTERN,
  IDENTITY_NUMBER_PATTERN,
  SUPPORT_CONTACTS,
  TAX_ID_NUMBER_PATTERN,
} from '@pimis/domain/organizations/contacts';
import { REGISTRATION_ANSWER } from '@pimis/domain/organizations/registration-answer';
import { EMAIL_PATTERN } from '@pimis/domain/text/email';
import { LOGIN_MAX, NEW_LOGIN_PATTERN } from '@pimis/domain/text/login';
import { PHONE_LENGTH } from '@pimis/domain/text/phone';
import {
  type CallSchemas,
  CLOSED,
  ListQuerySchema,
  NullableText,
  LanguageSchema,
  ScriptSchema,
  TotalRowsSchema,
  OneLine,
} from './envelope.ts';
import { ONE_LINE } from '@pimis/domain/text/one-line';

const Id = Type.String({ minLength: 1, maxLength: 20 });
const Text = (maxLength: number) => OneLine({ minLength: 1, maxLength });
const Optional = (maxLength: number, pattern = ONE_LINE) =>
  Type.Optional(Type.Union([Type.String({ maxLength, pattern }), Type.Null()]));
/** A service checks the real limit, so that the error has a name. */
const Contacts = Type.Optional(Type.Array(Type.String({ maxLength: 1000 }), { maxItems: SUPPORT_CONTACTS * 10 }));
const Email = Type.String({ pattern: EMAIL_PATTERN });
const Amount = '^[0-9]{1,15}(\\.[0-9]{1,2})?$';
const Token = Type.String({ minLength: 10, maxLength: 100 });

/** Row of the list of organizations. `status`: 1 pending, 2 approved, 3 cancelled. */
export const OrganizationRowSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  adminName: NullableText,
  createdDate: Type.String(),
  status: Type.Integer(),
});
export type OrganizationRow = Static<typeof OrganizationRowSchema>;

/** Actions of the caller on an organization in its present status. */
const OrganizationActionSchema = Type.Union([
  Type.Literal('resolve'),
  Type.Literal('edit'),
  /** Company and tax number of the ministry, which was never registered. */
  Type.Literal('editNumbers'),
  Type.Literal('printRegistration'),
  Type.Literal('printAdmin'),
]);
export type OrganizationAction = Static<typeof OrganizationActionSchema>;

const Facts = {
  id: Type.String(),
  name: Type.String(),
  nameShort: NullableText,
  companyNumber: NullableText,
  taxIdNumber: NullableText,
  treasuryBranchCode: NullableText,
  treasury: NullableText,
  parentName: NullableText,
  executionAccount: NullableText,
  address: NullableText,
  postalCode: NullableText,
  email: NullableText,
  phoneNumber: NullableText,
  supportEmails: Type.Array(Type.String()),
  supportPhoneNumbers: Type.Array(Type.String()),
  maxAmount: NullableText,
  /** Only managers of organizations see the administrator's data. */
  adminName: NullableText,
  adminLogin: NullableText,
  adminIdentityNumber: NullableText,
  adminEmail: NullableText,
  adminPhoneNumber: NullableText,
  status: Type.Integer(),
  createdDate: Type.String(),
  resolvedUserLogin: NullableText,
  resolvedUserName: NullableText,
  resolvedDate: NullableText,
  resolvedComment: NullableText,
};

/** Differences between a request and the registry of budget users, for those who decide on it. */
const DifferenceSchema = Type.Object({
  field: Type.Union([Type.Literal('name'), Type.Literal('companyNumber'), Type.Literal('taxIdNumber')]),
  registered: Type.String(),
});

const Shown = {
  ...Facts,
  actions: Type.Array(OrganizationActionSchema),
  differences: Type.Array(DifferenceSchema),
  /** Its state, which is sent back with a change so that changes by others are not overwritten. */
  revision: Type.String(),
};

/** GET security/organizations/{id} */
export const OrganizationSchema = Type.Object(Shown);
export type Organization = Static<typeof OrganizationSchema>;

const Registration = {
  id: Id,
  companyNumber: Text(20),
  taxIdNumber: Text(20),
  name: Text(300),
  executionAccount: Optional(30),
  address: Text(200),
  postalCode: Optional(10),
  phoneNumber: Optional(PHONE_LENGTH),
  email: Type.Optional(Type.Union([Email, Type.Null()])),
  supportEmails: Contacts,
  supportPhoneNumbers: Contacts,
  treasuryBranchCode: Optional(10),
  maxAmount: Optional(20, Amount),
  adminName: Text(200),
  adminIdentityNumber: Type.String({ pattern: IDENTITY_NUMBER_PATTERN }),
  adminEmail: Email,
  adminPhoneNumber: Text(PHONE_LENGTH),
};

/** POST security/organizations: a request to register, by anybody. */
export const RegistrationSchema = Type.Object(Registration, CLOSED);
export type Registration = Static<typeof RegistrationSchema>;
/** PUT security/organizations: changes a request; the caller has its token. */
export const RegistrationUpdateSchema = Type.Object({ ...Registration, registrationToken: Token }, CLOSED);
export type RegistrationUpdate = Static<typeof RegistrationUpdateSchema>;

const RegisteredSchema = Type.Object({
  organization: Type.Object({ id: Type.String(), registrationToken: Type.String() }),
});

/** A submitted request as its token shows it. */
export const SubmittedSchema = Type.Object({
  id: Type.String(),
  companyNumber: NullableText,
  taxIdNumber: NullableText,
  name: Type.String(),
  executionAccount: NullableText,
  address: NullableText,
  postalCode: NullableText,
  phoneNumber: NullableText,
  email: NullableText,
  supportEmails: Type.Array(Type.String()),
  supportPhoneNumbers: Type.Array(Type.String()),
  treasuryBranchCode: NullableText,
  maxAmount: NullableText,
  adminName: NullableText,
  adminIdentityNumber: NullableText,
  adminEmail: NullableText,
  adminPhoneNumber: NullableText,
  createdDate: Type.String(),
});
export type Submitted = Static<typeof SubmittedSchema>;

const ParamsSchema = Type.Object({ organizationId: Type.String({ maxLength: 20 }) }, CLOSED);
const AlongSchema = Type.Partial(OrganizationSchema).properties;

/** `respond` 1 approves and opens the account of the organization's administrator, 2 refuses (REGISTRATION_ANSWER). */
export const DecisionSchema = Type.Object(
  {
    ...AlongSchema,
    respond: Type.Union([Type.Literal(REGISTRATION_ANSWER.approve), Type.Literal(REGISTRATION_ANSWER.refuse)]),
    treasuryBranchCode: Optional(10),
    comment: Type.Optional(Type.Union([Type.String({ maxLength: RESOLUTION_MAX_LENGTH }), Type.Null()])),
    generateLogin: Type.Optional(Type.Boolean()),
    adminLogin: Type.Optional(
      Type.Union([Type.String({ maxLength: LOGIN_MAX, pattern: NEW_LOGIN_PATTERN }), Type.Literal(''), Type.Null()]),
    ),
    notifyAdmin: Type.Optional(Type.Boolean()),
  },
  CLOSED,
);
export type Decision = Static<typeof DecisionSchema>;

export const OrganizationUpdateSchema = Type.Object(
  {
    ...AlongSchema,
    nameShort: Type.String({ maxLength: 100 }),
    supportEmails: Contacts,
    supportPhoneNumbers: Contacts,
    /** Changes the numbers of the ministry; those of other organizations come from their requests. */
    numbers: Type.Optional(
      Type.Object(
        {
          companyNumber: Type.Union([Type.String({ pattern: COMPANY_NUMBER_PATTERN }), Type.Null()]),
          taxIdNumber: Type.Union([Type.String({ pattern: TAX_ID_NUMBER_PATTERN }), Type.Null()]),
        },
        CLOSED,
      ),
    ),
  },
  CLOSED,
);
export type OrganizationUpdate = Static<typeof OrganizationUpdateSchema>;

/** Calls of this area, by method and path, with their schemas. Those without a payload return a file. */
export const ORGANIZATION_CALLS = {
  'POST /security/organizations': { body: RegistrationSchema, payload: RegisteredSchema },
  'PUT /security/organizations': { body: RegistrationUpdateSchema, payload: RegisteredSchema },
  'POST /security/organizations/retrieve': {
    body: Type.Object({ registrationToken: Type.String({ minLength: 1, maxLength: 200 }) }, CLOSED),
    payload: SubmittedSchema,
  },
  'GET /security/organizations': {
    query: ListQuerySchema,
    payload: Type.Array(OrganizationRowSchema),
    additional: TotalRowsSchema,
  },
  'GET /security/organizations/:organizationId': { params: ParamsSchema, payload: OrganizationSchema },
  'PUT /security/organizations/:organizationId': {
    params: ParamsSchema,
    body: OrganizationUpdateSchema,
    payload: Type.Object({
      nameShort: Type.String(),
      supportEmails: Type.Array(Type.String()),
      supportPhoneNumbers: Type.Array(Type.String()),
    }),
  },
  'POST /security/organizations/:organizationId/request-resolve': {
    params: ParamsSchema,
    body: DecisionSchema,
    payload: Type.Object({ status: Type.Integer(), adminLogin: NullableText }),
  },
  'GET /security/organizations/:organizationId/documents/:document': {
    params: Type.Object(
      { organizationId: Type.String({ maxLength: 20 }), document: Type.Integer({ minimum: 1, maximum: 2 }) },
      CLOSED,
    ),
    query: Type.Object(
      { registrationToken: Type.Optional(Token), language: LanguageSchema, script: ScriptSchema },
      CLOSED,
    ),
  },
} as const satisfies CallSchemas;
