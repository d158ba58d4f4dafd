import { type Static, Type } from 'typebox';
import { type CallSchemas, EmptySchema, IdSchema, ListQuerySchema, NullableText, TotalRowsSchema } from './envelope.ts';
import { ProjectCodeSchema, ProjectNameSchema, ProjectParamsSchema } from './projects.ts';

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

/** Calls of this area: method and path, and the schemas of what goes in and out. One without a payload answers a file or a stream. */
export const DOCUMENT_CALLS = {
  'GET /projects/:projectCode/documents': {
    params: ProjectParamsSchema,
    query: ListQuerySchema,
    payload: Type.Array(DocumentSchema),
    additional: Type.Object({
      ...TotalRowsSchema.properties,
      project: Type.Object({ ...ProjectNameSchema.properties, status: Type.Integer() }),
    }),
  },
  'POST /projects/:projectCode/documents': {
    params: ProjectParamsSchema,
    payload: Type.Array(DocumentSchema),
  },
  'DELETE /projects/:projectCode/documents/:documentId': {
    params: DocumentParamsSchema,
    payload: EmptySchema,
  },
  'GET /projects/:projectCode/documents/:documentId/revisions/:revisionId/download': {
    params: DocumentRevisionParamsSchema,
  },
} as const satisfies CallSchemas;
