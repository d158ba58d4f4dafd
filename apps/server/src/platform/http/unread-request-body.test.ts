import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createProject } from '../../testing/projects.ts';
import { installedProxies, missingProxies, type Proxy, startProxy } from '../../testing/proxies.ts';
import { RawConnection } from '../../testing/raw-connection.ts';
import { useServer } from '../../testing/server.ts';
import { ApiError } from '../errors.ts';

const server = useServer();
const MEBI = 1024 * 1024;
/** Less than the longest time that a connection is kept, also on a busy machine. */
const SOON_MS = 20_000;
const BOUNDARY = 'granica';
let code = '';
let port = 0;
let authorization = '';
const open: RawConnection[] = [];

beforeAll(async () => {
  code = await createProject(server, 'local.user');
  authorization = `Bearer ${await server.token('local.user')}`;
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const address = server.app.server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.destroy();
});

function connection(to = port): RawConnection {
  const made = new RawConnection(to);
  open.push(made);
  return made;
}

async function begun(name: string, size = 8 * MEBI): Promise<string> {
  // The number of unfinished uploads of a user is limited.
  await server.context.db.deleteFrom('uploads').execute();
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/projects/${code}/uploads`,
    headers: {
      authorization,
      'tus-resumable': '1.0.0',
      'upload-length': String(size),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
    },
  });
  expect(answer.statusCode).toBe(201);
  return String(answer.headers.location);
}

interface Wanted {
  method: string;
  path: string;
  headers: Record<string, string | number>;
  /** The part of the body that is sent before the answer, and the part that would follow. */
  first: Buffer;
  rest: Buffer;
  status: number;
  name: string;
}

const piece = async (name: string, offset: number, refusal: Pick<Wanted, 'status' | 'name'>): Promise<Wanted> => ({
  method: 'PATCH',
  path: await begun(name),
  headers: {
    authorization,
    'tus-resumable': '1.0.0',
    'upload-offset': offset,
    'content-type': 'application/offset+octet-stream',
    'content-length': 5 * MEBI,
  },
  first: Buffer.alloc(200_000, 'a'),
  rest: Buffer.alloc(5 * MEBI - 200_000, 'a'),
  ...refusal,
});

function form(path: string, file: string, refusal: Pick<Wanted, 'status' | 'name'>, field = 'description'): Wanted {
  const head = Buffer.from(
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\nОпис\r\n` +
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${file}"\r\n\r\n`,
  );
  const rest = Buffer.concat([Buffer.alloc(5 * MEBI, 'a'), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  const first = Buffer.concat([head, Buffer.alloc(200_000, 'a')]);
  return {
    method: 'POST',
    path,
    headers: {
      authorization,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': first.length + rest.length,
    },
    first,
    rest,
    ...refusal,
  };
}

/** A store that refuses files without reading them. */
async function withFullStore(work: () => Promise<void>): Promise<void> {
  const { files } = server.context;
  server.context.files = { ...files, put: () => Promise.reject(new ApiError('StorageUnavailable')) };
  try {
    await work();
  } finally {
    server.context.files = files;
  }
}

/** The call is refused before its body has come; then the rest is sent, and another call on the same connection. */
async function refused({ method, path, headers, first, rest, status, name }: Wanted): Promise<void> {
  const client = connection();
  await client.begin(method, path, headers);
  await client.write(first);
  const answer = await client.answer(SOON_MS);
  expect([answer?.status, answer?.body.includes(name)], `${method} ${path}: ${answer?.body}`).toEqual([status, true]);
  expect(answer?.head.toLowerCase()).toContain('connection: close');
  await client.write(rest);
  await client.begin('GET', '/api/health');
  // The answer closes the connection, and the connection ends: no client waits on it for its next call.
  expect(await client.end(SOON_MS), 'the connection ends').toBe(true);
  expect(await client.answer(0)).toBeNull();
}

describe('a call that is refused before its body has come', () => {
  it('gets its refusal, and its connection ends, whichever it is', async () => {
    const documents = `/api/projects/${code}/documents`;
    await refused(await piece('laz.pdf', 0, { status: 422, name: 'InvalidDocumentContent' }));
    await refused(await piece('a.txt', 7, { status: 409, name: 'UploadOffsetConflict' }));
    await refused(form(documents, 'program.pdf', { status: 422, name: 'InvalidDocumentContent' }));
    await refused(form(documents, 'a.txt', { status: 422, name: 'UnknownField' }, 'nepoznato'));
    await refused(form('/api/registry/banks/import', 'a.csv', { status: 403, name: 'Forbidden' }));
    await refused({
      ...form(documents, 'a.txt', { status: 401, name: 'Unauthorized' }),
      headers: { 'content-type': 'text/plain', 'content-length': 6 * MEBI },
    });
    await refused(form('/api/login', 'a.txt', { status: 422, name: 'ValidationError' }));
    await refused({
      ...form('/api/login', 'a.txt', { status: 413, name: 'PayloadTooLarge' }),
      headers: { 'content-type': 'application/json', 'content-length': 6 * MEBI },
    });
    await refused({ ...form('/api/nowhere', 'a.txt', { status: 404, name: 'NotFound' }), method: 'GET' });
    await refused({ ...form('/api/projects/%/details', 'a.txt', { status: 400, name: 'BadRequest' }) });
    await withFullStore(async () => {
      await refused(await piece('a.txt', 0, { status: 503, name: 'StorageUnavailable' }));
      await refused(form(documents, 'a.txt', { status: 503, name: 'StorageUnavailable' }));
    });
  });

  it('keeps no connection while bytes drip in', async () => {
    const client = connection();
    await client.begin('POST', `/api/projects/${code}/documents`, {
      'content-type': 'application/json',
      'content-length': 100_000,
    });
    expect((await client.answer(SOON_MS))?.status).toBe(401);
    const until = Date.now() + SOON_MS;
    while (!client.closed && Date.now() < until) {
      await client.write('a');
      await delay(100);
    }
    expect(client.closed).toBe(true);
  });
});

describe('a call whose body has come', () => {
  it('keeps its connection for the next one, also where nobody has read it', async () => {
    const client = connection();
    const login = JSON.stringify({ login: 'a', password: 'b', extra: 'c'.repeat(10_000) });
    const json = { 'content-type': 'application/json', 'content-length': login.length };
    for (const wait of [0, 50]) {
      await client.begin('POST', '/api/login', json);
      await delay(wait);
      await client.write(login);
      expect((await client.answer(SOON_MS))?.status).toBe(422);
    }
    const unread = Buffer.alloc(60_000, 'a');
    for (const type of ['text/x', 'application/octet-stream']) {
      const head = `GET /api/health HTTP/1.1\r\nhost: pimis\r\ncontent-type: ${type}\r\ncontent-length: ${unread.length}\r\n\r\n`;
      await client.write(Buffer.concat([Buffer.from(head), unread]));
      expect((await client.answer(SOON_MS))?.status).toBe(200);
    }
  });
});

if (missingProxies.length > 0) {
  const missing = `${missingProxies.join(' and ')} not installed: refused uploads were not tried behind them. Install with: apt-get install nginx haproxy`;
  if (process.env.PIMIS_PROXIES === 'required') throw new Error(missing);
  process.stdout.write(`${missing}\n`);
}

describe.each(installedProxies)('behind %s, which keeps connections', (name) => {
  let proxy: Proxy;
  beforeAll(async () => {
    proxy = await startProxy(name, port);
  });
  afterAll(() => proxy.stop());

  /** Refuses a call in the middle of its body; returns its answer, and the time of the answer to another person. */
  async function met({ method, path, headers, first, rest }: Wanted) {
    const [mine, others] = [connection(proxy.port), connection(proxy.port)];
    await others.begin('GET', '/api/health');
    expect((await others.answer(SOON_MS))?.status).toBe(200);
    await mine.begin(method, path, headers);
    await mine.write(first);
    const told = mine.answer(SOON_MS);
    await delay(50);
    // As a browser does: it sends on until it reads the answer.
    void mine.write(rest);
    const answer = await told;
    const answers: (number | undefined)[] = [];
    for (let call = 0; call < 3; call += 1) {
      const other = connection(proxy.port);
      await other.begin('GET', '/api/health');
      answers.push((await other.answer(SOON_MS))?.status);
    }
    return [answer?.status, ...answers];
  }

  it('a refused upload is reported, and delays nobody else', async () => {
    const documents = `/api/projects/${code}/documents`;
    for (let time = 0; time < 3; time += 1) {
      const wrong = await piece('laz.pdf', 0, { status: 422, name: 'InvalidDocumentContent' });
      expect(await met(wrong)).toEqual([422, 200, 200, 200]);
      expect(await met(await piece('a.txt', 7, { status: 409, name: 'UploadOffsetConflict' }))).toEqual([
        409, 200, 200, 200,
      ]);
      expect(await met(form(documents, 'program.pdf', { status: 422, name: '' }))).toEqual([422, 200, 200, 200]);
      await withFullStore(async () => {
        expect(await met(await piece('a.txt', 0, { status: 503, name: '' }))).toEqual([503, 200, 200, 200]);
        expect(await met(form(documents, 'a.txt', { status: 503, name: '' }))).toEqual([503, 200, 200, 200]);
      });
      const stranger = form(documents, 'a.txt', { status: 401, name: '' });
      expect(await met({ ...stranger, headers: { ...stranger.headers, authorization: 'Bearer x' } })).toEqual([
        401, 200, 200, 200,
      ]);
    }
  });
});
