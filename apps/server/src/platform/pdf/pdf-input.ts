import { inScript, type Script } from '@pimis/domain/text/transliterate';
import { type MarkdownNode, markdownNodes } from '@pimis/markdown/read';
import { CODE_FONTS, TEXT_FONTS } from './fonts.ts';
import type { FallbackText } from './glyph-fallback.ts';
import type { Block, PaperPicture, PdfDocument } from './model.ts';

/** Longer addresses than the template takes; the text of such a link stays. */
const MAX_LINK = 2000;
/** The deepest heading that may follow one. */
const DEEPEST = { 1: 2, 2: 3, 3: 4, 4: 4 } as const;
const EMPTY = '–';
/** Wider than its place on the page. */
const WIDE = 1.5;
/** Longer words get places where they may be divided: nothing else would keep them within their cell. */
const UNDIVIDED = /[^\s\u00ad\u200b-]{25,}/gu;
const PART = 12;
const GRAPHEMES = new Intl.Segmenter('sr', { granularity: 'grapheme' });
/** Words that stand on every paper. */
const WORDS = { number: 'Број', day: 'Датум', page: 'страна', of: 'од', stamp: 'М. П.' };
/** Parts of a document that nobody reads as a text. */
const AS_IT_IS: readonly string[] = ['link', 'svg'];
const SEEN = /[^\s\p{Default_Ignorable_Code_Point}]/u;

type Drawn =
  | Exclude<Block, { kind: 'markdown' | 'pictures' }>
  | { kind: 'markdown'; label: string; nodes: readonly MarkdownNode[] }
  | { kind: 'pictures'; pictures: readonly { svg: string; caption: string; wide: boolean }[] };

/** What the template reads. */
export type PdfInput = Omit<PdfDocument, 'blocks' | 'script'> & {
  blocks: readonly Drawn[];
  words: typeof WORDS;
  fonts: readonly string[];
  codeFonts: readonly string[];
};

/** What stands on a paper as it is read: no signs without a picture, one script. Addresses and code stay as they are. */
function legibleDeep<Value>(value: Value, legible: FallbackText, script: Script | undefined, key = ''): Value {
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
  return text.replaceAll(UNDIVIDED, (word) => {
    let result = '';
    let count = 0;
    for (const { segment } of GRAPHEMES.segment(word)) {
      result += count > 0 && count % PART === 0 ? `\u200b${segment}` : segment;
      count += 1;
    }
    return result;
  });
}

/** The template reads texts alone: a drawing that holds the picture is one. */
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

function usableLink(link: unknown): boolean {
  return typeof link === 'string' && link.length <= MAX_LINK && link.isWellFormed() && URL.canParse(link);
}

/**
 * A document as the template draws it, whatever its texts hold: Markdown as nodes, every text legible, no title or
 * heading empty, and no level of headings left out (PDF/UA-1 refuses both).
 */
export function preparePdfInput(document: PdfDocument, legible: FallbackText): PdfInput {
  let above: 1 | 2 | 3 | 4 = 1;
  const blocks = document.blocks.map((block): Drawn => {
    if (block.kind === 'markdown') return { kind: 'markdown', label: block.label, nodes: markdownNodes(block.text) };
    if (block.kind === 'pictures') return { kind: 'pictures', pictures: block.pictures.map(framed) };
    if (block.kind !== 'heading') return block;
    const deepest = DEEPEST[above];
    const level = block.level < deepest ? block.level : deepest;
    above = level;
    return { ...block, level };
  });
  const { script, ...rest } = document;
  const drawn = legibleDeep({ ...rest, blocks, words: WORDS }, legible, script);
  const titled = (text: string) => (SEEN.test(text) ? text : EMPTY);
  return {
    ...drawn,
    title: titled(drawn.title),
    blocks: drawn.blocks.map((block) => (block.kind === 'heading' ? { ...block, text: titled(block.text) } : block)),
    fonts: TEXT_FONTS,
    codeFonts: CODE_FONTS,
  };
}
