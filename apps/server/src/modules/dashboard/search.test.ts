import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { SearchHit } from '@pimis/contract/dashboard';
import type { ProjectRow } from '@pimis/contract/project-rows';
import type { RegistryRow } from '@pimis/contract/registries';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { newCode } from '../../testing/codes.ts';
import { createProject, upload } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();

const found = async <Row>(login: string, url: string, text: string) =>
  (await server.call<Row[]>(login, 'GET', `${url}=${encodeURIComponent(text)}`)).payload ?? [];
const hits = (text: string) => found<SearchHit>('local.user', 'search?q', text);
const projects = async (filter: string, text: string) =>
  (await found<ProjectRow>('local.user', `projects/paged?perPage=100&filter[${filter}]`, text)).map(({ code }) => code);
const registry = (code: string, filter: string, text: string) =>
  found<RegistryRow>('local.user', `registry/${code}?filter[${filter}]`, text);

async function project(name: string): Promise<string> {
  // A search for a number also finds the year in the numbers of other projects, so the code has letters.
  const code = newCode('TRAZI').replace(/\d+/, 'P$&P');
  const answer = await server.call('local.user', 'POST', 'projects', {
    code,
    name,
    type: 3,
    sector: 5,
    important: false,
  });
  expect(answer.httpStatus).toBe(200);
  return code;
}

describe('the search of the header', () => {
  it('finds organizations by name and by id, and leads to them', async () => {
    for (const text of ['prokuplje', 'ПРОКУПЉЕ', '10503']) {
      const organization = (await hits(text)).find(({ kind }) => kind === 'organization');
      expect(organization?.path, text).toBe(`/registry/organization/${organization?.id}`);
    }
    expect((await hits('10503')).find(({ kind }) => kind === 'organization')?.id).toBe('10503');
  });

  it('finds a text however its letters are written', async () => {
    const code = await project('Čačak Šuma'.normalize('NFD'));
    const { rows } = await sql<{ name: string }>`select name from projects where code = ${code}`.execute(
      server.context.db,
    );
    expect(rows[0]?.name).toBe('Čačak Šuma'.normalize('NFC'));
    for (const text of ['Čačak Šuma', 'cacak suma', 'Чачак шума', 'Čačak Šuma'.normalize('NFD')]) {
      expect(
        (await hits(text)).map(({ id }) => id),
        text,
      ).toContain(code);
      expect(await projects('search', text), text).toContain(code);
    }
  });

  it.each([
    ['Kőszeg Plzeň Łódź', ['Koszeg', 'Plzen', 'Lodz', 'koszeg lodz', 'ŁÓDŹ']],
    ['Ђердап Инђија', ['Indija', 'indjija', 'Inđija', 'derdap', 'Djerdap', 'Ђердап']],
    ['Strauß Ærø', ['strauss', 'aero', 'Strauß']],
  ])('finds %s without its diacritics', async (name, texts) => {
    const code = await project(name);
    for (const text of texts) expect(await projects('name', text), text).toContain(code);
  });
});

describe('the search of the header shows', () => {
  const idsOf = async (login: string, kind: SearchHit['kind'], text: string) =>
    (await found<SearchHit>(login, 'search?q', text)).filter((hit) => hit.kind === kind).map(({ id }) => id);

  it('projects only to users who see them, by name and by code', async () => {
    const code = await project('Скривени водоторањ');
    for (const text of ['водоторањ', code]) {
      expect(await idsOf('local.user', 'project', text)).toEqual([code]);
      expect(await idsOf('other.user', 'project', text)).toEqual([]);
    }
  });

  it('no archived project, by a word, its code or its number, even to users who see it', async () => {
    const code = await project('Архивирани водоторањ');
    const number = `ЈН-${code}`;
    await server.context.db.updateTable('projects').set({ number }).where('code', '=', code).execute();
    const everywhere = async (login: string) => {
      const found = await Promise.all(['Архивирани', code, number].map((text) => idsOf(login, 'project', text)));
      return found.map((ids) => ids.includes(code));
    };
    for (const login of ['local.user', 'admin']) expect(await everywhere(login), login).toEqual([true, true, true]);
    await server.call('admin', 'PATCH', `projects/${code}`, {
      status: PROJECT_STATUS.finished,
      comment: 'Одустало се.',
    });
    await server.call('admin', 'PATCH', `projects/${code}`, { status: PROJECT_STATUS.archived });
    for (const login of ['local.user', 'admin']) expect(await everywhere(login), login).toEqual([false, false, false]);
  });

  it('documents only to users who see their project, by title and by the words in them', async () => {
    const code = await project('Пројекат са елаборатом');
    const { payload } = await upload(server, 'local.user', code, 'geodetski.txt');
    const document = payload?.[0];
    await sql`insert into document_texts (revision_id, words)
      values (${document?.revisionId}, to_tsvector('simple', 'katastar'))`.execute(server.context.db);
    for (const text of ['geodetski', 'katastar']) {
      expect(await idsOf('local.user', 'document', text), text).toEqual([String(document?.id)]);
      expect(await idsOf('other.user', 'document', text), text).toEqual([]);
    }
  });

  it('people of the own body to its administrators, everybody to an administrator, nobody to others', async () => {
    expect(await idsOf('local.admin', 'person', 'Јовић')).toEqual(['local.user']);
    expect(await idsOf('local.admin', 'person', 'Марковић')).toEqual([]);
    expect(await idsOf('admin', 'person', 'Марковић')).toEqual(['other.user']);
    expect(await idsOf('other.user', 'person', 'Марковић')).toEqual([]);
  });

  it('organizations that are valid today', async () => {
    await sql`
      insert into budget_users (id, name, place, type, tax_id_number, company_number, valid_from, valid_to)
      values ('90901', 'Угашени завод', 'Чачак', 'institution', '390000901', '49000901', '2020-01-01', '2021-01-01'),
             ('90902', 'Угашени уред', 'Чачак', 'institution', '390000902', '49000902', '2020-01-01', null)`.execute(
      server.context.db,
    );
    expect(await idsOf('local.user', 'organization', 'Угашени')).toEqual(['90902']);
  });
});

it('a code comes first, however many other projects contain its words', async () => {
  const { db } = server.context;
  const code = await project('Много њих');
  const rows = 1_500;
  await sql`
    insert into projects (code, number, name, organization_id, proposer_organization_id, type, sector, phase, phase_status,
                          total_value)
    select ${code} || n, ${code} || n, 'Много њих', organization_id, organization_id, 3, 5, 0, 1, 0
    from projects, generate_series(1, ${rows}) n where code = ${code}`.execute(db);
  expect((await hits(code))[0]?.id).toBe(code);
  await sql`update projects set last_changed_at = now() - interval '1 year' where code = ${code}`.execute(db);
  const ids = (await hits(code)).map(({ id }) => id);
  expect(ids[0]).toBe(code);
  expect(new Set(ids).size).toBe(ids.length);
  expect((await hits('mnogo njih')).filter(({ kind }) => kind === 'project').length).toBeGreaterThan(3);
});

it('for a frequent word the newest matches are ranked, and old ones are still found', async () => {
  const { db } = server.context;
  const code = await project('Обилазница');
  const rows = 6_000;
  // The oldest are written first, as in real use: an index of letters finds these first.
  await sql`
    insert into projects (code, number, name, organization_id, proposer_organization_id, type, sector, phase, phase_status,
                          total_value, last_changed_at)
    select 'N-' || n, 'N-' || n, case when n > ${rows} - 700 then 'Давна мостоградња' else 'Тунел' end || ' деоница ' || n,
           organization_id, organization_id, 3, 5, 0, 1, 0, now() - n * interval '1 minute'
    from projects, generate_series(1, ${rows}) n where code = ${code}
    order by n desc`.execute(db);
  const ids = async (text: string) =>
    (await found<SearchHit>('admin', 'search?q', text)).filter(({ kind }) => kind === 'project').map(({ id }) => id);
  const newest = Array.from({ length: 12 }, (_, index) => `N-${index + 1}`);
  expect(await ids('tunel')).toEqual(newest);
  await sql`update projects set status = case code when 'N-2' then ${PROJECT_STATUS.finished}::smallint
      else ${PROJECT_STATUS.archived}::smallint end where code in ('N-2', 'N-3')`.execute(db);
  expect(await ids('tunel')).toEqual([...newest.filter((id) => id !== 'N-3'), 'N-13']);
  // These words are in a tenth of all projects, and in none of the newest.
  expect((await ids('mostogradnja')).length).toBe(12);
  expect(await ids('tunela')).toEqual([]);
});

describe('for several words', () => {
  /** Creates projects with these names, each a minute older than the one before. */
  async function projects(code: string, groups: readonly { name: string; count: number }[]): Promise<void> {
    const like = await project('Узор за називе');
    const names = groups.flatMap(({ name, count }) => Array.from({ length: count }, () => name));
    // The oldest are written first, as in real use.
    await sql`
      insert into projects (code, number, name, organization_id, proposer_organization_id, type, sector, phase,
                            phase_status, total_value, last_changed_at)
      select ${code} || '-' || n, ${code} || '-' || n, named.name, organization_id, organization_id, 3, 5, 0, 1, 0,
             now() - n * interval '1 minute'
      from projects, unnest(${names}::text[]) with ordinality as named (name, n) where code = ${like}
      order by n desc`.execute(server.context.db);
  }
  const ids = async (text: string) =>
    (await found<SearchHit>('admin', 'search?q', text)).filter(({ kind }) => kind === 'project').map(({ id }) => id);
  const from = (code: string, first: number) => Array.from({ length: 12 }, (_, index) => `${code}-${first + index}`);

  it('the newest are ranked, and old ones are still found', async () => {
    await projects('S', [
      { name: 'Насип западни', count: 1_100 },
      { name: 'Канал источни', count: 1_100 },
      { name: 'Насип источни', count: 20 },
    ]);
    const { db } = server.context;
    expect(await ids('zapadni nasip')).toEqual(from('S', 1));
    expect(await ids('западни насип запад')).toEqual(from('S', 1));
    expect(await ids('istocni kanal')).toEqual(from('S', 1_101));
    await sql`update projects set status = case code when 'S-2' then ${PROJECT_STATUS.finished}::smallint
      else ${PROJECT_STATUS.archived}::smallint end where code in ('S-2', 'S-3')`.execute(db);
    expect(await ids('zapadni nasip')).toEqual([...from('S', 1).filter((id) => id !== 'S-3'), 'S-13']);
    // More than a thousand newer projects contain one of the two words.
    expect(await ids('istocni nasip')).toEqual(from('S', 2_201));
    expect(await ids('zapadni kanal')).toEqual([]);
    expect(await ids('zapadni n')).toEqual([...from('S', 1).filter((id) => id !== 'S-3'), 'S-13']);
  });

  it('the newest are ranked even if the newest with the rarest word do not contain the others', async () => {
    await projects('U', [
      { name: 'Устава бочна', count: 200 },
      { name: 'Устава главна', count: 700 },
      { name: 'Ограда главна', count: 400 },
    ]);
    expect(await ids('glavna ustava')).toEqual(from('U', 201));
  });

  it('a project of exactly this name comes first, however many newer ones contain rare words', async () => {
    await projects('Z', [
      { name: 'Изградња обданишта у насељу', count: 100 },
      { name: 'Изградња обданишта', count: 1 },
      { name: 'Изградња моста', count: 150 },
    ]);
    expect(await ids('изградња обданишта')).toEqual(['Z-101', ...from('Z', 1).slice(0, -1)]);
  });

  it('projects are found whose word is one of many that contain the typed text', async () => {
    const words = Array.from(
      { length: 60 },
      (_, n) => `вретен${'абвгдежзик'[Math.floor(n / 10)]}${'абвгдежзик'[n % 10]}`,
    );
    await projects('W', [
      ...words.map((name) => ({ name, count: 1 })),
      { name: 'Вретензз посебна', count: 1 },
      { name: 'Посебна', count: 70 },
    ]);
    expect(await ids('vreten posebna')).toEqual(['W-61']);
  });
});

it('frequent words of organizations do not displace those of projects', async () => {
  const { db } = server.context;
  const code = await project('Преградња');
  await sql`
    with made as (
      insert into budget_users (id, name, place, type, tax_id_number, company_number, valid_from)
      select (91000 + n)::text, 'Завод ' || chr(1072 + n / 30) || chr(1072 + n % 30) || 'градњак', 'Чачак', 'institution',
             (300000000 + n)::text, (40000000 + n)::text, date '2020-01-01'
      from generate_series(0, 59) n returning id, name, tax_id_number, company_number)
    insert into organizations (id, name, status, tax_id_number, company_number)
    select id, name, 2, tax_id_number, company_number from made`.execute(db);
  await sql`
    insert into projects (code, number, name, organization_id, proposer_organization_id, type, sector, phase, phase_status,
                          total_value)
    select 'OWN-' || n || '-' || copy, 'OWN-' || n || '-' || copy, 'Кров', (91000 + n)::text, (91000 + n)::text, 3, 5, 0, 1, 0
    from generate_series(0, 59) n, generate_series(1, 2) copy`.execute(db);
  const shown = await found<SearchHit>('admin', 'search?q', 'gradnj');
  expect(shown.filter(({ kind }) => kind === 'project').map(({ id }) => id)).toContain(code);
});

it('a part of many words is matched only with words of searched projects', async () => {
  const { db } = server.context;
  const words = 60;
  // Words that begin with the search text, in former names, archived projects and names of organizations.
  const renamed = await project('Биће другачије');
  const many = (part: string) =>
    Array.from({ length: words }, (_, n) => `калемар${part}${'абвгдежзик'[Math.floor(n / 10)]}${'абвгдежзик'[n % 10]}`);
  for (let from = 0; from < words; from += 20) {
    await sql`update projects set name = ${many('о')
      .slice(from, from + 20)
      .join(' ')} where code = ${renamed}`.execute(db);
  }
  await sql`update projects set name = 'Другачије' where code = ${renamed}`.execute(db);
  const archived = await project(many('у').slice(0, 20).join(' '));
  await sql`update projects set status = 2 where code = ${archived}`.execute(db);
  // An organization with few projects, whose name has all the words.
  const other = await createProject(server, 'other.user');
  await sql`update organizations set name = name || ' ' || ${many('е').join(' ')} where id = (
    select organization_id from projects where code = ${other})`.execute(db);
  const code = await project('Надкалемарство');
  const told = (await found<SearchHit>('admin', 'search?q', 'kalemar')).filter(({ kind }) => kind === 'project');
  expect(told.map(({ id }) => id)).toEqual([code]);
});

it('organizations that match exactly come first, and those with a wrong letter where there is room', async () => {
  const { db } = server.context;
  const make = (ids: readonly number[], name: string) =>
    sql`insert into budget_users (id, name, place, type, tax_id_number, company_number, valid_from)
      select id::text, ${name} || ' ' || chr(1072 + place::integer), 'Чачак', 'institution',
             (400000000 + id)::text, (50000000 + id)::text, date '2020-01-01'
      from unnest(${[...ids]}::integer[]) with ordinality as made (id, place)`.execute(db);
  const organizations = async (text: string) =>
    (await hits(text)).filter(({ kind }) => kind === 'organization').map(({ id }) => Number(id));
  // Sorted by name, the misspelt names would come before and after the exact ones.
  await make([92_001], 'Ваздухопловсдво');
  await make([92_002], 'Ваздухопловсшво');
  await make([92_003, 92_004, 92_005], 'Ваздухопловство');
  expect(await organizations('ваздухопловство')).toEqual([92_003, 92_004, 92_005, 92_001, 92_002]);
  await make([92_006, 92_007, 92_008], 'Авијација ваздухопловство');
  const shown = await organizations('vazduhoplovstvo');
  expect(shown).toHaveLength(5);
  expect(shown).not.toContain(92_001);
});

describe('filters of lists', () => {
  it('search only their own column', async () => {
    const code = await project('Име без броја');
    const [row] = await found<ProjectRow>('local.user', 'projects/paged?filter[code]', code);
    expect(await projects('name', row?.number ?? '')).not.toContain(code);
    expect(await projects('name', code)).toEqual([]);
    expect(await projects('number', row?.number ?? '')).toContain(code);
  });

  it('find words in any order, with anything between them', async () => {
    const all = await projects('organizationName', 'grad prokuplje');
    expect(all.length).toBeGreaterThan(0);
    expect(await projects('organizationName', 'prokuplje  ГРАД')).toEqual(all);
    const names = async (text: string) => (await registry('locations', 'name', text)).map(({ name }) => name);
    const town = await names('niska banja');
    expect(town.length).toBeGreaterThan(0);
    for (const text of ['banja niska', 'нишка  бања', 'Niška-Banja']) expect(await names(text), text).toEqual(town);
  });

  it('find codes by their start, in either script', async () => {
    const code = await project('Шифра');
    expect(await projects('code', code.toLowerCase())).toEqual([code]);
    expect(await projects('code', `ТРАЖИ${code.slice('TRAZI'.length)}`)).toEqual([code]);
    expect(await projects('code', code.slice(1))).toEqual([]);
    expect(await projects('code', '%')).toEqual([]);
    expect((await registry('currencies', 'code', 'еур')).map(({ id }) => id)).toEqual(['EUR']);
    expect((await registry('budget-users', 'id', '1050')).every(({ id }) => String(id).startsWith('1050'))).toBe(true);
    const [first] = await found<RegistryRow>('local.user', 'registry/appropriations?perPage', '5');
    const start = String(first?.id).slice(0, 4);
    for (const filter of ['code', 'id']) {
      const started = await registry('appropriations', filter, start);
      expect(started.length, filter).toBeGreaterThan(0);
      expect(started.every(({ id }) => String(id).startsWith(start))).toBe(true);
    }
  });

  it('take a few digits for a code, and many for a tax or registration number', async () => {
    const { rows } = await sql<{ id: string; tax: string; company: string }>`
      select id, tax_id_number as tax, company_number as company from budget_users
      where length(tax_id_number) = 9 and length(company_number) = 8
        and valid_to is null and left(tax_id_number, 3) <> left(id, 3) order by id limit 1`.execute(server.context.db);
    const [user] = rows;
    if (!user) throw new Error('No budget user with numbers');
    const search = async (text: string) => (await registry('budget-users', 'search', text)).map(({ id }) => id);
    expect(await search(user.tax)).toContain(user.id);
    expect(await search(user.tax.slice(0, 8))).toContain(user.id);
    expect(await search(user.company)).toContain(user.id);
    expect(await search(user.tax.slice(0, 3))).not.toContain(user.id);
    expect(await search(user.tax.slice(0, 7))).toEqual([]);
    expect((await search(user.id))[0]).toBe(user.id);
  });
});
