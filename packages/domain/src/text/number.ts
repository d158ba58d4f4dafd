const WRITTEN = /^-?\d+(?:\.\d+)?$/;
const WHOLE = /^-?\d{1,15}$/;

/** Is it a number as people write one? A program takes more for a number than that: 0x5, 1e1, +5 and nothing at all. */
export function isWrittenNumber(text: string): boolean {
  return WRITTEN.test(text);
}

/** A whole number as people write one, of up to 15 digits; null for everything else. */
export function wholeNumber(text: string): number | null {
  return WHOLE.test(text) ? Number(text) : null;
}
