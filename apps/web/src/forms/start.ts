import type { ProjectForm } from '@pimis/contract/forms';
import { COPIED_UNSEEN } from '@pimis/domain/forms/messages';
import type { FormValues, JudgeContext } from '@pimis/domain/forms/types';

/** The initial state of the editor: the shown revision, or the defaults of a form without one. */
export function startValues(form: ProjectForm): FormValues {
  return form.inputJson === '{}' ? (form.defaults as FormValues) : (JSON.parse(form.inputJson) as FormValues);
}

/** Number of the newest revision; 0 while there is none. */
export function newestRevision(form: ProjectForm): number {
  return form.inputJsonRevisions[0]?.revision ?? 0;
}

/** Paths of the fields that the shown revision has as copied and not looked at. */
export function copiedUnseen({ validation }: ProjectForm): string[] {
  return validation.Warnings.flatMap(({ StatusCode, Path }) =>
    StatusCode.Code === COPIED_UNSEEN && Path !== undefined ? [Path] : [],
  );
}

/** Context for the validation: values that were valid in the shown revision stay valid. */
export function judgeContext(form: ProjectForm, foreignFunds: boolean): JudgeContext {
  const errors = form.validation.Errors.map(({ StatusCode, Path = '' }) => ({ code: StatusCode.Code, path: Path }));
  return { today: form.today, foreignFunds, stored: { values: startValues(form), errors } };
}
