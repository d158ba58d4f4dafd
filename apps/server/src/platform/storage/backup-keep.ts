/** How many backups are kept: the newest of each of so many hours, days, weeks and months. */
export interface Keep {
  hours: number;
  days: number;
  weeks: number;
  months: number;
}

const PARTS = { h: 'hours', d: 'days', w: 'weeks', m: 'months' } as const;
const PART = /^(\d{1,4})([hdwm])$/;

/** Reads `24h,14d,8w,12m`; each part once, at least one above 0. null for anything else. */
export function readKeep(text: string): Keep | null {
  const keep: Keep = { hours: 0, days: 0, weeks: 0, months: 0 };
  const seen = new Set<string>();
  for (const part of text.split(',').map((one) => one.trim())) {
    const found = PART.exec(part);
    const unit = found?.[2] as keyof typeof PARTS | undefined;
    if (!found || unit === undefined || seen.has(unit)) return null;
    seen.add(unit);
    keep[PARTS[unit]] = Number(found[1]);
  }
  return Object.values(keep).some((number) => number > 0) ? keep : null;
}

/** The text that `readKeep` reads. */
export const keepText = ({ hours, days, weeks, months }: Keep): string => `${hours}h,${days}d,${weeks}w,${months}m`;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The epoch was a Thursday; weeks begin on Monday. */
const DAYS_BEFORE_MONDAY = 3;

const dayOf = (at: Date) => Math.floor(at.getTime() / DAY_MS);
const PERIODS: Readonly<Record<keyof Keep, (at: Date) => number>> = {
  hours: (at) => Math.floor(at.getTime() / HOUR_MS),
  days: dayOf,
  weeks: (at) => Math.floor((dayOf(at) + DAYS_BEFORE_MONDAY) / 7),
  months: (at) => at.getUTCFullYear() * 12 + at.getUTCMonth(),
};

/**
 * The backups that a rule keeps: the newest of each of the last hours, days, weeks and months (UTC) that have one. The
 * newest of all is always kept.
 */
export function retainedOf<Backup extends { at: Date }>(backups: readonly Backup[], keep: Keep): Set<Backup> {
  const newestFirst = backups.toSorted((one, other) => other.at.getTime() - one.at.getTime());
  const retained = new Set(newestFirst.slice(0, 1));
  for (const unit of Object.keys(PERIODS) as (keyof Keep)[]) {
    const periods = new Set<number>();
    for (const backup of newestFirst) {
      const period = PERIODS[unit](backup.at);
      if (periods.has(period) || periods.size >= keep[unit]) continue;
      periods.add(period);
      retained.add(backup);
    }
  }
  return retained;
}
