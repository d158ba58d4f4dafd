import { PROJECT_STATUS } from '../constants.ts';
import { PHASE_STATUS } from '../workflow/statuses.ts';

/** A change of a project's status by an administrator, outside the workflow. */
export interface StatusChange {
  /** Also the operation of its activity. */
  key: 'finish' | 'archive' | 'unarchive';
  from: number;
  to: number;
  needsComment: boolean;
}

const { pending, finished, archived } = PROJECT_STATUS;
const CHANGES: readonly StatusChange[] = [
  { key: 'finish', from: pending, to: finished, needsComment: true },
  { key: 'archive', from: finished, to: archived, needsComment: false },
  { key: 'unarchive', from: archived, to: finished, needsComment: false },
];

/** The change that a project's status allows now; null if none. */
export function statusChangeOf(project: {
  status: number;
  phaseStatus: number;
  isMerged: boolean;
}): StatusChange | null {
  // A merged project was never finished itself and stays archived.
  if (project.isMerged) return null;
  // Before the commission only its decision stops a project; otherwise the list would wait for ever.
  if (project.status === pending && project.phaseStatus === PHASE_STATUS.waitingCommission) return null;
  return CHANGES.find(({ from }) => from === project.status) ?? null;
}
