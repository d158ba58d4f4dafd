import { inScript, type Script } from '@pimis/domain/text/transliterate';
import { type MarkdownNode, markdownNodes } from '@pimis/markdown/read';
import { CODE_FONTS, TEXT_FONTS } from './fonts.ts';
import type { Legible } from './legible.ts';
import type { Block, PdfDocument } from './model.ts';

/** Longer addresses than the template takes; the text of such a link stays. */
const MAX_LINK = 2000;
/** The deepest heading that may follow one. */
const DEEPEST = { 1: 2, 2: 3, 3: 4, 4: 4 } as const;
const EMPTY = '–';
/** Words that stand on every paper. */
const WORDS = { number: 'Број', day: 'Датум', year: 'године', page: 'страна', of: 'од', stamp: 'М. П.' };
const SEEN = /[^\s\p{Default_Ignorable_Code_Point}]/u;

type Drawn = Exclude<Block, { kind: 'markdown' }> | { kind: 'markdown'; label: string; nodes: readonly MarkdownNode[] };

/** What the template reads. */
export type DrawnDocument = Omit<PdfDocument, 'blocks' | 'script'> & {
  blocks: readonly Drawn[];
  words: typeof WORDS;
  fonts: readonly string[];
  codeFonts: readonly string[];
};

/** What stands on a paper as it is read: no signs without a picture, one script. Addresses and code stay as they are. */
function legibleDeep<Value>(value: Value, legible: Legible, script: Script | undefined, key = ''): Value {
  if (typeof value === 'string') return (key === 'link' ? value : legible(inScript(value, script))) as Value;
  if (Array.isArray(value)) return (value as unknown[]).map((item) => legibleDeep(item, legible, script)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const written = 'code' in value && value.code === true ? undefined : script;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, part]) => name !== 'link' || usableLink(part))
      .map(([name, part]) => [name, legibleDeep(part, legible, written, name)]),
  ) as Value;
}

function usableLink(link: unknown): boolean {
  return typeof link === 'string' && link.length <= MAX_LINK && URL.canParse(link);
}

/**
 * A document as the template draws it, whatever its texts hold: Markdown as nodes, every text legible, no title or
 * heading empty, and no level of headings left out (PDF/UA-1 refuses both).
 */
export function prepare(document: PdfDocument, legible: Legible): DrawnDocument {
  let above: 1 | 2 | 3 | 4 = 1;
  const blocks = document.blocks.map((block): Drawn => {
    if (block.kind === 'markdown') return { kind: 'markdown', label: block.label, nodes: markdownNodes(block.text) };
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
