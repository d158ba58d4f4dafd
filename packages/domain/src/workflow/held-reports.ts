import { FORM_STATUS, PROJECT_STATUS } from '../constants.ts';
import { FORM_CODE } from '../forms/codes.ts';
import { type BilingualText, pair } from '../text/bilingual-text.ts';
import { PHASE } from './phases.ts';
import { PHASE_STATUS } from './statuses.ts';

const REQUESTED = pair(
  'Тражена је корекција плана. Извештај не може да се мења док се о захтеву не одлучи.',
  'A correction of the plan is requested. The report cannot be changed before the request is decided on.',
);
const CORRECTION = pair(
  'У току је корекција плана. Извештај не може да се мења док она траје.',
  'A correction of the plan is open. The report cannot be changed while it lasts.',
);
const PROPOSED = pair(
  'Предложена је рационализација. Извештај не може да се мења док се о њој не одлучи.',
  'A rationalization is proposed. The report cannot be changed before it is decided on.',
);
const RATIONALIZATION = pair(
  'У току је рационализација. Извештај не може да се мења док она траје.',
  'A rationalization is open. The report cannot be changed while it lasts.',
);

/** Phases that a project goes through beside its reporting. */
const PHASES_BESIDE: Readonly<Record<number, BilingualText>> = {
  [PHASE.correction]: CORRECTION,
  [PHASE.correctionReporting]: CORRECTION,
  [PHASE.rationalization]: RATIONALIZATION,
};

/** Statuses of the reporting in which a project waits for one of those phases. */
const STATUSES_BEFORE: Readonly<Record<number, BilingualText>> = {
  [PHASE_STATUS.correctionRequested]: REQUESTED,
  [PHASE_STATUS.rationalizationProposal]: PROPOSED,
  [PHASE_STATUS.waitingCommission]: PROPOSED,
  [PHASE_STATUS.postponed]: PROPOSED,
};

/**
 * The reason why nobody may change an unapproved quarterly report at present (docs/forms.md, C3); null if the project
 * is in a state in which the report can be filled in, sent and approved.
 */
export function heldReport(
  form: { code: string; status: number },
  project: { status: number; phase: number; phaseStatus: number },
): BilingualText | null {
  if (form.code !== FORM_CODE.quarterlyReport || form.status === FORM_STATUS.approved) return null;
  if (project.status !== PROJECT_STATUS.pending) return null;
  if (project.phase === PHASE.reporting) return STATUSES_BEFORE[project.phaseStatus] ?? null;
  return PHASES_BESIDE[project.phase] ?? null;
}
