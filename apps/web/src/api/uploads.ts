import type { UnfinishedUpload } from '@pimis/contract/documents';
import type { Envelope } from '@pimis/contract/envelope';
import type { DetailedError, Upload, UploadOptions } from 'tus-js-client';
import { ApiFailure, authorize, call } from './client.ts';

/** So much goes in one call: what a proxy in front takes, and what goes anew when the line breaks. */
const PIECE_BYTES = 5 * 1024 * 1024;
const RETRY_MS = [0, 1000, 3000, 5000, 10_000];
const UNAUTHORIZED = 401;
const NOT_FOUND = 404;
const TIMES_OF_ANOTHER = [409, 423];
const SERVER_ERROR = 500;

/** What a piece met that is sent again, and which time of how many that is. */
export interface Retry {
  failure: ApiFailure;
  time: number;
  of: number;
}

/** A file that is sent: who is told how many bytes have gone and what is tried again, and who may stop it. */
export interface Sending {
  told: (bytes: number) => void;
  /** Null: the server has taken a piece since. */
  retried: (retry: Retry | null) => void;
  signal: AbortSignal;
}

/** What the server says of an upload that it refused; without an answer there is no connection. */
function failureOf(error: Error | DetailedError): ApiFailure {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  if (!response) return new ApiFailure(0, 'Offline');
  try {
    const { status, errors } = JSON.parse(response.getBody()) as Envelope<unknown>;
    return new ApiFailure(response.getStatus(), status.name, errors);
  } catch {
    return new ApiFailure(response.getStatus(), 'ServiceError');
  }
}

const idOf = (url: string | null) => url?.split('/').at(-1) ?? '';

const signed: Required<Pick<UploadOptions, 'onBeforeRequest'>> = {
  onBeforeRequest: (request) => {
    for (const [name, value] of Object.entries(authorize.headers())) request.setHeader(name, value);
  },
};

async function uploadOf(
  projectCode: string,
  file: File,
  retried: Sending['retried'] = () => undefined,
): Promise<Upload> {
  const tus = await import('tus-js-client');
  return new tus.Upload(file, {
    ...signed,
    endpoint: `/api/projects/${projectCode}/uploads`,
    chunkSize: PIECE_BYTES,
    retryDelays: RETRY_MS,
    metadata: { filename: file.name, filetype: file.type },
    onAfterResponse: async (_, response) => {
      if (response.getStatus() === UNAUTHORIZED) await authorize.renew();
    },
    onShouldRetry: (error, before) => {
      const status = error.originalResponse?.getStatus();
      if (status === UNAUTHORIZED) return true;
      const again = status === undefined || TIMES_OF_ANOTHER.includes(status) || status >= SERVER_ERROR;
      if (again) retried({ failure: failureOf(error), time: before + 1, of: RETRY_MS.length });
      return again;
    },
  });
}

/**
 * Sends a file in pieces and answers the number of its upload. One that was begun before, also by a page that has been
 * left since, is gone on with. Throws ApiFailure; stopped, it keeps what has gone.
 */
export async function sendFile(projectCode: string, file: File, { told, retried, signal }: Sending): Promise<string> {
  const upload = await uploadOf(projectCode, file, retried);
  const [before] = await upload.findPreviousUploads();
  if (before) upload.resumeFromPreviousUpload(before);
  return new Promise((resolve, reject) => {
    const stop = () => {
      void upload.abort();
      reject(new ApiFailure(0, 'Offline'));
    };
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    upload.options.onProgress = told;
    upload.options.onChunkComplete = () => retried(null);
    upload.options.onSuccess = () => resolve(idOf(upload.url));
    upload.options.onError = (error) => reject(failureOf(error));
    return upload.start();
  });
}

/** Forgets where a file's upload is; with `drop` the server forgets what has come of it, too. */
export async function forgetUpload(projectCode: string, file: File, drop: boolean): Promise<void> {
  const upload = await uploadOf(projectCode, file);
  for (const before of await upload.findPreviousUploads()) {
    upload.resumeFromPreviousUpload(before);
    await upload.options.urlStorage?.removeUpload(before.urlStorageKey);
    // What cannot be dropped now the server sweeps.
    if (drop) await upload.abort(true).catch(() => undefined);
  }
}

/** An upload that was begun and not finished; `here`: this browser goes on with it when the file is chosen again. */
export interface Unfinished extends UnfinishedUpload {
  here: boolean;
}

/** What this browser remembers of uploads that it has begun, by their numbers. */
async function remembered(): Promise<Map<string, string>> {
  const { defaultOptions } = await import('tus-js-client');
  const known = (await defaultOptions.urlStorage?.findAllUploads()) ?? [];
  return new Map(known.map(({ uploadUrl, urlStorageKey }) => [idOf(uploadUrl), urlStorageKey]));
}

/** What the user has begun to send to the project and not finished. Throws ApiFailure. */
export async function unfinishedUploads(projectCode: string): Promise<Unfinished[]> {
  const { payload } = await call('GET /projects/:projectCode/uploads', { params: { projectCode } });
  const known = payload.length === 0 ? null : await remembered();
  return payload.map((upload) => ({ ...upload, here: known?.has(upload.id) ?? false }));
}

/** Gives up an upload whose file nobody has at hand. Throws ApiFailure. */
export async function dropUpload(projectCode: string, uploadId: string): Promise<void> {
  const tus = await import('tus-js-client');
  try {
    await tus.Upload.terminate(`/api/projects/${projectCode}/uploads/${uploadId}`, signed);
  } catch (error) {
    const failure = failureOf(error instanceof Error ? error : new Error(String(error)));
    // It has gone already.
    if (failure.httpStatus !== NOT_FOUND) throw failure;
  }
  const key = (await remembered()).get(uploadId);
  if (key !== undefined) await tus.defaultOptions.urlStorage?.removeUpload(key);
}
