import { describe, expect, it } from 'vitest';
import { encodingOf } from './encoding.ts';

const CYRILLIC = 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя';
const ALONE: Readonly<Record<string, number>> = {
  Ђ: 0x80,
  Љ: 0x8a,
  Њ: 0x8c,
  Ћ: 0x8e,
  Џ: 0x8f,
  ђ: 0x90,
  љ: 0x9a,
  њ: 0x9c,
  ћ: 0x9e,
  џ: 0x9f,
  Ј: 0xa3,
  ј: 0xbc,
  '„': 0x84,
  '“': 0x93,
  '–': 0x96,
};
const LATIN: Readonly<Record<string, number>> = {
  Š: 0x8a,
  Ž: 0x8e,
  š: 0x9a,
  ž: 0x9e,
  Ć: 0xc6,
  Č: 0xc8,
  Đ: 0xd0,
  ć: 0xe6,
  č: 0xe8,
  đ: 0xf0,
  '„': 0x84,
  '“': 0x93,
  '–': 0x96,
};
const byteOf = (letter: string, own: Readonly<Record<string, number>>) =>
  own[letter] ?? (letter < '\x80' ? letter.charCodeAt(0) : 0xc0 + CYRILLIC.indexOf(letter));
const windows1251 = (text: string) => Uint8Array.from(text, (letter) => byteOf(letter, ALONE));
const windows1250 = (text: string) => Uint8Array.from(text, (letter) => byteOf(letter, LATIN));
const utf8 = (text: string) => new TextEncoder().encode(text);
const joined = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

/** A word of ASCII and č, and a word that cannot be Latin. */
const LATIN_WORD = Uint8Array.of(0x61, 0xe8, 0x20);
const CYRILLIC_WORD = Uint8Array.of(0xe2, 0xee, 0xe4, 0x20);
const times = (count: number, word: Uint8Array) => Array.from({ length: count }, () => word);

const NAMES = 'code;name\n991;Комерцијална банка а.д. Београд;1.1.2026.\n992;Љубљана „Њ Џ Ћ“ НЕДЕЉА И РЕЉА\n';
const LATIN_NAMES = 'code;name\n991;Opština Čačak – Đakovica;1.1.2026.\n992;„Žabljak“ Kuršumlija i više\n';

describe('the encoding of a plain text', () => {
  it('is found by its mark, and is UTF-8 where it is valid, also when its last letter is cut', () => {
    expect(encodingOf(Uint8Array.of(0xff, 0xfe, 0x61, 0))).toEqual({ encoding: 'utf-16le', doubtful: false });
    expect(encodingOf(Uint8Array.of(0xfe, 0xff, 0, 0x61))).toEqual({ encoding: 'utf-16be', doubtful: false });
    for (const bytes of [utf8(''), utf8('abc'), utf8(NAMES), utf8(`\ufeff${LATIN_NAMES}`), utf8('ж').subarray(0, 1)]) {
      expect(encodingOf(bytes)).toEqual({ encoding: 'utf-8', doubtful: false });
    }
    expect(encodingOf(utf8('中文 😀'))).toEqual({ encoding: 'utf-8', doubtful: false });
  });

  it('is the code page that its words suggest', () => {
    expect(new TextDecoder('windows-1251').decode(windows1251(NAMES))).toBe(NAMES);
    expect(new TextDecoder('windows-1250').decode(windows1250(LATIN_NAMES))).toBe(LATIN_NAMES);
    expect(encodingOf(windows1251(NAMES))).toEqual({ encoding: 'windows-1251', doubtful: false });
    expect(encodingOf(windows1250(LATIN_NAMES))).toEqual({ encoding: 'windows-1250', doubtful: false });
    expect(encodingOf(windows1251('НЕДЕЉА'))).toEqual({ encoding: 'windows-1251', doubtful: false });
  });

  it('is doubtful where words suggest both code pages, or none', () => {
    expect(encodingOf(joined(windows1250(LATIN_NAMES), windows1251(NAMES)))).toMatchObject({ doubtful: true });
    expect(encodingOf(windows1250('Izvor čćšđž'))).toMatchObject({ doubtful: true });
    expect(encodingOf(windows1250('– č –'))).toMatchObject({ doubtful: true });
    expect(encodingOf(Uint8Array.of(0x61, 0xa9))).toMatchObject({ doubtful: true });
  });

  it('is none where one is mixed into another', () => {
    expect(encodingOf(joined(utf8(NAMES), Uint8Array.of(0xe6, 0x0a), utf8(NAMES)))).toBeNull();
    expect(encodingOf(joined(utf8(NAMES), windows1251(NAMES)))).toBeNull();
    expect(encodingOf(joined(utf8(LATIN_NAMES), windows1250(LATIN_NAMES)))).toBeNull();
  });

  it('is UTF-8 up to the bounds of its letters, and not beyond', () => {
    for (const bounds of ['\u007f', '\u0080', '\u07ff', '\u0800', '\uffff', '\u{10000}', '\u{10ffff}']) {
      expect(encodingOf(utf8(bounds))?.encoding).toBe('utf-8');
    }
    for (const wrong of [[0xc1, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xd0, 0x7f], [0xd0, 0xc0], [0x80]]) {
      expect(encodingOf(Uint8Array.from(wrong))?.encoding).not.toBe('utf-8');
    }
  });

  it.each([
    [0xff, 0x61],
    [0x61, 0xfe],
    [0xfe, 0x61],
    [0x61, 0xff],
  ])('has no mark in %i, %i', (...bytes) => {
    expect(encodingOf(Uint8Array.from(bytes))?.encoding).toMatch(/^windows/);
  });

  it('is mixed where there is more than a letter of UTF-8 for each three stray bytes', () => {
    const stray = (count: number) => Uint8Array.from({ length: count }, () => 0xff);
    expect(encodingOf(joined(utf8('жж'), stray(5)))).toBeNull();
    expect(encodingOf(joined(utf8('жж'), stray(6)))).not.toBeNull();
    expect(encodingOf(joined(utf8('ж'), stray(1)))).not.toBeNull();
  });

  it('counts a word as Latin where letters of ASCII are beside č, ć, ž, š or đ alone', () => {
    for (const letter of 'AZaz') {
      expect(encodingOf(windows1250(`${letter}č;`))).toEqual({ encoding: 'windows-1250', doubtful: false });
    }
    for (const sign of '@[`{') expect(encodingOf(windows1250(`${sign}č;`))?.doubtful).toBe(true);
    expect(encodingOf(Uint8Array.of(0xe8, 0x61, 0xe2, 0xee))?.doubtful).toBe(true);
  });

  it('counts a word as Cyrillic where two letters or more, and none of ASCII, are in it', () => {
    expect(encodingOf(Uint8Array.of(0xe2, 0xee))).toEqual({ encoding: 'windows-1251', doubtful: false });
    expect(encodingOf(Uint8Array.of(0xc0, 0xe2))).toEqual({ encoding: 'windows-1251', doubtful: false });
    for (const none of [[0xe2], [0x61, 0xe2, 0xee], [0xe8, 0xe6], [0xa9, 0xae]]) {
      expect(encodingOf(Uint8Array.from([...none, 0x3b]))?.doubtful).toBe(true);
    }
  });

  it('is certain while at most a word in ten suggests the other code page', () => {
    const of = (latin: number, cyrillic: number) =>
      encodingOf(joined(...times(latin, LATIN_WORD), ...times(cyrillic, CYRILLIC_WORD)));
    expect(of(10, 1)).toEqual({ encoding: 'windows-1250', doubtful: false });
    expect(of(9, 1)).toEqual({ encoding: 'windows-1250', doubtful: true });
    expect(of(1, 10)).toEqual({ encoding: 'windows-1251', doubtful: false });
    expect(of(1, 1)).toEqual({ encoding: 'windows-1250', doubtful: true });
  });
});
