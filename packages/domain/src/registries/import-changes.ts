/** An import that changes a larger share of the stored rows is asked for: a wrong file does that. */
const SHARE = 10;

/** Whether an import that changes so many of the stored rows has to be confirmed. */
export function changesManyRows(updated: number, stored: number): boolean {
  return updated * SHARE > stored;
}
