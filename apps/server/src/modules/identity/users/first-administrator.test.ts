import { beforeAll, expect, it } from 'vitest';
import { USER_STATUS } from '@pimis/domain/constants';
import { Refused } from '../../../platform/process/refused.ts';
import { useServer } from '../../../testing/server.ts';
import { addFirstAdministrator } from './first-administrator.ts';

const server = useServer();
const PERSON = { login: 'prvi.admin', name: 'Првослав Админић', email: 'prvi@example.rs' };
const add = (person: Partial<typeof PERSON>) => addFirstAdministrator(server.context, { ...PERSON, ...person });

beforeAll(async () => {
  const disabled = { status: USER_STATUS.disabled };
  await server.context.db.updateTable('users').set(disabled).where('login', '=', 'admin').execute();
});

it.each([
  [{ email: 'није адреса' }, 'email: must be an address such as name@example.rs.'],
  [{ login: 'Ђ' }, /^login: must have 4 to 32 Latin letters, [^\\^[]+\.$/],
  [{ name: '' }, 'name: must have 1 to 200 characters on one line.'],
])('the first administrator is refused with a rule that a person reads: %o', async (person, sentence) => {
  const refused = add(person);
  await expect(refused).rejects.toThrow(sentence);
  await expect(refused).rejects.toBeInstanceOf(Refused);
});

it('names only commands that a release has', async () => {
  await expect(add({ login: 'admin' })).rejects.toThrow(
    'There is an account admin already; pimis unlock admin opens it again.',
  );
  await add({});
  await expect(add({ login: 'drugi.admin' })).rejects.toThrow(/; pimis unlock prvi\.admin sends another\.$/);
});
