import type { Branch, Survey } from './survey.ts';
import type { BaseManifest } from './base-manifest.ts';
import { Refused } from '../platform/process/refused.ts';
import { nameOf, requireSegment, type Segment } from './segments.ts';

/** Up to which moment a restore goes. */
export type Aim = Date | 'latest';

/** The place lacks a segment without which a base cannot be used. */
export class BaseUnfinished extends Refused {}

/** A base and the segments that follow it without a hole. */
export interface Plan {
  base: BaseManifest;
  signer: string;
  /** In the order in which they are replayed. */
  row: Segment[];
  /** The timeline of its end. */
  timeline: number;
  /** The first segment that is missing although there are later ones. */
  hole: Segment | null;
}

/**
 * The bases that were complete before the moment, the newest first, or the one that is named. Error: Refused if there
 * is none.
 */
export function basesFor(survey: Survey, to: Aim, named: string | undefined): { base: BaseManifest; signer: string }[] {
  const { bases } = survey;
  if (bases.length === 0) {
    const why = survey.unusable.length === 0 ? '' : ` ${survey.unusable.join(' ')}`;
    throw new Refused(`There is no complete base of the archive in this place.${why}`);
  }
  const chosen = named === undefined ? undefined : bases.find(({ manifest }) => manifest.id === named);
  if (named !== undefined && !chosen) throw new Refused(`There is no complete base ${named}.`);
  const fits = (chosen ? [chosen] : bases).filter(
    ({ manifest }) => to === 'latest' || Date.parse(manifest.at) <= to.getTime(),
  );
  if (fits.length > 0) {
    const newestFirst = fits.toSorted((a, b) => Date.parse(b.manifest.at) - Date.parse(a.manifest.at));
    return newestFirst.map(({ manifest, signer }) => ({ base: manifest, signer }));
  }
  const [oldest] = (chosen ? [chosen] : bases).map(({ manifest }) => manifest.at).toSorted();
  throw new Refused(`The archive does not go back so far: its oldest base was complete at ${oldest}.`);
}

/**
 * The sequence of segments from a base on, up to the first hole. `branches` are the timelines before `target`, which
 * continues that of the base; empty if none does. Error: Refused if the base itself cannot be used.
 */
export function planFrom(
  survey: Survey,
  { base, signer }: { base: BaseManifest; signer: string },
  { branches, target }: { branches: readonly Branch[]; target: number },
): Plan {
  const own = branches.findIndex(({ timeline }) => timeline === base.timeline);
  const former = own < 0 ? [] : branches.slice(own);
  const steps = [
    ...former,
    { timeline: former.length === 0 ? base.timeline : target, segment: Number.POSITIVE_INFINITY },
  ];
  const row: Segment[] = [];
  let from = requireSegment(base.first).number;
  let hole: Segment | null = null;
  for (const { timeline, segment: end } of steps) {
    const numbers = survey.segments.get(`${base.system}/${timeline}`) ?? new Set<number>();
    for (; from < end && numbers.has(from); from += 1) row.push({ timeline, number: from });
    const goesOn = Number.isFinite(end) ? from < end : [...numbers].some((number) => number > from);
    if (!goesOn) continue;
    hole = { timeline, number: from };
    break;
  }
  const { number: last } = requireSegment(base.last);
  if (!row.some(({ timeline, number }) => timeline === base.timeline && number >= last)) {
    throw new BaseUnfinished(
      `The base ${base.id} cannot be used: a segment up to ${base.last} is missing, which it needs.`,
    );
  }
  return { base, signer, row, timeline: row.at(-1)?.timeline ?? base.timeline, hole };
}

/** Error: Refused for a sequence of segments with a hole. */
export function requireWhole({ hole }: Plan): void {
  if (hole === null) return;
  throw new Refused(
    `The archive has a hole: segment ${nameOf(hole)} is missing, and there are later ones. --to with a moment restores what comes before it.`,
  );
}

/** The descriptions of so many segments are read at once. */
const READ_AT_ONCE = 16;

/**
 * The index of the first segment of a row that was complete after a moment; the length of the row if there is none. A
 * clock may have been set back, so the times need not rise. PostgreSQL also stops at the first transaction after the
 * moment.
 */
async function firstAfter(row: readonly Segment[], to: Date, at: (segment: Segment) => Promise<Date>): Promise<number> {
  for (let from = 0; from < row.length; from += READ_AT_ONCE) {
    const times = await Promise.all(row.slice(from, from + READ_AT_ONCE).map(at));
    const found = times.findIndex((time) => time > to);
    if (found >= 0) return from + found;
  }
  return row.length;
}

/**
 * The part of a row that is needed to reach a moment; `at` reads when a segment was complete. Error: Refused where the
 * row ends before the moment.
 */
export async function rowUntil(plan: Plan, to: Date, at: (segment: Segment) => Promise<Date>): Promise<Segment[]> {
  const { row } = plan;
  const reached = await firstAfter(row, to, at);
  const last = row.at(-1);
  if (reached >= row.length) {
    requireWhole(plan);
    const end = last ? (await at(last)).toISOString() : plan.base.at;
    throw new Refused(`The archive ends at ${end}: --to latest restores up to there.`);
  }
  const needed = row.findIndex((segment) => nameOf(segment) === plan.base.last);
  return row.slice(0, Math.max(reached, needed) + 1);
}
