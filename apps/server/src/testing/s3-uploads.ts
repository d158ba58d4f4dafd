import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { KoaContext, KoaMiddleware } from '@20minutes/s3rver';

/**
 * The two calls about unfinished uploads that s3rver lacks (ListMultipartUploads, AbortMultipartUpload of the S3 API),
 * over the folder of its parts, and the condition that an object is new (If-None-Match).
 */

const PAGE = 2;

interface Unfinished {
  key: string;
  id: string;
  initiated: string;
}

async function unfinishedIn(folder: string): Promise<Unfinished[]> {
  const ids = await readdir(folder).catch(() => []);
  const found = ids.map(async (id) => {
    const path = join(folder, id, 'key');
    return { id, key: await readFile(path, 'utf8'), initiated: (await stat(path)).mtime.toISOString() };
  });
  return (await Promise.all(found)).sort((a, b) => (a.key + a.id < b.key + b.id ? -1 : 1));
}

/** A page of two, so that clients must page. */
async function list({ query }: KoaContext, folder: string): Promise<string> {
  const prefix = query['prefix'] ?? '';
  const after = (query['key-marker'] ?? '') + (query['upload-id-marker'] ?? '');
  const all = (await unfinishedIn(folder)).filter(({ key, id }) => key.startsWith(prefix) && key + id > after);
  const page = all.slice(0, PAGE);
  const last = page.at(-1);
  const next =
    all.length > PAGE && last
      ? `<NextKeyMarker>${last.key}</NextKeyMarker><NextUploadIdMarker>${last.id}</NextUploadIdMarker>`
      : '';
  const uploads = page.map(({ key, id, initiated }) => {
    return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated}</Initiated></Upload>`;
  });
  return (
    `<?xml version="1.0" encoding="UTF-8"?><ListMultipartUploadsResult><IsTruncated>${next !== ''}</IsTruncated>` +
    `${next}${uploads.join('')}</ListMultipartUploadsResult>`
  );
}

/** A part, by its number, that never gets an answer, and a completion that waits. */
export interface Held {
  part: number;
  arrived: () => void;
  together: Promise<void>;
}

const TAKEN = ['PreconditionFailed', 412] as const;
const AT_ONCE = ['ConditionalRequestConflict', 409] as const;

/** Refuses to name an object that exists, or that another call is naming, where a call says so (If-None-Match). */
function namesOnce(bucketFolder: string): KoaMiddleware {
  const naming = new Set<string>();
  return async (context, next) => {
    const { method, query, path } = context;
    const names = method === 'PUT' ? query['partNumber'] === undefined : method === 'POST' && 'uploadId' in query;
    if (!names || context.get('if-none-match') !== '*') return next();
    const key = decodeURIComponent(path.split('/').slice(2).join('/'));
    const isThere = existsSync(join(bucketFolder, `${key}._S3rver_object`));
    if (isThere || naming.has(key)) {
      const [code, status] = isThere ? TAKEN : AT_ONCE;
      Object.assign(context, { status, type: 'application/xml', body: `<Error><Code>${code}</Code></Error>` });
      return undefined;
    }
    naming.add(key);
    try {
      return await next();
    } finally {
      naming.delete(key);
    }
  };
}

/** Answers those calls in front of s3rver and delays others. */
export function unfinishedUploads(bucketFolder: string, held: Held): KoaMiddleware {
  const folder = join(bucketFolder, '._S3rver_uploads');
  const once = namesOnce(bucketFolder);
  return async (context, next) => {
    const { method, query } = context;
    // s3rver encrypts the continuation with a cipher that Node no longer has, so all keys come in one page.
    delete query['max-keys'];
    if (method === 'PUT' && Number(query['partNumber']) === held.part) {
      held.arrived();
      await new Promise(() => undefined);
    }
    if (method === 'POST' && query['uploadId'] !== undefined) {
      held.arrived();
      await held.together;
    }
    if (method === 'GET' && 'uploads' in query) {
      context.type = 'application/xml';
      context.body = await list(context, folder);
    } else if (method === 'DELETE' && query['uploadId'] !== undefined) {
      await rm(join(folder, query['uploadId']), { recursive: true });
      context.status = 204;
    } else {
      await once(context, next);
    }
  };
}
