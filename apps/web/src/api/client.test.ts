import { afterEach, expect, test, vi } from 'vitest';
import { type ApiFailure, call, setTokenSource } from './client.ts';

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

test.each([{ message: 'no upstream' }, { status: 503 }, null, 'busy'])(
  'JSON of a proxy is its page: %j',
  async (body) => {
    expect(await failureOf(Response.json(body, { status: 503 }))).toMatchObject({ httpStatus: 0, name: 'Offline' });
    expect(await failureOf(Response.json(body, { status: 403 }))).toMatchObject({
      httpStatus: 403,
      name: 'ServiceError',
    });
    // A proxy that says that all is well is not the server either.
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
