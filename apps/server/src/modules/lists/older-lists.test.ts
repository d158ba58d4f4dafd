import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ListItem, ProjectList } from '@pimis/contract/lists';
import { createProject } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();
const LISTS = 50;
const NUMBERS = Array.from({ length: LISTS }, (_, index) => LISTS - index);
const nameOf = (n: number) => `lista ${n}`;

/** Whether the list of this number has a project of the own body; it can have one of another body, too. */
const holdsOwn = (n: number) => n % 2 === 0;
const holdsOther = (n: number) => n % 3 === 0;

/** The numbers of the lists that each user sees, the newest first. */
const SEEN = {
  admin: NUMBERS.filter((n) => holdsOwn(n) || holdsOther(n)),
  'local.power': NUMBERS.filter(holdsOwn),
};
const LOGINS = Object.keys(SEEN) as (keyof typeof SEEN)[];

async function put(code: string, numbers: readonly number[]): Promise<void> {
  await sql`
    insert into project_list_items (list_id, project_id, position, came_from_status, snapshot)
    select lists.id, projects.id, 1, 14,
           '{"name": "Пројекат", "organizationName": "Прокупље", "phase": 0, "totalValue": "100.00"}'
    from project_lists lists, projects
    where projects.code = ${code} and lists.name = any(${numbers.map(nameOf)}::text[])`.execute(server.context.db);
}

beforeAll(async () => {
  // Between any two there is a list of another type with the same name.
  await sql`
    insert into project_lists (type, name)
    select type, 'lista ' || n from generate_series(1, ${LISTS}::integer) n, generate_series(3, 4) type
    order by n, type`.execute(server.context.db);
  await put(await createProject(server, 'local.user'), NUMBERS.filter(holdsOwn));
  await put(await createProject(server, 'other.user'), NUMBERS.filter(holdsOther));
});

const ask = (login: string, query: string, type = 3) =>
  server.call<ProjectList[]>(login, 'GET', `projects/lists/${type}${query}`);

/** Reads the pages of a list in sequence, each after the last row of the previous one. */
async function pages(login: string, perPage?: number): Promise<ProjectList[][]> {
  const read: ProjectList[][] = [];
  let after = '';
  for (let older = true; older && read.length <= LISTS; ) {
    const { payload, additionalInformation } = await ask(login, `?${perPage ? `perPage=${perPage}` : ''}${after}`);
    read.push(payload ?? []);
    after = `&after=${payload?.at(-1)?.id}`;
    older = additionalInformation?.older === true;
  }
  return read;
}

describe.each(LOGINS)('lists that %s sees', (login) => {
  const seen = SEEN[login];

  it('are paged newest first, without a repetition or a gap', async () => {
    const whole = await ask(login, '?perPage=100');
    expect(whole.payload?.map(({ name }) => name)).toEqual(seen.map(nameOf));
    expect(whole.additionalInformation).toEqual({ older: false });
    for (const perPage of [undefined, 1, 7, seen.length - 1, seen.length]) {
      const read = await pages(login, perPage);
      expect(read.flat(), `${perPage} each`).toEqual(whole.payload);
      const size = perPage ?? 20;
      expect(read.map(({ length }) => length)).toEqual(
        Array.from({ length: Math.ceil(seen.length / size) }, (_, page) => Math.min(size, seen.length - page * size)),
      );
    }
  });

  it('are found by their exact name, however old, as the pages show them', async () => {
    const oldest = (await pages(login)).flat().at(-1);
    const name = encodeURIComponent(oldest?.name ?? '');
    expect((await ask(login, '')).payload?.map((list) => list.name)).not.toContain(oldest?.name);
    expect(await ask(login, `?name=${name}`)).toMatchObject({
      payload: [oldest],
      additionalInformation: { older: false },
    });
    expect((await server.call<ListItem[]>(login, 'GET', `projects/lists/3/${name}`)).payload).toHaveLength(1);
    for (const none of ['lista', 'lista%20', 'LISTA%202', nameOf(LISTS + 1), nameOf(1)]) {
      expect((await ask(login, `?name=${none}`)).payload, none).toEqual([]);
    }
  });
});

it('a list with only others’ projects is not found by its name, and an empty one by nobody', async () => {
  expect((await ask('local.power', `?name=${nameOf(3)}`)).payload).toEqual([]);
  expect((await ask('admin', `?name=${nameOf(3)}`)).payload).toMatchObject([{ type: 3, projects: 1 }]);
  expect((await ask('admin', `?name=${nameOf(1)}`)).payload).toEqual([]);
});

it.each([
  ...['0', '101', '-1', 'x', ''].map((value) => ['perPage', value, 'InvalidField']),
  ...['0', '-1', 'x', '2147483648', ''].map((value) => ['after', value, 'InvalidField']),
  ...['', 'a'.repeat(41)].map((value) => ['name', value, 'InvalidField']),
  ['page', '2', 'UnknownField'],
])('%s=%s is refused by its name', async (field, value, code) => {
  const { httpStatus, fieldErrors } = await ask('admin', `?${field}=${value}`);
  expect({ httpStatus, fieldErrors }).toEqual({ httpStatus: 422, fieldErrors: [{ field, code }] });
});
