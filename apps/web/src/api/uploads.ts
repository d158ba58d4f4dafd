import type { Envelope } from '@pimis/contract/envelope';
import type { DetailedError, Upload } from 'tus-js-client';
import { ApiFailure, authorize } from './client.ts';

/** So much goes in one call: what a proxy in front takes, and what goes anew when the line breaks. */
const PIECE_BYTES = 8 * 1024 * 1024;
const RETRY_MS = [0, 1000, 3000, 5000, 10_000];
const UNAUTHORIZED = 401;
const TIMES_OF_ANOTHER = [409, 423];
const SERVER_ERROR = 500;

/** A file that is sent: who is told how many bytes have gone, and who may stop it. */
export interface Sending {
  told: (bytes: number) => void;
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

async function uploadOf(projectCode: string, file: File): Promise<Upload> {
  const tus = await import('tus-js-client');
  return new tus.Upload(file, {
    endpoint: `/api/projects/${projectCode}/uploads`,
    chunkSize: PIECE_BYTES,
    retryDelays: RETRY_MS,
    metadata: { filename: file.name, filetype: file.type },
    onBeforeRequest: (request) => {
      for (const [name, value] of Object.entries(authorize.headers())) request.setHeader(name, value);
    },
    onAfterResponse: async (_, response) => {
      if (response.getStatus() === UNAUTHORIZED) await authorize.renew();
    },
    onShouldRetry: ({ originalResponse }) => {
      const status = originalResponse?.getStatus() ?? 0;
      return status === 0 || status === UNAUTHORIZED || TIMES_OF_ANOTHER.includes(status) || status >= SERVER_ERROR;
    },
  });
}

/**
 * Sends a file in pieces and answers the number of its upload. One that was begun before, also by a page that has been
 * left since, is gone on with. Throws ApiFailure; stopped, it keeps what has gone.
 */
export async function sendFile(projectCode: string, file: File, { told, signal }: Sending): Promise<string> {
  const upload = await uploadOf(projectCode, file);
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
