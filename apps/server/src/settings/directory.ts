import type { GroupPlace } from '@pimis/domain/access/directory-groups';
import { LdapGroupsError, readLdapGroups } from '../platform/access/ldap-groups.ts';
import { address, ConfigError, type Env, integer } from './read.ts';

/** The LDAP directory by which people sign in. */
export interface DirectorySettings {
  ldapUrl: string | undefined;
  /** The directory name template, with {login} in it. */
  ldapUserDn: string | undefined;
  /** The time limit for each answer of the directory. */
  ldapTimeoutMs: number;
  /**
   * The account that looks at the directory each night. People are the entries of their sign-ins or, with `base`, those
   * below it whose `attribute` is `value` with the login in it.
   */
  ldapLookup: { dn: string; password: string; base: string | undefined; attribute: string; value: string } | undefined;
  /** The treatment of people whom the directory lacks or has disabled. */
  ldapAbsent: 'report' | 'lock';
  /** Groups of the directory whose members get an account at their first sign-in, in order. */
  ldapGroups: readonly GroupPlace[];
}

const LOOKUP_FILTER = /^([a-zA-Z][a-zA-Z0-9-]*)=(.*\{login\}.*)$/;

/** The account that looks at the directory, and where it finds people; undefined: nobody looks. */
function ldapLookup(env: Env): DirectorySettings['ldapLookup'] {
  const {
    LDAP_LOOKUP_DN: dn,
    LDAP_LOOKUP_PASSWORD: password,
    LDAP_LOOKUP_BASE: base,
    LDAP_LOOKUP_FILTER: filter,
  } = env;
  if (!dn) {
    const [alone] = ['LDAP_LOOKUP_PASSWORD', 'LDAP_LOOKUP_BASE', 'LDAP_LOOKUP_FILTER'].filter((name) => env[name]);
    if (alone !== undefined) throw new ConfigError(alone, 'has no meaning without LDAP_LOOKUP_DN');
    return undefined;
  }
  if (!env.LDAP_URL) throw new ConfigError('LDAP_LOOKUP_DN', 'has no meaning without LDAP_URL');
  if (!password) throw new ConfigError('LDAP_LOOKUP_DN', 'needs LDAP_LOOKUP_PASSWORD');
  const [, attribute = '', value = ''] = LOOKUP_FILTER.exec(filter || 'uid={login}') ?? [];
  if (attribute === '') {
    throw new ConfigError('LDAP_LOOKUP_FILTER', 'must be an attribute and a value such as sAMAccountName={login}');
  }
  if (!base && !env.LDAP_USER_DN?.includes('=')) {
    throw new ConfigError('LDAP_LOOKUP_DN', 'needs LDAP_LOOKUP_BASE where LDAP_USER_DN is not the name of an entry');
  }
  return { dn, password, base: base || undefined, attribute, value };
}

function ldapAbsent(env: Env): DirectorySettings['ldapAbsent'] {
  const text = env.LDAP_ABSENT || 'report';
  if (text !== 'report' && text !== 'lock') throw new ConfigError('LDAP_ABSENT', 'must be report or lock');
  return text;
}

function ldapGroups(env: Env): readonly GroupPlace[] {
  const path = env.LDAP_GROUPS;
  if (!path) return [];
  if (!env.LDAP_LOOKUP_DN) throw new ConfigError('LDAP_GROUPS', 'has no meaning without LDAP_LOOKUP_DN');
  try {
    return readLdapGroups(path);
  } catch (error) {
    if (error instanceof LdapGroupsError) throw new ConfigError('LDAP_GROUPS', error.message);
    throw error;
  }
}

/** Error: ConfigError. */
export function directorySettings(env: Env): DirectorySettings {
  const ldapUrl = address(env, 'LDAP_URL', ['ldap:', 'ldaps:']);
  const ldapUserDn = env.LDAP_USER_DN || undefined;
  if (ldapUrl && !ldapUserDn?.includes('{login}')) {
    throw new ConfigError('LDAP_USER_DN', 'must be a template that contains {login} when LDAP_URL is set');
  }
  return {
    ldapUrl,
    ldapUserDn,
    ldapTimeoutMs: integer(env, 'LDAP_TIMEOUT_MS', 5_000, 100, 60_000),
    ldapLookup: ldapLookup(env),
    ldapAbsent: ldapAbsent(env),
    ldapGroups: ldapGroups(env),
  };
}
