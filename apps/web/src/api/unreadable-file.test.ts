import { afterEach, expect, it, vi } from 'vitest';
import { isReadable, unreadableIn, UnreadableFile } from './unreadable-file.ts';

afterEach(() => vi.restoreAllMocks());

it('a file is readable from its first byte to its last', async () => {
  const read: string[] = [];
  const file = new Blob(['abc']);
  const slice = vi.spyOn(file, 'slice');
  slice.mockImplementation((from, to) => {
    read.push(`${from} ${to}`);
    return new Blob(['x']);
  });
  expect(await isReadable(file)).toBe(true);
  expect(read).toEqual(['0 1', '-1 undefined']);
  const gone = () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error('gone')) });
  slice.mockImplementation((_, to) => (to === 1 ? gone() : new Blob()));
  expect(await isReadable(file)).toBe(false);
  slice.mockImplementation((_, to) => (to === 1 ? new Blob() : gone()));
  expect(await isReadable(file)).toBe(false);
});

it('the first unreadable file of a form is found, its texts are none', async () => {
  const form = new FormData();
  form.append('name', 'текст');
  const files = ['a', 'b', 'c'].map((name) => new File(['x'], name));
  for (const file of files) form.append('file', file);
  expect(await unreadableIn(form)).toBeUndefined();
  const arrayBuffer = vi.spyOn(Blob.prototype, 'arrayBuffer');
  // The first file is read at both ends.
  arrayBuffer.mockResolvedValueOnce(new ArrayBuffer(1)).mockResolvedValueOnce(new ArrayBuffer(1));
  arrayBuffer.mockRejectedValue(new Error('gone'));
  expect((await unreadableIn(form))?.name).toBe('b');
});

it('is named in its error', () => {
  expect(new UnreadableFile('prilog.pdf')).toMatchObject({
    fileName: 'prilog.pdf',
    message: 'prilog.pdf cannot be read',
  });
});
