import { afterEach, expect, it, vi } from 'vitest';
import { copyText } from './copy-text.ts';

afterEach(() => vi.unstubAllGlobals());

it('says whether the browser has copied a text', async () => {
  const writeText = vi.fn().mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Error('denied'));
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  expect([await copyText('а'), await copyText('б')]).toEqual([true, false]);
  expect(writeText.mock.calls).toEqual([['а'], ['б']]);
  vi.stubGlobal('navigator', {});
  expect(await copyText('а')).toBe(false);
});
