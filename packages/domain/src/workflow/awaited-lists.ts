import { IMPORTANT_PENDING, type ListInfo, LISTS } from './lists.ts';

/** Does an important project stand where it waits for a list? */
export function isImportantPending({ phase, phaseStatus }: { phase: number; phaseStatus: number }): boolean {
  return phase === IMPORTANT_PENDING.phase && phaseStatus === IMPORTANT_PENDING.status;
}

/** The list whose projects stand so; undefined where they wait for none, and for an important one, which any list may take. */
export function listAwaitedAt(at: { phase: number; phaseStatus: number }): ListInfo | undefined {
  return LISTS.find(({ pending }) => pending.phase === at.phase && pending.status === at.phaseStatus);
}
