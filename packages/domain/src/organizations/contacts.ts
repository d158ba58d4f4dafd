import { EMAIL_PATTERN } from '../text/email.ts';
import { readPhone } from '../text/phone.ts';

/** Contacts of an organization's support (specification, "Validation rules"). */
export const SUPPORT_CONTACTS = 3;
/** Length of the text in which the contacts are typed; three complete ones are shorter. */
export const SUPPORT_TEXT_LENGTH = 1000;
/** Digits, hyphen, parentheses, slash, backslash or plus; 9 to 20 of them. */
const PHONE_LEAST = 9;
const PHONE_MOST = 20;
export const SUPPORT_PHONE_PATTERN = `^[0-9()/\\\\+-]{${PHONE_LEAST},${PHONE_MOST}}$`;
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

/**
 * Splits typed support numbers at commas and semicolons, and at spaces if the parts are complete numbers, because a
 * number may itself contain spaces.
 */
export function phonePartsOf(text: string): string[] {
  return text.split(/[,;\n]/).flatMap((piece) => {
    const parts = partsOf(piece);
    return parts.every((part) => readPhone(part) !== null) ? parts : [piece.trim()];
  });
}

/**
 * The stored form of a support number, which has no spaces (specification, "Validation rules"): +381(64)123-4567. Other
 * text is returned unchanged and refused later.
 */
export function supportPhone(typed: string): string {
  const read = typed.length < PHONE_LEAST ? null : readPhone(typed);
  if (read === null) return typed;
  const joined = read.replace(' (', '(').replace(') ', ')').replaceAll(' ', '-');
  return joined.length <= PHONE_MOST ? joined : joined.replaceAll('-', '');
}

export type ContactProblem = 'ExceededSupportEmailsLimit' | 'ExceededSupportPhoneNumbersLimit' | 'InvalidField';

/** The error of support addresses; null if there is none. */
export function supportEmailsProblem(emails: readonly string[]): ContactProblem | null {
  if (emails.length > SUPPORT_CONTACTS) return 'ExceededSupportEmailsLimit';
  return emails.every((email) => EMAIL.test(email)) ? null : 'InvalidField';
}

/** The same of numbers of support. */
export function supportPhonesProblem(phones: readonly string[]): ContactProblem | null {
  if (phones.length > SUPPORT_CONTACTS) return 'ExceededSupportPhoneNumbersLimit';
  return phones.every((phone) => readPhone(phone) !== null && PHONE.test(supportPhone(phone))) ? null : 'InvalidField';
}
