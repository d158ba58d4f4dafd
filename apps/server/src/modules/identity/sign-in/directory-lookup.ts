import type { Client, Entry } from 'ldapts';
import { DISABLING_ATTRIBUTES, type DirectoryState, isDisabledEntry } from '@pimis/domain/access/directory-state';
import type { Config } from '../../../config.ts';
import { escapeDn, library, secure, within } from './ldap.ts';

/** Settings of a look at the directory (docs/operations.md, "People who left"). */
export type LookupConfig = Pick<Config, 'ldapUrl' | 'ldapUserDn' | 'ldapTimeoutMs' | 'ldapLookup'>;

/** Whether the directory can be looked at: it takes an account that may read it. */
export const canLookUp = ({ ldapUrl, ldapLookup }: LookupConfig): boolean =>
  ldapUrl !== undefined && ldapLookup !== undefined;

/**
 * How the directory knows each login, over one connection. Errors: those of the directory; nothing is known then.
 */
export async function lookUp(
  config: LookupConfig,
  logins: readonly string[],
  now: Date,
): Promise<Map<string, DirectoryState>> {
  const { ldapUrl, ldapLookup, ldapTimeoutMs } = config;
  if (ldapUrl === undefined || ldapLookup === undefined) throw new Error('LDAP_LOOKUP_DN is not set.');
  const { Client: Directory } = await library();
  const client = new Directory({ url: ldapUrl, timeout: ldapTimeoutMs, connectTimeout: ldapTimeoutMs });
  try {
    await within(2 * ldapTimeoutMs, secure(client, ldapUrl));
    await within(ldapTimeoutMs, client.bind(ldapLookup.dn, ldapLookup.password));
    const states = new Map<string, DirectoryState>();
    for (const login of logins) states.set(login, stateOf(await entriesOf(client, config, login), now));
    return states;
  } finally {
    // The connection may be closed already.
    await client.unbind().catch(() => undefined);
  }
}

/** The entries of a login: below the base that is set, otherwise the one whose name a sign-in would use. */
async function entriesOf(client: Client, config: LookupConfig, login: string): Promise<Entry[]> {
  const { ldapLookup, ldapUserDn = '', ldapTimeoutMs } = config;
  const { NoSuchObjectError, EqualityFilter } = await library();
  const attributes = [...DISABLING_ATTRIBUTES];
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

/** Somebody may have an old, disabled entry beside the present one. */
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
