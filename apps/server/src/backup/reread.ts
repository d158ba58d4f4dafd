const DAY_MS = 86_400_000;
const DIGITS = 8;

const dayOf = (at: Date) => Math.floor(at.getTime() / DAY_MS);

/**
 * Decides which contents a backup rereads and compares with their hashes: those due today, and those due on a day since
 * the previous backup. After `days` days each has been reread, even if backups were missed.
 */
export function rereadOf(now: Date, before: Date | null, days: number): (name: string) => boolean {
  const today = dayOf(now);
  const since = before === null ? 1 : Math.max(1, Math.min(days, today - dayOf(before)));
  return (name) => {
    const turn = Number.parseInt(name.slice(0, DIGITS), 16) % days;
    return (((today - turn) % days) + days) % days < since;
  };
}
