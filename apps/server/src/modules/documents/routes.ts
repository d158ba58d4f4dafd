import type { FastifyInstance } from 'fastify';
import { originOf } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { ok } from '../../platform/envelope.ts';
import { userRoute } from '../../platform/http.ts';
import { sendFile } from '../../platform/send-file.ts';
import { deleteDocument, openRevision, projectDocuments, uploadDocuments } from './service.ts';

/** Documents of a project. */
export function documentRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'documents';
  userRoute(
    app,
    'GET /projects/:projectCode/documents',
    { permission: 'document.view', refusal: 'NotFound', tag, summary: 'Documents of a project' },
    async ({ user, params, query }) => {
      const { rows, totalRows, project } = await projectDocuments(context, user, params.projectCode, query);
      return ok(rows, { totalRows, project: { code: project.code, name: project.name, status: project.status } });
    },
  );
  userRoute(
    app,
    'POST /projects/:projectCode/documents',
    {
      permission: 'document.upload',
      refusal: 'ForbiddenProjectChange',
      tag,
      summary: 'Upload up to five files; the fields of each come before its part "file"',
      bodyLimit: context.config.documentMaxBytes * 6,
    },
    async ({ user, params, request }) =>
      ok(await uploadDocuments(context, user, params.projectCode, request, originOf(request))),
  );
  userRoute(
    app,
    'DELETE /projects/:projectCode/documents/:documentId',
    {
      permission: 'document.upload',
      refusal: 'ForbiddenProjectChange',
      tag,
      summary: 'Delete a document that no form names',
    },
    async ({ user, params, request }) => {
      await deleteDocument(context, user, params.projectCode, params.documentId, originOf(request));
      return ok({});
    },
  );
  userRoute(
    app,
    'GET /projects/:projectCode/documents/:documentId/revisions/:revisionId/download',
    { permission: 'document.view', refusal: 'NotFound', tag, summary: 'Content of a revision; honours Range' },
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
