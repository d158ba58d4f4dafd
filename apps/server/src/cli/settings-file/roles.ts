import { sql } from 'kysely';
import type { Claim } from '@pimis/domain/access/claims';
import type { Tx } from '../../platform/database/database.ts';
import { Refused } from '../../platform/process/refused.ts';
import { keepAdministrator } from '../../modules/identity/roles/rights.ts';
import { lockRoles } from '../../modules/identity/roles/role-queries.ts';
import { addRole, removeRole, writeRole, writeSecondFactor } from '../../modules/identity/roles/roles.ts';
import { atPlace, changeLine, type Import, OPERATOR } from './changes.ts';
import { roleKey, type RoleSetting, type SettingsFile } from './file.ts';

type Stored = Awaited<ReturnType<typeof lockRoles>>[number];
type OwnRole = Stored & { organizationId: string };

/** An operator may give every claim that a role can have. */
const GIVER = { claims: new Set<Claim>(['Admin']) };

const isOwn = (role: Stored): role is OwnRole => role.organizationId !== null;

const settingOf = ({ organizationId, name, description, claims, secondFactor }: OwnRole): RoleSetting => ({
  organization: organizationId,
  name,
  description,
  claims: claims.toSorted(),
  secondFactor,
});

/** Roles of organizations, by organization and name, and what can be set of those of the product. */
export async function rolesAsSet(tx: Tx): Promise<Required<Pick<SettingsFile, 'roles' | 'systemRoles'>>> {
  const stored = await lockRoles(tx);
  const own = stored.filter(isOwn).map(settingOf);
  return {
    roles: own.toSorted((one, other) => (roleKey(one) < roleKey(other) ? -1 : 1)),
    systemRoles: Object.fromEntries(
      stored.filter((role) => !isOwn(role)).map(({ name, secondFactor }) => [name, { secondFactor }]),
    ),
  };
}

async function requireOrganizations(tx: Tx, roles: readonly RoleSetting[]): Promise<void> {
  const rows = await tx
    .selectFrom('published.organizations')
    .select('id')
    .where(sql<boolean>`id = any(${[...new Set(roles.map(({ organization }) => organization))]}::text[])`)
    .execute();
  const known = new Set(rows.map(({ id }) => id));
  const problems = roles.flatMap(({ organization }, index) =>
    known.has(organization) ? [] : [`roles[${index}].organization: there is no organization ${organization}`],
  );
  if (problems.length > 0) throw new Refused(`Nothing is applied. ${problems.join('; ')}`);
}

async function removeRoles(tx: Tx, gone: readonly OwnRole[]): Promise<string[]> {
  for (const role of gone) await atPlace(`roles: without ${nameOf(role)}`, () => removeRole(tx, role, OPERATOR));
  return gone.map((role) => `- role ${nameOf(role)}`);
}

const nameOf = ({ organizationId, name }: OwnRole): string => `${organizationId}/${name}`;

async function setRole({ context, tx }: Import, role: RoleSetting, present: OwnRole | undefined): Promise<string[]> {
  const { organization, secondFactor, ...input } = role;
  const wanted = { ...input, claims: input.claims.toSorted() };
  if (!present) {
    const id = await addRole(context, tx, GIVER, organization, wanted, OPERATOR);
    const made = { id, organizationId: organization, secondFactor: false };
    if (secondFactor) await writeSecondFactor(tx, made, true, OPERATOR);
    return [`+ role ${organization}/${role.name}: ${wanted.claims.join(' ')}${secondFactor ? ', second factor' : ''}`];
  }
  const { organization: _, ...before } = settingOf(present);
  const line = changeLine(`role ${nameOf(present)}`, before, { ...wanted, secondFactor });
  if (line === null) return [];
  const { secondFactor: __, ...written } = before;
  if (changeLine('', written, wanted) !== null) {
    await writeRole(context, tx, GIVER, present, wanted, OPERATOR);
  }
  if (secondFactor !== present.secondFactor) await writeSecondFactor(tx, present, secondFactor, OPERATOR);
  return [line];
}

async function setSystemRoles(
  { tx }: Import,
  wanted: NonNullable<SettingsFile['systemRoles']>,
  stored: readonly Stored[],
): Promise<string[]> {
  const lines: string[] = [];
  for (const [name, { secondFactor }] of Object.entries(wanted)) {
    const role = stored.find((one) => !isOwn(one) && one.name === name);
    if (!role) throw new Refused(`Nothing is applied. systemRoles.${name}: there is no such role`);
    const line = changeLine(`role ${name}`, role, { secondFactor });
    if (line === null) continue;
    await writeSecondFactor(tx, role, secondFactor, OPERATOR);
    lines.push(line);
  }
  return lines;
}

/** Changes roles to those of a file, under the lock of rights; returns a line for each change. Error: Refused. */
export async function setRoles(call: Import, { roles, systemRoles = {} }: SettingsFile): Promise<string[]> {
  const { tx } = call;
  const stored = await lockRoles(tx);
  const own = stored.filter(isOwn);
  return atPlace('roles', () =>
    keepAdministrator(tx, async () => {
      const lines = await setSystemRoles(call, systemRoles, stored);
      if (!roles) return lines;
      await requireOrganizations(tx, roles);
      const present = new Map(own.map((role) => [roleKey(settingOf(role)), role]));
      const wanted = new Set(roles.map(roleKey));
      lines.push(
        ...(await removeRoles(
          tx,
          own.filter((role) => !wanted.has(roleKey(settingOf(role)))),
        )),
      );
      for (const [index, role] of roles.entries()) {
        lines.push(...(await atPlace(`roles[${index}]`, () => setRole(call, role, present.get(roleKey(role))))));
      }
      return lines;
    }),
  );
}
