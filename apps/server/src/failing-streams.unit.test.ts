import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { run as takeOverFrom } from './cli/take-over.ts';
import { textOf } from './modules/documents/content/texts.ts';
import { verifyContentType } from './modules/documents/uploads/verify-content-type.ts';
import { certificate } from './modules/health/parts.ts';
import { csvRecords } from './modules/registry/files/csv.ts';
import { csvFile } from './modules/registry/files/files.ts';
import { readPart, writePart } from './backup/parts.ts';
import { makeKeys } from './backup/encryption.ts';
import { ownCommand } from './backup/own-command.ts';
import { headStream } from './backup/heads.ts';
import { scratchFile } from './backup/scratch.ts';
import { checkClamd, scan } from './platform/documents/clamd.ts';
import type { FileStore } from './platform/storage/file-store.ts';
import { hashAndLimit } from './platform/storage/hashing-stream.ts';
import { localStore } from './platform/storage/local-store.ts';
import { Metrics } from './platform/watching/metrics.ts';
import type { PdfDocument } from './platform/documents/pdf/model.ts';
import { renderPdf, renderProcesses } from './platform/documents/pdf/render.ts';
import { guarded, joined } from './platform/streams.ts';
import { verified } from './platform/storage/verified-content.ts';
import { workbookStream } from './platform/documents/xlsx/workbook.ts';
import { zipStream } from './platform/documents/zip.ts';

/*
 * Each stream fails before its reader has come, while it reads and after it has gone. A failure without a listener is
 * an uncaught error, which fails this file.
 */

const AWAY = 'the store is away';
const folder = mkdtempSync(join(tmpdir(), 'pimis-streams-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A content that has failed before anybody could listen. */
function failed(): Readable {
  const content = new Readable({ read: () => undefined });
  content.destroy(new Error(AWAY));
  return content;
}

/** A content that fails after its first piece. */
async function* breaking() {
  yield Buffer.from('почетак');
  throw new Error(AWAY);
}

const broken = () => Readable.from(breaking(), { objectMode: false });
/** Waits for events that nothing else waits for: a file takes some turns of the event loop. */
async function aTurn(): Promise<void> {
  for (let turns = 0; turns < 50; turns += 1) await turn();
}

describe('a stream with a listener from its beginning', () => {
  it('may fail before its reader comes, who still gets the error, and afterwards', async () => {
    const content = guarded(new PassThrough());
    content.destroy(new Error(AWAY));
    await aTurn();
    await expect(buffer(content)).rejects.toThrow(AWAY);
  });

  it('fails those that it is joined with, in both directions', async () => {
    for (const source of [guarded(failed()), broken()]) {
      const last = joined(source, new PassThrough());
      await aTurn();
      await expect(buffer(last)).rejects.toThrow(AWAY);
    }
    const source = new PassThrough();
    joined(source, new PassThrough()).destroy(new Error('nobody reads any more'));
    await aTurn();
    expect(source.destroyed).toBe(true);
  });
});

describe('a store in a folder', () => {
  const store = localStore(join(folder, 'files'));

  it('keeps nothing of a content that has failed, whenever', async () => {
    await expect(store.put('documents/a', guarded(failed()), 1_000)).rejects.toThrow(AWAY);
    await expect(store.put('documents/a', broken(), 1_000)).rejects.toThrow(AWAY);
    const content = new PassThrough();
    const put = store.put('documents/b', content, 1_000);
    content.destroy(new Error(AWAY));
    await expect(put).rejects.toThrow(AWAY);
    await expect(store.get('documents/a')).rejects.toThrow('no file');
  });

  it('gives the error of an unreadable content to a reader who comes late', async () => {
    mkdirSync(join(folder, 'files/documents/folder'), { recursive: true });
    const content = await store.get('documents/folder');
    content.read();
    await aTurn();
    await expect(buffer(content)).rejects.toThrow('EISDIR');
  });
});

describe('what passes contents on fails with them', () => {
  const place = (content: () => Readable): FileStore => ({
    ...localStore(join(folder, 'place')),
    get: async () => content(),
  });
  const part = { key: 'parts/x', size: 0, sha256: '' };

  it('a part of a backup that is read', async () => {
    const { identity } = await makeKeys();
    for (const [content, reason] of [
      [() => guarded(failed()), AWAY],
      [broken, AWAY],
      [() => Readable.from([Buffer.from('ово није gzip')]), 'header'],
    ] as const) {
      const read = await readPart(place(content), part, null);
      await aTurn();
      await expect(buffer(read)).rejects.toThrow(reason);
      await expect(readPart(place(content), part, identity).then(buffer)).rejects.toThrow();
      await aTurn();
    }
  });

  it('a part of a backup that is written', async () => {
    const { recipient } = await makeKeys();
    for (const to of [null, recipient]) {
      const target = { id: '20261128T120000Z-abcdef', name: 'list', recipient: to };
      for (const content of [guarded(failed()), broken()]) {
        await expect(writePart(localStore(join(folder, 'place')), target, content)).rejects.toThrow();
        await aTurn();
      }
      const full = { ...localStore(folder), put: () => Promise.reject(new Error('no room')) };
      await expect(writePart(full, target, Readable.from(['ред\n']))).rejects.toThrow('no room');
      await aTurn();
    }
  });

  it('the lines of a backup that are kept aside', async () => {
    const lines = scratchFile();
    const to = lines.write();
    const from = guarded(Readable.from(lines.read()));
    await lines.close();
    await expect(pipeline(Readable.from(['ред\n']), to)).rejects.toThrow('EBADF');
    await expect(text(from)).rejects.toThrow('EBADF');
    await aTurn();
  });

  it('the heads of the audit log', async () => {
    const heads = headStream(join(folder, 'nowhere'), [{ name: '2026-11-28.ndjson', size: 5 }]);
    await aTurn();
    await expect(text(heads)).rejects.toThrow('ENOENT');
  });

  it('a content that is verified', async () => {
    for (const content of [failed, broken]) {
      const passed = verified(content(), { storageKey: 'documents/x', size: 9, hash: 'x' });
      await aTurn();
      await expect(buffer(passed)).rejects.toThrow(AWAY);
    }
  });

  it('an upload whose kind is looked at', async () => {
    for (const content of [guarded(failed()), broken()]) {
      const passed = verifyContentType(content, 'txt');
      await aTurn();
      await expect(buffer(passed)).rejects.toThrow(AWAY);
    }
  });

  it('a content that is measured', async () => {
    const { stream } = hashAndLimit(3);
    const measured = joined(Readable.from([Buffer.from('више од три')]), stream);
    await aTurn();
    await expect(buffer(measured)).rejects.toThrow();
  });

  it('an archive, which names the part', async () => {
    const names: string[] = [];
    const parts = [failed, broken].map((open, index) => ({
      name: `${index}.txt`,
      modified: new Date(0),
      open: async () => guarded(open()),
    }));
    const archive = zipStream(parts, {}, { failed: (name) => names.push(name) });
    await buffer(archive);
    expect(names).toEqual(['0.txt', '1.txt']);
  });

  it('an archive whose reader comes late, or goes', async () => {
    const lost = {
      failed: () => undefined,
      progress: () => Promise.reject(new Error(AWAY)),
    };
    const make = async () => Buffer.from('део');
    const archive = zipStream([{ name: 'deo.txt', modified: new Date(0), make }], {}, lost);
    await aTurn();
    await expect(buffer(archive)).rejects.toThrow(AWAY);
    const left = zipStream([{ name: 'deo.txt', modified: new Date(0), open: async () => broken() }], {}, lost);
    left.destroy(new Error('the reader is gone'));
    await aTurn();
    expect(left.destroyed).toBe(true);
  });

  it('a workbook', async () => {
    async function* lines() {
      yield { cells: ['један'] };
      throw new Error(AWAY);
    }
    const columns = [{ title: 'Назив', kind: 'text', width: 10 }] as const;
    const workbook = await workbookStream({ name: 'Лист', columns, lines: lines(), at: new Date(0) } as never);
    await aTurn();
    await expect(buffer(workbook)).rejects.toThrow(AWAY);
  });

  it('a table that is written', async () => {
    async function* rows() {
      yield ['један'];
      throw new Error(AWAY);
    }
    const file = csvFile(['Назив'], rows());
    await aTurn();
    await expect(buffer(file)).rejects.toThrow(AWAY);
  });

  it('a table that is read', async () => {
    const read = async (bytes: Buffer) => {
      for await (const cells of csvRecords(bytes, 'utf-8')) expect(cells.length).toBeGreaterThan(0);
    };
    await expect(read(Buffer.from(`a,"${'x'.repeat(3_000_000)}`))).rejects.toThrow();
    await aTurn();
  });
});

/** Begins a work whose process cannot be started. */
function withoutNode<Result>(work: () => Promise<Result>): Promise<Result> {
  const { execPath } = process;
  process.execPath = join(folder, 'no-node');
  try {
    return work();
  } finally {
    process.execPath = execPath;
  }
}

describe('a process that cannot be started', () => {
  it('fails the paper, and the next one is made by another', async () => {
    const paper = { title: 'Папир', language: 'sr', blocks: [] } as unknown as PdfDocument;
    // Another file of this worker may have left a warm renderer.
    for (const pid of renderProcesses()) process.kill(pid, 'SIGKILL');
    await expect.poll(renderProcesses).toEqual([]);
    await expect(withoutNode(() => renderPdf(paper))).rejects.toThrow('ENOENT');
  });

  it('fails the reading of a text', async () => {
    await expect(withoutNode(() => textOf(Readable.from([Buffer.from('текст')]), 'txt'))).rejects.toThrow('ENOENT');
  });

  it('fails a command of ours', async () => {
    await expect(withoutNode(() => ownCommand({ dataDir: folder }, ['help']))).rejects.toThrow('ENOENT');
  });
});

describe('a socket', () => {
  it('of a proxy that hangs up while its certificate is read is a warning', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.resetAndDestroy());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const read = await certificate(`https://localhost:${port}`, new Date());
    expect(read.state).toBe('warning');
    server.close();
    await aTurn();
  });
});

describe('a file of a command', () => {
  it('that is missing, or is a folder, fails the command', async () => {
    await expect(takeOverFrom({ words: [join(folder, 'nowhere.ndjson')] } as never)).rejects.toThrow('ENOENT');
    await expect(takeOverFrom({ words: [folder] } as never)).rejects.toThrow('EISDIR');
  });
});

describe('clamd', () => {
  async function fake(answer: (server: Server, socket: import('node:net').Socket) => void): Promise<[string, Server]> {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      answer(server, socket);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return [`tcp://127.0.0.1:${(server.address() as { port: number }).port}`, server];
  }

  it('that hangs up, is not there, or is asked about a content that breaks, fails the scan alone', async () => {
    const [url, server] = await fake((_, socket) => socket.resetAndDestroy());
    await expect(scan(url, Readable.from([Buffer.alloc(5_000_000)]))).rejects.toThrow();
    await expect(checkClamd(url, 1_000)).rejects.toThrow();
    server.close();
    await once(server, 'close');
    await expect(scan(url, Readable.from(['a']))).rejects.toThrow('ECONNREFUSED');
    await expect(checkClamd(url, 1_000)).rejects.toThrow('ECONNREFUSED');
    const [open, listening] = await fake((_, socket) => socket.resume());
    await expect(scan(open, broken())).rejects.toThrow(AWAY);
    await expect(scan(open, failed())).rejects.toThrow(AWAY);
    listening.close();
    await aTurn();
  });
});

describe('the port of metrics', () => {
  it('goes on when a connection cannot be accepted', async () => {
    const server = await new Metrics().listen(0, '127.0.0.1');
    server.emit('error', new Error('accept EMFILE'));
    const { port } = server.address() as { port: number };
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200);
    server.close();
  });
});
