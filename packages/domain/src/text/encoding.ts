/** Encodings of plain texts that are read. */
export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1250', 'windows-1251'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Encodings that no mark in the file identifies, so that somebody may have to choose. */
export const CHOSEN_ENCODINGS = ['windows-1250', 'windows-1251', 'utf-8'] as const satisfies readonly Encoding[];

export interface FoundEncoding {
  encoding: Encoding;
  /** The bytes fit another encoding nearly as well. */
  doubtful: boolean;
}

const ASCII = 0x7f;
const isAsciiLetter = (byte: number) => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
const isNext = (byte: number | undefined) => byte !== undefined && byte >= 0x80 && byte <= 0xbf;

/** How many bytes a letter in UTF-8 has by its first one; 0 if no letter begins so. */
function lengthOf(first: number): number {
  if (first >= 0xc2 && first <= 0xdf) return 2;
  if (first >= 0xe0 && first <= 0xef) return 3;
  return first >= 0xf0 && first <= 0xf4 ? 4 : 0;
}

/** Letters outside ASCII in UTF-8, and bytes that are no part of one. */
function countUtf8(bytes: Uint8Array): { letters: number; others: number } {
  let [letters, others] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const first = bytes[at] ?? 0;
    if (first <= ASCII) continue;
    const length = lengthOf(first);
    let come = 1;
    while (come < length && isNext(bytes[at + come])) come += 1;
    // A letter that is cut at the end is no fault.
    if (length > 0 && (come === length || at + come === bytes.length)) {
      letters += 1;
      at += come - 1;
    } else others += 1;
  }
  return { letters, others };
}

/** Serbian letters outside ASCII in both code pages: š ž ć č đ, and ђ … ш. */
const LATIN = new Set([0x8a, 0x8e, 0x9a, 0x9e, 0xc6, 0xc8, 0xd0, 0xe6, 0xe8, 0xf0]);
const CYRILLIC_ALONE = new Set([0x80, 0x8a, 0x8c, 0x8e, 0x8f, 0x90, 0x9a, 0x9c, 0x9e, 0x9f, 0xa3, 0xbc]);
const FIRST_CYRILLIC = 0xc0;
/** The letters of `LATIN` are among them. */
const isCyrillic = (byte: number) => byte >= FIRST_CYRILLIC || CYRILLIC_ALONE.has(byte);

/**
 * Words that suggest each code page. A Latin word has ASCII letters beside č and ž, a Cyrillic word has none: a word of
 * both kinds is Latin, one of two letters or more outside ASCII is Cyrillic, unless it might be č and ž alone.
 */
function countWords(bytes: Uint8Array): { latin: number; cyrillic: number } {
  const words = { latin: 0, cyrillic: 0 };
  let [ascii, latin, high] = [0, 0, 0];
  for (let at = 0; at <= bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (isAsciiLetter(byte)) ascii += 1;
    else if (isCyrillic(byte)) {
      high += 1;
      if (LATIN.has(byte)) latin += 1;
    } else {
      if (high > 0 && ascii > 0 && latin === high) words.latin += 1;
      if (high > 1 && ascii === 0 && latin < high) words.cyrillic += 1;
      [ascii, latin, high] = [0, 0, 0];
    }
  }
  return words;
}

/** Fewer stray bytes than this for each letter of UTF-8: a UTF-8 text into which something else was mixed. */
const MIXED = 3;
/** At most one in this many words may suggest the other code page. */
const CERTAIN = 10;

/**
 * The encoding of a plain text: by its byte order mark, as UTF-8 where it is valid, otherwise the code page of Windows
 * that its words suggest. Null for a text of mixed encodings: none would read it without changing letters.
 */
export function encodingOf(bytes: Uint8Array): FoundEncoding | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf-16le', doubtful: false };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf-16be', doubtful: false };
  const { letters, others } = countUtf8(bytes);
  if (others === 0) return { encoding: 'utf-8', doubtful: false };
  if (letters > 1 && letters * MIXED > others) return null;
  const { latin, cyrillic } = countWords(bytes);
  const [more, less] = [Math.max(latin, cyrillic), Math.min(latin, cyrillic)];
  return {
    encoding: cyrillic > latin ? 'windows-1251' : 'windows-1250',
    doubtful: more === 0 || less * CERTAIN > more,
  };
}
