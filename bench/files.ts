import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { benchFolder, memoryOf, tokenOf } from './measuring.ts';
import { serveProcess } from './served-process.ts';

/**
 * `npm run bench:files -- --megabytes 3000 [--s3]`: uploads a file of this size in one call and in resumable pieces and
 * downloads it, while the memory of the server's process is read ten times a second. The largest allowed file is a byte
 * less than 3,000 MB. With --s3 it is stored in a bucket of another process.
 */
const { values } = parseArgs({
  options: { megabytes: { type: 'string', default: '3000' }, s3: { type: 'boolean', default: false } },
});
const BYTES = Number(values.megabytes) * 1024 * 1024 - 1;
const PIECE = 1024 * 1024;
const UPLOAD_PIECE = 5 * PIECE;
const LIMIT = 3_145_728_000;
const BOUNDARY = 'pimis-bench-boundary';

const folder = benchFolder();

/** A bucket, and the settings for the server. */
async function startBucket() {
  const script = `
    import { BUCKET, startS3, useS3At } from ${JSON.stringify(join(import.meta.dirname, '../apps/server/src/testing/s3.ts'))};
    const { endpoint } = await startS3();
    useS3At(endpoint);
    const names = ['AWS_ENDPOINT_URL_S3', 'AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
    const env = Object.fromEntries(names.map((name) => [name, process.env[name]]));
    console.log(JSON.stringify({ ...env, STORAGE_URL: \`s3://\${BUCKET}\` }));`;
  // The bucket's server encrypts the continuation of a list with an old cipher.
  const store = spawn(process.execPath, ['--openssl-legacy-provider', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.on('exit', () => store.kill());
  const [said] = (await once(store.stdout, 'data')) as [Buffer];
  return { store, env: JSON.parse(said.toString()) as Record<string, string> };
}

const bucket = values.s3 ? await startBucket() : null;

const start = () => serveProcess({ ...bucket?.env, DEMO: '1', DATA_DIR: folder, DOCUMENT_SIZE_LIMIT: String(LIMIT) });

// The first start makes the demo data; a fresh server is measured.
await (await start()).stop();
const running = await start();
const { pid, url } = running;

const memory = (what?: 'VmHWM') => memoryOf(pid, what);

let token = '';
async function call<Payload>(method: string, path: string, body?: unknown): Promise<Payload> {
  const answer = await fetch(`${url}/api/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { payload, status } = (await answer.json()) as { payload: Payload; status: { name: string } };
  if (!answer.ok) throw new Error(`${method} ${path}: ${status.name}`);
  return payload;
}

/** Incompressible bytes, the same at each call. */
function* content(): Generator<Buffer> {
  const piece = randomBytes(PIECE);
  piece.write('PK\x03\x04', 'latin1');
  for (let at = 0; at < BYTES; at += PIECE) {
    piece.writeUInt32BE(at / PIECE, 8);
    yield Buffer.from(piece.subarray(0, Math.min(PIECE, BYTES - at)));
  }
}

async function measured(name: string, work: () => Promise<unknown>, bytes = BYTES): Promise<void> {
  const before = memory();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, memory())), 100);
  const started = performance.now();
  await work();
  clearInterval(timer);
  const seconds = (performance.now() - started) / 1000;
  const rate = bytes / 1024 / 1024 / seconds;
  console.log(
    `${name.padEnd(28)} ${seconds.toFixed(1)} s, ${rate.toFixed(0)} MB/s, ` +
      `memory ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most`,
  );
}

async function answered(sent: ReturnType<typeof request>): Promise<string> {
  const [answer] = (await once(sent, 'response')) as [Readable & { statusCode: number }];
  let text = '';
  for await (const chunk of answer) text += String(chunk);
  if (answer.statusCode >= 300) throw new Error(`${answer.statusCode} ${text}`);
  return text;
}

/** The same bytes as a resumable upload in pieces. */
function* pieces(): Generator<Buffer> {
  let waiting: Buffer[] = [];
  for (const chunk of content()) {
    waiting.push(chunk);
    if (waiting.length * PIECE < UPLOAD_PIECE) continue;
    yield Buffer.concat(waiting);
    waiting = [];
  }
  if (waiting.length > 0) yield Buffer.concat(waiting);
}

async function read(id: number, revisionId: number, headers: Record<string, string> = {}) {
  const path = `projects/VELIKA/documents/${id}/revisions/${revisionId}/download`;
  const sent = request(`${url}/api/${path}`, { headers: { authorization: `Bearer ${token}`, ...headers } });
  sent.end();
  const [answer] = (await once(sent, 'response')) as [Readable];
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, hash: hash.digest('hex') };
}

async function received(id: number, revisionId: number, expected: string): Promise<void> {
  if ((await read(id, revisionId)).hash !== expected) throw new Error('What came down is not what went up');
}

try {
  console.log(
    `${BYTES.toLocaleString('en')} bytes; ${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}`,
  );
  token = await tokenOf(url, 'local.user');
  await call('POST', 'projects', { code: 'VELIKA', type: 3, sector: 5, important: false });
  const hash = createHash('sha256');
  let id = 0;
  let revisionId = 0;
  let resumed = '';
  await measured('up, in one call', async () => {
    const sent = request(`${url}/api/projects/VELIKA/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    });
    const answer = answered(sent);
    const part = (headers: string) =>
      Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; ${headers}\r\n\r\n`);
    function* body() {
      yield part('name="description"');
      yield Buffer.from('Велика датотека\r\n');
      yield part('name="file"; filename="velika.zip"');
      for (const piece of content()) {
        hash.update(piece);
        yield piece;
      }
      yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
    }
    await pipeline(Readable.from(body()), sent);
    const [made] = (JSON.parse(await answer) as { payload: { id: number; revisionId: number }[] }).payload;
    ({ id, revisionId } = made ?? { id, revisionId });
  });
  const expected = hash.digest('hex');
  await measured('down', () => received(id, revisionId, expected));
  let upload = '';
  await measured('up, in resumable pieces', async () => {
    const begun = await fetch(`${url}/api/projects/VELIKA/uploads`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'tus-resumable': '1.0.0',
        'upload-length': String(BYTES),
        'upload-metadata': `filename ${Buffer.from('nastavljena.zip').toString('base64')}`,
      },
    });
    upload = begun.headers.get('location') ?? '';
    const again = createHash('sha256');
    let offset = 0;
    for (const piece of pieces()) {
      again.update(piece);
      const sent = request(`${url}${upload}`, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${token}`,
          'tus-resumable': '1.0.0',
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
          'content-length': String(piece.length),
        },
      });
      const answer = answered(sent);
      sent.end(piece);
      await answer;
      offset += piece.length;
    }
    resumed = again.digest('hex');
  });
  await measured('put together, hashed', async () => {
    const files = [{ uploadId: upload.split('/').at(-1), description: 'Велика датотека, у деловима' }];
    const [made] = await call<{ id: number; revisionId: number }[]>('POST', 'projects/VELIKA/documents/uploaded', {
      files,
    });
    ({ id, revisionId } = made ?? { id, revisionId });
  });
  await measured('down', () => received(id, revisionId, resumed));
  const part = Math.floor(BYTES / 2);
  await measured(
    'down, the second half',
    async () => {
      const { bytes } = await read(id, revisionId, { range: `bytes=${part}-` });
      if (bytes !== BYTES - part) throw new Error(`${bytes} bytes came of the second half`);
    },
    BYTES - part,
  );
  console.log(`at most since its start, the start included: ${memory('VmHWM').toFixed(0)} MB`);
} finally {
  await running.stop();
  bucket?.store.kill();
  rmSync(folder, { recursive: true, force: true });
}
