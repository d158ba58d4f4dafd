import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { ERRORS, MemoryLocker, Server } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { StatusName } from '@pimis/contract/errors';
import { originOf } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { CurrentUser } from '../../../platform/access/current-user.ts';
import { envelope, ok } from '../../../platform/http/envelope.ts';
import { ApiError } from '../../../platform/errors.ts';
import { userRoute } from '../../../platform/http/http.ts';
import { projectToChange } from '../changing.ts';
import { UploadStore } from './upload-store.ts';
import { finishUploads, ownUploads } from './uploads.ts';

/** The protocol's own refusals by their HTTP status. */
const REFUSALS: Readonly<Record<number, StatusName>> = {
  404: 'NotFound',
  409: 'UploadOffsetConflict',
  413: 'DocumentSizeLimit',
  415: 'UnsupportedMediaType',
  423: 'TranConflict',
};
const BAD_REQUEST = 400;
const SERVER_ERROR = 500;
/** Protocol extensions that this server does not support: deferred lengths and concatenation. */
const NOT_SPOKEN = 501;
/** Protocol headers for the client; the product sets all others itself. */
const HEADERS = ['location', 'tus-resumable', 'upload-offset', 'upload-length', 'cache-control'];

/** Allows one writer per upload within this process; between servers the rows of the pieces decide. */
const locker = new MemoryLocker();

interface TusCall {
  user: CurrentUser;
  params: { projectCode: string; uploadId?: string };
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Answers a call of the tus protocol (tus.io, 1.0.0) with creation and termination. Other features of the library are
 * refused; the library reports a refusal as a server failure.
 */
async function speak(
  context: Context,
  { user, params: { projectCode, uploadId }, request, reply }: TusCall,
): Promise<FastifyReply> {
  const project = await projectToChange(context.db, user, projectCode);
  let failure: unknown = null;
  const tus = new Server({
    path: '/',
    datastore: new UploadStore(context, user, project),
    locker,
    namingFunction: () => randomUUID(),
    generateUrl: (_, { id }) => `/api/projects/${project.code}/uploads/${id}`,
    getFileIdFromRequest: () => uploadId,
    onResponseError: (_, error) => {
      failure = error;
      return undefined;
    },
  });
  const headers = Object.entries(request.headers).filter((entry): entry is [string, string] => {
    return typeof entry[1] === 'string';
  });
  const method = request.method === 'GET' ? 'HEAD' : request.method;
  const body = request.method === 'PATCH' ? (Readable.toWeb(request.raw) as ReadableStream<Uint8Array>) : null;
  const answer = await tus.handleWeb(
    new Request(new URL(request.url, context.config.publicUrl), {
      method,
      headers,
      ...(body ? { body, duplex: 'half' } : {}),
    }),
  );
  if (answer.status === NOT_SPOKEN) throw new ApiError('BadRequest', { cause: failure });
  if (failure === ERRORS.ERR_LOCK_TIMEOUT) throw new ApiError('TranConflict', { cause: failure });
  if (answer.status >= SERVER_ERROR || failure instanceof ApiError) throw failure;
  for (const name of HEADERS) {
    const value = answer.headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  reply.status(answer.status);
  if (answer.status < BAD_REQUEST) return reply.send();
  return reply.send(envelope(REFUSALS[answer.status] ?? 'BadRequest'));
}

/** Resumable uploads, and the call that turns them into documents. */
export function uploadRoutes(app: FastifyInstance, context: Context): void {
  const changing = { permission: 'document.upload', refusal: 'ForbiddenProjectChange', tag: 'documents' } as const;
  void app.register(async (scope) => {
    // The body streams from the socket to the store.
    scope.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null, undefined));
    userRoute(
      scope,
      'POST /projects/:projectCode/uploads',
      { ...changing, summary: 'Begin an upload that can be gone on with (tus 1.0.0: creation)' },
      (call) => speak(context, call),
    );
    userRoute(
      scope,
      'GET /projects/:projectCode/uploads/:uploadId',
      { ...changing, summary: 'How much of an upload has come (tus; asked by HEAD)' },
      (call) => speak(context, call),
    );
    userRoute(
      scope,
      'PATCH /projects/:projectCode/uploads/:uploadId',
      {
        ...changing,
        takes: 'bytes',
        summary: 'The next bytes of an upload (tus)',
        bodyLimit: context.config.documentMaxBytes,
      },
      (call) => speak(context, call),
    );
    userRoute(
      scope,
      'DELETE /projects/:projectCode/uploads/:uploadId',
      { ...changing, summary: 'Drop an upload (tus: termination)' },
      (call) => speak(context, call),
    );
  });
  userRoute(
    app,
    'GET /projects/:projectCode/uploads',
    { ...changing, summary: "The user's own uploads of which no document was made yet" },
    async ({ user, params }) => ok(await ownUploads(context, user, params.projectCode)),
  );
  userRoute(
    app,
    'POST /projects/:projectCode/documents/uploaded',
    { ...changing, summary: 'Make documents, or new revisions, of whole uploads: of all or of none' },
    async ({ user, params, body, request }) =>
      ok(await finishUploads(context, user, params.projectCode, body.files, originOf(request))),
  );
}
