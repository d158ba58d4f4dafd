import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useServer } from '../../testing/server.ts';
import { foldOrganizationCounts } from './counts.ts';

const server = useServer();

it('tells how many organizations there are, before and after it is added up', async () => {
  const { db } = server.context;
  const agrees = async () => {
    const { rows } = await sql<{ there: number }>`select count(*)::integer as there from organizations`.execute(db);
    const { additionalInformation } = await server.call('admin', 'GET', 'security/organizations?perPage=5');
    expect((additionalInformation as { totalRows?: number } | undefined)?.totalRows).toBe(rows[0]?.there);
    return rows[0]?.there ?? 0;
  };
  const before = await agrees();
  const add = sql`insert into organizations (id, name, status)
    select id, name, 2 from budget_users where id not in (select id from organizations) order by id limit 7`;
  const undone = db.transaction().execute(async (tx) => {
    await add.execute(tx);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await agrees()).toBe(before);
  await add.execute(db);
  expect(await agrees()).toBe(before + 7);
  await foldOrganizationCounts(server.context);
  await sql`delete from organizations where id = (
    select id from organizations where id not in (select organization_id from users) order by id limit 1)`.execute(db);
  expect(await agrees()).toBe(before + 6);
  await foldOrganizationCounts(server.context);
  expect(await agrees()).toBe(before + 6);
});
