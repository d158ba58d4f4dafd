import { TURNS } from './one-line.ts';

/**
 * Characters around an address and between several (RFC 5322, 3.2.3), and those that turn the direction of writing; no
 * part of an address may contain them.
 */
const AROUND = `\\s@<>()\\[\\]:;,"\\\\\\u0000-\\u001f\\u007f${TURNS}`;

/** The form of an e-mail address. The expression is unambiguous, so that matching takes linear time. */
export const EMAIL_PATTERN = `^[^${AROUND}]+@[^.${AROUND}]+(\\.[^.${AROUND}]+)+$`;

/** An address for who may only recognize it as their own: the first character of the name, and where the mailbox is. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email;
  return `${first}•••${email.slice(at)}`;
}
