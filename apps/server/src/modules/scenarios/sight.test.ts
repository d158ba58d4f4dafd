import { beforeAll, describe, expect, it } from 'vitest';
import type { Scenario } from '@pimis/contract/portfolio/scenarios';
import { loadCurrentUser } from '../../platform/access/current-user.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { ownUrl } from '../../testing/held-projects.ts';
import { createProject } from '../../testing/projects.ts';
import { actAs } from '../../testing/registry.ts';
import { scenarioCalls, scenarioInput } from '../../testing/scenario-calls.ts';
import { useServer } from '../../testing/server.ts';
import { refreshScenario } from './refreshing.ts';
import { addCandidates, saveScenario } from './saving.ts';

/** The visible parts of a scenario for a user who sees only some of its projects. */

const server = useServer();
const { make, read, save } = scenarioCalls(server);
let ownBody: number;
let [own, other] = ['', ''];

beforeAll(async () => {
  own = await createProject(server, 'local.user');
  other = await createProject(server, 'other.user');
  const role = {
    name: 'Планер органа',
    description: 'Сценарији над пројектима свог органа',
    claims: ['Project_View', 'Portfolio_View', 'Scenario_Manage'],
  };
  ownBody = (await server.call<{ id: number }>('admin', 'POST', 'security/roles', role)).payload?.id ?? 0;
});

const codes = ({ candidates }: Scenario) => candidates.map(({ code }) => code);

describe('a scenario whose projects a reader sees only in part', () => {
  it('shows only these and the number of the others, and is copied without the others', async () => {
    const id = await make({ name: 'Сви', projectCodes: [own, other] });
    await save(id, { ...scenarioInput(await read(id)), shared: true });
    const back = await actAs(server, 'local.user', ownBody);
    const seen = await read(id, 'local.user');
    expect([codes(seen), seen.hidden, seen.isOwn]).toEqual([[own], 1, false]);
    const copy = await server.call<{ id: number }>('local.user', 'POST', `portfolio/scenarios/${id}/copy`, {
      name: 'Наш',
    });
    const copied = await read(copy.payload?.id ?? 0, 'local.user');
    expect([codes(copied), copied.hidden]).toEqual([[own], 0]);
    // A project of another organization cannot be added by its code either.
    const foreign = { name: 'Туђ', projectCodes: [other] };
    const refused = await server.call('local.user', 'POST', 'portfolio/scenarios', foreign);
    expect(refused.status.name).toBe('NoCandidates');
    await back();
    expect((await server.call('local.user', 'GET', `portfolio/scenarios/${id}`)).httpStatus).toBe(403);
  });

  it('keeps projects that its owner temporarily does not see', async () => {
    const back = await actAs(server, 'local.user', ownBody);
    const belongs = (organizationId: string) =>
      server.context.db
        .updateTable('users')
        .set({ organization_id: organizationId })
        .where('login', '=', 'local.user')
        .execute();
    const id = await make({ name: 'Моја', projectCodes: [own] }, 'local.user');
    await belongs('50101');
    const narrowed = await read(id, 'local.user');
    expect([codes(narrowed), narrowed.hidden]).toEqual([[], 1]);
    const input = { ...scenarioInput(narrowed), name: 'Моја, сачувана' };
    expect((await save(id, input, 'local.user')).httpStatus).toBe(200);
    await belongs('50112');
    const again = await read(id, 'local.user');
    expect([again.name, codes(again), again.hidden]).toEqual(['Моја, сачувана', [own], 0]);
    await back();
  });
});

it('a change needs one connection, so that concurrent users do not block each other', async () => {
  const id = await make({ name: 'Једна веза', projectCodes: [own, other] });
  const account = await server.context.db
    .selectFrom('users')
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .select(['users.id', 'sessions.id as session'])
    .where('login', '=', 'reviewer')
    .executeTakeFirstOrThrow();
  const user = await loadCurrentUser(server.context.db, account.id, account.session);
  if (!user) throw new Error('no user');
  await using db = openDatabase(await ownUrl(server), { max: 1 });
  const context = { ...server.context, db };
  const origin = { user };
  const { choices, ...rest } = scenarioInput(await read(id));
  expect(await saveScenario(context, user, id, { ...rest, choices: choices.slice(0, 1) }, origin)).toBe(2);
  await server.context.db.updateTable('projects').set({ name: 'Нови вртић' }).where('code', '=', own).execute();
  expect(await refreshScenario(context, user, id, 2, origin)).toBe(3);
  const added = await addCandidates(context, user, id, { revision: 3, projectCodes: [other] }, origin);
  expect(added).toEqual({ added: 1, revision: 4 });
});
