import { expect, test, vi } from 'vitest';
import { call } from '../../../api/client.ts';
import { sendFile } from '../../../api/uploads.ts';
import { type Draft, sendDrafts } from './api.ts';

vi.mock('../../../api/client.ts', () => ({ call: vi.fn() }));
vi.mock('../../../api/uploads.ts', () => ({ sendFile: vi.fn(), forgetUpload: vi.fn() }));

test('files are not sent anew where the answer to the last try was lost: documents may have been made of them', async () => {
  const draftOf = (key: string): Draft => ({
    key,
    file: new File([key], `${key}.pdf`),
    title: key,
    description: '',
    comment: '',
    documentType: 0,
  });
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
