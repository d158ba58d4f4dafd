import { PHASE } from '../workflow/phases.ts';
import { PHASE_STATUS } from '../workflow/statuses.ts';

/**
 * Statuses of the standard (OC4IDS) in the order of a project's life, and an additional one for a project merged into
 * another: the standard has no status for it, because it is counted with the other project.
 */
export const PUBLIC_STATUSES = [
  'identification',
  'preparation',
  'implementation',
  'completion',
  'maintenance',
  'cancelled',
  'merged',
] as const;
export type PublicStatus = (typeof PUBLIC_STATUSES)[number];

export const MERGED: PublicStatus = 'merged';

const BY_PHASE: Readonly<Record<number, PublicStatus>> = {
  [PHASE.idea]: 'identification',
  [PHASE.projectIdentification]: 'identification',
  [PHASE.identification]: 'identification',
  [PHASE.important]: 'identification',
  [PHASE.preparedness]: 'preparation',
  [PHASE.plan]: 'preparation',
  [PHASE.preImplementation]: 'preparation',
  [PHASE.reporting]: 'implementation',
  [PHASE.correction]: 'implementation',
  [PHASE.correctionReporting]: 'implementation',
  [PHASE.rationalization]: 'implementation',
  [PHASE.conclusion]: 'completion',
  [PHASE.effects]: 'maintenance',
};

const CANCELLED: readonly number[] = [PHASE_STATUS.stopped, PHASE_STATUS.rationalizationShutdown];

/** A cancelled correction leaves its project where it was; a cancelled pre-implementation ends it. */
const endsByCancelling = (phase: number, phaseStatus: number): boolean =>
  phase === PHASE.preImplementation && phaseStatus === PHASE_STATUS.cancelled;

/**
 * Status of a project in the words of the standard (docs/open-data.md, "Mapping"). A project that was stopped, shut
 * down by rationalization, or ended by a cancelled pre-implementation is cancelled. Error: RangeError for a phase that
 * does not exist.
 */
export function publicStatus(phase: number, phaseStatus: number): PublicStatus {
  const isCancelled = CANCELLED.includes(phaseStatus) || endsByCancelling(phase, phaseStatus);
  const status = isCancelled ? 'cancelled' : BY_PHASE[phase];
  if (status === undefined) throw new RangeError(`No phase ${phase}`);
  return status;
}

/** The status in which a project can be late. */
export const REALIZED: PublicStatus = 'implementation';

/**
 * Whether a published project is late (касни) on a day: isPlanLate of portfolio/late-plan.ts by the facts that the
 * public sees. Days are YYYY-MM-DD; `plannedEnd` is null without a plan.
 */
export function isPubliclyLate(status: string, plannedEnd: string | null, day: string): boolean {
  return status === REALIZED && plannedEnd !== null && plannedEnd < day;
}

/** From its first to its last day a project had a phase and status, YYYY-MM-DD; the last one is null while it lasts. */
export interface StatePeriod {
  phase: number;
  phaseStatus: number;
  firstDay: string;
  lastDay: string | null;
}

export interface PublicPeriod {
  status: PublicStatus;
  firstDay: string;
  lastDay: string | null;
}

/** The first and the last day of each public status that a project has had, the earliest status first. */
export function publicPeriods(states: readonly StatePeriod[]): PublicPeriod[] {
  const periods = new Map<PublicStatus, PublicPeriod>();
  for (const { phase, phaseStatus, firstDay, lastDay } of states) {
    const status = publicStatus(phase, phaseStatus);
    const known = periods.get(status);
    const [first, last] = [known?.firstDay ?? firstDay, known ? known.lastDay : lastDay];
    periods.set(status, {
      status,
      firstDay: first < firstDay ? first : firstDay,
      lastDay: last === null || lastDay === null ? null : last > lastDay ? last : lastDay,
    });
  }
  return [...periods.values()].toSorted((a, b) => (a.firstDay < b.firstDay ? -1 : a.firstDay > b.firstDay ? 1 : 0));
}
