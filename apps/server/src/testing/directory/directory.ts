/** A directory service of a test. */
export interface TestDirectory {
  url: string;
  secureUrl: string;
  stop: () => Promise<void>;
}

/** Below this name people stand; logins are put into TEMPLATE. */
export const BASE = 'dc=pimis,dc=test';
export const TEMPLATE = `uid={login},ou=people,${BASE}`;
export const DIRECTORY_PASSWORD = 'Лозинка-именика-1';

/** A login with every mark that means something in a name. */
export const MARKED_LOGIN = 'm,a+r"k\\o<;>=#1';
/** A login that names somebody else below the people when it is not escaped. */
export const LEADING_ASIDE = 'guest,ou=guests';
