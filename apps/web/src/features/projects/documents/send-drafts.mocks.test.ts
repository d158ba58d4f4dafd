import { beforeEach, expect, test, vi } from 'vitest';
import { call } from '../../../api/client.ts';
import { sendFile } from '../../../api/uploads.ts';
import { type Draft, sendDrafts } from './api.ts';

vi.mock('../../../api/client.ts', () => ({ call: vi.fn() }));
vi.mock('../../../api/uploads.ts', () => ({ sendFile: vi.fn(), forgetUpload: vi.fn() }));

beforeEach(() => vi.resetAllMocks());

const draftOf = (key: string): Draft => ({
  key,
  file: new File([key], `${key}.pdf`),
  title: key,
  description: '',
  comment: '',
  documentType: 0,
});

test('files are not sent anew where the answer to the last try was lost: documents may have been made of them', async () => {
  const drafts = [draftOf('a'), draftOf('b')];
  const [sent, sending] = [new Map(), { onProgress: vi.fn(), retried: vi.fn(), signal: new AbortController().signal }];
  vi.mocked(sendFile).mockImplementation(async (_, file) => `upload of ${file.name}`);
  vi.mocked(call)
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue({ payload: [] } as never);
  await expect(sendDrafts('PROBA', null, drafts, sent, sending)).rejects.toThrow('Failed to fetch');
  await sendDrafts('PROBA', null, drafts, sent, sending);
  expect(sendFile).toHaveBeenCalledTimes(2);
  const [first, second] = vi.mocked(call).mock.calls;
  expect(second).toEqual(first);
});

test('the progress is that of all files together, and titles are sent without blanks around them', async () => {
  const onProgress = vi.fn();
  vi.mocked(sendFile).mockImplementation(async (_, file, _taken, sending) => {
    sending.onProgress(file.size / 2);
    return `upload of ${file.name}`;
  });
  vi.mocked(call).mockResolvedValue({ payload: [] } as never);
  const drafts = [draftOf('aaaa'), { ...draftOf('bb'), title: ' План ' }];
  const sending = { onProgress, retried: vi.fn(), signal: new AbortController().signal };
  await sendDrafts('PROBA', null, drafts, new Map(), sending);
  expect(onProgress.mock.calls).toEqual([[2 / 6], [5 / 6]]);
  expect(vi.mocked(sendFile).mock.calls.map(([, , taken]) => taken)).toEqual([[], ['upload of aaaa.pdf']]);
  expect(vi.mocked(call).mock.calls[0]).toMatchObject([
    'POST /projects/:projectCode/documents/uploaded',
    { body: { files: [{ title: 'aaaa' }, { title: 'План' }] } },
  ]);
});
