import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DocumentRevision } from '@pimis/contract/documents';
import { createProject, upload } from '../../../testing/projects.ts';
import { useServer } from '../../../testing/server.ts';

const server = useServer();
let code = '';
let place = '';
let other = '';

const placeOf = async (fileName: string) => {
  const [made] = (await upload(server, 'local.user', code, fileName.replace(/pdf$/, 'txt'))).payload ?? [];
  return `/api/projects/${code}/documents/${made?.id}/revisions/${made?.revisionId}`;
};

beforeAll(async () => {
  code = await createProject(server, 'local.user');
  place = await placeOf('prvi.txt');
  other = await placeOf('drugi.txt');
});

/** The access that a browser is given: the cookie and its path. */
async function letIn(url: string, headers: Record<string, string> = {}, login = 'local.user') {
  const answer = await server.app.inject({
    method: 'POST',
    url: `${url}/access`,
    headers: { authorization: `Bearer ${await server.token(login)}`, ...headers },
  });
  const [cookie] = answer.cookies;
  return { status: answer.statusCode, cookie, sent: `${cookie?.name}=${cookie?.value}` };
}

const get = async (url: string, cookie: string, headers: Record<string, string> = {}) => {
  const answer = await server.app.inject({ url, headers: { cookie, ...headers } });
  return { status: answer.statusCode, body: answer.body, headers: answer.headers };
};

describe('a preview', () => {
  it('is shown only inside our own page, with its own type, and loads nothing', async () => {
    const pdf = await placeOf('plan.pdf');
    await sql`update document_revisions set extension = 'pdf' where id = ${Number(pdf.split('/').at(-1))}`.execute(
      server.context.db,
    );
    const { sent } = await letIn(pdf);
    const { status, headers } = await get(`${pdf}/preview`, sent);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/pdf');
    expect(headers['content-disposition']).toMatch(/^inline/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
    expect((await get(`${pdf}/preview`, '')).status).toBe(401);
  });

  it('does not exist for files that a browser would run or save', async () => {
    const { sent } = await letIn(place);
    expect((await get(`${place}/preview`, sent)).status).toBe(404);
  });
});

describe('a browser that saves a document itself', () => {
  it('gets access to that document by a cookie that no script reads and no other site sends', async () => {
    const { cookie, sent } = await letIn(place);
    expect(cookie).toMatchObject({ path: place, httpOnly: true, sameSite: 'Strict', maxAge: 3600 });
    expect(await get(`${place}/download`, sent)).toMatchObject({ status: 200, body: 'садржај' });
    expect((await get(`${place}/download`, '')).status).toBe(401);
  });

  it('resumes after a break, as long as the content is the same', async () => {
    const { sent } = await letIn(place);
    const { headers } = await get(`${place}/download`, sent);
    const [revision] =
      (await server.call<DocumentRevision[]>('local.user', 'GET', place.replace(/^.api.|.\d+$/g, ''))).payload ?? [];
    expect(headers['etag']).toBe(`"${revision?.hash}"`);
    const part = { range: 'bytes=2-3' };
    const again = await get(`${place}/download`, sent, { ...part, 'if-range': String(headers['etag']) });
    expect(again).toMatchObject({ status: 206, body: 'а' });
    const changed = await get(`${place}/download`, sent, { ...part, 'if-range': '"0"' });
    expect(changed).toMatchObject({ status: 200, body: 'садржај' });
  });

  it('gets access to nothing else', async () => {
    const { sent } = await letIn(place);
    expect((await get(`${other}/download`, sent)).status).toBe(401);
    expect((await get(`/api/projects/${code}/documents`, sent)).status).toBe(401);
    expect((await get(`${place}0/download`, sent)).status).toBe(401);
    const removed = await server.app.inject({ method: 'DELETE', url: `${place}/link`, headers: { cookie: sent } });
    expect(removed.statusCode).toBe(401);
    // Nor is it a token of the interface.
    const bearer = { authorization: `Bearer ${sent.slice(sent.indexOf('=') + 1)}` };
    expect((await get(`${place}/download`, sent, bearer)).status).toBe(401);
  });

  it('has access for at most an hour, and no longer than the session', async () => {
    const { sent } = await letIn(place);
    server.setNow(new Date(Date.now() + 61 * 60_000));
    expect((await get(`${place}/download`, sent)).status).toBe(401);
    server.setNow(null);
    const again = await letIn(place);
    expect((await get(`${place}/download`, again.sent)).status).toBe(200);
    await server.call('local.user', 'POST', 'login/logout');
    // The access does not work in another session of the same user.
    server.setNow(null);
    await server.token('local.user');
    expect((await get(`${place}/download`, again.sent)).status).toBe(401);
  });

  it('gets no access to documents that its user does not see, nor from a page of another site', async () => {
    expect(await letIn(place, {}, 'other.user')).toMatchObject({ status: 404, cookie: undefined });
    expect((await letIn(place, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });

  it('gets access to the archives of a project', async () => {
    const archives = `/api/reporting/projects/${code}`;
    const { sent, cookie } = await letIn(archives);
    expect(cookie?.path).toBe(archives);
    expect((await get(`${archives}/documents`, sent)).body.slice(0, 2)).toBe('PK');
    expect((await get(`${archives}/identity-cards?format=pdf`, sent)).status).toBe(401);
    expect((await letIn(archives, {}, 'other.user')).status).toBe(404);
  });

  it('learns before it begins that the content is missing or damaged', async () => {
    const gone = await placeOf('treci.txt');
    const { storage_key } = await server.context.db
      .selectFrom('document_revisions')
      .select('storage_key')
      .where('id', '=', Number(gone.split('/').at(-1)))
      .executeTakeFirstOrThrow();
    await server.context.files.put(storage_key, Readable.from([Buffer.from('други садржај')]), 100);
    const damaged = await server.call('local.user', 'POST', `${gone.slice('/api/'.length)}/access`);
    expect([damaged.httpStatus, damaged.status.name]).toEqual([500, 'DocumentContentDamaged']);
    await server.context.files.remove(storage_key);
    const answer = await server.call('local.user', 'POST', `${gone.slice('/api/'.length)}/access`);
    expect([answer.httpStatus, answer.status.name]).toEqual([500, 'DocumentContentMissing']);
  });
});
