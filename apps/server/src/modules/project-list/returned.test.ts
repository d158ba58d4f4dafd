import { beforeAll, expect, it } from 'vitest';
import type { ProjectRow } from '@pimis/contract/project-rows';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();
let entered: ProjectDriver;
let returned: ProjectDriver;

beforeAll(async () => {
  entered = await ProjectDriver.start(server);
  returned = await ProjectDriver.start(server);
  await returned.fill();
  await returned.act('local.user', 1);
  await returned.act('local.admin', 2, { comment: 'Допуните опис.' });
});

const listed = async (query: string, login: string) => {
  const { payload } = await server.call<ProjectRow[]>(login, 'GET', `projects/paged?perPage=50&sort_by=code&${query}`);
  return payload?.map(({ code }) => code);
};

it.each(['admin', 'local.user'])('returned projects are listed until they are sent again, for %s', async (login) => {
  expect(await listed('filter[isReturned]=true', login)).toEqual([returned.code]);
  expect(await listed('filter[isReturned]=false', login)).toEqual([entered.code]);
  expect(await listed('filter[isReturned]=maybe', login)).toBeUndefined();
});

it('a project that was sent again no longer counts as returned', async () => {
  await returned.fill();
  await returned.act('local.user', 1);
  expect(await listed('filter[isReturned]=true', 'admin')).toEqual([]);
});
