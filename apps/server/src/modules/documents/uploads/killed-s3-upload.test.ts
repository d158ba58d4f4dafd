import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FileStore } from '../../../platform/storage/file-store.ts';
import { openFileStore } from '../../../platform/storage/files.ts';
import { type OwnProcess, useProcesses } from '../../../testing/own-process.ts';
import { createProject } from '../../../testing/projects.ts';
import { BUCKET, startS3, useS3At } from '../../../testing/s3.ts';
import { useServer } from '../../../testing/server.ts';
import { removeOrphanFiles } from '../storage/orphan-file-cleanup.ts';

const server = useServer();
const MEBI = 1024 * 1024;
/** Three parts of an object. */
const CONTENT = Buffer.alloc(12 * MEBI, 'велики');
const HOURS = 3_600_000;
const STORAGE_URL = `s3://${BUCKET}/files`;
const start = useProcesses(server, { STORAGE_URL, DOCUMENT_SIZE_LIMIT: String(100 * MEBI) });
let s3: Awaited<ReturnType<typeof startS3>>;
let bucket: FileStore;

beforeAll(async () => {
  s3 = await startS3();
  useS3At(s3.endpoint);
  bucket = await openFileStore({ ...server.context.config, storageUrl: STORAGE_URL });
});
afterAll(() => s3.stop());

/** Documents of the test database, whose files are stored in a folder. */
const seeded = { ids: new Set<number>(), keys: new Set<string>() };

async function keys(): Promise<string[]> {
  const found: string[] = [];
  for (const folder of ['documents/', 'uploads/']) {
    for await (const page of bucket.pages(folder)) found.push(...page.map(({ key }) => key));
  }
  return found;
}

async function rows(): Promise<string[]> {
  const { db } = server.context;
  const pieces = await db.selectFrom('upload_pieces').select('storage_key').execute();
  const own = await db.selectFrom('document_revisions').select('storage_key').execute();
  return [...own, ...pieces].map((row) => row.storage_key).filter((key) => !seeded.keys.has(key));
}
/** The result of the cleanup on a server started this many hours later. */
async function sweptAfter(hours: number) {
  const context = { ...server.context, files: bucket, now: () => new Date(Date.now() + hours * HOURS) };
  const { missing, ...swept } = await removeOrphanFiles(context);
  return { ...swept, missing: missing.filter((id) => !seeded.ids.has(id)) };
}
/** Sends a call and kills its server when the store delays this part, so that no response ever comes. */
async function killedAt(part: number, of: OwnProcess, sent: ReturnType<typeof request>, body: Buffer) {
  const held = s3.holdPart(part);
  const cut = once(sent, 'error');
  const answered = new Promise<never>((_, reject) => {
    sent.once('response', ({ statusCode }) => reject(new Error(`It was answered: ${statusCode}`)));
  });
  sent.end(body);
  await Promise.race([held, answered]);
  of.child.kill('SIGKILL');
  await cut;
  void s3.holdPart(0);
}

let code = '';
let uploadId = '';

// Each server has its own test, because starting one can take most of a minute on a busy machine. The third test looks
// at the remains of the first two.
beforeAll(async () => {
  for (const row of await server.context.db.selectFrom('document_revisions').select(['id', 'storage_key']).execute()) {
    seeded.ids.add(row.id);
    seeded.keys.add(row.storage_key);
  }
  code = await createProject(server, 'local.user');
});

it('an upload in one call whose server is killed leaves two of three parts, which nobody continues', async () => {
  const first = await start('local.user');
  const boundary = 'granica';
  const head = 'content-disposition: form-data; name=';
  const form = Buffer.concat([
    Buffer.from(`--${boundary}\r\n${head}"description"\r\n\r\nВелика\r\n`),
    Buffer.from(`--${boundary}\r\n${head}"file"; filename="a.dat"\r\n\r\n`),
    CONTENT,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const whole = request(`${first.url}/api/projects/${code}/documents`, {
    method: 'POST',
    headers: { authorization: first.authorization, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  await killedAt(2, first, whole, form);
  expect([await keys(), await rows()]).toEqual([[], []]);
});

it('an upload in pieces whose server is killed while joining them can be resumed', async () => {
  const second = await start('local.user');
  const call = (method: string, path: string, headers: Record<string, string>) =>
    request(`${second.url}${path}`, { method, headers: { authorization: second.authorization, ...headers } });
  const tus = { 'tus-resumable': '1.0.0' };
  const begun = call('POST', `/api/projects/${code}/uploads`, {
    ...tus,
    'upload-length': String(CONTENT.length),
    'upload-metadata': `filename ${Buffer.from('b.dat').toString('base64')}`,
  }).end();
  const [{ headers }] = (await once(begun, 'response')) as [{ headers: Record<string, string> }];
  const path = headers['location'] ?? '';
  const bytes = { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
  const patched = call('PATCH', path, bytes).end(CONTENT);
  const [{ statusCode }] = (await once(patched, 'response')) as [{ statusCode: number }];
  expect(statusCode).toBe(204);
  uploadId = path.split('/').at(-1) ?? '';
  const together = call('POST', `/api/projects/${code}/documents/uploaded`, { 'content-type': 'application/json' });
  await killedAt(2, second, together, Buffer.from(JSON.stringify({ files: [{ uploadId, description: 'Велика' }] })));
  // The pieces are recorded and stored: the upload can be resumed.
  expect((await keys()).toSorted()).toEqual((await rows()).toSorted());
  expect(await rows()).toHaveLength(3);
});

it('nothing of either upload is left for ever, and resumable pieces stay', async () => {
  // The cleanup of another server keeps them, and uploads in progress.
  expect(await sweptAfter(1)).toEqual({ removed: 0, partial: 0, missing: [], uploads: 0 });
  const listed = await server.call('local.user', 'GET', `projects/${code}/uploads`);
  expect(listed.payload).toMatchObject([{ id: uploadId, offset: CONTENT.length }]);

  // After the grace periods there is no row without a file and no file without a row.
  expect(await sweptAfter(25)).toEqual({ removed: 0, partial: 2, missing: [], uploads: 0 });
  expect(await sweptAfter(73)).toEqual({ removed: 0, partial: 0, missing: [], uploads: 1 });
  expect([await keys(), await rows()]).toEqual([[], []]);
});
