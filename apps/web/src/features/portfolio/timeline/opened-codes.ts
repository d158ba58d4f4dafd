/** Codes of the opened projects in the address, separated by commas, in the order in which they were opened. */

/** Projects open at once: each asks for its own timeline, and a sent link may name any number. */
export const MOST_OPENED = 50;

const newest = (codes: readonly string[]) => codes.slice(-MOST_OPENED);

/** The codes that are used: the last MOST_OPENED ones. */
export const codesOf = (written: string): readonly string[] => newest(written.split(',').filter((code) => code !== ''));

/** The codes after a project was opened or closed. Beyond MOST_OPENED the one opened first closes. */
export function toggled(written: string, code: string): string {
  const before = codesOf(written);
  return newest(before.includes(code) ? before.filter((one) => one !== code) : [...before, code]).join(',');
}
