import { afterEach, expect, test, vi } from 'vitest';
import { call } from './client.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { sendFile } from './uploads.ts';

/** What the server, or a proxy before it, answers to a file. */
let answered: { status: number; body: unknown } | null;

vi.mock('tus-js-client', () => ({
  Upload: class {
    options: { onError?: (error: unknown) => void } = {};
    findPreviousUploads = async () => [];
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

const refusal = () =>
  sendFile('PROBA', new File(['x'], 'prilog.pdf'), [], {
    onProgress: () => undefined,
    retried: () => undefined,
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
  // As browsers answer to a file that was moved, changed or left in a cloud: before the upload, and in the middle of it.
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
