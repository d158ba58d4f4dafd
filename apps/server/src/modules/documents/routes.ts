import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { DocumentParamsSchema, DocumentRevisionParamsSchema, DocumentSchema } from '@pimis/contract/documents';
import { TotalRowsSchema } from '@pimis/contract/envelope';
import { ProjectParamsSchema } from '@pimis/contract/projects';
import { originOf } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { ok } from '../../platform/envelope.ts';
import { EmptySchema, userRoute } from '../../platform/http.ts';
import { sendFile } from '../../platform/send-file.ts';
import { deleteDocument, openRevision, projectDocuments, uploadDocuments } from './service.ts';

const QuerySchema = Type.Record(Type.String(), Type.String({ maxLength: 500 }));

/** Documents of a project. */
export function documentRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'documents';
  const url = '/projects/:projectCode/documents';
  userRoute(
    app,
    {
      method: 'GET',
      url,
      operation: 'document.view',
      refusal: 'NotFound',
      tag,
      summary: 'Documents of a project',
      params: ProjectParamsSchema,
      query: QuerySchema,
      payload: Type.Array(DocumentSchema),
      additional: TotalRowsSchema,
    },
    async ({ user, params, query }) => {
      const { rows, totalRows, project } = await projectDocuments(context, user, params.projectCode, query);
      return ok(rows, { totalRows, project: { code: project.code, name: project.name, status: project.status } });
    },
  );
  userRoute(
    app,
    {
      method: 'POST',
      url,
      operation: 'document.upload',
      refusal: 'ForbiddenProjectChange',
      tag,
      summary: 'Upload up to five files; the fields of each come before its part "file"',
      params: ProjectParamsSchema,
      payload: Type.Array(DocumentSchema),
      bodyLimit: context.config.documentMaxBytes * 6,
    },
    async ({ user, params, request }) =>
      ok(await uploadDocuments(context, user, params.projectCode, request, originOf(request))),
  );
  userRoute(
    app,
    {
      method: 'DELETE',
      url: `${url}/:documentId`,
      operation: 'document.upload',
      refusal: 'ForbiddenProjectChange',
      tag,
      summary: 'Delete a document that no form names',
      params: DocumentParamsSchema,
      payload: EmptySchema,
    },
    async ({ user, params, request }) => {
      await deleteDocument(context, user, params.projectCode, params.documentId, originOf(request));
      return ok({});
    },
  );
  userRoute(
    app,
    {
      method: 'GET',
      url: `${url}/:documentId/revisions/:revisionId/download`,
      operation: 'document.view',
      refusal: 'NotFound',
      tag,
      summary: 'Content of a revision; honours Range',
      params: DocumentRevisionParamsSchema,
    },
    async ({ user, params, request, reply }) => {
      const file = await openRevision(context, user, params.projectCode, params.documentId, params.revisionId);
      return sendFile(context, request, reply, {
        storageKey: file.storageKey,
        size: Number(file.size),
        fileName: `${file.title}.${file.extension}`,
      });
    },
  );
}
