import { beforeAll, describe, expect, it } from 'vitest';
import type { DocumentRevision, LinkedDocument, ProjectDocument, SecuredLink } from '@pimis/contract/documents';
import { createProject, currentForm, ideaValues, submit, upload } from '../../../testing/projects.ts';
import { useServer } from '../../../testing/server.ts';
import { linkName } from '../links/link-tokens.ts';

const server = useServer();
let code = '';

beforeAll(async () => {
  code = await createProject(server, 'local.user');
});

async function newDocument(fileName = 'ugovor.txt') {
  const { payload } = await upload(server, 'local.user', code, fileName);
  return { id: payload?.[0]?.id ?? 0, revisionId: payload?.[0]?.revisionId ?? 0 };
}

async function revise(id: number, content: string, fields: Record<string, string>) {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = `--b\r\ncontent-disposition: form-data; name="file"; filename="novi.txt"\r\n\r\n${content}\r\n`;
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/projects/${code}/documents/${id}/revisions`,
    headers: {
      authorization: `Bearer ${await server.token('local.user')}`,
      'content-type': 'multipart/form-data; boundary=b',
    },
    payload: `${parts.join('')}${file}--b--\r\n`,
  });
  return { httpStatus: answer.statusCode, ...answer.json<{ payload: ProjectDocument[]; status: { name: string } }>() };
}

const read = (id: number, login = 'local.user') =>
  server.call<DocumentRevision[]>(login, 'GET', `projects/${code}/documents/${id}/revisions`);
const change = (method: 'PUT' | 'DELETE', path: string, body?: unknown, login = 'local.user') =>
  server.call<{ revisionsCount: number }>(login, method, `projects/${code}/documents/${path}`, body);
const tokenOf = (revision: DocumentRevision | undefined) => `${revision?.name}${revision?.revision}`;
const anonymous = (token: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url: `/api/projects/documents/${token}/anonymous`, headers });
const resolve = (token: string, by: string | null = null) =>
  server.call<LinkedDocument | SecuredLink>(by, 'GET', `projects/documents/${encodeURIComponent(token)}/security`);

describe('revisions', () => {
  it('come newest first, each with its hash, comment and downloads', async () => {
    const { id, revisionId } = await newDocument();
    expect(await revise(id, 'други садржај', { description: 'Опис', comment: 'Исправка.' })).toMatchObject({
      httpStatus: 200,
      payload: [{ id, revision: 2 }],
    });
    await server.get('reviewer', `projects/${code}/documents/${id}/revisions/${revisionId}/download`);
    const { payload, additionalInformation } = await read(id);
    expect(payload).toMatchObject([
      { documentId: id, revision: 2, title: 'novi', extension: 'txt', comment: 'Исправка.', downloads: [] },
      {
        id: revisionId,
        revision: 1,
        hash: '17d2b96f898a09855ecced1584b655dfc6c5d9d4da3b74865aec0aae2b4fc0ac',
        size: 14,
        secureLink: true,
        downloads: [{ userName: 'Драган Илић' }],
      },
    ]);
    expect(additionalInformation).toMatchObject({ project: { code }, document: { id, title: 'ugovor' } });
  });

  it('show the first and the last download of each user, the latest first', async () => {
    const { id, revisionId } = await newDocument();
    const begun = Date.now();
    const download = async (login: string, minute: number) => {
      server.setNow(new Date(begun + minute * 60_000));
      await server.get(login, `projects/${code}/documents/${id}/revisions/${revisionId}/download`);
      const [revision] = (await read(id)).payload ?? [];
      const minuteOf = (instant: string) => (Date.parse(instant) - begun) / 60_000;
      return revision?.downloads.map(({ userName, firstDownloadDate, lastDownloadDate }) =>
        [userName, minuteOf(firstDownloadDate), minuteOf(lastDownloadDate)].join(' '),
      );
    };
    expect(await download('reviewer', 1)).toEqual(['Драган Илић 1 1']);
    expect(await download('admin', 2)).toEqual(['Весна Радић 2 2', 'Драган Илић 1 1']);
    expect(await download('reviewer', 3)).toEqual(['Драган Илић 1 3', 'Весна Радић 2 2']);
    server.setNow(null);
  });

  it('need a comment and exactly one file, and belong to the document of the address', async () => {
    const { id } = await newDocument();
    const other = await newDocument();
    expect(await revise(id, 'a', { description: 'Опис' })).toMatchObject({ httpStatus: 422 });
    const fields = { description: 'Опис', comment: 'Исправка.' };
    expect(await revise(id, 'a', { ...fields, documentId: String(other.id) })).toMatchObject({ httpStatus: 422 });
    expect(await revise(999_999, 'a', fields)).toMatchObject({ httpStatus: 404 });
  });

  it('are not shown with the document of another project, or to users who do not see it', async () => {
    const { id } = await newDocument();
    const elsewhere = await createProject(server, 'local.user');
    const wrong = await server.call('local.user', 'GET', `projects/${elsewhere}/documents/${id}/revisions`);
    expect(wrong.httpStatus).toBe(404);
    expect((await read(id, 'operator')).httpStatus).toBe(404);
  });

  it('are deleted one by one; with the last one the document is deleted', async () => {
    const { id, revisionId } = await newDocument();
    await revise(id, 'други', { description: 'Опис', comment: 'Исправка.' });
    const gone = await change('DELETE', `${id}/revisions/${revisionId}`);
    expect(gone).toMatchObject({ httpStatus: 200, payload: { revisionsCount: 1 } });
    expect((await change('DELETE', `${id}/revisions/${revisionId}`)).httpStatus).toBe(404);
    const [left] = (await read(id)).payload ?? [];
    expect(await change('DELETE', `${id}/revisions/${left?.id}`)).toMatchObject({ payload: { revisionsCount: 0 } });
    expect((await read(id)).httpStatus).toBe(404);
    const list = await server.call<ProjectDocument[]>('local.user', 'GET', `projects/${code}/documents?perPage=100`);
    expect(list.payload?.map((row) => row.id)).not.toContain(id);
  });

  it('keep the last one if a form names the document', async () => {
    const { id: formId } = await currentForm(server, 'local.user', code);
    const values = await ideaValues(server, 'local.user', code);
    expect((await submit(server, 'local.user', code, formId, 1, values)).httpStatus).toBe(200);
    const id = Number(values['legalAssessment']);
    await revise(id, 'други', { description: 'Опис', comment: 'Исправка.' });
    const [newest, first] = (await read(id)).payload ?? [];
    expect([newest?.canBeDeleted, first?.canBeDeleted]).toEqual([true, true]);
    expect((await change('DELETE', `${id}/revisions/${first?.id}`)).httpStatus).toBe(200);
    expect((await read(id)).payload).toMatchObject([{ id: newest?.id, canBeDeleted: false }]);
    expect(await change('DELETE', `${id}/revisions/${newest?.id}`)).toMatchObject({
      httpStatus: 409,
      status: { name: 'UsedDocumentInForms' },
    });
  });

  it('are changed only by users who may change documents of the project', async () => {
    const { id, revisionId } = await newDocument();
    for (const [method, path, body] of [
      ['DELETE', `${id}/revisions/${revisionId}`],
      ['PUT', `${id}/revisions/1/security/false`],
      ['PUT', `${id}/revisions/${revisionId}/link`, { expiresOn: null }],
      ['DELETE', `${id}/revisions/${revisionId}/link`],
    ] as const) {
      const answer = await change(method, path, body, 'reviewer');
      expect([answer.httpStatus, answer.status.name]).toEqual([403, 'ForbiddenProjectChange']);
    }
    expect((await read(id, 'reviewer')).payload).toMatchObject([{ canBeDeleted: false }]);
  });
});

describe('the link of a revision', () => {
  it('opens nothing without a sign-in before it is made public, and after it is secured again', async () => {
    const { id, revisionId } = await newDocument('javni.txt');
    const token = tokenOf((await read(id)).payload?.[0]);
    const secured = await anonymous(token);
    expect(secured.statusCode).toBe(403);
    expect(secured.json()).toMatchObject({ status: { name: 'RetrieveSecuredProjectDocumentAnonymously' } });
    // Without a session the answer says only that a sign-in is needed.
    expect((await resolve(token)).payload).toEqual({ secureLink: true });
    expect((await resolve(token, 'other.user')).httpStatus).toBe(404);
    expect((await resolve(token, 'local.user')).payload).toMatchObject({
      title: 'javni',
      secureLink: true,
      projectCode: code,
      documentId: id,
      id: revisionId,
    });
    await change('PUT', `${id}/revisions/1/security/false`);
    const open = await anonymous(token);
    expect([open.statusCode, open.body]).toEqual([200, 'садржај']);
    expect(open.headers).toMatchObject({
      'content-disposition': 'attachment; filename=javni.txt',
      'x-content-type-options': 'nosniff',
    });
    await change('PUT', `${id}/revisions/1/security/true`);
    expect((await anonymous(token)).statusCode).toBe(403);
  });

  it('of a withheld project gets the answer of an unknown link, and works again afterwards', async () => {
    const [open, secured] = [await newDocument('javni.txt'), await newDocument('zasticen.txt')];
    await change('PUT', `${open.id}/revisions/1/security/false`);
    const tokens = await Promise.all([open, secured].map(async ({ id }) => tokenOf((await read(id)).payload?.[0])));
    const withhold = (withheld: boolean) =>
      server.call('admin', 'PUT', `projects/${code}/withholding`, { withheld, reason: 'Тајни радови.' });
    const missing = linkName(server.context.config.tokenSecret, '00000000-0000-4000-8000-000000000000', 1);
    const answers = async (token: string) => {
      const file = await anonymous(token);
      const { httpStatus, status } = await resolve(token);
      return [file.statusCode, file.json<{ status: object }>().status, httpStatus, status];
    };
    expect((await withhold(true)).httpStatus).toBe(200);
    for (const token of tokens) expect(await answers(token)).toEqual(await answers(`${missing}1`));
    // Users who see the project can still see the target of a link, and open it.
    expect((await resolve(tokens[0] ?? '', 'local.user')).payload).toMatchObject({
      secureLink: true,
      projectCode: code,
    });
    expect((await resolve(tokens[0] ?? '', 'other.user')).httpStatus).toBe(404);
    expect((await withhold(false)).httpStatus).toBe(200);
    expect((await anonymous(tokens[0] ?? '')).statusCode).toBe(200);
  });

  it('is counted, once for a download in parts, and listed among the downloads without a name', async () => {
    const { id } = await newDocument();
    await change('PUT', `${id}/revisions/1/security/false`);
    const token = tokenOf((await read(id)).payload?.[0]);
    await anonymous(token);
    await anonymous(token, { range: 'bytes=0-3' });
    await anonymous(token, { range: 'bytes=4-' });
    await server.app.inject({ method: 'HEAD', url: `/api/projects/documents/${token}/anonymous` });
    expect((await read(id)).payload).toMatchObject([{ linkOpened: 2, downloads: [{ userName: null }] }]);
  });

  it('is dead once revoked; the next one is secured, and keeps its last day', async () => {
    const { id, revisionId } = await newDocument();
    await change('PUT', `${id}/revisions/1/security/false`);
    const before = tokenOf((await read(id)).payload?.[0]);
    await change('PUT', `${id}/revisions/${revisionId}/link`, { expiresOn: '2999-12-31' });
    await anonymous(before);
    expect((await read(id)).payload).toMatchObject([{ linkOpened: 1 }]);
    await change('DELETE', `${id}/revisions/${revisionId}/link`);
    const [revoked] = (await read(id)).payload ?? [];
    expect(revoked).toMatchObject({ secureLink: true, linkExpiresOn: '2999-12-31', linkOpened: 0 });
    const after = tokenOf(revoked);
    expect((await anonymous(after)).statusCode).toBe(403);
    await change('PUT', `${id}/revisions/1/security/false`);
    expect((await anonymous(before)).json()).toMatchObject({ status: { name: 'InvalidDocumentLink' } });
    expect((await resolve(before)).httpStatus).toBe(404);
    expect((await anonymous(after)).statusCode).toBe(200);
  });

  it('loses its last day if it is revoked after that', async () => {
    const { id, revisionId } = await newDocument();
    server.setNow(new Date('2027-03-01T09:00:00Z'));
    await change('PUT', `${id}/revisions/${revisionId}/link`, { expiresOn: '2027-03-01' });
    server.setNow(new Date('2027-03-02T09:00:00Z'));
    await change('DELETE', `${id}/revisions/${revisionId}/link`);
    expect((await read(id)).payload?.[0]?.linkExpiresOn).toBeNull();
    server.setNow(null);
  });

  it('ends after its last day, by the time in Belgrade', async () => {
    const { id, revisionId } = await newDocument();
    await change('PUT', `${id}/revisions/1/security/false`);
    server.setNow(new Date('2027-03-01T22:59:00Z'));
    const past = await change('PUT', `${id}/revisions/${revisionId}/link`, { expiresOn: '2027-02-28' });
    expect(past).toMatchObject({ httpStatus: 422, fieldErrors: [{ field: 'expiresOn', code: 'InvalidField' }] });
    await change('PUT', `${id}/revisions/${revisionId}/link`, { expiresOn: '2027-03-01' });
    const token = tokenOf((await read(id)).payload?.[0]);
    expect((await anonymous(token)).statusCode).toBe(200);
    server.setNow(new Date('2027-03-01T23:00:00Z'));
    expect((await anonymous(token)).statusCode).toBe(404);
    server.setNow(null);
  });

  it('of a deleted document or revision opens nothing', async () => {
    const { id, revisionId } = await newDocument();
    await change('PUT', `${id}/revisions/1/security/false`);
    const token = tokenOf((await read(id)).payload?.[0]);
    await change('DELETE', `${id}/revisions/${revisionId}`);
    expect((await anonymous(token)).statusCode).toBe(404);
    const whole = await newDocument();
    await change('PUT', `${whole.id}/revisions/1/security/false`);
    const open = tokenOf((await read(whole.id)).payload?.[0]);
    expect((await anonymous(open)).statusCode).toBe(200);
    await change('DELETE', String(whole.id));
    expect((await anonymous(open)).statusCode).toBe(404);
  });

  it('cannot be computed from stored data', async () => {
    const { id, revisionId } = await newDocument();
    await change('PUT', `${id}/revisions/1/security/false`);
    const [revision] = (await read(id)).payload ?? [];
    const row = await server.context.db
      .selectFrom('document_revisions')
      .selectAll()
      .where('id', '=', revisionId)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(revision?.name);
    const foreign = linkName(new TextEncoder().encode('another secret of the same length'), row.link_id, 1);
    for (const token of [
      `${foreign}1`,
      `${revision?.name}2`,
      `${row.link_id}1`,
      'x',
      '../../etc',
      `${revision?.name}`,
    ]) {
      expect((await resolve(token)).httpStatus).toBe(404);
    }
  });
});
