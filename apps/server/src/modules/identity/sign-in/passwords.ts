import { hash, verify } from '@node-rs/argon2';

// OWASP's second recommended setting for Argon2id: 19 MiB, two passes, one lane.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** How many wrong passwords in a row lock an account (specification, section 5). */
export const MAX_FAILURES = 5;

export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

let decoy: Promise<string> | undefined;

/** Checks a password. A missing hash takes the same time, so that timing reveals no logins. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  if (stored === null) {
    decoy ??= hashPassword('no account has this password');
    await verify(await decoy, password);
    return false;
  }
  return verify(stored, password);
}

/** Names of the broken rules for activation and reset: at least 8 characters with digit, upper case and symbol. */
export function linkPasswordProblems(password: string): string[] {
  return problems(password, 8);
}

/** The same for the profile change, where 12 characters are required (specification, section 5). */
export function profilePasswordProblems(password: string): string[] {
  return problems(password, 12);
}

function problems(password: string, minimum: number): string[] {
  const found: string[] = [];
  if (password.length < minimum) found.push(`PasswordLength${minimum}`);
  if (!/\p{Nd}/u.test(password)) found.push('PasswordDigit');
  if (!/\p{Lu}/u.test(password)) found.push('PasswordUpperCase');
  if (!/[^\p{L}\p{N}\s]/u.test(password)) found.push('PasswordSymbol');
  return found;
}
