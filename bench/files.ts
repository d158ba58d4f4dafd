import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setInterval as every } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DEMO_PASSWORD } from '../apps/server/src/seed/demo-accounts.ts';

/**
 * `npm run bench:files -- --megabytes 3000`: a file of this size goes up, in one call and in resumable pieces, and down
 * again, while the memory of the server's process is read ten times a second. The largest that is taken is a byte less
 * than 3,000 MB.
 */
const { values } = parseArgs({ options: { megabytes: { type: 'string', default: '3000' } } });
const BYTES = Number(values.megabytes) * 1024 * 1024 - 1;
const PIECE = 1024 * 1024;
const LIMIT = 3_145_728_000;
const BOUNDARY = 'pimis-bench-boundary';

const folder = mkdtempSync(join(tmpdir(), 'pimis-bench-'));
chmodSync(folder, 0o755);

async function start() {
  const server = spawn(process.execPath, [join(import.meta.dirname, '../apps/server/src/main.ts'), '--demo'], {
    cwd: folder,
    env: { ...process.env, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent', DOCUMENT_SIZE_LIMIT: String(LIMIT) },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let said = '';
  server.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  for await (const _ of every(100)) {
    const url = /^PIMIS: (\S+)$/m.exec(said)?.[1];
    if (url !== undefined) return { server, url };
    if (server.exitCode !== null) break;
  }
  throw new Error(said);
}

async function end({ server }: Awaited<ReturnType<typeof start>>): Promise<void> {
  const gone = once(server, 'exit');
  server.kill('SIGTERM');
  await gone;
}

// The first start fills the demo; what is measured is a server that has just been started on it.
await end(await start());
const running = await start();
const { server, url } = running;

/** Resident memory of the server's process, in MB. */
const memory = () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024;

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

/** Bytes that no compression or cache can make less of, the same at each asking. */
function* content(): Generator<Buffer> {
  const piece = randomBytes(PIECE);
  piece.write('PK\x03\x04', 'latin1');
  for (let at = 0; at < BYTES; at += PIECE) {
    piece.writeUInt32BE(at / PIECE, 8);
    yield Buffer.from(piece.subarray(0, Math.min(PIECE, BYTES - at)));
  }
}

async function measured(name: string, work: () => Promise<unknown>): Promise<void> {
  const before = memory();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, memory())), 100);
  const started = performance.now();
  await work();
  clearInterval(timer);
  const seconds = (performance.now() - started) / 1000;
  const rate = BYTES / 1024 / 1024 / seconds;
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

try {
  console.log(
    `${BYTES.toLocaleString('en')} bytes; ${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}`,
  );
  ({ accessToken: token } = await call<{ accessToken: string }>('POST', 'login', {
    login: 'local.user',
    password: DEMO_PASSWORD,
  }));
  await call('POST', 'projects', { code: 'VELIKA', type: 3, sector: 5, important: false });
  const hash = createHash('sha256');
  let id = 0;
  let revisionId = 0;
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
  await measured('down', async () => {
    const path = `projects/VELIKA/documents/${id}/revisions/${revisionId}/download`;
    const sent = request(`${url}/api/${path}`, { headers: { authorization: `Bearer ${token}` } });
    sent.end();
    const [answer] = (await once(sent, 'response')) as [Readable];
    const received = createHash('sha256');
    for await (const chunk of answer as AsyncIterable<Buffer>) received.update(chunk);
    if (received.digest('hex') !== expected) throw new Error('What came down is not what went up');
  });
} finally {
  await end(running);
  rmSync(folder, { recursive: true, force: true });
}
