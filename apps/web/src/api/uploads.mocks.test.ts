import { afterEach, expect, test, vi } from 'vitest';
import { call } from './client.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { sendFile, type Sending } from './uploads.ts';

/** The answer to a file, by the server or by a proxy in front of it. */
let answered: { status: number; body: unknown } | null;
type Asked = (error: unknown, before: number) => boolean;
/** The parts of the same file that this browser has sent before, and those that were resumed. */
let earlier: { uploadUrl: string }[] = [];
const resumed: unknown[] = [];
/** Whether the last upload tries again after a failed piece. */
let isTriedAgain: Asked;

vi.mock('tus-js-client', () => ({
  Upload: class {
    options: { onError?: (error: unknown) => void } = {};
    constructor(_file: File, { onShouldRetry }: { onShouldRetry: Asked }) {
      isTriedAgain = onShouldRetry;
    }
    findPreviousUploads = async () => earlier;
    resumeFromPreviousUpload = (upload: unknown) => resumed.push(upload);
    start() {
      const answer = answered;
      const originalResponse = answer && {
        getStatus: () => answer.status,
        getBody: () => JSON.stringify(answer.body),
      };
      this.options.onError?.(Object.assign(new Error('refused'), { originalResponse }));
    }
  },
}));

afterEach(() => vi.restoreAllMocks());

const refusal = (retried: Sending['retried'] = () => undefined, taken: string[] = []) =>
  sendFile('PROBA', new File(['x'], 'prilog.pdf'), taken, {
    onProgress: () => undefined,
    retried,
    signal: new AbortController().signal,
  }).then(
    () => expect.unreachable(),
    (failure: unknown) => failure,
  );

test('a file is refused as the server says; JSON of a proxy is no answer of its server', async () => {
  const status = { code: 1, name: 'InvalidDocumentExtension' };
  answered = { status: 422, body: { payload: null, status, errors: [] } };
  expect(await refusal()).toMatchObject({ httpStatus: 422, name: 'InvalidDocumentExtension' });
  answered = { status: 503, body: { status: 503 } };
  expect(await refusal()).toMatchObject({ httpStatus: 0, name: 'Offline' });
});

test('a file that the browser cannot read is no lost connection', async () => {
  answered = null;
  expect(await refusal()).toMatchObject({ httpStatus: 0, name: 'Offline' });
  // The error of browsers for a file that was moved, changed or is only in a cloud: before the upload, and during it.
  const read = vi.spyOn(Blob.prototype, 'arrayBuffer');
  const gone = new DOMException('The file could not be read', 'NotReadableError');
  for (const readable of [0, 2]) {
    read.mockReset();
    for (let time = 0; time < readable; time += 1) read.mockResolvedValueOnce(new ArrayBuffer(1));
    read.mockRejectedValue(gone);
    const failure = await refusal();
    expect(failure).toBeInstanceOf(UnreadableFile);
    expect(failure).toMatchObject({ fileName: 'prilog.pdf' });
  }
});

test('nor is one that is sent with a form', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  const files = new FormData();
  files.append('file', new File(['x'], 'banke.csv'));
  const send = () => call('POST /registry/:registry/import', { params: { registry: 'banks' }, files });
  await expect(send()).rejects.toMatchObject({ name: 'Offline' });
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(new DOMException('gone', 'NotReadableError'));
  await expect(send()).rejects.toBeInstanceOf(UnreadableFile);
});

const failedWith = (status: number | null) => ({
  originalResponse: status && { getStatus: () => status, getBody: () => JSON.stringify({ status }) },
});

test.each([null, 401, 409, 423, 500, 502, 503])(
  'a piece is sent again after a lost connection, an expired sign-in, a conflict, a lock or a failed server: %s',
  async (status) => {
    answered = { status: 400, body: {} };
    await refusal();
    expect(isTriedAgain(failedWith(status), 0)).toBe(true);
  },
);

test.each([400, 403, 404, 410, 413, 422, 429])('it is not after a refusal: %s', async (status) => {
  answered = { status: 400, body: {} };
  const retried = vi.fn();
  await refusal(retried);
  expect(isTriedAgain(failedWith(status), 0)).toBe(false);
  expect(retried).not.toHaveBeenCalled();
});

test('each attempt is counted for the user, but a renewed sign-in is none', async () => {
  answered = { status: 400, body: {} };
  const retried = vi.fn();
  await refusal(retried);
  isTriedAgain(failedWith(401), 0);
  isTriedAgain(failedWith(503), 2);
  await vi.waitFor(() => expect(retried).toHaveBeenCalled());
  expect(retried.mock.calls).toMatchObject([[{ failure: { name: 'Offline' }, time: 3, of: 5 }]]);
});

test('an earlier upload of the file is resumed, but none that another file of the dialog has', async () => {
  answered = { status: 400, body: {} };
  earlier = ['a', 'b'].map((id) => ({ uploadUrl: `/api/projects/PROBA/uploads/${id}` }));
  for (const taken of [[], ['a'], ['a', 'b']]) await refusal(undefined, taken);
  expect(resumed).toEqual(earlier);
  earlier = [];
});
