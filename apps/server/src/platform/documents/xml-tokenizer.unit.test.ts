import { describe, expect, it } from 'vitest';
import { XmlReader } from './xml-tokenizer.ts';

function read(document: string, step = document.length * 4): string[] {
  const seen: string[] = [];
  const reader = new XmlReader({
    open: (name, attributes) => seen.push(`<${name} ${JSON.stringify(attributes)}`),
    close: (name) => seen.push(`/${name}`),
    text: (text) => seen.push(text),
  });
  const bytes = Buffer.from(document);
  for (let at = 0; at < bytes.length; at += step) reader.write(bytes.subarray(at, at + step));
  reader.end();
  return seen;
}

describe('XML read piece by piece', () => {
  const document = `<?xml version="1.0"?><x:a r:id='1' b="x &gt; &quot;"><!-- <no> -->ђ &amp; &#1033;&#x459;<c/><![CDATA[<q> &amp;]]></x:a>`;

  it('is the same wherever it is cut', () => {
    const whole = read(document);
    expect(whole).toEqual(['<a {"id":"1","b":"x > \\""}', 'ђ & Љљ', '<c {}', '/c', '<q> &amp;', '/a']);
    for (const step of [1, 2, 3, 7]) expect(read(document, step)).toEqual(whole);
  });

  it.each([
    ['an entity of its own', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ['a text without end', `<a>${'b'.repeat(2_000_000)}`],
    ['a tag broken off', '<a><b c="'],
    ['a tag that never ends', `<a ${'b'.repeat(2_000_000)}`],
    ['a tag in a tag', '<a <b>'],
    ['what is no attribute', '<a b>'],
    ['a tag without a name', '< >'],
  ])('refuses %s', (_name, text) => {
    expect(() => read(text)).toThrow();
  });

  it('takes time by the length of a tag alone', () => {
    // Some ten thousand letters cost seconds when every letter is tried as the beginning of something.
    const letters = 'b'.repeat(60_000);
    expect(read(`<${letters}/>`)).toHaveLength(2);
    expect(() => read(`<a ${letters}>`)).toThrow('attribute');
    expect(() => read(`<a ${'b '.repeat(30_000)}>`)).toThrow('attribute');
  });
});
