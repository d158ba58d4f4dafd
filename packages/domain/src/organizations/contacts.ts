import { EMAIL_PATTERN } from '../text/email.ts';

/** Contacts of an organization's support (specification, "Validation rules"). */
export const SUPPORT_CONTACTS = 3;
export const SUPPORT_TEXT_LENGTH = 1000;
/** Digits, hyphen, parentheses, slash, backslash or plus; 9 to 20 of them. */
export const SUPPORT_PHONE_PATTERN = '^[0-9()/\\\\+-]{9,20}$';
/** Letters only, of either script. */
export const SHORT_NAME_PATTERN = '^\\p{L}{1,10}$';
export const SHORT_NAME_LENGTH = 10;
export const IDENTITY_NUMBER_PATTERN = '^[0-9]{9}$';
export const COMPANY_NUMBER_PATTERN = '^[0-9]{8}$';
export const TAX_ID_NUMBER_PATTERN = '^[0-9]{9}$';

const EMAIL = new RegExp(EMAIL_PATTERN);
const PHONE = new RegExp(SUPPORT_PHONE_PATTERN);

/** Addresses or numbers as they are typed: parted by commas, semicolons or spaces. */
export function partsOf(text: string): string[] {
  return text.split(/[,;\s]/).filter((part) => part !== '');
}

/** Contacts as one text with a separator between them. */
const isShortEnough = (contacts: readonly string[]) => contacts.join(',').length <= SUPPORT_TEXT_LENGTH;

export type ContactProblem = 'ExceededSupportEmailsLimit' | 'ExceededSupportPhoneNumbersLimit' | 'InvalidField';

/** The error of support addresses; null if there is none. */
export function supportEmailsProblem(emails: readonly string[]): ContactProblem | null {
  if (emails.length > SUPPORT_CONTACTS) return 'ExceededSupportEmailsLimit';
  return isShortEnough(emails) && emails.every((email) => EMAIL.test(email)) ? null : 'InvalidField';
}

/** The same of numbers of support. */
export function supportPhonesProblem(phones: readonly string[]): ContactProblem | null {
  if (phones.length > SUPPORT_CONTACTS) return 'ExceededSupportPhoneNumbersLimit';
  return isShortEnough(phones) && phones.every((phone) => PHONE.test(phone)) ? null : 'InvalidField';
}
