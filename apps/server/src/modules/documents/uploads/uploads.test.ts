import { once } from 'node:events';
import { request } from 'node:http';
import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ProjectDocument, UnfinishedUpload } from '@pimis/contract/documents';
import { openFileStore } from '../../../platform/storage/files.ts';
import { createProject } from '../../../testing/projects.ts';
import { BUCKET, startS3, useS3At } from '../../../testing/s3.ts';
import { useServer } from '../../../testing/server.ts';
import { addPiece } from './upload-queries.ts';
import { removeOrphanFiles } from '../storage/orphan-file-cleanup.ts';
import { UploadStore } from './upload-store.ts';

const server = useServer();
let code = '';
let s3: Awaited<ReturnType<typeof startS3>>;
let port = 0;
beforeAll(async () => {
  code = await createProject(server, 'local.user');
  s3 = await startS3();
  useS3At(s3.endpoint);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const address = server.app.server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => s3.stop());

const base64 = (text: string) => Buffer.from(text).toString('base64');

async function tus(method: string, url: string, headers: Record<string, string>, body?: Buffer, login = 'local.user') {
  const answer = await server.app.inject({
    method: method as 'POST',
    url,
    headers: { authorization: `Bearer ${await server.token(login)}`, 'tus-resumable': '1.0.0', ...headers },
    ...(body ? { payload: body } : {}),
  });
  const name = answer.body.startsWith('{') ? answer.json<{ status: { name: string } }>().status.name : '';
  return { status: answer.statusCode, headers: answer.headers, name };
}

async function begin(name: string, size: number, login = 'local.user') {
  const metadata = `filename ${base64(name)},filetype ${base64('text/plain')}`;
  const headers = { 'upload-length': String(size), 'upload-metadata': metadata };
  const answer = await tus('POST', `/api/projects/${code}/uploads`, headers, undefined, login);
  return { ...answer, url: String(answer.headers['location']) };
}

const send = (url: string, offset: number, body: Buffer, login?: string) => {
  const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
  return tus('PATCH', url, headers, body, login);
};

const idOf = (url: string) => url.split('/').at(-1) ?? '';
const finish = (files: Record<string, unknown>[], login = 'local.user') =>
  server.call<ProjectDocument[]>(login, 'POST', `projects/${code}/documents/uploaded`, {
    files: files.map((file) => ({ description: 'Опис', ...file })),
  });

async function uploaded(name: string, content: string): Promise<string> {
  const body = Buffer.from(content);
  const { url } = await begin(name, body.length);
  expect((await send(url, 0, body)).status).toBe(204);
  return idOf(url);
}

const stored = async (folder: string) => {
  const keys: string[] = [];
  for await (const page of server.context.files.pages(folder)) keys.push(...page.map(({ key }) => key));
  return keys;
};

describe.each([
  ['a folder', async () => server.context.files],
  ['a bucket', () => openFileStore({ storageUrl: `s3://${BUCKET}/some/prefix`, dataDir: '' })],
])('on %s', (_, open) => {
  beforeAll(async () => {
    server.context.files = await open();
  });

  describe('a resumable upload', () => {
    it('comes in pieces, and becomes a document when it is complete and described', async () => {
      const content = Buffer.from('Студија изводљивости, први и други део.');
      const { url, status } = await begin('Студија.txt', content.length);
      expect(status).toBe(201);
      expect((await send(url, 0, content.subarray(0, 11))).headers['upload-offset']).toBe('11');
      const half = await tus('HEAD', url, {});
      expect([half.headers['upload-offset'], half.headers['upload-length']]).toEqual(['11', String(content.length)]);
      expect((await finish([{ uploadId: idOf(url) }])).status.name).toBe('UploadIncomplete');
      // An upload belongs to its project, and its pieces must follow each other, also between servers.
      const other = url.replace(code, await createProject(server, 'local.user'));
      expect((await tus('HEAD', other, {})).status).toBe(404);
      const late = { uploadId: idOf(url), startAt: 3, size: 8, key: 'uploads/late', now: new Date() };
      expect(await server.context.db.transaction().execute((tx) => addPiece(tx, late))).toBe(false);
      expect(await send(url, 3, content.subarray(3))).toMatchObject({ status: 409, name: 'UploadOffsetConflict' });
      expect((await send(url, 11, content.subarray(11))).status).toBe(204);
      const { payload } = await finish([{ uploadId: idOf(url), title: 'Наслов', documentType: 11 }]);
      expect(payload).toMatchObject([{ title: 'Наслов', extension: 'txt', size: content.length, documentType: 11 }]);
      const [made] = payload ?? [];
      const file = await server.get(
        'local.user',
        `projects/${code}/documents/${made?.id}/revisions/${made?.revisionId}/download`,
      );
      expect(file.body).toBe(content.toString());
      // The upload ends with its document and leaves nothing behind.
      expect((await finish([{ uploadId: idOf(url) }])).httpStatus).toBe(404);
      expect((await tus('HEAD', url, {})).status).toBe(404);
      expect(await stored('uploads/')).toEqual([]);
    });

    it('is refused if it uses parts of the protocol that the server does not support', async () => {
      const metadata = `filename ${base64('a.txt')}`;
      const url = `/api/projects/${code}/uploads`;
      for (const headers of [
        { 'upload-defer-length': '1' },
        { 'upload-length': '5', 'upload-concat': 'partial' },
        { 'upload-concat': `final;${url}/a` },
        { 'upload-length': '5', 'upload-defer-length': '2' },
        { 'upload-length': '0x5' },
        {},
      ] as Record<string, string>[]) {
        const answer = await tus('POST', url, { 'upload-metadata': metadata, ...headers });
        expect([headers, answer.status, answer.name]).toEqual([headers, 400, 'BadRequest']);
      }
      const { url: begun } = await begin('a.txt', 5);
      const declared = {
        'upload-offset': '0',
        'upload-length': '5',
        'content-type': 'application/offset+octet-stream',
      };
      expect(await tus('PATCH', begun, declared, Buffer.from('први'))).toMatchObject({
        status: 400,
        name: 'BadRequest',
      });
      for (const method of ['HEAD', 'DELETE']) expect((await tus(method, `${begun}?a=1`, {})).status).toBe(422);
      const queried = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
      expect(await tus('PATCH', `${begun}?a=1`, queried, Buffer.from('a'))).toMatchObject({ name: 'ValidationError' });
      expect((await tus('DELETE', begun, {})).status).toBe(204);
    });

    it('becomes a document together with others or not at all; one of them may be a new revision', async () => {
      const [first, second] = [await uploaded('a.txt', 'први'), await uploaded('b.txt', 'други')];
      const before = await stored('documents/');
      const refused = await finish([{ uploadId: first }, { uploadId: second, documentId: 999_999, comment: 'Зашто' }]);
      expect(refused.httpStatus).toBe(404);
      expect(await stored('documents/')).toEqual(before);
      const { payload } = await finish([{ uploadId: first }, { uploadId: second }]);
      expect(payload?.map(({ title }) => title).toSorted()).toEqual(['a', 'b']);
      const revised = { uploadId: await uploaded('c.txt', 'трећи'), documentId: payload?.[0]?.id };
      expect((await finish([revised])).status.name).toBe('ValidationError');
      expect((await finish([{ ...revised, comment: 'Исправка' }])).payload).toMatchObject([{ revision: 2 }]);
    });

    it('may be named once in a call', async () => {
      const uploadId = await uploaded('dvaput.txt', 'једном');
      expect((await finish([{ uploadId }, { uploadId }])).status.name).toBe('ValidationError');
      expect((await finish([{ uploadId }])).httpStatus).toBe(200);
    });

    it('is finished once by two calls at the same time', async () => {
      const uploadId = await uploaded('d.txt', 'једном');
      const answers = await Promise.all([finish([{ uploadId }]), finish([{ uploadId }])]);
      expect(answers.map(({ status }) => status.name).toSorted()).toEqual(['Success', 'UploadEnded']);
    });

    it('is listed for a user who comes back, until it is a document or removed', async () => {
      const open = async (login = 'local.user') =>
        server.call<UnfinishedUpload[]>(login, 'GET', `projects/${code}/uploads`);
      const [half, other] = [await begin('Пола.txt', 8), await begin('druga.txt', 5)];
      await send(half.url, 0, Buffer.from('pola'));
      expect((await open()).payload).toMatchObject([
        { id: idOf(half.url), name: 'Пола.txt', size: 8, offset: 4 },
        { id: idOf(other.url), name: 'druga.txt', size: 5, offset: 0 },
      ]);
      // Unfinished uploads belong to one user and one project.
      expect((await open('local.admin')).payload).toEqual([]);
      expect((await open('reviewer')).httpStatus).toBe(403);
      expect((await open('other.user')).httpStatus).toBe(404);
      await send(half.url, 4, Buffer.from('cela'));
      await finish([{ uploadId: idOf(half.url) }]);
      await tus('DELETE', other.url, {});
      expect((await open()).payload).toEqual([]);
    });

    it('keeps the bytes that arrived when the connection breaks in the middle of a piece', async () => {
      const { url } = await begin('e.txt', 1000);
      const sent = request({
        host: '127.0.0.1',
        port,
        path: url,
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${await server.token('local.user')}`,
          'tus-resumable': '1.0.0',
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
          'content-length': '1000',
        },
      });
      const cut = once(sent, 'error');
      const write = Reflect.get<UploadStore, 'write'>(UploadStore.prototype, 'write');
      let come = 0;
      vi.spyOn(UploadStore.prototype, 'write').mockImplementation(function (this: UploadStore, body, ...place) {
        async function* counted() {
          for await (const chunk of body as AsyncIterable<Buffer>) {
            come += chunk.length;
            yield chunk;
          }
        }
        return write.call(this, counted() as unknown as Readable, ...place);
      });
      sent.write(Buffer.alloc(600, 'a'));
      // If the connection breaks, data still on its way to the store is sent again.
      await expect.poll(() => come).toBe(600);
      vi.restoreAllMocks();
      sent.destroy(new Error('the line breaks'));
      await cut;
      await expect.poll(async () => (await tus('HEAD', url, {})).headers['upload-offset']).toBe('600');
      expect((await send(url, 600, Buffer.alloc(400, 'b'))).status).toBe(204);
      expect((await finish([{ uploadId: idOf(url) }])).payload).toMatchObject([{ size: 1000 }]);
    });
  });

  describe('an upload is refused', () => {
    it('before its first byte for its name, its size or the number of unfinished ones', async () => {
      await sql`delete from uploads`.execute(server.context.db);
      const limit = server.context.config.documentMaxBytes;
      expect(await begin('a.exe', 10)).toMatchObject({ status: 422, name: 'InvalidDocumentExtension' });
      expect(await begin('a.txt', limit)).toMatchObject({ status: 413, name: 'DocumentSizeLimit' });
      expect(await begin('a.txt', 0)).toMatchObject({ status: 422, name: 'EmptyDocument' });
      const many = await Promise.all(Array.from({ length: 24 }, (_, n) => begin(`mnogo ${n}.txt`, 5)));
      const begun = many.filter(({ status }) => status === 201);
      expect(begun).toHaveLength(20);
      expect(many.filter(({ name }) => name === 'UnfinishedUploadLimit')).toHaveLength(4);
      for (const { url } of begun) expect((await tus('DELETE', url, {})).status).toBe(204);
      expect((await begin('jos.txt', 5)).status).toBe(201);
    });

    it('with its first bytes if the content does not match the name', async () => {
      const { url } = await begin('ugovor.pdf', 5000);
      expect(await send(url, 0, Buffer.alloc(1200, 'a'))).toMatchObject({
        status: 422,
        name: 'InvalidDocumentContent',
      });
      // The content type is recognized even if the first bytes arrive in several calls.
      const slow = await begin('ugovor.pdf', 4);
      expect((await send(slow.url, 0, Buffer.from('ne'))).status).toBe(204);
      expect((await send(slow.url, 2, Buffer.from('ma'))).status).toBe(204);
      expect((await finish([{ uploadId: idOf(slow.url) }])).status.name).toBe('InvalidDocumentContent');
    });

    it('if it sends more than announced', async () => {
      const { url } = await begin('a.txt', 4);
      expect((await send(url, 0, Buffer.from('predugo'))).status).toBe(413);
      expect((await tus('HEAD', url, {})).headers['upload-offset']).toBe('0');
    });

    it('if it belongs to another user', async () => {
      const { url } = await begin('a.txt', 4);
      expect((await tus('HEAD', url, {}, undefined, 'local.admin')).status).toBe(404);
      expect((await send(url, 0, Buffer.from('tudj'), 'local.admin')).status).toBe(404);
      expect((await send(url, 0, Buffer.from('tudj'), 'other.user')).status).toBe(404);
      expect((await tus('DELETE', url, {}, undefined, 'local.admin')).status).toBe(404);
      expect((await begin('a.txt', 4, 'reviewer')).status).toBe(403);
      expect((await finish([{ uploadId: idOf(url) }], 'local.admin')).httpStatus).toBe(404);
      expect((await tus('HEAD', `${url}0`, {})).status).toBe(422);
    });

    it('if it is not an upload of the protocol', async () => {
      const { url } = await begin('a.txt', 4);
      const headers = { 'upload-offset': '0', 'content-type': 'application/octet-stream' };
      expect((await tus('PATCH', url, headers, Buffer.from('kako'))).status).toBe(415);
      expect(
        (await tus('PATCH', url, { 'content-type': 'application/offset+octet-stream' }, Buffer.from('a'))).status,
      ).toBe(403);
      expect((await tus('POST', `/api/projects/${code}/uploads`, {})).status).toBe(400);
    });
  });

  it('an abandoned upload is removed after days, with its pieces', async () => {
    await sql`delete from uploads`.execute(server.context.db);
    const { url } = await begin('ostavljena.txt', 10);
    await send(url, 0, Buffer.from('pola'));
    expect((await removeOrphanFiles(server.context)).uploads).toBe(0);
    server.setNow(new Date(Date.now() + 71 * 3_600_000));
    await send(url, 4, Buffer.from('jos'));
    server.setNow(new Date(Date.now() + 80 * 3_600_000));
    // It was touched meanwhile.
    expect((await removeOrphanFiles(server.context)).uploads).toBe(0);
    expect((await tus('HEAD', url, {})).headers['upload-offset']).toBe('7');
    server.setNow(new Date(Date.now() + 144 * 3_600_000));
    expect((await removeOrphanFiles(server.context)).uploads).toBe(1);
    expect((await tus('HEAD', url, {})).status).toBe(404);
    expect(await stored('uploads/')).toEqual([]);
    server.setNow(null);
  });
});
