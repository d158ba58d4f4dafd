import { sql } from 'kysely';
import { Compile } from 'typebox/compile';
import { NewUserSchema } from '@pimis/contract/users';
import { ADMINISTRATION_ORGANIZATION } from '@pimis/domain/constants';
import type { Context } from '../../platform/context.ts';
import { addUser } from './users.ts';

const person = Compile(NewUserSchema);

/**
 * Opens the account of the first administrator, in the organization of the administration, and queues the mail in which
 * the password is set. For an installation that nobody can sign in to yet: everybody else is added by an administrator.
 * Errors: somebody is an administrator already, or a value that is none.
 */
export async function addFirstAdministrator(
  context: Context,
  input: { login: string; name: string; email: string },
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    // Two at once: the second finds the first.
    await sql`select pg_advisory_xact_lock(7136411)`.execute(tx);
    const { rows } = await sql<{ roleId: number; users: number }>`
      select role_id as "roleId", (select count(*) from users where users.role_id = held.role_id)::integer as users
      from role_claims held where claim = 'Admin' order by role_id`.execute(tx);
    if (rows.some(({ users }) => users > 0)) throw new Error('There is an administrator already, who can add others.');
    const [role] = rows;
    if (!role) throw new Error('No role holds the claim Admin.');
    const user = { ...input, roleId: role.roleId, organizationId: ADMINISTRATION_ORGANIZATION };
    const [wrong] = person.Errors(user);
    if (wrong) throw new Error(`${wrong.instancePath.slice(1)}: ${wrong.message}`);
    await addUser(
      context,
      tx,
      { ...user, loginAd: null, phoneNumber: null, tags: [], notifyUser: true },
      { user: null },
    );
  });
}
