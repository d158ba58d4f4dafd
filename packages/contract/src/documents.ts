import { type Static, Type } from 'typebox';
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
import { DOCUMENT_MAX_FILES } from '@pimis/domain/constants';
import { DOCUMENT_NAME_LENGTH } from '@pimis/domain/documents/files';
import { DateText, ProjectCodeSchema, ProjectNameSchema, ProjectParamsSchema } from './projects.ts';

/** Longest description and comment of a document. */
const TEXT_LENGTH = 4000;

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

/** Whether the content is known to be free of viruses; other content is not delivered. */
const ScanSchema = Type.Union([Type.Literal('waiting'), Type.Literal('clean'), Type.Literal('found')]);

/** An existing revision of a document, as shown in a list. */
const ListedRevisionSchema = Type.Object({
  id: Type.Integer(),
  revision: Type.Integer(),
  title: Type.String(),
  extension: Type.String(),
  size: Type.Integer(),
  secureLink: Type.Boolean(),
  createdDate: Type.String(),
});
export type ListedRevision = Static<typeof ListedRevisionSchema>;

/** A document of a project; size in bytes, name and security of the link, of its newest revision. */
export const DocumentSchema = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  description: Type.String(),
  comment: NullableText,
  documentType: Type.Integer(),
  extension: Type.String(),
  name: Type.String(),
  size: Type.Integer(),
  revision: Type.Integer(),
  revisionId: Type.Integer(),
  secureLink: Type.Boolean(),
  scan: ScanSchema,
  createdDate: Type.String(),
  createdUser: NullableText,
  canBeDeleted: Type.Boolean(),
  /** Newest first. */
  revisions: Type.Array(ListedRevisionSchema),
});
export type ProjectDocument = Static<typeof DocumentSchema>;

/** A download of a revision; without a name, through its public link. */
const DocumentDownloadSchema = Type.Object({
  userName: NullableText,
  firstDownloadDate: Type.String(),
  lastDownloadDate: Type.String(),
});

/**
 * A revision; size in bytes, hash SHA-256. `name` followed by `revision` is the token of its link (specification,
 * "Share link of a revision"). `linkExpiresOn` is the last day of a public link, `linkOpened` how often it was
 * downloaded by it.
 */
export const DocumentRevisionSchema = Type.Object({
  id: Type.Integer(),
  documentId: Type.Integer(),
  title: Type.String(),
  extension: Type.String(),
  name: Type.String(),
  revision: Type.Integer(),
  hash: Type.String(),
  size: Type.Integer(),
  description: Type.String(),
  comment: NullableText,
  createdDate: Type.String(),
  createdUser: NullableText,
  documentType: Type.Integer(),
  secureLink: Type.Boolean(),
  linkExpiresOn: NullableText,
  linkOpened: Type.Integer(),
  scan: ScanSchema,
  scanFinding: NullableText,
  canBeDeleted: Type.Boolean(),
  downloads: Type.Array(DocumentDownloadSchema),
});
export type DocumentRevision = Static<typeof DocumentRevisionSchema>;

/** The target of a link. */
export const LinkedDocumentSchema = Type.Object({
  title: Type.String(),
  extension: Type.String(),
  size: Type.Integer(),
  secureLink: Type.Boolean(),
  projectCode: Type.String(),
  documentId: Type.Integer(),
  id: Type.Integer(),
});
export type LinkedDocument = Static<typeof LinkedDocumentSchema>;

/** Everything that a secured link reveals to anonymous callers. */
const SecuredLinkSchema = Type.Object({ secureLink: Type.Literal(true) }, CLOSED);
export type SecuredLink = Static<typeof SecuredLinkSchema>;

const UploadParamsSchema = Type.Object(
  { projectCode: ProjectCodeSchema, uploadId: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }) },
  CLOSED,
);

/** A complete upload with its fields; with `documentId` it becomes a new revision. */
const UploadedFileSchema = Type.Object(
  {
    uploadId: UploadParamsSchema.properties.uploadId,
    title: Type.Optional(OneLine({ maxLength: DOCUMENT_NAME_LENGTH })),
    description: Type.String({ minLength: 1, maxLength: TEXT_LENGTH }),
    comment: Type.Optional(Type.String({ maxLength: TEXT_LENGTH })),
    documentType: Type.Optional(Type.Integer()),
    documentId: Type.Optional(IdSchema),
  },
  CLOSED,
);
export type UploadedFile = Static<typeof UploadedFileSchema>;

/** An upload of the user that is not a document yet; its size and the received part in bytes. */
const UnfinishedUploadSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  size: Type.Integer(),
  offset: Type.Integer(),
  createdDate: Type.String(),
});
export type UnfinishedUpload = Static<typeof UnfinishedUploadSchema>;

const LinkParamsSchema = Type.Object({ downloadToken: Type.String({ minLength: 1, maxLength: 100 }) }, CLOSED);
const DocumentProjectSchema = Type.Object({ ...ProjectNameSchema.properties, status: Type.Integer() });

/** Calls of this area, by method and path, with their schemas. Those without a payload return a file or a stream. */
export const DOCUMENT_CALLS = {
  'GET /projects/:projectCode/documents': {
    params: ProjectParamsSchema,
    query: ListQuerySchema,
    payload: Type.Array(DocumentSchema),
    additional: Type.Object({
      ...TotalRowsSchema.properties,
      /** The types of the project's documents, whatever is filtered. */
      documentTypes: Type.Array(Type.Integer()),
      project: DocumentProjectSchema,
    }),
  },
  'POST /projects/:projectCode/documents': {
    params: ProjectParamsSchema,
    payload: Type.Array(DocumentSchema),
  },
  'POST /projects/:projectCode/documents/uploaded': {
    params: ProjectParamsSchema,
    body: Type.Object({ files: Type.Array(UploadedFileSchema, { minItems: 1, maxItems: DOCUMENT_MAX_FILES }) }, CLOSED),
    payload: Type.Array(DocumentSchema),
  },
  'GET /projects/:projectCode/uploads': {
    params: ProjectParamsSchema,
    payload: Type.Array(UnfinishedUploadSchema),
  },
  'POST /projects/:projectCode/uploads': {
    params: ProjectParamsSchema,
  },
  'GET /projects/:projectCode/uploads/:uploadId': {
    params: UploadParamsSchema,
  },
  'PATCH /projects/:projectCode/uploads/:uploadId': {
    params: UploadParamsSchema,
  },
  'DELETE /projects/:projectCode/uploads/:uploadId': {
    params: UploadParamsSchema,
  },
  'DELETE /projects/:projectCode/documents/:documentId': {
    params: DocumentParamsSchema,
    payload: EmptySchema,
  },
  'GET /projects/:projectCode/documents/:documentId/revisions': {
    params: DocumentParamsSchema,
    payload: Type.Array(DocumentRevisionSchema),
    additional: Type.Object({
      project: DocumentProjectSchema,
      document: Type.Object({ id: Type.Integer(), title: Type.String() }),
      mayChange: Type.Boolean(),
    }),
  },
  'POST /projects/:projectCode/documents/:documentId/revisions': {
    params: DocumentParamsSchema,
    payload: Type.Array(DocumentSchema),
  },
  'DELETE /projects/:projectCode/documents/:documentId/revisions/:revisionId': {
    params: DocumentRevisionParamsSchema,
    payload: Type.Object({ revisionsCount: Type.Integer() }),
  },
  'GET /projects/:projectCode/documents/:documentId/revisions/:revisionId/download': {
    params: DocumentRevisionParamsSchema,
  },
  'GET /projects/:projectCode/documents/:documentId/revisions/:revisionId/preview': {
    params: DocumentRevisionParamsSchema,
  },
  'POST /projects/:projectCode/documents/:documentId/revisions/:revisionId/access': {
    params: DocumentRevisionParamsSchema,
    payload: EmptySchema,
  },
  'PUT /projects/:projectCode/documents/:documentId/revisions/:revision/security/:secureLink': {
    params: Type.Object(
      { projectCode: ProjectCodeSchema, documentId: IdSchema, revision: IdSchema, secureLink: Type.Boolean() },
      CLOSED,
    ),
    payload: EmptySchema,
  },
  'PUT /projects/:projectCode/documents/:documentId/revisions/:revisionId/link': {
    params: DocumentRevisionParamsSchema,
    body: Type.Object({ expiresOn: Type.Union([DateText, Type.Null()]) }, CLOSED),
    payload: EmptySchema,
  },
  'DELETE /projects/:projectCode/documents/:documentId/revisions/:revisionId/link': {
    params: DocumentRevisionParamsSchema,
    payload: EmptySchema,
  },
  'GET /projects/documents/:downloadToken/security': {
    params: LinkParamsSchema,
    payload: Type.Union([LinkedDocumentSchema, SecuredLinkSchema]),
  },
  'GET /projects/documents/:downloadToken/anonymous': {
    params: LinkParamsSchema,
  },
} as const satisfies CallSchemas;
