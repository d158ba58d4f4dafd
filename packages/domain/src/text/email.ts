import { TURNS } from './one-line.ts';
import { ANY_UNSEEN, hasUnseen } from './unseen.ts';

/**
 * Characters around an address and between several (RFC 5322, 3.2.3), those that turn the direction of writing and
 * those that nobody sees; no part of an address may contain them.
 */
const AROUND = `\\s@<>()\\[\\]:;,"\\\\\\u0000-\\u001f\\u007f${TURNS}${ANY_UNSEEN}`;
const ATOM = `[^.${AROUND}]+`;
const LABEL = `(?!-)[^.${AROUND}]{1,63}(?<!-)`;

/** Length of an address that a mail server takes (RFC 5321, 4.5.3.1). */
export const EMAIL_LENGTH = 254;
const LOCAL_LENGTH = 64;

/**
 * The form of an e-mail address: a name of parts between dots, and a domain of two labels or more (RFC 5321, 4.1.2,
 * without quoted names). The expression is unambiguous, so that matching takes linear time.
 */
export const EMAIL_PATTERN = `^(?=.{5,${EMAIL_LENGTH}}$)(?=[^@]{1,${LOCAL_LENGTH}}@)${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})+$`;

const PATTERN = new RegExp(EMAIL_PATTERN);

/**
 * The error of an address, or null. An invisible character has its own error, because users cannot see what is wrong.
 */
export function emailProblem(email: string): 'HiddenCharacter' | 'InvalidField' | null {
  if (PATTERN.test(email)) return null;
  return hasUnseen(email) ? 'HiddenCharacter' : 'InvalidField';
}

/** A masked address that its owner can recognize: the first character of the name, and the domain. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email;
  return `${first}•••${email.slice(at)}`;
}
