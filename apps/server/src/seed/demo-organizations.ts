import { USER_STATUS } from '@pimis/domain/constants';
import type { Context } from '../platform/context.ts';
import { hashPassword } from '../modules/identity/sign-in/passwords.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../modules/system/demo-accounts.ts';
import { registerOrganization } from './reference.ts';

/** Registers the organizations of the demo accounts and makes the accounts. Repeatable. */
export async function seedDemoAccounts(context: Context): Promise<void> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  await context.db.transaction().execute(async (tx) => {
    for (const account of DEMO_ACCOUNTS) {
      await registerOrganization(tx, account.organizationId);
      await tx
        .insertInto('users')
        .values({
          login: account.login,
          name: account.name,
          email: `${account.login}@example.rs`,
          organization_id: account.organizationId,
          role_id: account.roleId,
          status: USER_STATUS.active,
          password_hash: passwordHash,
        })
        .onConflict((conflict) => conflict.column('login').doNothing())
        .execute();
    }
  });
}
