import type { Client, Entry } from 'ldapts';
import type { DirectoryPerson } from '@pimis/domain/access/directory-groups';
import { DISABLING_ATTRIBUTES, type DirectoryState, isDisabledEntry } from '@pimis/domain/access/directory-state';
import type { Config } from '../../../config.ts';
import { escapeDn, library, secure, within } from './ldap.ts';

/** Settings for looking people up in the directory (docs/operations.md, "People who left"). */
export type LookupConfig = Pick<Config, 'ldapUrl' | 'ldapUserDn' | 'ldapTimeoutMs' | 'ldapLookup'>;

/** Whether people can be looked up: this needs an account that may read the directory. */
export const canLookUp = ({ ldapUrl, ldapLookup }: LookupConfig): boolean =>
  ldapUrl !== undefined && ldapLookup !== undefined;

/** Runs the work over one connection with the account that may read. Errors: those of the directory. */
async function reading<Result>(config: LookupConfig, work: (client: Client) => Promise<Result>): Promise<Result> {
  const { ldapUrl, ldapLookup, ldapTimeoutMs } = config;
  if (ldapUrl === undefined || ldapLookup === undefined) throw new Error('LDAP_LOOKUP_DN is not set.');
  const { Client: Directory } = await library();
  const client = new Directory({ url: ldapUrl, timeout: ldapTimeoutMs, connectTimeout: ldapTimeoutMs });
  try {
    await within(2 * ldapTimeoutMs, secure(client, ldapUrl));
    await within(ldapTimeoutMs, client.bind(ldapLookup.dn, ldapLookup.password));
    return await work(client);
  } finally {
    // The connection may be closed already.
    await client.unbind().catch(() => undefined);
  }
}

/** The directory's state of each login, over one connection. Errors: those of the directory; then no state is known. */
export function lookUp(
  config: LookupConfig,
  logins: readonly string[],
  now: Date,
): Promise<Map<string, DirectoryState>> {
  return reading(config, async (client) => {
    const states = new Map<string, DirectoryState>();
    for (const login of logins) {
      states.set(login, stateOf(await entriesOf(client, config, login, DISABLING_ATTRIBUTES), now));
    }
    return states;
  });
}

const GROUPS = 'memberOf';
/** The first of these attributes that an entry has is the person's name. */
const NAMES = ['displayName', 'cn'];
const EMAIL = 'mail';

/** The person of a login; null if there is no entry, or more than one. Errors: those of the directory. */
export async function readPerson(config: LookupConfig, login: string): Promise<DirectoryPerson | null> {
  const attributes = [GROUPS, EMAIL, ...NAMES];
  const [entry, another] = await reading(config, (client) => entriesOf(client, config, login, attributes));
  if (!entry || another) return null;
  return {
    groups: valuesOf(entry, GROUPS),
    names: NAMES.flatMap((name) => valuesOf(entry, name)),
    emails: valuesOf(entry, EMAIL),
  };
}

/** Those of the given groups that the directory does not have. Errors: those of the directory. */
export async function missingGroups(config: LookupConfig, groups: readonly string[]): Promise<string[]> {
  const { NoSuchObjectError } = await library();
  return reading(config, async (client) => {
    const missing: string[] = [];
    for (const group of groups) {
      try {
        const search = client.search(group, { scope: 'base', attributes: ['cn'] });
        if ((await within(config.ldapTimeoutMs, search)).searchEntries.length === 0) missing.push(group);
      } catch (error) {
        if (!(error instanceof NoSuchObjectError)) throw error;
        missing.push(group);
      }
    }
    return missing;
  });
}

/** Directories differ in the case of attribute names. */
function valuesOf(entry: Entry, attribute: string): string[] {
  const name = Object.keys(entry).find((key) => key.toLowerCase() === attribute.toLowerCase());
  return (name === undefined ? [] : [entry[name] ?? []].flat()).map(String);
}

/** The entries of a login: below the configured base, otherwise the one with the name that a sign-in would use. */
async function entriesOf(
  client: Client,
  config: LookupConfig,
  login: string,
  wanted: readonly string[],
): Promise<Entry[]> {
  const { ldapLookup, ldapUserDn = '', ldapTimeoutMs } = config;
  const { NoSuchObjectError, EqualityFilter } = await library();
  const attributes = [...wanted];
  const search =
    ldapLookup?.base === undefined
      ? client.search(ldapUserDn.replaceAll('{login}', escapeDn(login)), { scope: 'base', attributes })
      : client.search(ldapLookup.base, {
          scope: 'sub',
          filter: new EqualityFilter({
            attribute: ldapLookup.attribute,
            value: ldapLookup.value.replaceAll('{login}', login),
          }),
          attributes,
        });
  try {
    const { searchEntries } = await within(ldapTimeoutMs, search);
    return searchEntries;
  } catch (error) {
    if (error instanceof NoSuchObjectError) return [];
    throw error;
  }
}

/** A person may have an old, disabled entry in addition to the present one. */
function stateOf(entries: readonly Entry[], now: Date): DirectoryState {
  if (entries.length === 0) return 'absent';
  return entries.every((entry) => isDisabled(entry, now)) ? 'disabled' : 'present';
}

function isDisabled(entry: Entry, now: Date): boolean {
  const texts = DISABLING_ATTRIBUTES.flatMap((name) => {
    const value = [entry[name] ?? []].flat()[0];
    return value === undefined ? [] : [[name, value.toString()] as const];
  });
  const written: Readonly<Record<string, string>> = Object.fromEntries(texts);
  return isDisabledEntry(written, now);
}
