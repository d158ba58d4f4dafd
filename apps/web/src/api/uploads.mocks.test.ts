import { afterEach, expect, test, vi } from 'vitest';
import { sendFile } from './uploads.ts';

/** What the server, or a proxy before it, answers to a file. */
let answered: { status: number; body: unknown };

vi.mock('tus-js-client', () => ({
  Upload: class {
    options: { onError?: (error: unknown) => void } = {};
    findPreviousUploads = async () => [];
    start() {
      const originalResponse = { getStatus: () => answered.status, getBody: () => JSON.stringify(answered.body) };
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
