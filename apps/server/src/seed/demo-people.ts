import { sql } from 'kysely';
import type { Claim } from '@pimis/domain/access/claims';
import { USER_STATUS } from '@pimis/domain/constants';
import type { Context } from '../platform/context.ts';
import type { CurrentUser } from '../platform/access/current-user.ts';
import { registerOrganization } from './reference.ts';

/** Further organizations of the demo data, each with two people. They have no password. */
export const DEMO_ORGANIZATIONS: readonly { id: string; manager: string; confirmer: string }[] = [
  { id: '50101', manager: 'Јелена Марковић', confirmer: 'Зоран Павловић' },
  { id: '50103', manager: 'Маја Ристић', confirmer: 'Слободан Васић' },
  { id: '50107', manager: 'Тијана Благојевић', confirmer: 'Раде Ковачевић' },
  { id: '50110', manager: 'Немања Ђорђевић', confirmer: 'Љиљана Симић' },
];

const SESSION = '00000000-0000-0000-0000-000000000000';

/** A user in the form of a signed-in one, for demo data made through services. */
export async function actingUser(context: Context, login: string): Promise<CurrentUser> {
  const row = await context.db
    .selectFrom('users')
    .select(['id', sql<string>`login::text`.as('login'), 'name', 'organization_id', 'role_id'])
    .select(sql<Claim[]>`array(select claim from role_claims where role_claims.role_id = users.role_id)`.as('claims'))
    .where('login', '=', login)
    .executeTakeFirstOrThrow();
  return {
    id: row.id,
    login: row.login,
    name: row.name,
    organizationId: row.organization_id,
    roleId: row.role_id,
    claims: new Set(row.claims),
    sessionId: SESSION,
    standIns: [],
  };
}

/** Registers the further organizations and their people (inactive: they have not activated their accounts). */
export async function seedDemoPeople(context: Context): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    for (const { id, manager, confirmer } of DEMO_ORGANIZATIONS) {
      await registerOrganization(tx, id);
      for (const [suffix, name, role] of [
        ['m', manager, 3],
        ['c', confirmer, 2],
      ] as const) {
        await tx
          .insertInto('users')
          .values({
            login: `demo.${id}.${suffix}`,
            name,
            email: `demo.${id}.${suffix}@example.rs`,
            organization_id: id,
            role_id: role,
            status: USER_STATUS.inactive,
          })
          .onConflict((conflict) => conflict.column('login').doNothing())
          .execute();
      }
    }
  });
}
