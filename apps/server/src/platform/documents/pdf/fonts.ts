import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { codePointsOf, tableAt } from './font-tables.ts';

/**
 * The fonts of papers come from npm only, so that a paper looks the same on every machine. The compiler also finds the
 * fonts of the machine, and this cannot be switched off. So ours get family names of their own; otherwise a bold font
 * of the machine could be used.
 */

const require = createRequire(import.meta.url);
const folderOf = (file: string) => dirname(require.resolve(file));

const SOURCE_SANS = join(folderOf('source-sans/package.json'), 'TTF');
const DEJAVU = join(folderOf('dejavu-fonts-ttf/package.json'), 'ttf');

interface Family {
  /** The family name in the files. */
  name: string;
  /** The family name in papers. It has the same length, because it overwrites the name in the file. */
  alias: string;
  files: readonly string[];
}

/** The order in which fonts are searched for a character: text, other scripts and signs, Chinese, emoji. */
const FAMILIES: readonly Family[] = [
  {
    name: 'Source Sans 3',
    alias: 'Papers Text 3',
    files: ['Regular', 'It', 'Semibold', 'SemiboldIt', 'Bold', 'BoldIt'].map((style) =>
      join(SOURCE_SANS, `SourceSans3-${style}.ttf`),
    ),
  },
  { name: 'DejaVu Sans', alias: 'Papers Sign', files: [join(DEJAVU, 'DejaVuSans.ttf')] },
  {
    name: 'Noto Sans S Chinese',
    alias: 'Papers Sans Chinese',
    files: [join(folderOf('@embedpdf/fonts-sc'), '..', 'fonts', 'NotoSansHans-Regular.otf')],
  },
  {
    name: 'Noto Emoji',
    alias: 'PaperEmoji',
    files: [join(folderOf('@expo-google-fonts/noto-emoji/package.json'), '400Regular', 'NotoEmoji_400Regular.ttf')],
  },
];

const CODE: Family = {
  name: 'DejaVu Sans Mono',
  alias: 'Papers Sign Mono',
  files: [join(DEJAVU, 'DejaVuSansMono.ttf')],
};

/** Families in order of preference; those for code start with a monospaced one. */
export const TEXT_FONTS: readonly string[] = FAMILIES.map(({ alias }) => alias);
export const CODE_FONTS: readonly string[] = [CODE.alias, ...TEXT_FONTS];

/** The encodings of the name table: UTF-16 big-endian, and one byte per letter for old systems. */
const WRITTEN = [
  (text: string) => Buffer.from(text, 'utf16le').swap16(),
  (text: string) => Buffer.from(text, 'latin1'),
];

function renamed(font: Buffer, { name, alias }: Family): Buffer {
  const { start, length } = tableAt(font, 'name');
  const table = font.subarray(start, start + length);
  let found = 0;
  for (const written of WRITTEN) {
    const [from, to] = [written(name), written(alias)];
    for (let at = table.indexOf(from); at >= 0; at = table.indexOf(from, at + to.length), found++) to.copy(table, at);
  }
  if (found === 0 || name.length !== alias.length) throw new Error(`The font ${name} cannot be renamed`);
  return font;
}

export interface Fonts {
  files: Buffer[];
  /** The code points that each text family has in every style, in the order of the families. */
  coverage: ReadonlySet<number>[];
}

/** Reads the fonts completely: once per renderer. */
export function readFonts(): Fonts {
  const read = [...FAMILIES, CODE].map((family) => family.files.map((file) => renamed(readFileSync(file), family)));
  const coverage = read
    .slice(0, FAMILIES.length)
    .map((styles) =>
      styles.map(codePointsOf).reduce((all, style) => new Set([...all].filter((code) => style.has(code)))),
    );
  return { files: read.flat(), coverage };
}
