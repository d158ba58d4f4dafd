/** Reads tables of TrueType and OpenType files. */

const TABLES_AT = 12;
const TABLE_ENTRY = 16;
const SEGMENTS = 4;
const GROUPS = 12;
const LAST_SEGMENT = 0xffff;

export function tableAt(font: Buffer, tag: string): { start: number; length: number } {
  const count = font.readUInt16BE(4);
  for (let index = 0; index < count; index++) {
    const at = TABLES_AT + index * TABLE_ENTRY;
    if (font.toString('latin1', at, at + 4) === tag)
      return { start: font.readUInt32BE(at + 8), length: font.readUInt32BE(at + 12) };
  }
  throw new Error(`The font has no table ${tag}`);
}

function addSegments(font: Buffer, at: number, found: Set<number>): void {
  const doubled = font.readUInt16BE(at + 6);
  const ends = at + 14;
  const starts = ends + doubled + 2;
  const deltas = starts + doubled;
  const offsets = deltas + doubled;
  for (let segment = 0; segment < doubled; segment += 2) {
    const first = font.readUInt16BE(starts + segment);
    const last = font.readUInt16BE(ends + segment);
    const offset = font.readUInt16BE(offsets + segment);
    const delta = font.readUInt16BE(deltas + segment);
    for (let code = first; code <= last && code !== LAST_SEGMENT; code++) {
      const listed = offset === 0 ? code : font.readUInt16BE(offsets + segment + offset + (code - first) * 2);
      if (listed !== 0 && ((listed + delta) & LAST_SEGMENT) !== 0) found.add(code);
    }
  }
}

function addGroups(font: Buffer, at: number, found: Set<number>): void {
  const count = font.readUInt32BE(at + 12);
  for (let group = 0; group < count; group++) {
    const entry = at + 16 + group * 12;
    const first = font.readUInt32BE(entry);
    const last = font.readUInt32BE(entry + 4);
    const glyph = font.readUInt32BE(entry + 8);
    for (let code = first; code <= last; code++) if (glyph + (code - first) !== 0) found.add(code);
  }
}

/** Returns every code point for which the font has a glyph (table cmap). */
export function codePointsOf(font: Buffer): ReadonlySet<number> {
  const { start: cmap } = tableAt(font, 'cmap');
  const found = new Set<number>();
  const count = font.readUInt16BE(cmap + 2);
  for (let index = 0; index < count; index++) {
    const at = cmap + font.readUInt32BE(cmap + 4 + index * 8 + 4);
    const format = font.readUInt16BE(at);
    if (format === SEGMENTS) addSegments(font, at, found);
    else if (format === GROUPS) addGroups(font, at, found);
  }
  return found;
}
