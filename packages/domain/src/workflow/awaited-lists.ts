import { IMPORTANT_PENDING, type ListInfo, LISTS } from './lists.ts';

/** Whether an important project waits for a list. */
export function isImportantPending({ phase, phaseStatus }: { phase: number; phaseStatus: number }): boolean {
  return phase === IMPORTANT_PENDING.phase && phaseStatus === IMPORTANT_PENDING.status;
}

/**
 * The list for which a project in this state waits; undefined if there is none, and for an important project, which any
 * list can take.
 */
export function listAwaitedAt(at: { phase: number; phaseStatus: number }): ListInfo | undefined {
  return LISTS.find(({ pending }) => pending.phase === at.phase && pending.status === at.phaseStatus);
}
