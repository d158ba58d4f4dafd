import type { Registration, Submitted } from '@pimis/contract/organizations';
import {
  IDENTITY_NUMBER_PATTERN,
  partsOf,
  phonePartsOf,
  supportEmailsProblem,
  supportPhonesProblem,
} from '@pimis/domain/organizations/contacts';
import { emailProblem } from '@pimis/domain/text/email';
import { isMaskedPhone, PHONE_LENGTH, readPhone, shownPhone } from '@pimis/domain/text/phone';
import { isBlank } from '@pimis/domain/text/blank';
import type { Text } from '../../../i18n/use-text.ts';

export const ORGANIZATION_FIELDS = [
  'name',
  'companyNumber',
  'taxIdNumber',
  'executionAccount',
  'treasuryBranchCode',
  'address',
  'postalCode',
  'phoneNumber',
  'email',
  'supportPhoneNumbers',
  'supportEmails',
] as const;
export const ADMIN_FIELDS = ['adminName', 'adminIdentityNumber', 'adminEmail', 'adminPhoneNumber'] as const;
/** The fields of the form in their order on the screen. */
export const FIELDS = ['id', ...ORGANIZATION_FIELDS, ...ADMIN_FIELDS] as const;

export type FieldName = (typeof FIELDS)[number];
export type Values = Record<FieldName, string>;
export type Problems = Partial<Record<FieldName, string>>;

export const REQUIRED: readonly FieldName[] = [
  'id',
  'companyNumber',
  'taxIdNumber',
  'name',
  'address',
  'adminName',
  'adminIdentityNumber',
  'adminEmail',
  'adminPhoneNumber',
];
/** Typed in the mask (##) ### ####, after the country's prefix; a foreign number stays without a mask. */
export const PHONES: readonly FieldName[] = ['phoneNumber', 'adminPhoneNumber'];

export const MAX_LENGTH: Partial<Record<FieldName, number>> = {
  name: 300,
  companyNumber: 20,
  taxIdNumber: 20,
  executionAccount: 30,
  treasuryBranchCode: 10,
  address: 200,
  postalCode: 10,
  email: 254,
  supportPhoneNumbers: 1000,
  supportEmails: 1000,
  adminName: 200,
  adminEmail: 254,
  phoneNumber: PHONE_LENGTH,
  adminPhoneNumber: PHONE_LENGTH,
};

const IDENTITY = new RegExp(IDENTITY_NUMBER_PATTERN);

export function isFieldName(name: string): name is FieldName {
  return FIELDS.some((field) => field === name);
}

export const EMPTY = Object.fromEntries(FIELDS.map((field) => [field, ''])) as Values;

/** A submitted request as the form shows it. */
export function valuesOf(submitted: Submitted): Values {
  const text = (field: Exclude<FieldName, 'supportEmails' | 'supportPhoneNumbers'>) => submitted[field] ?? '';
  const values = { ...EMPTY };
  for (const field of FIELDS) {
    if (field === 'supportEmails' || field === 'supportPhoneNumbers') values[field] = submitted[field].join(', ');
    else values[field] = PHONES.includes(field) ? shownPhone(text(field)) : text(field);
  }
  return values;
}

/** Errors by field. */
export function problemsOf(values: Values, { t, status }: Text): Problems {
  const problems: Problems = {};
  for (const field of REQUIRED) if (isBlank(values[field])) problems[field] = t('common.required');
  for (const field of ['email', 'adminEmail'] as const) {
    const problem = isBlank(values[field]) ? null : emailProblem(values[field].trim());
    if (problem) problems[field] = problem === 'HiddenCharacter' ? status(problem) : t('registration.emailInvalid');
  }
  for (const field of PHONES) {
    if (values[field] !== '' && !isMaskedPhone(values[field])) problems[field] = t('registration.phoneInvalid');
  }
  if (values.adminIdentityNumber !== '' && !IDENTITY.test(values.adminIdentityNumber))
    problems.adminIdentityNumber = t('registration.identityInvalid');
  const emails = partsOf(values.supportEmails);
  if (emails.some((email) => emailProblem(email) === 'HiddenCharacter'))
    problems.supportEmails = status('HiddenCharacter');
  else if (supportEmailsProblem(emails)) problems.supportEmails = t('registration.supportEmailsInvalid');
  if (supportPhonesProblem(phonePartsOf(values.supportPhoneNumbers)))
    problems.supportPhoneNumbers = t('registration.supportPhonesInvalid');
  if (values.id === '') problems.id = t('registration.idChoose');
  return problems;
}

/** The request as the call takes it. */
export function sentOf(values: Values): Registration {
  const optional = (field: FieldName) => values[field].trim() || null;
  return {
    id: values.id,
    companyNumber: values.companyNumber.trim(),
    taxIdNumber: values.taxIdNumber.trim(),
    name: values.name.trim(),
    executionAccount: optional('executionAccount'),
    treasuryBranchCode: optional('treasuryBranchCode'),
    address: values.address.trim(),
    postalCode: optional('postalCode'),
    phoneNumber: readPhone(values.phoneNumber),
    email: optional('email'),
    supportEmails: partsOf(values.supportEmails),
    supportPhoneNumbers: phonePartsOf(values.supportPhoneNumbers),
    adminName: values.adminName.trim(),
    adminIdentityNumber: values.adminIdentityNumber,
    adminEmail: values.adminEmail.trim(),
    adminPhoneNumber: readPhone(values.adminPhoneNumber) ?? '',
  };
}
