import { PHASE } from '../workflow/phases.ts';

/** Phases in which a project has a plan in force and reports on it. */
export const REPORTING_PHASES: readonly number[] = [
  PHASE.reporting,
  PHASE.correction,
  PHASE.correctionReporting,
  PHASE.rationalization,
];

/**
 * Whether a project is late (касни) on a day: the end of its plan in force is past, and it is still being realized. One
 * that was stopped, finished or merged is not. Days are YYYY-MM-DD; `plannedEnd` is null without a plan.
 */
export function isPlanLate(
  { isPending, phase, plannedEnd }: { isPending: boolean; phase: number; plannedEnd: string | null },
  day: string,
): boolean {
  return isPending && REPORTING_PHASES.includes(phase) && plannedEnd !== null && plannedEnd < day;
}
