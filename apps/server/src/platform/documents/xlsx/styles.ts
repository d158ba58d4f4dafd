import type { Language } from '@pimis/domain/text/wording';

/** Kinds of cells and of the lines that contain them. */
export type CellKind = 'text' | 'code' | 'whole' | 'money' | 'rate' | 'percent' | 'count' | 'day' | 'instant' | 'index';
export type LineKind = 'row' | 'group' | 'sum' | 'total';

/** Number formats of a Serbian workbook. */
const FORMATS: Readonly<Record<CellKind, { id: number; code: string }>> = {
  text: { id: 0, code: 'General' },
  // A text that looks like a number stays text.
  code: { id: 49, code: '@' },
  // Years and serial numbers have no thousands separator.
  whole: { id: 1, code: '0' },
  money: { id: 4, code: '#,##0.00' },
  rate: { id: 166, code: '#,##0.0000' },
  percent: { id: 2, code: '0.00' },
  count: { id: 3, code: '#,##0' },
  day: { id: 164, code: 'd.m.yyyy' },
  instant: { id: 165, code: 'd.m.yyyy hh:mm:ss' },
  index: { id: 167, code: '0.000' },
};

/** The formats of an English workbook that differ. */
const ENGLISH_CODES: Readonly<Partial<Record<CellKind, string>>> = {
  day: 'd mmm yyyy',
  instant: 'd mmm yyyy hh:mm:ss',
};

const KINDS = Object.keys(FORMATS) as CellKind[];
const LINES: readonly LineKind[] = ['row', 'group', 'sum', 'total'];
/** Styles of the title, the lines below it, and the head of the columns. */
const TITLE = 1;
const NOTE = 2;
const HEAD = 3;
const FIRST = 4;

const FONT = '<sz val="10"/><name val="Calibri"/><family val="2"/>';
const FILLS = ['FFE8EEF3', 'FFF3F6F9', 'FFD5E0E9'];

export const isText = (kind: CellKind) => kind === 'text' || kind === 'code';

/** The index of a style in the workbook; `wrapped`: the text may have several lines. */
export const styleOf = (line: LineKind, kind: CellKind, wrapped: boolean): number =>
  FIRST + ((wrapped ? LINES.length : 0) + LINES.indexOf(line)) * KINDS.length + KINDS.indexOf(kind);
export const STYLES = { title: TITLE, note: NOTE, head: HEAD } as const;

function cell(line: LineKind, kind: CellKind, wrapped: boolean): string {
  const bold = line === 'row' ? 0 : 1;
  const fill = { row: 0, group: 2, sum: 3, total: 4 }[line];
  // Names of groups and titles of sums extend over empty cells beside them.
  const align = wrapped ? 'vertical="top" wrapText="1"' : 'vertical="top"';
  return `<xf numFmtId="${FORMATS[kind].id}" fontId="${bold}" fillId="${fill}" borderId="1" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment ${align}/></xf>`;
}

const OWN = KINDS.filter((kind) => FORMATS[kind].id >= 164);

function ownFormats(language: Language): string {
  const formats = OWN.map((kind) => {
    const code = (language === 'en' ? ENGLISH_CODES[kind] : undefined) ?? FORMATS[kind].code;
    return `<numFmt numFmtId="${FORMATS[kind].id}" formatCode="${code}"/>`;
  });
  return `<numFmts count="${formats.length}">${formats.join('')}</numFmts>`;
}

const XFS = [
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="0" fontId="2" fillId="0" borderId="0" xfId="0" applyFont="1"/>',
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="0" fontId="1" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment vertical="center" wrapText="1"/></xf>',
  ...[false, true].flatMap((wrapped) => LINES.flatMap((line) => KINDS.map((kind) => cell(line, kind, wrapped)))),
];
const fill = (color: string) =>
  `<fill><patternFill patternType="solid"><fgColor rgb="${color}"/><bgColor indexed="64"/></patternFill></fill>`;
const EDGE = '<color rgb="FFD5DBE1"/>';

/** The part `xl/styles.xml` of a workbook in a language. */
export const stylesPart = (language: Language) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${ownFormats(language)}<fonts count="3"><font>${FONT}</font><font><b/>${FONT}</font><font><b/><sz val="14"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="${FILLS.length + 2}"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${FILLS.map(fill).join('')}</fills><borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top/><bottom style="thin">${EDGE}</bottom><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${XFS.length}">${XFS.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
