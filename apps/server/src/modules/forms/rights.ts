import type { FormRights as ContractRights } from '@pimis/contract/forms';
import { findFormDefinition } from '@pimis/domain/forms/catalogue';
import { roundForms } from '@pimis/domain/workflow/decisions';
import { type FormRights, formRights } from '@pimis/domain/workflow/form-rights';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { LoadedFacts } from '../workflow/project-facts.ts';
import type { FormRecord } from '../form-store/revisions.ts';

/** The rights of the user on the form, by the rules of the domain. */
export function rightsOn(facts: LoadedFacts, form: FormRecord, user: CurrentUser): FormRights {
  const current =
    form.projectPhaseId === facts.projectPhaseId && roundForms(facts).some((candidate) => candidate.id === form.id);
  const family = findFormDefinition(form.code)?.family ?? 'generic';
  return formRights(facts, { ...form, current, family }, user);
}

/** The same as yes or no, for the interface. */
export function toContractRights(rights: FormRights): ContractRights {
  return {
    edit: rights.edit === null,
    lock: rights.lock === null,
    unlock: rights.unlock === null,
    comment: rights.comment === null,
    remark: rights.remark === null,
    answer: rights.answer === null,
    mark: rights.mark === null,
    evaluator: rights.evaluator === null,
    import: rights.edit === null,
    viewer: rights.viewer,
  };
}
