/** A directory service of a test. */
export interface TestDirectory {
  url: string;
  secureUrl: string;
  stop: () => Promise<void>;
}

/** People are entries below this name; TEMPLATE contains the login. */
export const BASE = 'dc=pimis,dc=test';
export const TEMPLATE = `uid={login},ou=people,${BASE}`;
export const DIRECTORY_PASSWORD = 'Лозинка-именика-1';

/** A login with every character that is special in a name. */
export const MARKED_LOGIN = 'm,a+r"k\\o<;>=#1';
/** A login that would name another entry if it were not escaped. */
export const LEADING_ASIDE = 'guest,ou=guests';

/** An account that may read people and groups. */
export const READER = `uid=reader,ou=people,${BASE}`;
/** A group, and one of its members, with a name and an address. */
export const GROUP = `cn=pimis-unos,ou=groups,${BASE}`;
export const MEMBER = {
  login: 'nada',
  dn: `uid=nada,ou=people,${BASE}`,
  attributes: {
    uid: 'nada',
    cn: 'Нада Из Именика',
    mail: 'nada@imenik.rs',
    memberOf: [`cn=svi,ou=groups,${BASE}`, GROUP],
  },
};
