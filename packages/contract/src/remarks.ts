import { type Static, Type } from 'typebox';
import { REMARK_MAX } from '@pimis/domain/forms/remarks';
import { type CallSchemas, CLOSED, IdSchema, NullableText } from './envelope.ts';
import { ProjectCodeSchema } from './projects.ts';

const FORM = { projectCode: ProjectCodeSchema, phaseFormId: IdSchema };
const RemarkParamsSchema = Type.Object({ ...FORM, remarkId: IdSchema }, CLOSED);
const TextSchema = Type.String({ minLength: 1, maxLength: REMARK_MAX });

/**
 * A remark on a form. `place` is the path of a field with 1-based rows, # and the key of a section, or null for the
 * whole form. `sentDate` is the time when the form was returned with it; a draft has none and is visible only to its
 * author.
 */
export const RemarkSchema = Type.Object({
  id: Type.Integer(),
  place: NullableText,
  text: Type.String(),
  revision: Type.Integer(),
  author: Type.String(),
  createdDate: Type.String(),
  sentDate: NullableText,
  answer: NullableText,
  done: Type.Boolean(),
  answeredBy: NullableText,
  answeredDate: NullableText,
});
export type Remark = Static<typeof RemarkSchema>;

export const NewRemarkSchema = Type.Object(
  { place: Type.Union([Type.String({ minLength: 1, maxLength: 300 }), Type.Null()]), text: TextSchema },
  CLOSED,
);
export type NewRemark = Static<typeof NewRemarkSchema>;

/** `former` is the text that the caller has read: a later one is not overwritten. Without it, any text is. */
export const RemarkTextSchema = Type.Object(
  { text: TextSchema, former: Type.Optional(Type.String({ maxLength: REMARK_MAX })) },
  CLOSED,
);
export type RemarkText = Static<typeof RemarkTextSchema>;

/** `answeredDate` is the one that the caller has read, so that a later answer by somebody else is not overwritten. */
export const AnswerSchema = Type.Object(
  {
    answer: Type.Union([TextSchema, Type.Null()]),
    done: Type.Boolean(),
    answeredDate: Type.Union([Type.String({ maxLength: 40 }), Type.Null()]),
  },
  CLOSED,
);
export type RemarkAnswer = Static<typeof AnswerSchema>;

/** Calls of this area: method and path, and the schemas of input and output. */
export const REMARK_CALLS = {
  'POST /projects/:projectCode/forms/:phaseFormId/remarks': {
    params: Type.Object(FORM, CLOSED),
    body: NewRemarkSchema,
    payload: RemarkSchema,
  },
  'PUT /projects/:projectCode/forms/:phaseFormId/remarks/:remarkId': {
    params: RemarkParamsSchema,
    body: RemarkTextSchema,
    payload: RemarkSchema,
  },
  'DELETE /projects/:projectCode/forms/:phaseFormId/remarks/:remarkId': {
    params: RemarkParamsSchema,
    payload: Type.Null(),
  },
  'PUT /projects/:projectCode/forms/:phaseFormId/remarks/:remarkId/answer': {
    params: RemarkParamsSchema,
    body: AnswerSchema,
    payload: RemarkSchema,
  },
} as const satisfies CallSchemas;
