import type { UnfinishedUpload } from '@pimis/contract/documents';
import { problemsOf } from '@pimis/contract/problems';
import type { DetailedError, Upload, UploadOptions } from 'tus-js-client';
import { ApiFailure, authorize, call, envelopeIn, foreignAnswer } from './client.ts';
import { isReadable, UnreadableFile } from './unreadable-file.ts';
import { loadScript } from './version.ts';

/** The size of a piece: small enough for proxies, and for sending it again after a lost connection. */
const PIECE_BYTES = 5 * 1024 * 1024;
const RETRY_MS = [0, 1000, 3000, 5000, 10_000];
const UNAUTHORIZED = 401;
const NOT_FOUND = 404;
const TIMES_OF_ANOTHER = [409, 423];
const SERVER_ERROR = 500;

/** The failure of a piece that is sent again, and the number of the attempt. */
export interface Retry {
  failure: ApiFailure;
  time: number;
  of: number;
}

/** A file to send, with callbacks for progress and retries, and an abort signal. */
export interface Sending {
  onProgress: (bytes: number) => void;
  /** Null after the server has taken another piece. */
  retried: (retry: Retry | null) => void;
  signal: AbortSignal;
}

/** The server's refusal of an upload; without an answer there is no connection. */
function failureOf(error: Error | DetailedError): ApiFailure {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  if (!response) return new ApiFailure(0, 'Offline');
  const envelope = envelopeIn(response.getBody());
  if (!envelope) return foreignAnswer(response.getStatus());
  return new ApiFailure(response.getStatus(), envelope.status.name, problemsOf(envelope));
}

const idOf = (url: string | null) => url?.split('/').at(-1) ?? '';

const signed: Required<Pick<UploadOptions, 'onBeforeRequest'>> = {
  onBeforeRequest: (request) => {
    for (const [name, value] of Object.entries(authorize.headers())) request.setHeader(name, value);
  },
};

const library = () => loadScript(() => import('tus-js-client'));

async function uploadOf(
  projectCode: string,
  file: File,
  retried: Sending['retried'] = () => undefined,
  unreadable: () => void = () => undefined,
): Promise<Upload> {
  const tus = await library();
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
      // The browser reports a file that it cannot read in the same way as a lost connection.
      if (again) {
        void isReadable(file).then((readable) => {
          if (readable) retried({ failure: failureOf(error), time: before + 1, of: RETRY_MS.length });
          else unreadable();
        });
      }
      return again;
    },
  });
}

/**
 * Sends a file in pieces and returns the id of its upload. It resumes an earlier upload of the same file, also of a
 * closed page, but none of `taken`: a file that was chosen twice has two uploads. Throws ApiFailure, or UnreadableFile;
 * an abort keeps the sent pieces.
 */
export async function sendFile(
  projectCode: string,
  file: File,
  taken: readonly string[],
  { onProgress, retried, signal }: Sending,
): Promise<string> {
  if (!(await isReadable(file))) throw new UnreadableFile(file.name);
  const ended = { unreadable: () => undefined as void };
  const upload = await uploadOf(projectCode, file, retried, () => ended.unreadable());
  const earlier = await upload.findPreviousUploads();
  const before = earlier.find(({ uploadUrl }) => !taken.includes(idOf(uploadUrl)));
  if (before) upload.resumeFromPreviousUpload(before);
  return new Promise((resolve, reject) => {
    const stop = () => {
      void upload.abort();
      reject(new ApiFailure(0, 'Offline'));
    };
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    upload.options.onProgress = onProgress;
    upload.options.onChunkComplete = () => retried(null);
    upload.options.onSuccess = () => resolve(idOf(upload.url));
    ended.unreadable = () => {
      void upload.abort();
      reject(new UnreadableFile(file.name));
    };
    upload.options.onError = (error) => {
      void isReadable(file).then((readable) => reject(readable ? failureOf(error) : new UnreadableFile(file.name)));
    };
    return upload.start();
  });
}

/** Forgets where a file's upload is; `drop` also removes it from the server. */
export async function forgetUpload(projectCode: string, file: File, drop: boolean): Promise<void> {
  const upload = await uploadOf(projectCode, file);
  for (const before of await upload.findPreviousUploads()) {
    upload.resumeFromPreviousUpload(before);
    await upload.options.urlStorage?.removeUpload(before.urlStorageKey);
    // The server removes it later.
    if (drop) await upload.abort(true).catch(() => undefined);
  }
}

/** An unfinished upload; `here`: this browser resumes it when the file is chosen again. */
export interface Unfinished extends UnfinishedUpload {
  here: boolean;
}

/** Uploads that this browser has started, by id. */
async function remembered(): Promise<Map<string, string>> {
  const { defaultOptions } = await library();
  const known = (await defaultOptions.urlStorage?.findAllUploads()) ?? [];
  return new Map(known.map(({ uploadUrl, urlStorageKey }) => [idOf(uploadUrl), urlStorageKey]));
}

/** Unfinished uploads of the user to the project. Throws ApiFailure. */
export async function unfinishedUploads(projectCode: string): Promise<Unfinished[]> {
  const { payload } = await call('GET /projects/:projectCode/uploads', { params: { projectCode } });
  const known = payload.length === 0 ? null : await remembered();
  return payload.map((upload) => ({ ...upload, here: known?.has(upload.id) ?? false }));
}

/** Removes an upload whose file is not available any more. Throws ApiFailure. */
export async function dropUpload(projectCode: string, uploadId: string): Promise<void> {
  const tus = await library();
  try {
    await tus.Upload.terminate(`/api/projects/${projectCode}/uploads/${uploadId}`, signed);
  } catch (error) {
    const failure = failureOf(error instanceof Error ? error : new Error(String(error)));
    // It is already gone.
    if (failure.httpStatus !== NOT_FOUND) throw failure;
  }
  const key = (await remembered()).get(uploadId);
  if (key !== undefined) await tus.defaultOptions.urlStorage?.removeUpload(key);
}
