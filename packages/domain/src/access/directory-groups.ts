import { emailProblem } from '../text/email.ts';
import { type AccountPlace, usablePerson } from './provider-claims.ts';

/* Accounts that a group of the directory opens (docs/decisions/0307-accounts-of-groups.md). */

/** The body and the role that members of a group get. */
export interface GroupPlace extends AccountPlace {
  /** The name of the group in the directory (RFC 4514). */
  group: string;
}

/** A person as the directory has them; attributes may have several values. */
export interface DirectoryPerson {
  groups: readonly string[];
  names: readonly string[];
  emails: readonly string[];
}

/** A name of the directory for comparing: neither case nor spaces beside separators count. */
export const comparedName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/(?<!\\)\s*([,=+])\s*/g, '$1');

/** The body and role for a new account: those of the first group, in the settings' order, that the person is in. */
export function placeOfGroups(places: readonly GroupPlace[], { groups }: DirectoryPerson): GroupPlace | null {
  const held = new Set(groups.map(comparedName));
  return places.find(({ group }) => held.has(comparedName(group))) ?? null;
}

/** Name and e-mail of a new account; null without a usable name or a valid address. */
export function personOfDirectory({ names, emails }: DirectoryPerson): { name: string; email: string } | null {
  const email = emails.find((address) => emailProblem(address) === null);
  const [name] = names;
  return email === undefined || name === undefined ? null : usablePerson(name, email);
}
