import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiFailure, call, setTokenSource } from './client.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { dropUpload, forgetUpload, sendFile, type Sending, unfinishedUploads } from './uploads.ts';

vi.mock('./client.ts', async (original) => ({ ...(await original<object>()), call: vi.fn() }));

/** The uploads that the library has created, and mocks of what it does with them. */
const { made, storage, terminate } = vi.hoisted(() => ({
  made: [] as FakeUpload[],
  storage: { findAllUploads: vi.fn(), removeUpload: vi.fn(async () => undefined) },
  terminate: vi.fn(),
}));

type Options = Record<string, unknown> & {
  onBeforeRequest: (request: { setHeader: (name: string, value: string) => void }) => void;
  onAfterResponse: (request: unknown, response: { getStatus: () => number }) => Promise<void>;
  onProgress: (bytes: number) => void;
  onChunkComplete: () => void;
  onSuccess: () => void;
};
interface FakeUpload {
  file: File;
  given: Options;
  options: Options;
  url: string | null;
  aborted: unknown[];
  started: boolean;
  earlier: { uploadUrl: string; urlStorageKey: string }[];
}

vi.mock('tus-js-client', () => {
  class Upload {
    static terminate = terminate;
    options: object;
    url: string | null = null;
    aborted: unknown[] = [];
    started = false;
    earlier = [
      { uploadUrl: '/uploads/a', urlStorageKey: 'key of a' },
      { uploadUrl: '/uploads/b', urlStorageKey: 'key of b' },
    ];
    file: File;
    given: object;
    constructor(file: File, given: object) {
      this.file = file;
      this.given = given;
      this.options = { ...given, urlStorage: storage };
      made.push(this as never);
    }
    findPreviousUploads = async () => this.earlier;
    resumeFromPreviousUpload = (upload: { uploadUrl: string }) => {
      this.url = upload.uploadUrl;
    };
    abort = async (...how: unknown[]) => {
      this.aborted.push(...(how.length > 0 ? how : [false]));
      if (how.length > 0) throw new Error('gone already');
    };
    start = () => {
      this.started = true;
    };
  }
  return { Upload, defaultOptions: { urlStorage: storage } };
});

beforeEach(() => {
  made.length = 0;
  vi.clearAllMocks();
  storage.findAllUploads.mockResolvedValue([{ uploadUrl: '/uploads/a', urlStorageKey: 'key of a' }]);
  terminate.mockResolvedValue(undefined);
});

const FILE = new File(['abc'], 'prilog.pdf', { type: 'application/pdf' });
async function begin(sending: Partial<Sending> = {}) {
  const all = { onProgress: vi.fn(), retried: vi.fn(), signal: new AbortController().signal, ...sending };
  const sent = sendFile('PROBA', FILE, ['a', 'b'], all);
  sent.catch(() => undefined);
  await vi.waitFor(() => expect(made[0]?.options.onSuccess).toBeTypeOf('function'));
  return { sent, upload: made[0] ?? expect.unreachable(), ...all };
}

describe('an upload', () => {
  it('is sent in pieces of 5 MiB, again after growing pauses, with the name and type of its file', async () => {
    const { upload } = await begin();
    expect(upload.given).toMatchObject({
      endpoint: '/api/projects/PROBA/uploads',
      chunkSize: 5_242_880,
      retryDelays: [0, 1000, 3000, 5000, 10_000],
      metadata: { filename: 'prilog.pdf', filetype: 'application/pdf' },
    });
    expect([upload.file, upload.started]).toEqual([FILE, true]);
  });

  it('carries the token of the session, and renews it where it is refused', async () => {
    const renew = vi.fn(async () => true);
    setTokenSource({ token: () => 'token', renew });
    const { upload } = await begin();
    const setHeader = vi.fn();
    upload.options.onBeforeRequest({ setHeader });
    expect(setHeader.mock.calls).toEqual([
      ['x-pimis-client', 'web'],
      ['authorization', 'Bearer token'],
    ]);
    await upload.options.onAfterResponse(null, { getStatus: () => 403 });
    expect(renew).not.toHaveBeenCalled();
    await upload.options.onAfterResponse(null, { getStatus: () => 401 });
    expect(renew).toHaveBeenCalledTimes(1);
  });

  it('says how far it is, that a piece came through, and its number at the end', async () => {
    const { sent, upload, onProgress, retried } = await begin();
    upload.options.onProgress(7);
    upload.options.onChunkComplete();
    expect([vi.mocked(onProgress).mock.calls, vi.mocked(retried).mock.calls]).toEqual([[[7]], [[null]]]);
    upload.url = '/api/projects/PROBA/uploads/c';
    upload.options.onSuccess();
    expect(await sent).toBe('c');
  });

  it('ends when it is stopped, and does not begin when it was stopped before; its pieces stay', async () => {
    const stop = new AbortController();
    const { sent, upload } = await begin({ signal: stop.signal });
    stop.abort();
    await expect(sent).rejects.toMatchObject({ httpStatus: 0, name: 'Offline' });
    expect(upload.aborted).toEqual([false]);
    const sending = { onProgress: vi.fn(), retried: vi.fn(), signal: stop.signal };
    await expect(sendFile('PROBA', FILE, [], sending)).rejects.toBeInstanceOf(ApiFailure);
    expect([made[1]?.started, made[1]?.aborted]).toEqual([false, [false]]);
  });
});

it('a piece of a file that can no longer be read ends the upload', async () => {
  const { sent, upload, retried } = await begin();
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(new DOMException('gone', 'NotReadableError'));
  const isTriedAgain = upload.given.onShouldRetry as (error: unknown, before: number) => boolean;
  expect(isTriedAgain({ originalResponse: null }, 0)).toBe(true);
  await expect(sent).rejects.toBeInstanceOf(UnreadableFile);
  expect([upload.aborted, vi.mocked(retried).mock.calls]).toEqual([[false], []]);
  vi.restoreAllMocks();
});

it('the place of an upload is forgotten, and the upload removed from the server where that is asked for', async () => {
  await forgetUpload('PROBA', FILE, false);
  expect(storage.removeUpload.mock.calls).toEqual([['key of a'], ['key of b']]);
  expect(made[0]?.aborted).toEqual([]);
  await forgetUpload('PROBA', FILE, true);
  expect(made[1]?.aborted).toEqual([true, true]);
});

it('an unfinished upload says whether this browser can resume it', async () => {
  vi.mocked(call).mockResolvedValueOnce({ payload: [{ id: 'a' }, { id: 'c' }] } as never);
  expect(await unfinishedUploads('PROBA')).toEqual([
    { id: 'a', here: true },
    { id: 'c', here: false },
  ]);
  expect(call).toHaveBeenCalledWith('GET /projects/:projectCode/uploads', { params: { projectCode: 'PROBA' } });
  vi.clearAllMocks();
  vi.mocked(call).mockResolvedValueOnce({ payload: [] } as never);
  expect(await unfinishedUploads('PROBA')).toEqual([]);
  expect(storage.findAllUploads).not.toHaveBeenCalled();
});

describe('an upload whose file is not available any more', () => {
  const failure = (status: number) =>
    Object.assign(new Error('refused'), { originalResponse: { getStatus: () => status, getBody: () => '' } });

  it('is removed from the server and from the memory of this browser', async () => {
    await dropUpload('PROBA', 'a');
    const [address, options] = terminate.mock.lastCall as [string, object];
    expect([address, Object.keys(options)]).toEqual(['/api/projects/PROBA/uploads/a', ['onBeforeRequest']]);
    expect(storage.removeUpload.mock.calls).toEqual([['key of a']]);
    await dropUpload('PROBA', 'c');
    expect(storage.removeUpload).toHaveBeenCalledTimes(1);
  });

  it('may be gone already, but no other refusal is ignored', async () => {
    terminate.mockRejectedValueOnce(failure(404));
    await dropUpload('PROBA', 'a');
    expect(storage.removeUpload).toHaveBeenCalledTimes(1);
    terminate.mockRejectedValueOnce(failure(403));
    await expect(dropUpload('PROBA', 'a')).rejects.toMatchObject({ httpStatus: 403, name: 'Forbidden' });
    terminate.mockRejectedValueOnce('broken');
    await expect(dropUpload('PROBA', 'a')).rejects.toMatchObject({ httpStatus: 0, name: 'Offline' });
    expect(storage.removeUpload).toHaveBeenCalledTimes(1);
  });
});
