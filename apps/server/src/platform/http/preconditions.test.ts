import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Project } from '@pimis/contract/projects';
import { callAs, makeClient, signInClient, tokenOf } from '../../testing/clients.ts';
import { newCode } from '../../testing/codes.ts';
import { createProject, currentForm, ideaValues } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';

/* ETag, If-None-Match and If-Match, of a client and of people. */

const server = useServer();
let token = '';
let login = '';
beforeAll(async () => {
  const client = await makeClient(server, { name: 'Услови' });
  token = await tokenOf(server, client);
  login = await signInClient(server, client);
});

const get = (url: string, headers: Record<string, string> = {}, as = token) =>
  server.app.inject({ url: `/api/${url}`, headers: { authorization: `Bearer ${as}`, ...headers } });
const tagOf = async (url: string, as = token) => String((await get(url, {}, as)).headers.etag);
const rename = (code: string, name: string, etag: string, more: object = {}) =>
  callAs<Project>(server, token, 'PUT', `projects/${code}`, {
    body: { code, name, ...more },
    headers: { 'if-match': etag },
  });

describe('a tagged answer', () => {
  it('is not sent again to a client that has it, in either representation, until it changes', async () => {
    const code = await createProject(server, login);
    const url = `projects/${code}`;
    const plain = await get(url);
    expect(plain.headers).toMatchObject({ etag: /^"[\w-]{32}"$/, 'cache-control': 'private, no-cache' });
    const packed = await get(url, { 'accept-encoding': 'gzip' });
    expect(packed.headers.etag).toBe(String(plain.headers.etag).replace(/"$/, '.gzip"'));
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
    for (const { headers } of [plain, packed]) {
      for (const known of [String(headers.etag), `"other", W/${headers.etag}`]) {
        const again = await get(url, { 'if-none-match': known, 'accept-encoding': 'gzip' });
        expect([again.statusCode, again.body, again.headers['content-type']]).toEqual([304, '', undefined]);
      }
    }
    await rename(code, 'Ново име', '*');
    expect((await get(url, { 'if-none-match': String(plain.headers.etag) })).statusCode).toBe(200);
    // Browsers keep nothing.
    expect((await get(url, {}, await server.token('local.user'))).headers['cache-control']).toBe('no-store');
    expect((await get('projects/none')).headers).not.toHaveProperty('etag');
  });

  it('has another tag for a caller with other rights', async () => {
    const code = await createProject(server, login);
    expect(await tagOf(`projects/${code}`, await server.token('local.admin'))).not.toBe(
      await tagOf(`projects/${code}`),
    );
  });
});

describe('If-Match', () => {
  it('changes what the caller has seen, and nothing else', async () => {
    const code = await createProject(server, login);
    const url = `projects/${code}`;
    const etag = await tagOf(url);
    for (const wrong of ['"other"', `W/${etag}`, etag.replaceAll('"', '')]) {
      expect((await rename(code, 'Погрешно име', wrong)).status.name, wrong).toBe('PreconditionFailed');
    }
    const renamed = await rename(code, 'Прво име', `"other", ${etag.replace(/"$/, '.gzip"')}`);
    expect([renamed.httpStatus, renamed.payload?.name]).toEqual([200, 'Прво име']);
    const late = await rename(code, 'Друго име', etag);
    expect([late.httpStatus, late.status]).toEqual([412, { code: 9005, name: 'PreconditionFailed' }]);
    expect((await rename(code, 'Треће име', '*')).payload?.name).toBe('Треће име');
    // A resource that the caller does not see is not found, whatever the tag.
    expect((await rename(newCode(), 'Ништа име', '*')).httpStatus).toBe(404);
  });

  it('lets one of two concurrent changes through', async () => {
    const code = await createProject(server, login);
    const etag = await tagOf(`projects/${code}`);
    const names = ['Једно име', 'Друго име', 'Треће име', 'Четврто име'];
    const answers = await Promise.all(names.map((name) => rename(code, name, etag)));
    expect(answers.map(({ httpStatus }) => httpStatus).toSorted((a, b) => a - b)).toEqual([200, 412, 412, 412]);
    const done = names[answers.findIndex(({ httpStatus }) => httpStatus === 200)];
    expect((await server.call<Project>(login, 'GET', `projects/${code}`)).payload?.name).toBe(done);
  });

  it('does not excuse a state in the body that differs', async () => {
    const code = await createProject(server, login);
    const etag = await tagOf(`projects/${code}`);
    const answer = await rename(code, 'Ново име', etag, { expected: { name: 'Неко друго име' } });
    expect([answer.httpStatus, answer.status.name]).toEqual([409, 'RecordConflict']);
  });

  it('guards steps and forms', async () => {
    const code = await createProject(server, login);
    const { id } = await currentForm(server, login, code);
    const form = `projects/${code}/forms/${id}`;
    const json = await ideaValues(server, login, code);
    const save = (etag: string, more: object = { id }) =>
      callAs(server, token, 'POST', 'projects/form-input', {
        body: { projectCode: code, action: 1, json, ...more },
        headers: { 'if-match': etag },
      });
    const seen = await tagOf(form);
    expect((await save(seen)).httpStatus).toBe(200);
    const late = await save(seen);
    expect([late.httpStatus, late.status.name]).toEqual([412, 'PreconditionFailed']);
    // Which form is meant must be clear before its tag can be compared.
    expect((await save(seen, {})).fieldErrors).toEqual([{ field: 'id', code: 'MandatoryFieldNotSet' }]);
    const step = await callAs(server, token, 'PUT', `projects/${code}/actions`, {
      body: { action: 1 },
      headers: { 'if-match': seen },
    });
    expect(step.httpStatus).toBe(412);
    // The tag is right, the step is not possible yet.
    const early = await callAs(server, token, 'PUT', `projects/${code}/actions`, {
      body: { action: 1 },
      headers: { 'if-match': await tagOf(`projects/${code}`) },
    });
    expect(early.httpStatus).not.toBe(412);
    expect(early.httpStatus).toBeGreaterThanOrEqual(400);
  });

  it('guards the rows of registries, also their end', async () => {
    const admin = await server.token('admin');
    const change = (method: 'PUT' | 'DELETE', etag: string, body?: object) =>
      callAs(server, admin, method, 'registry/banks/908', { headers: { 'if-match': etag }, ...(body ? { body } : {}) });
    const seen = await tagOf('registry/banks/908', admin);
    expect((await change('PUT', seen, { note: 'Прво' })).httpStatus).toBe(200);
    expect((await change('PUT', seen, { note: 'Друго' })).httpStatus).toBe(412);
    expect((await change('DELETE', seen)).httpStatus).toBe(412);
    const stale = await server.call('admin', 'DELETE', 'registry/banks/908?revision=1');
    expect(stale.status.name).toBe('RecordConflict');
    expect((await change('DELETE', await tagOf('registry/banks/908', admin))).httpStatus).toBe(200);
  });

  it('is refused where nothing compares it', async () => {
    const code = await createProject(server, login);
    const answer = await callAs(server, token, 'PUT', `projects/${code}/organizations`, {
      body: { add: [] },
      headers: { 'if-match': '*' },
    });
    expect(answer.fieldErrors).toEqual([{ field: 'If-Match', code: 'UnknownField' }]);
  });
});
