import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchHit } from '@pimis/contract/dashboard';
import type { ProjectRow } from '@pimis/contract/project-rows';
import type { ReportPreview } from '@pimis/contract/reports';
import { USER_STATUS } from '@pimis/domain/constants';
import { cyrillicToLatin } from '@pimis/domain/text/transliterate';
import { compareNames } from '@pimis/domain/text/order';
import { createProject, upload } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';
import { newestFiles } from '../documents/newest-files.ts';

const server = useServer();
const LETTERS = [...'ШЖЏЦЧЋЂЉЊЗСДЛНГК'];
const AZBUKA = 'ГДЂЖЗКЛЉНЊСЋЦЧЏШ';
const ABECEDA = 'ЦЧЋДЏЂГКЛЉНЊСШЗЖ';

beforeAll(async () => {
  for (const letter of LETTERS) await createProject(server, 'local.user', { name: `${letter}ума и поље` });
});

const page = async (query: string) => {
  const answer = await server.call<ProjectRow[]>('admin', 'GET', `projects/paged?sort_by=name&${query}`);
  const rows = answer.payload ?? [];
  const { keys } = answer.additionalInformation as { keys: { last: string } };
  return { letters: rows.map(({ name }) => name.charAt(0)).join(''), last: keys.last };
};

it('the project table is in the order of its reader’s alphabet, across pages too', async () => {
  expect((await page('perPage=50')).letters).toBe(AZBUKA);
  expect((await page('perPage=50&script=cyrillic')).letters).toBe(AZBUKA);
  expect((await page('perPage=50&script=latin')).letters).toBe(ABECEDA);
  expect((await page('perPage=50&script=latin&sort_desc=true')).letters).toBe([...ABECEDA].reverse().join(''));
  const first = await page('perPage=6&script=latin');
  const second = await page(`perPage=10&page=2&script=latin&after=${first.last}`);
  expect(first.letters + second.letters).toBe(ABECEDA);
});

it('another script is refused', async () => {
  const answer = await server.call('admin', 'GET', 'projects/paged?script=greek');
  expect(answer.httpStatus).toBe(422);
});

it.each(['security/users', 'security/roles', 'registry/banks', 'registry/budget-users'])(
  '%s is in the order of abeceda for readers of Latin',
  async (list) => {
    const field = list === 'security/roles' ? 'description' : 'name';
    const answer = await server.call<Record<string, string>[]>(
      'admin',
      'GET',
      `${list}?sort_by=${field}&script=latin&perPage=50`,
    );
    const names = (answer.payload ?? []).map((row) => row[field] ?? '');
    expect(names.length).toBeGreaterThan(1);
    expect(names).toEqual(names.toSorted(compareNames('latin')));
  },
);

it('every list of a table accepts the script of its reader', async () => {
  const [project] = (await server.call<ProjectRow[]>('admin', 'GET', 'projects/paged')).payload ?? [];
  const lists = [
    'administration/audit',
    'notices/all',
    'security/organizations',
    'registry/exchange-rate',
    'tasks/paged',
  ];
  const ofProject = ['documents', 'organizations', 'appropriations'].map((list) => `projects/${project?.code}/${list}`);
  for (const list of [...lists, ...ofProject]) {
    const answer = await server.call('admin', 'GET', `${list}?script=latin`);
    expect([list, answer.httpStatus]).toEqual([list, 200]);
  }
});

it.each([
  ['', AZBUKA],
  ['?script=latin', ABECEDA],
])('a board report is in the order of the alphabet: preview%s', async (query, alphabet) => {
  const { payload } = await server.call<ReportPreview>(
    'admin',
    'GET',
    `reporting/board-reports/projects-all/preview${query}`,
  );
  const names = (payload?.lines ?? []).flatMap(({ kind, cells }) => (kind === 'row' && cells.name ? [cells.name] : []));
  expect(names.map((name) => name.charAt(0)).join('')).toBe(alphabet);
});

it('the database transliterates and orders Latin as the product does', async () => {
  const names = [...LETTERS.map((letter) => `${letter}ума`), 'Његош', 'љубав', 'ЏЕП', 'Most', 'Čačak', 'Đunis'];
  const { rows } = await sql<{ name: string; latin: string }>`
    select name, pimis_latin(name) as latin from unnest(${names}::text[]) name
    order by pimis_latin(name) collate "sr-Latn-x-icu"`.execute(server.context.db);
  expect(rows.map(({ name }) => name)).toEqual(names.toSorted(compareNames('latin')));
  for (const { name, latin } of rows) expect(latin.toLowerCase()).toBe(cyrillicToLatin(name).toLowerCase());
});

describe('names of the same rank are in the order of the alphabet:', () => {
  // By code points, which databases of the product compare by, Ђ and Ј come before А.
  const LETTERS_OF_FIVE = 'АЂЖЈЦ';
  const ORDERS: [string, string][] = [
    ['', 'АЂЖЈЦ'],
    ['&script=latin', 'АЦЂЈЖ'],
  ];
  const initials = (names: readonly string[] = []) => names.map((name) => name.charAt(0)).join('');
  let code = '';

  beforeAll(async () => {
    code = await createProject(server, 'local.user', { name: 'Поређана имена' });
    for (const [index, letter] of [...LETTERS_OF_FIVE].reverse().entries()) {
      const name = `${letter}ан Поредић`;
      const user = {
        name,
        login: `poredic.${index}`,
        email: `poredic${index}@primer.rs`,
        roleId: 1,
        notifyUser: false,
      };
      expect((await server.call('local.admin', 'POST', 'security/users', [user])).httpStatus).toBe(200);
      const title = `${letter}нализа`;
      expect((await upload(server, 'local.user', code, 'a.txt', { title, description: title })).httpStatus).toBe(200);
    }
    await sql`update users set status = ${USER_STATUS.active} where login like 'poredic.%'`.execute(server.context.db);
  });

  it.each(ORDERS)('hits of the search, and people whom a comment may mention%s', async (query, order) => {
    const q = encodeURIComponent('поредић');
    const hits = await server.call<SearchHit[]>('admin', 'GET', `search?q=${q}${query}`);
    const people = hits.payload?.filter(({ kind }) => kind === 'person').map(({ title }) => title);
    expect(initials(people)).toBe(order);
    const named = await server.call<{ name: string }[]>(
      'local.user',
      'GET',
      `projects/${code}/comments/people?q=${q}${query}`,
    );
    expect(initials(named.payload?.map(({ name }) => name))).toBe(order);
  });

  it.each(ORDERS)('titles and descriptions of documents%s', async (query, order) => {
    for (const field of ['title', 'description'] as const) {
      const answer = await server.call<Record<typeof field, string>[]>(
        'local.user',
        'GET',
        `projects/${code}/documents?sort_by=${field}${query}`,
      );
      expect(initials(answer.payload?.map((row) => row[field]))).toBe(order);
    }
    const script = query === '' ? undefined : 'latin';
    const project = await server.context.db
      .selectFrom('projects')
      .select('id')
      .where('code', '=', code)
      .executeTakeFirstOrThrow();
    const files = await newestFiles(server.context.db, project.id, script);
    expect(initials(files.map(({ title }) => title))).toBe(order);
  });
});
