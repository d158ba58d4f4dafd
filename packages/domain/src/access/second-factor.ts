/** The second factor of a sign-in: codes of an app (RFC 6238), and recovery codes for users without it. */

export const RECOVERY_CODES = 10;
/** Characters of a recovery code, without the dashes between its groups. */
const RECOVERY_LENGTH = 16;
const GROUP = 4;
/** Letters and digits that are not confused with each other when they are read from paper. */
const RECOVERY_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** The maximum number of passkeys of a user, and of characters in a passkey's name. */
export const PASSKEYS = 10;
export const PASSKEY_NAME_LENGTH = 60;

/** Seconds that a code of an app is shown. */
export const CODE_SECONDS = 30;
/** The number of time steps accepted before and after the present one, because clocks differ. */
export const CODE_WINDOW = 1;

/** The step after the password: none, a code, or the setup of the second factor. */
export type SecondStep = 'none' | 'code' | 'setUp';

export function secondStepAfter({ active, required }: { active: boolean; required: boolean }): SecondStep {
  if (active) return 'code';
  return required ? 'setUp' : 'none';
}

export type SecondCode = { kind: 'app' | 'recovery'; code: string };

/** A typed code in the form for comparison; null if it can be neither kind of code. */
export function readSecondCode(typed: string): SecondCode | null {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  if (/^\d{6}$/.test(code)) return { kind: 'app', code };
  const recovery = code.length === RECOVERY_LENGTH && [...code].every((sign) => RECOVERY_ALPHABET.includes(sign));
  return recovery ? { kind: 'recovery', code } : null;
}

/** A recovery code as people read it: XXXX-XXXX-XXXX-XXXX. Bytes are random, one for each character. */
export function recoveryCodeOf(bytes: Uint8Array): string {
  const signs = Array.from(bytes, (byte) => RECOVERY_ALPHABET[byte % RECOVERY_ALPHABET.length]);
  const groups = Array.from({ length: RECOVERY_LENGTH / GROUP }, (_, index) =>
    signs.slice(index * GROUP, (index + 1) * GROUP).join(''),
  );
  return groups.join('-');
}
