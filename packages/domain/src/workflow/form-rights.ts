import { can } from '../access/policies.ts';
import { FORM_STATUS, PROJECT_STATUS } from '../constants.ts';
import { FORM_CODE } from '../forms/codes.ts';
import { questionsOf } from '../forms/marking.ts';
import type { ActingUser } from './actors.ts';
import type { FormFacts, ProjectFacts } from './project-facts.ts';
import { availableActions } from './decisions.ts';
import { PHASE } from './phases.ts';
import { quarterOfName } from './quarters.ts';
import { RETURN_KEYS } from './returns.ts';
import { ENTRY_STATUSES, PHASE_STATUS } from './statuses.ts';

/** Why a form action is refused; a name of the error catalogue. */
export type FormRefusal =
  | 'ForbiddenProjectChange'
  | 'InvalidProjectFormPhase'
  | 'InvalidProjectFormSubmitor'
  | 'InvalidProjectFormAction'
  | 'InvalidUserPermission'
  | 'InvalidProjectFormEvaluator';

export interface FormRights {
  edit: FormRefusal | null;
  lock: FormRefusal | null;
  unlock: FormRefusal | null;
  /** Additional comments: the admin and mei fields alone, also on a locked form. */
  comment: FormRefusal | null;
  /** Users who may return the form now may write remarks. */
  remark: FormRefusal | null;
  /** Users who fill in the form may answer remarks, also while it is locked and not sent. */
  answer: FormRefusal | null;
  mark: FormRefusal | null;
  evaluator: FormRefusal | null;
  viewer: { admin: boolean; mei: boolean };
}

/** An organization may still change its idea while the minister has it. */
const IDEA_EDIT_STATUSES: readonly number[] = [...ENTRY_STATUSES, PHASE_STATUS.sentToMinister];
const ADMIN_COMMENT_STATUSES: readonly number[] = [
  PHASE_STATUS.waitingApproval,
  PHASE_STATUS.approved,
  PHASE_STATUS.waitingCommission,
  PHASE_STATUS.rationalizationAccepted,
  PHASE_STATUS.ideaList,
  PHASE_STATUS.identificationList,
  PHASE_STATUS.preparednessList,
  PHASE_STATUS.importantList,
  PHASE_STATUS.correctionList,
  PHASE_STATUS.rationalizationPostponed,
  PHASE_STATUS.rationalizationShutdown,
];
/** Form statuses in which an evaluator may be named. */
const EVALUATOR_STATUSES: readonly number[] = [FORM_STATUS.unlocked, FORM_STATUS.locked];

/**
 * The rights of the user on a form (specification, third document, section 6). `current`: the form belongs to the
 * current phase, and in phases with rounds to the newest round.
 */
export function formRights(
  facts: ProjectFacts,
  form: FormFacts & { phase: number; current: boolean; name?: string; family?: 'generic' | 'older' },
  user: ActingUser,
): FormRights {
  const pending = facts.projectStatus === PROJECT_STATUS.pending;
  const organization = { organizationId: facts.organizationId };
  const admin = user.claims.has('Admin');
  const mei = user.claims.has('Mei');

  const owner = (statuses: readonly number[], formStatus: number): FormRefusal | null => {
    if (!pending) return 'ForbiddenProjectChange';
    if (!form.current) return 'InvalidProjectFormPhase';
    const permission = form.family === 'older' ? 'form.saveOlder' : 'form.save';
    if (!can(user, permission, organization)) {
      return can(user, permission) ? 'InvalidProjectFormSubmitor' : 'InvalidUserPermission';
    }
    // A report whose name has no quarter cannot be computed (docs/forms.md, K6).
    if (form.code === FORM_CODE.quarterlyReport && form.name !== undefined && !quarterOfName(form.name))
      return 'InvalidProjectFormAction';
    if (form.status !== formStatus || !statuses.includes(facts.phaseStatus)) return 'InvalidProjectFormAction';
    return null;
  };

  const editStatuses = form.phase === PHASE.idea ? IDEA_EDIT_STATUSES : ENTRY_STATUSES;
  const edit = owner(editStatuses, FORM_STATUS.unlocked);
  const unlock = owner(editStatuses, FORM_STATUS.locked);
  const remark = (): FormRefusal | null => {
    if (!pending) return 'ForbiddenProjectChange';
    if (!form.current) return 'InvalidProjectFormPhase';
    return availableActions(facts, user).some(({ key }) => RETURN_KEYS.has(key)) ? null : 'InvalidUserPermission';
  };
  const comment = (): FormRefusal | null => {
    // A shutdown finishes the project, and so may an approval: comments stay open until it is archived.
    if (facts.projectStatus === PROJECT_STATUS.archived) return 'ForbiddenProjectChange';
    if (!can(user, 'form.comment')) return 'InvalidUserPermission';
    // An Admin can still comment on an approved form after the project has moved on; MEI only in its phase.
    if (!form.current) return admin && form.status === FORM_STATUS.approved ? null : 'InvalidProjectFormPhase';
    if (ADMIN_COMMENT_STATUSES.includes(facts.phaseStatus) || (pending && mei)) return null;
    return 'InvalidProjectFormAction';
  };
  const mark = (): FormRefusal | null => {
    if (!pending) return 'ForbiddenProjectChange';
    if (!form.current) return 'InvalidProjectFormPhase';
    if (!can(user, 'form.mark', { evaluatorOrganizationId: form.evaluatorOrganizationId }))
      return 'InvalidProjectFormEvaluator';
    if (questionsOf(form.code).length === 0) return 'InvalidProjectFormAction';
    return form.status === FORM_STATUS.locked || form.status === FORM_STATUS.marked ? null : 'InvalidProjectFormAction';
  };
  return {
    edit,
    lock: edit,
    unlock,
    comment: comment(),
    remark: remark(),
    answer: unlock === null ? null : edit,
    mark: mark(),
    evaluator: evaluatorRefusal(facts, form, user),
    viewer: { admin, mei },
  };
}

/** Why the user may not name the evaluator of a form; null if they may. */
export function evaluatorRefusal(
  { projectStatus }: Pick<ProjectFacts, 'projectStatus'>,
  form: Pick<FormFacts, 'code' | 'status'> & { current: boolean },
  user: ActingUser,
): FormRefusal | null {
  if (projectStatus !== PROJECT_STATUS.pending) return 'ForbiddenProjectChange';
  if (!form.current) return 'InvalidProjectFormPhase';
  if (!can(user, 'form.evaluator')) return 'InvalidUserPermission';
  if (questionsOf(form.code).length === 0) return 'InvalidProjectFormAction';
  return EVALUATOR_STATUSES.includes(form.status) ? null : 'InvalidProjectFormAction';
}
