import type { BilingualText } from '@pimis/domain/text/bilingual-text';
import { cutText } from '@pimis/domain/text/cut';
import { inScript, type Script } from '@pimis/domain/text/transliterate';
import { type Language, wordingOf } from '@pimis/domain/text/wording';
import { type MarkdownNode, markdownNodes } from '@pimis/markdown/read';
import { WORDS } from '@pimis/domain/text/words';
import { CODE_FONTS, TEXT_FONTS } from './fonts.ts';
import type { FallbackText } from './glyph-fallback.ts';
import type { Block, Column, PaperPicture, PdfDocument, Row } from './model.ts';

/** The template accepts no longer addresses; the text of such a link stays. */
const MAX_LINK = 2000;
/** The deepest heading allowed after another one. */
const DEEPEST = { 1: 2, 2: 3, 3: 4, 4: 4 } as const;
const EMPTY = '–';
/** Wider than its place on the page. */
const WIDE = 1.5;
/** Longer words get break opportunities; otherwise they would leave their cell. */
const UNDIVIDED = /[^\s\u00ad\u200b-]{25,}/gu;
const PART = 12;
/**
 * Marks where a long address may break. The template turns each mark into an empty layout space, which is not part of
 * copied text. Each mark adds a level of nesting in the template, so after very many of them the rest of a text gets
 * break characters instead, like other long words.
 */
const BREAK = '\uf8f0';
const MOST_BREAKS = 200;
const BREAK_CHARACTER = '\u200b';
/** An address has one of these between its parts. */
const IN_ADDRESS = /[\p{L}\p{N}][@.:/][\p{L}\p{N}/]/u;
const GRAPHEMES = new Intl.Segmenter('sr', { granularity: 'grapheme' });
/** Texts of every paper. */
const TEXTS = {
  number: WORDS.number,
  day: WORDS.date,
  page: { sr: 'страна', en: 'page' },
  of: { sr: 'од', en: 'of' },
  stamp: { sr: 'М. П.', en: 'Stamp' },
  draft: { sr: 'НАЦРТ', en: 'DRAFT' },
} as const satisfies Record<string, BilingualText>;
type Words = Record<keyof typeof TEXTS, string>;
/** A word in a cell may break after this many letters; numbers and words of a head do not break. */
const UNDIVIDED_PART = 10;
/** Serbian is hyphenated in Cyrillic alone: a word with these letters breaks at its own hyphens only. */
const LATIN = /\p{Script=Latin}/u;
const AFTER_HYPHEN = /(?<=-)/u;
const NUMERIC = /^[\d.,∞%-]+$/u;
const BETWEEN_WORDS = /[\s\u200b\uf8f0/]+/u;
/** Parts of a document that are not texts. */
const AS_IT_IS: readonly string[] = ['link', 'svg'];
/** Markup with texts in it: its words are written in the script, but not divided. */
const MARKUP = 'chart';
const SEEN = /[^\s\p{Default_Ignorable_Code_Point}]/u;

type Table = Extract<Block, { kind: 'table' }>;
type DrawnTable = Omit<Table, 'columns'> & { columns: readonly (Column & { longest: string })[] };
type Drawn =
  | Exclude<Block, { kind: 'markdown' | 'pictures' | 'table' }>
  | DrawnTable
  | { kind: 'markdown'; label: string; nodes: readonly MarkdownNode[] }
  | { kind: 'pictures'; pictures: readonly { svg: string; caption: string; wide: boolean }[] };

/** The input of the template. */
export type PdfInput = Omit<PdfDocument, 'blocks' | 'script' | 'language'> & {
  blocks: readonly Drawn[];
  lang: Language;
  words: Words;
  fonts: readonly string[];
  codeFonts: readonly string[];
};

/** Replaces characters without a glyph and writes all texts in one script. Addresses and code stay unchanged. */
function legibleDeep<Value>(value: Value, legible: FallbackText, script: Script | undefined, key = ''): Value {
  if (typeof value === 'string' && key === MARKUP) return legible(inScript(value, script)) as Value;
  if (typeof value === 'string')
    return (AS_IT_IS.includes(key) ? value : divisible(legible(inScript(value, script)))) as Value;
  if (Array.isArray(value)) return (value as unknown[]).map((item) => legibleDeep(item, legible, script)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const written = 'code' in value && value.code === true ? undefined : script;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, part]) => name !== 'link' || usableLink(part))
      .map(([name, part]) => [name, legibleDeep(part, legible, written, name)]),
  ) as Value;
}

function divisible(text: string): string {
  let breaks = 0;
  return text.replaceAll(UNDIVIDED, (word) => {
    const isAddress = IN_ADDRESS.test(word);
    let result = '';
    let count = 0;
    for (const { segment } of GRAPHEMES.segment(word)) {
      if (count > 0 && count % PART === 0) {
        if (isAddress) breaks += 1;
        result += !isAddress || breaks > MOST_BREAKS ? BREAK_CHARACTER : BREAK;
      }
      result += segment;
      count += 1;
    }
    return result;
  });
}

/** The template accepts only text, so the picture is wrapped in an SVG. */
function framed({ image, width, height, caption }: PaperPicture): { svg: string; caption: string; wide: boolean } {
  const size = `width="${width}" height="${height}"`;
  const data = Buffer.from(image, 'base64').toString('base64');
  const picture = `<image ${size} href="data:image/jpeg;base64,${data}"/>`;
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${width} ${height}">${picture}</svg>`,
    caption,
    wide: width > WIDE * height,
  };
}

const cellsOf = (row: Row) => (Array.isArray(row) ? row : 'sum' in row ? row.sum : []) as readonly string[];

/** The pieces of a word for which its cell needs room. */
function undivided(word: string, language: Language): string[] {
  if (NUMERIC.test(word)) return [word];
  const whole = language === 'sr' && LATIN.test(word) ? word.split(AFTER_HYPHEN) : [];
  return [cutText(word, UNDIVIDED_PART), ...whole];
}

/** The longest unbreakable piece of each column. */
function longestPieces({ columns, rows, foot }: Table, language: Language): string[] {
  const longest = columns.map(() => '');
  const longer = (at: number, piece: string) => {
    if (piece.length > (longest[at]?.length ?? Number.POSITIVE_INFINITY)) longest[at] = piece;
  };
  for (const [at, { title }] of columns.entries()) for (const word of title.split(BETWEEN_WORDS)) longer(at, word);
  for (const row of foot ? [...rows, foot] : rows) {
    for (const [at, cell] of cellsOf(row).entries()) {
      if (cell.length <= (longest[at]?.length ?? 0)) continue;
      for (const word of cell.split(BETWEEN_WORDS)) {
        for (const piece of undivided(word, language)) longer(at, piece);
      }
    }
  }
  return longest;
}

function measured(table: Table, language: Language): DrawnTable {
  const longest = longestPieces(table, language);
  return { ...table, columns: table.columns.map((column, at) => ({ ...column, longest: longest[at] ?? '' })) };
}

function usableLink(link: unknown): boolean {
  return typeof link === 'string' && link.length <= MAX_LINK && link.isWellFormed() && URL.canParse(link);
}

/**
 * Returns the template's input for a document with any texts: Markdown as nodes, every text readable, no empty title or
 * heading, and no skipped heading level (PDF/UA-1 refuses both).
 */
export function preparePdfInput(document: PdfDocument, legible: FallbackText): PdfInput {
  let above: 1 | 2 | 3 | 4 = 1;
  const blocks = document.blocks.map((block): Drawn => {
    if (block.kind === 'markdown') return { kind: 'markdown', label: block.label, nodes: markdownNodes(block.text) };
    if (block.kind === 'pictures') return { kind: 'pictures', pictures: block.pictures.map(framed) };
    if (block.kind === 'table')
      return { ...block, columns: block.columns.map((column) => ({ ...column, longest: '' })) };
    if (block.kind !== 'heading') return block;
    const deepest = DEEPEST[above];
    const level = block.level < deepest ? block.level : deepest;
    above = level;
    return { ...block, level };
  });
  const { script, language = 'sr', ...rest } = document;
  const { say } = wordingOf(language);
  const words = Object.fromEntries(Object.entries(TEXTS).map(([name, word]) => [name, say(word)])) as Words;
  // Texts of users are not translated in a paper of another language.
  const drawn = legibleDeep({ ...rest, blocks, words }, legible, language === 'sr' ? script : undefined);
  const titled = (text: string) => (SEEN.test(text) ? text : EMPTY);
  return {
    ...drawn,
    lang: language,
    title: titled(drawn.title),
    blocks: drawn.blocks.map((block) => {
      if (block.kind === 'heading') return { ...block, text: titled(block.text) };
      return block.kind === 'table' ? measured(block, language) : block;
    }),
    fonts: TEXT_FONTS,
    codeFonts: CODE_FONTS,
  };
}
