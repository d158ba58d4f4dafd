const DAY_MS = 86_400_000;
const DIGITS = 8;

const dayOf = (at: Date) => Math.floor(at.getTime() / DAY_MS);

/**
 * Which contents a backup reads again and compares with their hashes: those whose turn it is today, and those whose turn
 * was on a day since the backup before. After so many days each has had its turn, whatever days are left out.
 */
export function rereadOf(now: Date, before: Date | null, days: number): (name: string) => boolean {
  const today = dayOf(now);
  const since = before === null ? 1 : Math.max(1, Math.min(days, today - dayOf(before)));
  return (name) => {
    const turn = Number.parseInt(name.slice(0, DIGITS), 16) % days;
    return (((today - turn) % days) + days) % days < since;
  };
}
