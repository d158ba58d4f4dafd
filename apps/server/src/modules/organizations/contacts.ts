import { supportEmailsProblem, supportPhone, supportPhonesProblem } from '@pimis/domain/organizations/contacts';
import { emailProblem } from '@pimis/domain/text/email';
import { trimmed } from '@pimis/domain/text/blank';
import { ApiError, invalidFields } from '../../platform/errors.ts';

function refuse(field: string, problem: ReturnType<typeof supportEmailsProblem>): void {
  if (problem === 'InvalidField') throw invalidFields({ [field]: problem });
  if (problem) throw new ApiError(problem, { fieldErrors: [{ field, code: problem }] });
}

/** The stored form of support contacts; too many or wrong ones are refused. */
export function readContacts(input: { supportEmails?: string[]; supportPhoneNumbers?: string[] }) {
  const filled = (values: readonly string[] = []) => values.map(trimmed).filter((value) => value !== '');
  const supportEmails = filled(input.supportEmails);
  if (supportEmails.some((email) => emailProblem(email) === 'HiddenCharacter')) {
    throw invalidFields({ supportEmails: 'HiddenCharacter' });
  }
  const supportPhoneNumbers = filled(input.supportPhoneNumbers);
  refuse('supportEmails', supportEmailsProblem(supportEmails));
  refuse('supportPhoneNumbers', supportPhonesProblem(supportPhoneNumbers));
  return { supportEmails, supportPhoneNumbers: supportPhoneNumbers.map(supportPhone) };
}
