import { describe, expect, it } from 'vitest';
import { EMAIL_PATTERN } from './email.ts';
import { normalizeTexts, normalizingTexts, normalText } from './normal.ts';

/** The least time that the work took in some tries, in microseconds of this process. */
function cost(work: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
  return Math.min(...times);
}

/** Processor time beside the work, in microseconds; a quadratic cost would be hundreds of times as much. */
const NOISE = 1_000;

/** Letters of a piece. */
const PIECE = 65_536;

/** How the cost grows when the input does: 1 for its length, 2 for the square of it. */
function growth(work: (size: number) => unknown): number {
  const [small, times] = [20_000, 16];
  work(small);
  const least = Math.max(
    NOISE,
    cost(() => work(small)),
  );
  return Math.log(cost(() => work(small * times)) / least) / Math.log(times);
}

describe('the normal form', () => {
  it('joins letters with their marks', () => {
    expect(normalText('Čačak'.normalize('NFD'))).toBe('Čačak');
    expect(normalText(`a${'\u0301'.repeat(30)}`)).toBe(`á${'\u0301'.repeat(29)}`);
    const body = { a: [{ b: 'č' }], c: 1 };
    expect(normalizeTexts(body)).toEqual([]);
    expect(body).toEqual({ a: [{ b: 'č' }], c: 1 });
  });

  it('refuses a row of marks, and names its place', () => {
    expect(normalText(`a${'\u0301'.repeat(31)}`)).toBeNull();
    expect(normalText('\u{1d165}'.repeat(31))).toBeNull();
    expect(normalizeTexts({ a: { b: ['x', '\u0316\u0301'.repeat(50)] } })).toEqual(['a.b.1']);
  });

  it.each([
    ['the first of all', '\u0300'],
    ['one behind the halves of pairs', '\ufe20'],
    ['a pair whose second half is the first', '\u{1e000}'],
  ])('counts every mark of a row: %s', (_name, mark) => {
    expect([30, 31].map((marks) => normalText(`a${mark.repeat(marks)}`) === null)).toEqual([false, true]);
  });

  it.each([
    ['marks', '\u0301\u0316'],
    ['marks on letters', `a${'\u0301\u0316'.repeat(15)}`],
    ['pairs', '😀\u0301'],
  ])('costs no more than the length: %s', (_name, unit) => {
    expect(growth((size) => normalText(unit.repeat(size / unit.length)))).toBeLessThan(1.5);
  });

  it('is no dearer for an address of e-mail', () => {
    const pattern = new RegExp(EMAIL_PATTERN);
    expect(growth((size) => pattern.test(`a@${'.a'.repeat(size / 2)} `))).toBeLessThan(1.5);
    expect(['a@b.rs', 'a.b@c.d.rs'].every((text) => pattern.test(text))).toBe(true);
    expect(['a@b', 'a@b.', 'a@.rs', 'a b@c.rs', '@b.rs'].some((text) => pattern.test(text))).toBe(false);
  });

  it('takes no more for an address of e-mail than the address itself', () => {
    const pattern = new RegExp(EMAIL_PATTERN);
    const addresses = ["o'brien+pimis@b-c.rs", 'пера.перић@пример.срб', 'a_b#c@d.rs'];
    expect(addresses.filter((text) => !pattern.test(text))).toEqual([]);
    const others = ['<evil@example.org>', 'Ана <ana@b.rs>', 'a@b.rs>', 'a@b.rs,c', 'a,b@c.rs', 'a;b@c.rs', '"a"@b.rs'];
    const odd = ['a@b.rs\r\nBcc:c', 'a\u0000@b.rs', 'a@[1.2.3.4]', 'a(x)@b.rs', 'a\\b@c.rs', 'mailto:a@b.rs'];
    expect([...others, ...odd].filter((text) => pattern.test(text))).toEqual([]);
  });

  it('stops after each piece of a long text, wherever a letter and its marks are', () => {
    for (const part of ['e\u0301', 'ж\u0306, ', '\u1112\u1161\u11ab ', 'а ']) {
      const long = part.repeat(60_000);
      for (const text of [long, `x${long}`, `xy${long}`]) expect(normalText(text)).toBe(text.normalize('NFC'));
      const stops = [...normalizingTexts({ a: [long], b: long })];
      expect(stops.length).toBeGreaterThanOrEqual(2 * Math.floor(long.length / 100_000));
    }
    expect([...normalizingTexts({ a: Array.from({ length: 20_000 }, () => 'много кратких текстова') })]).not.toEqual(
      [],
    );
  });

  const BEFORE = 'x'.repeat(PIECE - 1);
  it.each([
    ['a letter with marks', () => `${BEFORE}e\u0301${'\u0316'.repeat(3)} x`],
    ['the first of all marks', () => `${BEFORE}e\u0300 x`],
    ['a syllable of parts', () => `${BEFORE}\u1112\u1161\u11ab\u1112\u1161\u11ab x`],
    ['the end of the text', () => `${BEFORE}x`],
    ['a letter behind the cut', () => `${BEFORE}xe\u0301`],
    ['a Cyrillic letter', () => 'ж'.repeat(PIECE + 1)],
    ['a letter of a second cut', () => 'x'.repeat(2 * PIECE + 1)],
  ])('is the same for a long text, though it is cut before %s', (_, text) => {
    expect(normalText(text()) === text().normalize('NFC')).toBe(true);
  });

  it('is read in pieces that are counted in letters, and a value costs some', () => {
    const stops = (data: unknown) => [...normalizingTexts(data)].length;
    const key = 'a'.length + 16;
    expect([PIECE - key - 1, PIECE - key].map((length) => stops({ a: 'x'.repeat(length) }))).toEqual([0, 1]);
    expect(stops({ a: 'x'.repeat(PIECE - 2 * key - 1), b: 1 })).toBe(0);
    expect(stops({ a: 'x'.repeat(PIECE - 2 * key), b: 1 })).toBe(1);
    expect(stops(['x'.repeat(3 * PIECE)])).toBe(3);
    expect(stops(Array.from({ length: 10_000 }, () => 0))).toBe(3);
  });

  it('leaves values alone that are not texts, and names no more places than asked', () => {
    const wrong = 'e' + '\u0301'.repeat(31);
    expect([null, undefined, 1, 'x', wrong].map((data) => normalizeTexts(data))).toEqual([[], [], [], [], []]);
    const body = { a: null, b: 1, c: [true, { d: undefined }] };
    expect(normalizeTexts(body)).toEqual([]);
    expect(body).toEqual({ a: null, b: 1, c: [true, { d: undefined }] });
    const many = Array.from({ length: 30 }, () => ({ a: wrong }));
    expect([normalizeTexts(many).length, normalizeTexts(many, 1).length, normalizeTexts(many, 40).length]).toEqual([
      20, 1, 30,
    ]);
  });

  it('takes no text for one that goes on for 8,192 letters without a place to cut', () => {
    const begun = (unbroken: number, end = '') => normalText('x'.repeat(PIECE) + '\u0958'.repeat(unbroken) + end);
    expect([begun(8191), begun(8191, 'x')].map((text) => text !== null)).toEqual([true, true]);
    expect([begun(8192), begun(8192, 'x')]).toEqual([null, null]);
  });

  it.each(['ж', '\u3400', '\u9fff'])('is cut between letters that take no mark to themselves: %s', (letter) => {
    expect(normalText(letter.repeat(PIECE + 8192)) === letter.repeat(PIECE + 8192)).toBe(true);
  });

  it('takes no text for one that goes on without an end', () => {
    expect(normalText('\u0958'.repeat(200_000))).toBeNull();
    expect(normalText('中'.repeat(200_000))).not.toBeNull();
  });
});
