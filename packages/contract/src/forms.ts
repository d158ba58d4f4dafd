import { type Static, Type } from 'typebox';
import { MAX_ID } from '@pimis/domain/constants';
import { type CallSchemas, IdSchema, NullableText } from './envelope.ts';
import { BesideProjectSchema, ProjectCodeSchema, ReturnedSchema } from './projects.ts';
import { RemarkSchema } from './remarks.ts';

export const FormParamsSchema = Type.Object(
  { projectCode: ProjectCodeSchema, phaseFormId: IdSchema },
  { additionalProperties: false },
);
export const FormRevisionParamsSchema = Type.Object(
  {
    projectCode: ProjectCodeSchema,
    phaseFormId: IdSchema,
    revision: IdSchema,
  },
  { additionalProperties: false },
);

/** An item of a validation result as stored and returned (specification, "Revision entry"). Path counts rows from 1. */
export const ValidationItemSchema = Type.Object({
  StatusCode: Type.Object({ Code: Type.String() }),
  Index: Type.Integer(),
  Path: Type.Optional(Type.String()),
});
export const ValidationSchema = Type.Object({
  Errors: Type.Array(ValidationItemSchema),
  Warnings: Type.Array(ValidationItemSchema),
});

export const RevisionEntrySchema = Type.Object({
  revision: Type.Integer(),
  last_changed_date: Type.String(),
  last_changed_user_name: Type.String(),
  validation: ValidationSchema,
  definitionVersion: Type.Integer(),
});
export type RevisionEntry = Static<typeof RevisionEntrySchema>;

/** The rights of the signed-in user on the form; a reason names the first obstacle. */
export const FormRightsSchema = Type.Object({
  edit: Type.Boolean(),
  lock: Type.Boolean(),
  unlock: Type.Boolean(),
  comment: Type.Boolean(),
  remark: Type.Boolean(),
  answer: Type.Boolean(),
  mark: Type.Boolean(),
  evaluator: Type.Boolean(),
  import: Type.Boolean(),
  viewer: Type.Object({ admin: Type.Boolean(), mei: Type.Boolean() }),
});
export type FormRights = Static<typeof FormRightsSchema>;

/**
 * GET projects/{code}/forms/{id}[/revision/{n}]. `json` is {schema, configuration} of the version the revision was
 * saved with, `inputJson` the values as text ('{}' = none yet), `defaults` what the editor then starts from,
 * `data` the form data.
 */
export const ProjectFormSchema = Type.Object({
  /** The form of the phase and its input as separate properties, as in the specification. */
  projectForm: Type.Object({
    id: Type.Integer(),
    code: Type.String(),
    name: Type.String(),
    status: Type.Integer(),
    projectMigrated: Type.Boolean(),
  }),
  projectFormInput: Type.Object({
    id: Type.Integer(),
    status: Type.Integer(),
    inputJson: Type.String(),
    markJson: NullableText,
  }),
  id: Type.Integer(),
  code: Type.String(),
  name: Type.String(),
  status: Type.Integer(),
  definitionVersion: Type.Integer(),
  json: Type.Unknown(),
  inputJson: Type.String(),
  markJson: NullableText,
  /** Score of complete marks that the user may see, "77.00". */
  value: NullableText,
  evaluatorOrganizationId: NullableText,
  evaluatorOrganizationName: NullableText,
  data: Type.Unknown(),
  defaults: Type.Unknown(),
  inputJsonRevisions: Type.Array(RevisionEntrySchema),
  revision: Type.Integer(),
  validation: ValidationSchema,
  rights: FormRightsSchema,
  projectPhaseId: Type.Integer(),
  phase: Type.Integer(),
  projectMigrated: Type.Boolean(),
  today: Type.String(),
  lockedBy: NullableText,
  /** Oldest first: sent remarks and the caller's drafts. */
  remarks: Type.Array(RemarkSchema),
  /** Null when it was not returned, or was sent again. */
  returned: Type.Union([Type.Null(), ReturnedSchema]),
});
export type ProjectForm = Static<typeof ProjectFormSchema>;

/** POST projects/form-input. `json` is the values as a string (an object is accepted too). */
export const FormInputSchema = Type.Object(
  {
    projectCode: ProjectCodeSchema,
    projectPhaseId: Type.Optional(IdSchema),
    id: Type.Optional(IdSchema),
    formId: Type.Optional(IdSchema),
    formCode: Type.Optional(Type.String({ maxLength: 60 })),
    // The length of a text is judged by the call: too long is PayloadTooLarge.
    json: Type.Optional(Type.Union([Type.String(), Type.Record(Type.String(), Type.Unknown())])),
    action: Type.Integer({ minimum: 1, maximum: 6 }),
    /** With values: paths of fields that were copied from an earlier form and that nobody has looked at since. */
    unseen: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 500 })),
    baseRevision: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_ID })),
    /**
     * With marks: `markJson` as read by the caller; if other marks were saved since, the response is FormMarksConflict
     * (409).
     */
    baseMarkJson: Type.Optional(Type.Union([Type.String({ maxLength: 100_000 }), Type.Null()])),
  },
  { additionalProperties: false },
);
export type FormInput = Static<typeof FormInputSchema>;

export const FormSavedSchema = Type.Object({
  formNotChanged: Type.Boolean(),
  errors: Type.Array(ValidationItemSchema),
  warnings: Type.Array(ValidationItemSchema),
  revision: Type.Integer(),
});
export type FormSaved = Static<typeof FormSavedSchema>;

export const EvaluatorSchema = Type.Object(
  { organizationId: Type.Union([Type.String({ pattern: '^\\d{5}$' }), Type.Null()]) },
  { additionalProperties: false },
);

/** The answer of an import: values as text for the editor, and their validation result. Nothing is saved. */
export const FormImportSchema = Type.Object({
  inputJson: Type.String(),
  errors: Type.Array(ValidationItemSchema),
  warnings: Type.Array(ValidationItemSchema),
  /** Code of another project that the file was exported from. */
  otherProject: NullableText,
});
export type FormImport = Static<typeof FormImportSchema>;

export const EarlierFormsQuerySchema = Type.Object(
  { search: Type.Optional(Type.String({ maxLength: 200 })) },
  { additionalProperties: false },
);

/** A saved form of the same kind, of another project of the same body; `date` is that of its newest revision. */
export const EarlierFormSchema = Type.Object({
  id: Type.Integer(),
  projectCode: Type.String(),
  projectName: Type.String(),
  status: Type.Integer(),
  date: Type.String(),
});
export type EarlierForm = Static<typeof EarlierFormSchema>;

export const EarlierFormParamsSchema = Type.Object(
  { projectCode: ProjectCodeSchema, phaseFormId: IdSchema, earlierFormId: IdSchema },
  { additionalProperties: false },
);

/** Payload of FormMarksConflict (409): the current marks. */
export const MarksConflictSchema = Type.Object({ markJson: NullableText });

/** Payload of FormRevisionConflict (409): the newest revision with its author and time. */
export const RevisionConflictSchema = Type.Object({
  revision: Type.Integer(),
  userName: Type.String(),
  date: Type.String(),
  inputJson: Type.String(),
});
export type RevisionConflict = Static<typeof RevisionConflictSchema>;

const FORM_INPUT = { body: FormInputSchema, payload: Type.Null(), additional: FormSavedSchema } as const;

/** Calls of this area, by method and path, with their schemas. Those without a payload return a file or a stream. */
export const FORM_CALLS = {
  'GET /projects/:projectCode/forms/:phaseFormId': {
    params: FormParamsSchema,
    payload: ProjectFormSchema,
    additional: BesideProjectSchema,
  },
  'GET /projects/:projectCode/forms/:phaseFormId/revision/:revision': {
    params: FormRevisionParamsSchema,
    payload: ProjectFormSchema,
    additional: BesideProjectSchema,
  },
  'PUT /projects/:projectCode/forms/:phaseFormId/evaluator': {
    params: FormParamsSchema,
    body: EvaluatorSchema,
    payload: Type.Null(),
  },
  'POST /projects/:projectCode/forms/:phaseFormId/import': {
    params: FormParamsSchema,
    payload: FormImportSchema,
  },
  'GET /projects/:projectCode/forms/:phaseFormId/earlier': {
    params: FormParamsSchema,
    query: EarlierFormsQuerySchema,
    payload: Type.Array(EarlierFormSchema),
  },
  'GET /projects/:projectCode/forms/:phaseFormId/earlier/:earlierFormId': {
    params: EarlierFormParamsSchema,
    payload: FormImportSchema,
  },
  'POST /projects/form-input': FORM_INPUT,
  /** The same under its older address. */
  'POST /form-input': FORM_INPUT,
} as const satisfies CallSchemas;
