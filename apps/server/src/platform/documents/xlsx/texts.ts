/**
 * Texts of workbooks (ST_Xstring, ECMA-376 22.9.2.19): characters that XML cannot contain are written _xHHHH_; in typed
 * text of that form, the underscore itself is escaped.
 */

const ESCAPED = /_x([0-9A-Fa-f]{4})_/g;
const LOOKS_ESCAPED = /_(?=x[0-9A-Fa-f]{4}_)/g;

export function unescapeText(text: string): string {
  return text.includes('_x')
    ? text.replaceAll(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}

export function escapeText(text: string): string {
  return text.includes('_x') ? text.replaceAll(LOOKS_ESCAPED, '_x005F_') : text;
}
