import { readFileSync } from 'node:fs';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { comparedName, type GroupPlace } from '@pimis/domain/access/directory-groups';

/* The file of LDAP_GROUPS: groups of the directory whose members get an account at their first sign-in. */

const Text = Type.String({ minLength: 1, maxLength: 1_000 });
const FileSchema = Type.Array(
  Type.Object({ group: Text, organization: Text, role: Text }, { additionalProperties: false }),
  { maxItems: 1_000 },
);
const file = Compile(FileSchema);

/** The place in the file and what is wrong there. */
export class LdapGroupsError extends Error {}

function contentOf(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new LdapGroupsError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new LdapGroupsError(`${path} is not JSON`);
  }
}

/** Reads the file. Error: LdapGroupsError. */
export function readLdapGroups(path: string): GroupPlace[] {
  const content = contentOf(path);
  if (!file.Check(content)) {
    const first = file.Errors(content).find(({ keyword }) => keyword !== 'boolean');
    throw new LdapGroupsError(
      `${first?.instancePath || 'the file'}: must be a list of group, organization and role, each a text`,
    );
  }
  const names = content.map(({ group }) => comparedName(group));
  const wrong = names.findIndex((name) => !/^[a-z0-9.-]+=/.test(name));
  if (wrong >= 0) throw new LdapGroupsError(`/${wrong}/group: must be a name such as cn=officers,ou=groups,dc=example`);
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index);
  if (twice >= 0) throw new LdapGroupsError(`/${twice}/group: is there already`);
  return content;
}
