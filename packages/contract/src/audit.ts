import { type Static, Type } from 'typebox';
import { type CallSchemas, LanguageSchema, ListQuerySchema, ScriptSchema, TotalRowsSchema } from './envelope.ts';

/** The kinds of things that rows of the audit log are about. */
export const AUDIT_SUBJECTS = [
  'backup',
  'ceiling',
  'client',
  'comment',
  'document',
  'form',
  'installation',
  'job',
  'list',
  'login',
  'notice',
  'operation',
  'organization',
  'project',
  'remark',
  'report',
  'role',
  'route',
  'scenario',
  'user',
  'view',
  'webhook',
] as const;
/** Rows of a registry are named by its code. */
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number] | `registry.${string}`;

/** One row of the audit log: who did what, when and from where (specification, "Audit"). */
export const AuditRowSchema = Type.Object({
  id: Type.String({ description: 'Number of the row; grows, with gaps' }),
  at: Type.String({ format: 'date-time' }),
  login: Type.Union([Type.String(), Type.Null()], {
    description: 'null: a visitor, where there is an address; the system itself otherwise',
  }),
  operation: Type.String({ description: 'What was done, e.g. user.revoke' }),
  subjectType: Type.String(),
  subjectId: Type.String(),
  subjectName: Type.Union([Type.String(), Type.Null()], {
    description:
      'Today: the login of a user, the code of a project, the name of an organization, a role, a scenario, a client or a webhook; null for others, and of what is gone',
  }),
  organizationId: Type.Union([Type.String(), Type.Null()]),
  /** The values before and after, and further facts. */
  detail: Type.Record(Type.String(), Type.Unknown()),
  address: Type.Union([Type.String(), Type.Null()]),
  requestId: Type.Union([Type.String(), Type.Null()]),
  sealed: Type.Boolean({ description: 'Does it stand in the chain yet?' }),
});
export type AuditRow = Static<typeof AuditRowSchema>;

/** Calls of this area, by method and path, with their schemas. Those without a payload return a file. */
export const AUDIT_CALLS = {
  'GET /administration/audit': {
    query: ListQuerySchema,
    payload: Type.Array(AuditRowSchema),
    additional: Type.Object({ ...TotalRowsSchema.properties, totalIsAtLeast: Type.Boolean() }),
  },
  'GET /administration/audit/export': {
    query: Type.Object(
      { language: LanguageSchema, script: ScriptSchema },
      { additionalProperties: ListQuerySchema.patternProperties['^.*$'] },
    ),
  },
} as const satisfies CallSchemas;
