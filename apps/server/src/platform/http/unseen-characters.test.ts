import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { SearchHit } from '@pimis/contract/dashboard';
import type { Project } from '@pimis/contract/projects';
import { useServer } from '../../testing/server.ts';

const server = useServer();

const found = async (text: string) => {
  const { payload } = await server.call<SearchHit[]>('local.user', 'GET', `search?q=${encodeURIComponent(text)}`);
  return payload?.map(({ title }) => title) ?? [];
};

it('names and codes are stored as one sees them, and found', async () => {
  const body = { code: 'REZER\u200bVOAR', name: ' Изградња  ре\u00adзервоара\u2060 Ћуковац\ufeff', type: 1, sector: 1 };
  const { payload } = await server.call<Project>('local.user', 'POST', 'projects', { ...body, important: false });
  expect(payload).toMatchObject({ code: 'REZERVOAR', name: 'Изградња резервоара Ћуковац' });
  expect(await found('резервоара ћуковац')).toEqual(['Изградња резервоара Ћуковац']);
  expect(await found('rezer\u00advoara')).toEqual(['Изградња резервоара Ћуковац']);
});

it('a name with nothing but unseen characters, or too few others, is refused', async () => {
  const body = { code: 'PRAZNO', name: '\u200b\u200b\u200b\u00ad\u2060а', type: 1, sector: 1, important: false };
  expect(await server.call('local.user', 'POST', 'projects', body)).toMatchObject({
    httpStatus: 422,
    fieldErrors: [{ field: 'name', code: 'InvalidField' }],
  });
});

it('names that were stored with such characters are found', async () => {
  const { db } = server.context;
  await sql`update projects set name = ${'Обилазница ба\u00adјраклија\u200bшка'} where code = 'REZERVOAR'`.execute(db);
  expect(await found('бајраклијашка')).toEqual(['Обилазница ба\u00adјраклија\u200bшка']);
});

it('an address with one is refused by name', async () => {
  const person = { name: 'Милена Јовановић', email: 'milena.jovan\u200bovic@prokuplje.rs', roleId: 1 };
  const answer = await server.call('local.admin', 'POST', 'security/users', [person]);
  expect(answer).toMatchObject({
    httpStatus: 422,
    fieldErrors: [{ field: '0.email', code: 'HiddenCharacter' }],
  });
});
