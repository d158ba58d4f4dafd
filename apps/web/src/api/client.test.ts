import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ApiFailure, call, setTokenSource } from './client.ts';

// The source of tokens belongs to the process, which another file may have set.
beforeEach(() => setTokenSource({ token: () => null, renew: async () => false }));
afterEach(() => vi.unstubAllGlobals());

async function failureOf(answer: Response): Promise<ApiFailure> {
  vi.stubGlobal('fetch', async () => answer);
  return call('GET /health').then(
    () => expect.unreachable(),
    (failure: unknown) => failure as ApiFailure,
  );
}

const page = (status: number) => new Response('<html><h1>nginx</h1></html>', { status });
const envelope = (status: number, name: string) =>
  Response.json({ payload: null, additionalInformation: null, status: { code: 1, name }, errors: [] }, { status });

test.each([502, 503, 504])('a proxy that answers %d in place of its server is no connection', async (status) => {
  expect(await failureOf(page(status))).toMatchObject({ httpStatus: 0, name: 'Offline' });
});

test('what the server itself answers is an answer, and so is any other page of a proxy', async () => {
  expect(await failureOf(envelope(503, 'StorageUnavailable'))).toMatchObject({
    httpStatus: 503,
    name: 'StorageUnavailable',
  });
  expect(await failureOf(page(500))).toMatchObject({ httpStatus: 500, name: 'ServiceError' });
  expect(await failureOf(page(413))).toMatchObject({ httpStatus: 413, name: 'PayloadTooLarge' });
});

test.each([
  [400, 'BadRequest'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'NotFound'],
  [422, 'ValidationError'],
  [429, 'RequestLimitReached'],
])('an answer %d without an envelope has the name of its HTTP status', async (status, name) => {
  expect(await failureOf(page(status))).toMatchObject({ httpStatus: status, name });
});

test('a refused field is a problem once, by itself; texts of a refusal without fields stay', async () => {
  const refused = (errors: unknown[], fieldErrors: unknown[]) =>
    Response.json(
      { payload: null, status: { code: 1, name: 'ValidationError' }, errors, fieldErrors },
      { status: 422 },
    );
  const field = { field: 'name', code: 'EmptyField' };
  const row = { index: 1, statusCode: { code: 'FluentEmptyField' } };
  expect((await failureOf(refused(['name.EmptyField', row], [field]))).errors).toEqual([row, field]);
  expect((await failureOf(refused(['ProjectArchived'], []))).errors).toEqual(['ProjectArchived']);
});

test.each([{ message: 'no upstream' }, { status: 503 }, null, 'busy'])(
  'JSON from a proxy counts as a page of the proxy: %j',
  async (body) => {
    expect(await failureOf(Response.json(body, { status: 503 }))).toMatchObject({ httpStatus: 0, name: 'Offline' });
    expect(await failureOf(Response.json(body, { status: 403 }))).toMatchObject({
      httpStatus: 403,
      name: 'Forbidden',
    });
    // An answer of a proxy is not the server's, even with a status of success.
    expect(await failureOf(Response.json(body))).toMatchObject({ httpStatus: 200, name: 'ServiceError' });
  },
);

test('a call carries the access token, one that opens or renews a session does not', async () => {
  setTokenSource({ token: () => 'old', renew: () => expect.unreachable() });
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers).get('authorization'));
    return envelope(401, 'InvalidRefreshToken');
  });
  const body = { login: 'ana', password: 'lozinka' };
  await expect(call('GET /login/refresh')).rejects.toMatchObject({ httpStatus: 401 });
  await expect(call('POST /login', { body })).rejects.toMatchObject({ httpStatus: 401 });
  setTokenSource({ token: () => 'old', renew: () => Promise.resolve(false) });
  await expect(call('GET /health')).rejects.toMatchObject({ httpStatus: 401 });
  expect(sent).toEqual([null, null, 'Bearer old']);
});
