import type { FastifyInstance } from 'fastify';
import { previewType } from '@pimis/domain/documents/content';
import { originOf } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { ok } from '../../platform/http/envelope.ts';
import { ApiError } from '../../platform/errors.ts';
import { setDownloadCookie } from '../../platform/access/download-cookie.ts';
import { anonymousRoute, openRoute, userRoute } from '../../platform/http/http.ts';
import { sendFile, showFile } from '../../platform/http/send-file.ts';
import { expireLink, openLink, resolveLink, revokeLink, secureLink } from './links/links.ts';
import { deleteRevision, documentRevisions } from './revisions/revisions.ts';
import { uploadRoutes } from './uploads/upload-routes.ts';
import { deleteDocument } from './deleting.ts';
import { openRevision, requireRevision } from './downloading.ts';
import { projectDocuments } from './listing.ts';
import { uploadDocuments } from './adding.ts';

const tag = 'documents';
const reading = { permission: 'document.view', refusal: 'NotFound', tag } as const;
const changing = { permission: 'document.upload', refusal: 'ForbiddenProjectChange', tag } as const;

/** Limits guessing of links but not their use; a video player requests many ranges of a film. */
const LINKS = { name: 'document-links', perMinute: 600 };

/** Documents of a project. */
export function documentRoutes(app: FastifyInstance, context: Context): void {
  userRoute(
    app,
    'GET /projects/:projectCode/documents',
    { ...reading, summary: 'Documents of a project' },
    async ({ user, params, query }) => {
      const { rows, project, ...more } = await projectDocuments(context, user, params.projectCode, query);
      return ok(rows, { ...more, project: { code: project.code, name: project.name, status: project.status } });
    },
  );
  userRoute(
    app,
    'POST /projects/:projectCode/documents',
    {
      ...changing,
      takes: 'files',
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
      ...changing,
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
    { ...reading, byCookie: true, summary: 'Content of a revision; honours Range' },
    async ({ user, params, request, reply }) => {
      const { storageKey, hash, ...file } = await openRevision(context, user, params);
      const fileName = `${file.title}.${file.extension}`;
      return sendFile(context, request, reply, { storageKey, hash, size: Number(file.size), fileName });
    },
  );
  userRoute(
    app,
    'GET /projects/:projectCode/documents/:documentId/revisions/:revisionId/preview',
    { ...reading, byCookie: true, summary: 'Content of a revision for the page to show: PDF and images alone' },
    async ({ user, params, request, reply }) => {
      const { storageKey, hash, ...file } = await openRevision(context, user, params);
      const mediaType = previewType(file.extension);
      if (mediaType === null) throw new ApiError('NotFound');
      const fileName = `${file.title}.${file.extension}`;
      return showFile(context, request, reply, { storageKey, hash, mediaType, size: Number(file.size), fileName });
    },
  );
  userRoute(
    app,
    'POST /projects/:projectCode/documents/:documentId/revisions/:revisionId/access',
    {
      closedToClients: true,
      ...reading,
      summary: 'Let this browser fetch the content by its address, with a cookie, for an hour',
    },
    async ({ user, params, request, reply }) => {
      await requireRevision(context, user, params);
      await setDownloadCookie(context, user, request, reply);
      return ok({});
    },
  );
  revisionRoutes(app, context);
  uploadRoutes(app, context);
  linkRoutes(app, context);
}

function revisionRoutes(app: FastifyInstance, context: Context): void {
  userRoute(
    app,
    'GET /projects/:projectCode/documents/:documentId/revisions',
    { ...reading, summary: 'Revisions of a document, the newest first' },
    async ({ user, params }) => {
      const { project, document, revisions, mayChange } = await documentRevisions(
        context,
        user,
        params.projectCode,
        params.documentId,
      );
      const { code, name, status } = project;
      return ok(revisions, { project: { code, name, status }, document, mayChange });
    },
  );
  userRoute(
    app,
    'POST /projects/:projectCode/documents/:documentId/revisions',
    {
      ...changing,
      takes: 'files',
      summary: 'A new revision: description and comment come before the part "file"',
      bodyLimit: context.config.documentMaxBytes * 2,
    },
    async ({ user, params, request }) =>
      ok(await uploadDocuments(context, user, params.projectCode, request, originOf(request), params.documentId)),
  );
  userRoute(
    app,
    'DELETE /projects/:projectCode/documents/:documentId/revisions/:revisionId',
    { ...changing, summary: 'Delete a revision; with the last one goes the document' },
    async ({ user, params, request }) =>
      ok({ revisionsCount: await deleteRevision(context, user, params, originOf(request)) }),
  );
}

function linkRoutes(app: FastifyInstance, context: Context): void {
  userRoute(
    app,
    'PUT /projects/:projectCode/documents/:documentId/revisions/:revision/security/:secureLink',
    { ...changing, summary: 'Make the link of a revision, by its number, secured or public' },
    async ({ user, params, request }) => {
      await secureLink(context, user, params, originOf(request));
      return ok({});
    },
  );
  userRoute(
    app,
    'PUT /projects/:projectCode/documents/:documentId/revisions/:revisionId/link',
    { ...changing, summary: 'Set the last day of the link of a revision' },
    async ({ user, params, body, request }) => {
      await expireLink(context, user, params, body.expiresOn, originOf(request));
      return ok({});
    },
  );
  userRoute(
    app,
    'DELETE /projects/:projectCode/documents/:documentId/revisions/:revisionId/link',
    { ...changing, summary: 'Revoke the link of a revision; the next one is another' },
    async ({ user, params, request }) => {
      await revokeLink(context, user, params, originOf(request));
      return ok({});
    },
  );
  openRoute(
    app,
    'GET /projects/documents/:downloadToken/security',
    {
      tag,
      limit: LINKS,
      summary: 'What a link leads to; of a secured one only that it is, to who has not signed in',
    },
    async ({ user, params }) => ok(await resolveLink(context, user, params.downloadToken)),
  );
  anonymousRoute(
    app,
    'GET /projects/documents/:downloadToken/anonymous',
    { tag, limit: LINKS, summary: 'Content behind a public link; honours Range' },
    async ({ params, request, reply }) => {
      // Only the first range of a download is counted.
      const counted = request.method === 'GET' && /^bytes=0*-|^$|^(?!bytes=)/i.test(request.headers.range ?? '');
      const file = await openLink(context, params.downloadToken, counted);
      return sendFile(context, request, reply, {
        storageKey: file.storageKey,
        size: file.size,
        hash: file.hash,
        fileName: `${file.title}.${file.extension}`,
      });
    },
  );
}
