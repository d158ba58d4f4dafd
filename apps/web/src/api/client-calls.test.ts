import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ApiFailure,
  authorize,
  call,
  callQuietly,
  download,
  envelopeIn,
  type FileAddress,
  fileAddress,
  saveNatively,
  setTokenSource,
} from './client.ts';

/** Sent requests, and what the server answers to each. */
let sent: { address: string; init: RequestInit }[] = [];
let answers: (() => Response)[] = [];
const success = (payload: unknown = null) =>
  Response.json({ payload, additionalInformation: { more: 1 }, status: { code: 0, name: 'Ok' }, errors: [] });
const refused = (status: number, name = 'Unauthorized') =>
  Response.json({ payload: null, additionalInformation: null, status: { code: 1, name }, errors: [] }, { status });
const headersOf = ({ init }: { init: RequestInit }) => Object.fromEntries(new Headers(init.headers));

let token: string | null = null;
const renew = vi.fn();

beforeEach(() => {
  [sent, answers, token] = [[], [], null];
  renew.mockReset();
  setTokenSource({ token: () => token, renew });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    sent.push({ address, init });
    return (answers.shift() ?? success)();
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('the address of a call', () => {
  it('has its parameters and its query, without values that are not given', async () => {
    await call('GET /registry/:registry', { params: { registry: 'a/б' }, query: { 'filter[search]': 'x&y' } });
    await call('GET /registry/:registry', { params: { registry: 'a' }, query: { one: undefined, two: 2 } } as never);
    await call('GET /registry/:registry', { params: { registry: 'a' }, query: 'sort=-name' });
    await call('GET /registry/:registry', { params: { registry: 'a' }, query: {} });
    await call('GET /registry/:registry', { params: {} } as never);
    expect(sent.map(({ address }) => address)).toEqual([
      '/api/registry/a%2F%D0%B1?filter%5Bsearch%5D=x%26y',
      '/api/registry/a?two=2',
      '/api/registry/a?sort=-name',
      '/api/registry/a',
      '/api/registry/',
    ]);
    expect(fileAddress('GET /operations/:id/result', { params: { id: '7' } })).toBe('operations/7/result');
  });
});

describe('a call', () => {
  it('sends JSON with its type, a form without one, and nothing without a body', async () => {
    token = 'token';
    const files = new FormData();
    await call('GET /health');
    await call('POST /login/logout', { body: { a: 1 } } as never);
    await call('POST /registry/:registry/import', { params: { registry: 'banks' }, files });
    const own = { 'x-pimis-client': 'web', authorization: 'Bearer token' };
    expect(sent.map(({ init }) => [init.method, init.body])).toEqual([
      ['GET', undefined],
      ['POST', '{"a":1}'],
      ['POST', files],
    ]);
    expect(sent.map(headersOf)).toEqual([own, { ...own, 'content-type': 'application/json' }, own]);
  });

  it('gives the payload and what comes with it', async () => {
    answers = [() => success([1])];
    expect(await call('GET /health')).toEqual({ payload: [1], additional: { more: 1 } });
  });

  it('fails where the answer breaks off, or says a failure in spite of its HTTP status', async () => {
    answers = [
      () => Object.assign(new Response(), { text: () => Promise.reject(new Error('broken off')) }),
      () => Response.json({ payload: 7, status: { code: 3, name: 'OperationRunning' }, errors: [] }, { status: 202 }),
    ];
    await expect(call('GET /health')).rejects.toMatchObject({ httpStatus: 200, name: 'ServiceError' });
    await expect(call('GET /health')).rejects.toMatchObject({ httpStatus: 202, name: 'OperationRunning', payload: 7 });
  });

  it('fails without a connection', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(call('GET /health')).rejects.toMatchObject({ httpStatus: 0, name: 'Offline' });
  });
});

describe('a refused token', () => {
  it('is renewed once, and the call is made again', async () => {
    [token, answers] = ['old', [() => refused(401), () => refused(401)]];
    renew.mockImplementation(async () => {
      token = 'new';
      return true;
    });
    await expect(call('GET /health')).rejects.toMatchObject({ httpStatus: 401 });
    expect(sent.map((one) => headersOf(one).authorization)).toEqual(['Bearer old', 'Bearer new']);
    expect(renew).toHaveBeenCalledTimes(1);
  });

  it('that another call has renewed meanwhile is not renewed again', async () => {
    token = 'old';
    answers = [
      () => {
        token = 'new';
        return refused(401);
      },
      () => success(1),
    ];
    expect((await call('GET /health')).payload).toBe(1);
    expect(renew).not.toHaveBeenCalled();
  });

  it('is renewed where the session ended meanwhile; without success the refusal counts', async () => {
    token = 'old';
    answers = [
      () => {
        token = null;
        return refused(401);
      },
    ];
    renew.mockResolvedValue(false);
    await expect(call('GET /health')).rejects.toMatchObject({ httpStatus: 401 });
    expect([sent.length, renew.mock.calls.length]).toEqual([1, 1]);
  });

  it('is left alone for another failure, and by a call that repeats itself', async () => {
    [token, answers] = ['old', [() => refused(403), () => refused(401)]];
    await expect(call('GET /health')).rejects.toMatchObject({ httpStatus: 403 });
    await expect(callQuietly('GET /health')).rejects.toMatchObject({ httpStatus: 401 });
    expect(renew).not.toHaveBeenCalled();
  });

  it('of calls outside of the client has the same headers and the same renewal', async () => {
    expect(authorize.headers()).toEqual({ 'x-pimis-client': 'web' });
    token = 'old';
    expect(authorize.headers()).toEqual({ 'x-pimis-client': 'web', authorization: 'Bearer old' });
    renew.mockResolvedValue(true);
    expect(await authorize.renew()).toBe(true);
  });
});

it.each([
  'GET /login/refresh',
  'POST /login',
  'POST /login/login-ldap',
  'POST /login/second-factor',
  'POST /login/second-step',
  'POST /login/passkey',
  'POST /login/oidc',
  'POST /login/location-verify',
  'POST /login/location-verify/validate',
  'POST /login/location-verify/refuse',
])('%s opens or renews a session: it has no token, and its refusal is final', async (name) => {
  [token, answers] = ['old', [() => refused(401)]];
  await expect(call(name as never, { body: {} } as never)).rejects.toMatchObject({ httpStatus: 401 });
  expect([headersOf(sent[0] ?? { init: {} }).authorization, renew.mock.calls.length]).toEqual([undefined, 0]);
});

describe('a failure', () => {
  it('is a refusal where the server would answer the same again', () => {
    const statuses = [0, 202, 399, 400, 401, 404, 499, 500, 503];
    expect(statuses.filter((status) => new ApiFailure(status, 'X').isRefusal)).toEqual([400, 404, 499]);
  });

  it('can wait without a connection, or while the installation can only be read', () => {
    const [offline, readOnly] = [new ApiFailure(0, 'Offline'), new ApiFailure(503, 'ReadOnly')];
    expect([offline, readOnly, new ApiFailure(500, 'ServiceError')].map(({ canWait }) => canWait)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('has the payload of its own name, and the problem of a field', () => {
    const row = { index: 1, statusCode: { code: 'FluentEmptyField' } };
    const failure = new ApiFailure(409, 'RegistryImportRunning', ['x', row, { field: 'a', code: 'B' }], {
      by: 'Вера',
    });
    expect(failure.payloadOf('RegistryImportRunning')).toEqual({ by: 'Вера' });
    expect(failure.payloadOf('FormRevisionConflict')).toBeNull();
    expect([failure.problemOf('a'), failure.problemOf('b'), failure.message]).toEqual([
      'B',
      undefined,
      'RegistryImportRunning',
    ]);
  });

  it('has an envelope only with the name of its status', () => {
    expect(envelopeIn('{"status":{"name":"Ok"}}')).toEqual({ status: { name: 'Ok' } });
    for (const text of ['{"status":{}}', '{}', 'null', '', '<html>']) expect(envelopeIn(text)).toBeNull();
  });
});

describe('a file', () => {
  const PATH = 'operations/7/result' as FileAddress;
  const links: { href: string; download: string; clicks: number }[] = [];
  const freed: string[] = [];

  beforeEach(() => {
    [links.length, freed.length] = [0, 0];
    const createElement = vi.fn((name: string) => {
      expect(name).toBe('a');
      const link = { href: '', download: 'unset', clicks: 0, click: () => (link.clicks += 1) };
      links.push(link);
      return link;
    });
    vi.stubGlobal('document', { createElement });
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void freed.push(url));
  });
  afterEach(() => vi.restoreAllMocks());

  it.each([
    [`attachment; filename="b.pdf"; filename*=UTF-8''%D0%B0.pdf`, 'а.pdf'],
    [`attachment; filename*=utf-8''a.pdf; size=1`, 'a.pdf'],
    ['attachment; filename="b c.pdf"', 'b c.pdf'],
    ['attachment; filename=b.pdf; size=1', 'b.pdf'],
    ['attachment', 'own.pdf'],
    [null, 'own.pdf'],
  ])('with the disposition %s is kept as %s', async (disposition, name) => {
    const headers = new Headers(disposition === null ? [] : [['content-disposition', disposition]]);
    answers = [() => new Response('x', { headers })];
    await download(PATH, 'own.pdf');
    expect(links).toMatchObject([{ href: 'blob:1', download: name, clicks: 1 }]);
    expect(freed).toEqual(['blob:1']);
    expect(sent[0]).toMatchObject({ address: '/api/operations/7/result', init: { method: 'GET' } });
  });

  it('that is refused or still to be made is not kept', async () => {
    answers = [
      () => refused(404, 'NotFound'),
      () => Response.json({ payload: 7, status: { code: 3, name: 'OperationRunning' }, errors: [] }, { status: 202 }),
    ];
    await expect(download(PATH, 'own.pdf')).rejects.toMatchObject({ name: 'NotFound' });
    await expect(download(PATH, 'own.pdf')).rejects.toMatchObject({ name: 'OperationRunning', payload: 7 });
    expect(links).toEqual([]);
  });

  it('is saved by the browser itself after a call has allowed it', async () => {
    const allow = vi.fn(async () => expect(links).toEqual([]));
    await saveNatively(PATH, allow);
    expect(allow).toHaveBeenCalledTimes(1);
    expect(links).toMatchObject([{ href: '/api/operations/7/result', download: '', clicks: 1 }]);
    await expect(saveNatively(PATH, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(links).toHaveLength(1);
  });
});
