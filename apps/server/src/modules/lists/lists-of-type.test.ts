import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Claim } from '@pimis/domain/access/claims';
import type { ProjectList } from '@pimis/contract/lists';
import type { ProjectRow } from '@pimis/contract/project-rows';
import { fromHundredths, sumHundredths } from '@pimis/domain/money/decimal';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { createProject } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';
import { listsOfType } from './service.ts';

const server = useServer();
const LISTS = 4;
/** Users who see all projects, and users who see those of an organization. */
const LOGINS = ['admin', 'reviewer', 'local.user', 'other.user', 'minister'];

interface Item {
  list: number;
  code: string;
  decision: number | null;
  value: string | null;
}

async function userOf(login: string): Promise<CurrentUser> {
  const { rows } = await sql<Omit<CurrentUser, 'claims' | 'sessionId'> & { claims: Claim[] }>`
    select id, login, name, organization_id as "organizationId", role_id as "roleId",
           array(select claim from role_claims where role_claims.role_id = users.role_id) as claims
    from users where login = ${login}`.execute(server.context.db);
  const [user] = rows;
  if (!user) throw new Error(`Nobody is ${login}`);
  return { ...user, claims: new Set(user.claims), sessionId: '' };
}

async function codesSeenBy(login: string): Promise<Set<string>> {
  const { payload } = await server.call<ProjectRow[]>(login, 'GET', 'projects/paged?perPage=100');
  return new Set((payload ?? []).map(({ code }) => code));
}

/** Puts the items on new lists of type 3, after removing them from others, and returns the numbers of the lists. */
async function stand(items: readonly Item[]): Promise<number[]> {
  const { db } = server.context;
  await sql`delete from project_list_items`.execute(db);
  await sql`delete from project_lists`.execute(db);
  const { rows } = await sql<{ id: number }>`
    insert into project_lists (type, name) select 3, 'lista ' || n from generate_series(1, ${LISTS}::integer) n
    returning id`.execute(db);
  const ids = rows.map(({ id }) => id);
  for (const { list, code, decision, value } of items) {
    await sql`
      insert into project_list_items (list_id, project_id, position, came_from_status, snapshot, decision)
      select ${ids[list] ?? null}::integer, id, 1, 14, ${JSON.stringify(value === null ? {} : { totalValue: value })},
             ${decision}::smallint
      from projects where code = ${code}`.execute(db);
  }
  return ids;
}

/** The content of the lists screen, computed from the items one by one. */
function expected(ids: readonly number[], items: readonly Item[], seen: ReadonlySet<string>): Partial<ProjectList>[] {
  return ids
    .map((id, index) => ({ id, whole: items.filter(({ list }) => list === index) }))
    .filter(({ whole }) => whole.some(({ code }) => seen.has(code)))
    .map(({ id, whole }) => {
      const decided = whole.filter(({ decision }) => decision !== null).length;
      const values = whole.flatMap(({ code, value }) => (seen.has(code) && value !== null ? [value] : []));
      return {
        id,
        projects: whole.length,
        decided,
        approved: decided === whole.length,
        totalValue: fromHundredths(sumHundredths(values)),
      };
    })
    .reverse();
}

it('are shown newest first with their sums, to each user the value of the visible projects', async () => {
  const codes: string[] = [];
  for (const login of ['local.user', 'local.user', 'other.user']) codes.push(await createProject(server, login));
  const seen = await Promise.all(LOGINS.map(codesSeenBy));
  const users = await Promise.all(LOGINS.map(userOf));
  expect(seen.map(({ size }) => size)).toEqual(expect.arrayContaining([3, 2, 1, 0]));
  const item = fc.record({
    list: fc.nat(LISTS - 1),
    code: fc.constantFrom(...codes),
    decision: fc.constantFrom(null, 1, 4),
    value: fc.constantFrom(null, '0.00', '0.05', '12500000.50', '999999999999999.99'),
  });
  const items = fc.uniqueArray(item, { maxLength: 9, selector: ({ list, code }) => `${list} ${code}` });
  await fc.assert(
    fc.asyncProperty(items, async (standing) => {
      const ids = await stand(standing);
      for (const [index, login] of LOGINS.entries()) {
        const { lists } = await listsOfType(server.context, users[index] as CurrentUser, 3, {});
        const told = lists.map(({ id, projects, decided, approved, totalValue }) => {
          return { id, projects, decided, approved, totalValue };
        });
        expect(told, login).toEqual(expected(ids, standing, seen[index] ?? new Set()));
      }
    }),
    { numRuns: 25 },
  );
});
