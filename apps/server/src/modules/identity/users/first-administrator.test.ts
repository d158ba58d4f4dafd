import { describe, expect, it } from 'vitest';
import { useServer } from '../../../testing/server.ts';
import { addFirstAdministrator } from './first-administrator.ts';

const server = useServer();
const PERSON = { login: 'prvi.admin', name: 'Првослав Админић', email: 'prvi@example.rs' };

describe('the first administrator', () => {
  it('is refused where somebody is one already', async () => {
    await expect(addFirstAdministrator(server.context, PERSON)).rejects.toThrow('There is an administrator already');
  });

  it('is opened once, however many ask, and is sent the link of activation', async () => {
    const { db } = server.context;
    // An installation that nobody has entered: the accounts of the demo are people of another role.
    await db.updateTable('users').set({ role_id: 1 }).where('role_id', '=', 5).execute();
    await expect(addFirstAdministrator(server.context, { ...PERSON, email: 'није адреса' })).rejects.toThrow(/^email/);
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        addFirstAdministrator(server.context, { ...PERSON, login: `prvi.admin${index}` }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(1);
    const users = await db
      .selectFrom('users')
      .innerJoin('user_tokens', 'user_tokens.user_id', 'users.id')
      .select(['users.organization_id', 'users.email', 'user_tokens.kind'])
      .where('users.role_id', '=', 5)
      .execute();
    expect(users).toEqual([{ organization_id: '00000', email: PERSON.email, kind: 'activation' }]);
  });
});
