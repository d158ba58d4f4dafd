import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { setInterval as every } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUCKET, startS3, useS3At } from '../../testing/s3.ts';
import { FileExists, FileMissing, type FileStore } from './file-store.ts';
import { withApiErrors, openFileStore } from './files.ts';
import { FileTooLarge } from './hashing-stream.ts';
import { s3Store } from './s3-store.ts';

const MEBI = 1024 * 1024;
/** More than two parts of a multipart upload. */
const LARGE = 20 * MEBI;
const folder = mkdtempSync(join(tmpdir(), 'pimis-store-'));
let s3: Awaited<ReturnType<typeof startS3>>;
let silent: Server;

beforeAll(async () => {
  s3 = await startS3();
  useS3At(s3.endpoint);
  // Takes connections and never says a word.
  silent = createServer(() => undefined).listen(0, '127.0.0.1');
});
afterAll(async () => {
  await s3.stop();
  silent.close();
  rmSync(folder, { recursive: true, force: true });
});

async function keysIn(store: FileStore, inside: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const page of store.pages(inside)) keys.push(...page.map(({ key }) => key));
  return keys;
}

function* chunks(bytes: number) {
  for (let at = 0; at < bytes; at += MEBI) yield Buffer.alloc(Math.min(MEBI, bytes - at), at / MEBI);
}

async function* failing() {
  yield Buffer.from('половина');
  throw new Error('the sender has gone');
}

describe.each([
  ['a folder', () => openFileStore({ storageUrl: pathToFileURL(folder).href, dataDir: folder })],
  ['a bucket', () => openFileStore({ storageUrl: `s3://${BUCKET}/some/prefix`, dataDir: folder })],
])('%s', (_, open) => {
  let store: FileStore;
  beforeAll(async () => {
    store = await open();
    await store.check();
  });

  it('keeps what it is given, with its size and hash', async () => {
    const stored = await store.put('documents/a', Readable.from([Buffer.from('садржај')]), 100);
    const hash = createHash('sha256').update('садржај').digest('hex');
    expect(stored).toEqual({ key: 'documents/a', size: 14, hash });
    expect(await text(await store.get('documents/a'))).toBe('садржај');
    expect(await text(await store.get('documents/a', { start: 2, end: 5 }))).toBe('ад');
  });

  it('loses nothing to whoever waits before reading', async () => {
    const content = await store.get('documents/a');
    await once(content, 'readable');
    expect(await text(content)).toBe('садржај');
  });

  it('keeps a large file in parts', async () => {
    const hash = createHash('sha256');
    for (const chunk of chunks(LARGE)) hash.update(chunk);
    const expected = hash.digest('hex');
    expect(await store.put('documents/large', Readable.from(chunks(LARGE)), LARGE)).toMatchObject({
      size: LARGE,
      hash: expected,
    });
    const read = await buffer(await store.get('documents/large'));
    expect(createHash('sha256').update(read).digest('hex')).toBe(expected);
  });

  it.each([
    ['small', 10],
    ['large', LARGE],
  ])('keeps a new %s file once, whoever else stores it at the same time', async (size, bytes) => {
    const key = `new/${size}`;
    const put = (letter: string) =>
      store.put(key, Readable.from([Buffer.alloc(bytes, letter)]), LARGE, { isNew: true });
    const both = await Promise.allSettled([put('a'), put('b')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((one) => one.status === 'rejected')?.reason).toBeInstanceOf(FileExists);
    const kept = both[0]?.status === 'fulfilled' ? 'a' : 'b';
    await expect(put('c')).rejects.toThrow(FileExists);
    expect((await buffer(await store.get(key))).equals(Buffer.alloc(bytes, kept))).toBe(true);
    // Nothing is left of the others.
    expect(await store.removePartial(new Date(Date.now() + 60_000))).toBe(0);
  });

  it('removes the remains of puts below a folder alone', async () => {
    await store.put('some/kept', Readable.from([Buffer.from('a')]), 100);
    expect(await store.removePartial(new Date(Date.now() + 60_000), 'some/')).toBe(0);
    expect(await keysIn(store, 'some/')).toEqual(['some/kept']);
  });

  it('keeps nothing of a file that is too large, or whose sender goes', async () => {
    await expect(store.put('documents/b', Readable.from(chunks(LARGE)), LARGE - 1)).rejects.toThrow(FileTooLarge);
    await expect(store.put('documents/c', Readable.from(failing()), 100)).rejects.toThrow('the sender has gone');
    for (const key of ['documents/b', 'documents/c']) await expect(store.get(key)).rejects.toThrow(FileMissing);
  });

  it('reports before the first byte that it has no such file', async () => {
    await expect(store.get('documents/none')).rejects.toThrow(FileMissing);
    await store.remove('documents/none');
  });

  it('lists the files of a folder in the order of their bytes', async () => {
    for (const key of ['order/b', 'order/a-z', 'order/a1', 'other/x']) {
      await store.put(key, Readable.from([Buffer.from(key)]), 100);
    }
    expect(await keysIn(store, 'order/')).toEqual(['order/a-z', 'order/a1', 'order/b']);
    await store.remove('order/a1');
    expect(await keysIn(store, 'order/')).toEqual(['order/a-z', 'order/b']);
    expect(await keysIn(store, 'nothing/')).toEqual([]);
  });

  it('removes what cut puts have left, after a while', async () => {
    // The truncated upload above was removed at once.
    expect(await store.removePartial(new Date(Date.now() + 60_000))).toBe(0);
  });
});

it.runIf(existsSync('/proc/self'))(
  'a folder that cannot be made is refused, and one that can is made with those above it',
  async () => {
    const at = (path: string) => openFileStore({ storageUrl: pathToFileURL(path).href, dataDir: folder });
    await expect((await at('/proc/none/files')).check()).rejects.toThrow("mkdir '/proc/none'");
    writeFileSync(join(folder, 'a-file'), '');
    await expect((await at(join(folder, 'a-file'))).check()).rejects.toThrow('EEXIST');
    await expect((await at(join(folder, 'a-file', 'below'))).check()).rejects.toThrow('ENOTDIR');
    const deep = join(folder, 'deep', 'er', 'files');
    await Promise.all(Array.from({ length: 5 }, async () => (await at(deep)).check()));
    expect(statSync(deep).isDirectory()).toBe(true);
  },
);

it('a folder forgets half files of servers that died', async () => {
  const store = await openFileStore({ storageUrl: pathToFileURL(folder).href, dataDir: folder });
  const half = (name: string, at: Date) => {
    writeFileSync(join(folder, 'documents', name), 'половина');
    utimesSync(join(folder, 'documents', name), at, at);
  };
  half('old.part', new Date('2026-01-01'));
  half('new.part', new Date('2026-01-03'));
  expect(await store.removePartial(new Date('2026-01-02'), 'other/')).toBe(0);
  expect(await store.removePartial(new Date('2026-01-02'), 'documents/')).toBe(1);
  expect(await keysIn(store, 'documents/')).not.toContain('documents/new.part');
  expect(await store.removePartial(new Date('2026-01-04'))).toBe(1);
});

it('a server that is killed in the middle of an upload leaves half a file that nobody sees, and that goes later', async () => {
  const dataDir = mkdtempSync(join(folder, 'killed-'));
  const script = `
    import { openFileStore } from ${JSON.stringify(join(import.meta.dirname, 'files.ts'))};
    async function* endless() {
      for (;;) { yield Buffer.alloc(65536); await new Promise((next) => setImmediate(next)); }
    }
    const { Readable } = await import('node:stream');
    const store = await openFileStore({ storageUrl: 'file:', dataDir: ${JSON.stringify(dataDir)} });
    await store.put('documents/killed', Readable.from(endless()), 1e9);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
  const partial = join(dataDir, 'files', 'documents', 'killed.part');
  for await (const _ of every(20)) if (existsSync(partial) && statSync(partial).size > MEBI) break;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  const store = await openFileStore({ storageUrl: 'file:', dataDir });
  await expect(store.get('documents/killed')).rejects.toThrow(FileMissing);
  expect(await keysIn(store, 'documents/')).toEqual([]);
  expect(await store.removePartial(new Date(Date.now() + 1000))).toBe(1);
  expect(existsSync(partial)).toBe(false);
});

it('a full disk is reported as such, and keeps no half of the file', async () => {
  // A device that is always full: what is written to it fails as on a full disk.
  const dataDir = mkdtempSync(join(folder, 'full-'));
  mkdirSync(join(dataDir, 'files', 'documents'), { recursive: true });
  symlinkSync('/dev/full', join(dataDir, 'files', 'documents', 'a.part'));
  const store = await openFileStore({ storageUrl: 'file:', dataDir });
  await expect(store.put('documents/a', Readable.from(chunks(MEBI)), LARGE)).rejects.toMatchObject({
    status: 'StorageUnavailable',
    cause: { code: 'ENOSPC' },
  });
  await expect(store.get('documents/a')).rejects.toThrow(FileMissing);
  expect(existsSync(join(dataDir, 'files', 'documents', 'a.part'))).toBe(false);
});

it('a bucket that has gone is reported as such', async () => {
  useS3At('http://127.0.0.1:1');
  const store = await openFileStore({ storageUrl: `s3://${BUCKET}`, dataDir: folder });
  const unavailable = { status: 'StorageUnavailable' };
  await expect(store.get('documents/a')).rejects.toMatchObject(unavailable);
  await expect(store.put('documents/a', Readable.from(chunks(MEBI)), LARGE)).rejects.toMatchObject(unavailable);
  useS3At(s3.endpoint);
});

it('a bucket may be silent for long while it puts a file together', async () => {
  // Parts take more than a second on a busy machine.
  const patience = { connectMs: 5_000, silenceMs: 4_000 };
  const store = s3Store(new URL(`s3://${BUCKET}`), patience);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const waiting = s3.holdTogether(released);
  const stored = store.put('documents/slow', Readable.from(chunks(LARGE)), LARGE);
  await waiting;
  // So long that any other call would have been given up.
  const address = silent.address();
  useS3At(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`);
  const other = s3Store(new URL(`s3://${BUCKET}`), patience);
  await expect(other.get('documents/slow')).rejects.toThrow();
  useS3At(s3.endpoint);
  release();
  expect(await stored).toMatchObject({ size: LARGE });
});

describe('a bucket that cannot be used says so at the start', () => {
  it('with wrong keys', async () => {
    useS3At(s3.endpoint, 'wrong');
    const store = s3Store(new URL(`s3://${BUCKET}`));
    await expect(store.check()).rejects.toThrow(`The bucket ${BUCKET} cannot be used`);
    useS3At(s3.endpoint);
  });

  it('with another secret, whose signatures are not right', async () => {
    const strict = await startS3({ strict: true });
    useS3At(strict.endpoint);
    const right = await openFileStore({ storageUrl: `s3://${BUCKET}`, dataDir: folder });
    await right.put('documents/a', Readable.from(chunks(MEBI)), LARGE);
    process.env.AWS_SECRET_ACCESS_KEY = 'another';
    await expect(s3Store(new URL(`s3://${BUCKET}`)).check()).rejects.toThrow('SignatureDoesNotMatch');
    const store = await openFileStore({ storageUrl: `s3://${BUCKET}`, dataDir: folder });
    const unavailable = { status: 'StorageUnavailable' };
    await expect(store.put('documents/a', Readable.from(chunks(MEBI)), LARGE)).rejects.toMatchObject(unavailable);
    await expect(store.get('documents/a')).rejects.toMatchObject(unavailable);
    useS3At(s3.endpoint);
    await strict.stop();
  });

  it('that is not there', async () => {
    await expect(s3Store(new URL('s3://no-such-bucket')).check()).rejects.toThrow('no-such-bucket');
  });

  it('whose server is silent', async () => {
    const address = silent.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    useS3At(`http://127.0.0.1:${port}`);
    const store = s3Store(new URL(`s3://${BUCKET}`), { connectMs: 200, silenceMs: 200 });
    await expect(store.check()).rejects.toThrow('cannot be used');
    // Nor does an upload or a download wait for ever.
    const waiting = withApiErrors(store);
    const unavailable = { status: 'StorageUnavailable' };
    await expect(waiting.put('documents/a', Readable.from(chunks(MEBI)), LARGE)).rejects.toMatchObject(unavailable);
    await expect(waiting.get('documents/a')).rejects.toMatchObject(unavailable);
    useS3At(s3.endpoint);
  });

  it('whose server is gone', async () => {
    useS3At('http://127.0.0.1:1');
    await expect(s3Store(new URL(`s3://${BUCKET}`)).check()).rejects.toThrow('cannot be used');
    useS3At(s3.endpoint);
  });
});
