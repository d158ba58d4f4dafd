import { type Static, Type } from 'typebox';
import { IdSchema } from './envelope.ts';
import { ProjectCodeSchema } from './projects.ts';

const NullableText = Type.Union([Type.String(), Type.Null()]);

export const DocumentParamsSchema = Type.Object(
  { projectCode: ProjectCodeSchema, documentId: IdSchema },
  { additionalProperties: false },
);
export const DocumentRevisionParamsSchema = Type.Object(
  {
    projectCode: ProjectCodeSchema,
    documentId: IdSchema,
    revisionId: IdSchema,
  },
  { additionalProperties: false },
);

/** A document of a project; size in bytes, of its newest revision. */
export const DocumentSchema = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  description: Type.String(),
  comment: NullableText,
  documentType: Type.Integer(),
  extension: Type.String(),
  size: Type.Integer(),
  revision: Type.Integer(),
  revisionId: Type.Integer(),
  createdDate: Type.String(),
  createdUser: NullableText,
  canBeDeleted: Type.Boolean(),
});
export type ProjectDocument = Static<typeof DocumentSchema>;
