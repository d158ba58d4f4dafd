/**
 * Characters that nobody sees and that come along when text is copied: the soft hyphen, spaces of no width, the word
 * joiner with the operators beside it, marks of direction and the byte order mark.
 */
const UNSEEN = String.raw`\u00ad\u034f\u180e\u200b\u200e\u200f\u2060-\u2064\ufeff`;

/** Joiners join letters of some scripts and the parts of an emoji; between other characters they do nothing. */
const JOINERS = String.raw`\u200c\u200d`;
const JOINED = String.raw`\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\p{Script=Arabic}\p{Script=Devanagari}`;

/** All of them, as part of a class of a pattern. */
export const ANY_UNSEEN = `${UNSEEN}${JOINERS}`;

const UNSEEN_CHARACTERS = new RegExp(`[${UNSEEN}]|(?<![${JOINED}])[${JOINERS}]`, 'gu');
const ANY = new RegExp(`[${ANY_UNSEEN}]`, 'u');

/** Returns whether a text has a character that nobody sees. */
export function hasUnseen(text: string): boolean {
  return ANY.test(text);
}

/** The text without characters that nobody sees. */
export function withoutUnseen(text: string): string {
  return ANY.test(text) ? text.replaceAll(UNSEEN_CHARACTERS, '') : text;
}

/** Spaces of any width, and tabs. */
const SPACES = /[\t\p{Zs}]+/gu;

/**
 * A name, title or code as it is stored and compared: letters joined with their marks (form C), no invisible
 * characters, one plain space between words and none at the ends. Line breaks stay: such a text is refused elsewhere.
 */
export function cleanLine(text: string): string {
  return withoutUnseen(text).normalize('NFC').replaceAll(SPACES, ' ').trim();
}
