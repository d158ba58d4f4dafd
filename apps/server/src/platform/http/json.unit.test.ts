import { describe, expect, it } from 'vitest';
import { parseJson } from './json.ts';

/** How often others have had their turn while the work was done. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let over = false;
  const count = () => {
    turns += 1;
    if (!over) setImmediate(count);
  };
  setImmediate(count);
  await work();
  over = true;
  return turns;
}

describe('reading what was sent', () => {
  it('answers the value in the normal form', async () => {
    expect(await parseJson('{"a":["e\\u0301"],"b":" [,{\\"\\\\"}', 'json')).toEqual({ a: ['é'], b: ' [,{"\\' });
    await expect(parseJson('{"a":', 'json')).rejects.toThrow(SyntaxError);
    await expect(parseJson(`[${'1,'.repeat(20_000)}1]`, 'json')).rejects.toThrow('PayloadTooLarge');
    await expect(parseJson('['.repeat(65), 'json')).rejects.toThrow('ValidationError');
    const names = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1])));
    await expect(parseJson(names(1001), 'json')).rejects.toThrow('PayloadTooLarge');
    expect(await parseJson(`[${`${names(1000)},`.repeat(10)}[1,2]]`, 'json')).toHaveLength(11);
  });

  it('leaves others their turn between the parts of the largest call', async () => {
    for (const letter of ['é', 'e\u0301', 'ж, ', '\u0958 ']) {
      const text = letter.repeat(2_000_000 / letter.length);
      const pieces = Math.floor(text.length / 150_000);
      expect(await turnsDuring(() => parseJson(JSON.stringify([text]), 'json')), letter).toBeGreaterThan(pieces);
      const short = JSON.stringify(Array.from({ length: 9_000 }, () => text.slice(0, 200)));
      expect(await turnsDuring(() => parseJson(short, 'json')), letter).toBeGreaterThan(pieces);
    }
  });
});
