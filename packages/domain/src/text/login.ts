import { loginFromName } from './transliterate.ts';

export const LOGIN_MAX = 32;
/** A new login has at least so many characters (specification, "Business constants": initial login 4 to 32). */
const LOGIN_MIN = 4;
/** Latin letters, digits, '.' and '_'; starts and ends with a letter or digit (specification, "Validation rules"). */
export const LOGIN_PATTERN = `^[A-Za-z0-9](?:[A-Za-z0-9._]{0,${LOGIN_MAX - 2}}[A-Za-z0-9])?$`;
/** A login that is given to somebody or accepted at the first sign-in. Older ones may be shorter and still sign in. */
export const NEW_LOGIN_PATTERN = `^[A-Za-z0-9][A-Za-z0-9._]{${LOGIN_MIN - 2},${LOGIN_MAX - 2}}[A-Za-z0-9]$`;
/** Paths of screens that would collide with the path of a user. */
const RESERVED: readonly string[] = ['create', 'management', 'profile'];
const ROOM_FOR_NUMBER = 4;

export function isReservedLogin(login: string): boolean {
  return RESERVED.includes(login.toLowerCase());
}

/** The beginning of every login proposed for the name; null for a name without a letter or digit. */
export function loginStem(name: string): string | null {
  const stem = loginFromName(name)
    .slice(0, LOGIN_MAX - ROOM_FOR_NUMBER)
    .replace(/\.$/, '');
  return stem === '' ? null : stem;
}

/** The stem itself if it is free and long enough, else with the first number from 2 on that makes a free login. */
export function nextFreeLogin(stem: string, taken: ReadonlySet<string>): string {
  if (stem.length >= LOGIN_MIN && !taken.has(stem) && !isReservedLogin(stem)) return stem;
  const filled = stem.padEnd(LOGIN_MIN - 1, '0');
  for (let number = 2; ; number += 1) {
    const login = `${filled}${number}`;
    if (!taken.has(login)) return login;
  }
}
