import { percentAbove, percentBehind } from '../indicators/progress-words.ts';
import type { NeedLine } from './fiscal-calendar.ts';
import { WARNING_KEYS, type WarningKey } from './warnings.ts';

/** The sentences with which the first page begins for users who decide: figures that lead to the lists behind them. */

/** The projects that wait for the user: `key` names the step if all of them wait for the same one. */
export interface WaitingFigures {
  projects: number;
  /** Days of the longest wait. */
  days: number | null;
  step: { key: string } | null;
}

/** A rule of warnings, with the number of projects today and a month ago. */
export interface WarningFigures {
  key: WarningKey;
  projects: number;
  before: number;
}

/** Needs that exceed ceilings, in whole hundredths. */
export interface Overshoot {
  year: number;
  over: bigint;
}

export interface HeadlineFigures {
  waiting: WaitingFigures;
  /** Arrives later than the figures of waiting projects; null until then. */
  portfolio: {
    warnings: readonly WarningFigures[];
    /** The lowest indexes among the projects with a warning about them, as in "0.733". */
    lowestSpi: string | null;
    lowestCpi: string | null;
    overshoot: Overshoot | null;
  } | null;
}

export type Headline =
  | { kind: 'waiting'; projects: number; days: number | null; step: string | null }
  | { kind: 'overshoot'; year: number; over: bigint }
  /** `most`: per cent of the worst project, as in "26.7". */
  | { kind: 'warning'; rule: WarningKey; projects: number; before: number; most: string | null };

/** More would not be read before the tasks. */
export const MOST_HEADLINES = 5;

/**
 * The first year, from the given one on, in which needs exceed ceilings, and by how much in all; ceilings of single
 * sectors count where no source as a whole is exceeded. Null if no ceiling is exceeded.
 */
export function overshootFrom(lines: readonly NeedLine[], from: number): Overshoot | null {
  const over = lines.filter((line) => line.over > 0n && line.year >= from);
  const [first] = over;
  if (!first) return null;
  const ofYear = over.filter(({ year }) => year === first.year);
  const whole = ofYear.filter(({ sector }) => sector === null);
  const counted = whole.length > 0 ? whole : ofYear;
  return { year: first.year, over: counted.reduce((sum, line) => sum + line.over, 0n) };
}

/** At most five sentences: what waits for the user, late works, the exceeded ceiling, then warnings by their weight. */
export function headlines({ waiting, portfolio }: HeadlineFigures): Headline[] {
  const { projects, days, step } = waiting;
  const first: Headline[] = projects > 0 ? [{ kind: 'waiting', projects, days, step: step?.key ?? null }] : [];
  if (!portfolio) return first;
  const { warnings, lowestSpi, lowestCpi, overshoot } = portfolio;
  const most: Partial<Record<WarningKey, string | null>> = {
    lowSpi: percentBehind(lowestSpi),
    lowCpi: percentAbove(lowestCpi),
  };
  const raised = WARNING_KEYS.flatMap((rule): Headline[] => {
    const found = warnings.find(({ key }) => key === rule);
    if (!found || found.projects === 0) return [];
    return [{ kind: 'warning', rule, projects: found.projects, before: found.before, most: most[rule] ?? null }];
  });
  const isLate = (one: Headline) => one.kind === 'warning' && one.rule === 'lowSpi';
  return [
    ...first,
    ...raised.filter(isLate),
    ...(overshoot ? [{ kind: 'overshoot' as const, ...overshoot }] : []),
    ...raised.filter((one) => !isLate(one)),
  ].slice(0, MOST_HEADLINES);
}
