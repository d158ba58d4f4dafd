import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { ProjectRow } from '@pimis/contract/projects';
import type { Claim } from '@pimis/domain/access/claims';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { searchWords } from '@pimis/domain/text/search';
import { createProject } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';
import { actingUser } from '../../seed/demo-people.ts';
import { foldCounts } from '../projects/counts.ts';
import { listProjects } from './table.ts';

/**
 * Filters whose number is kept in tallies: what they find, how many they say there are, and on which page, against all
 * projects read one by one.
 */
const server = useServer();

const PROJECTS = 400;
/** In the names of the oldest alone: walking the newest does not find it. */
const OLD_WORD = 'давнашњи';
const OLD_PROJECTS = 80;
/** In so few names that what stands under them is read from an end of each word (docs/decisions/0132-postings.md). */
const RARE_WORDS = ['реткост', 'ретки', 'изредак'];
const WORDS = ['школа', 'Школски', 'vodovod', 'voda', 'пут', 'dn500', '2024', 'у', 'Žabalj', OLD_WORD, ...RARE_WORDS];

beforeAll(async () => {
  const code = await createProject(server, 'local.user');
  await createProject(server, 'other.user');
  await sql`
    insert into projects (code, number, name, organization_id, proposer_organization_id, type, sector, phase, phase_status,
                          total_value, last_reporting, created_at, last_changed_at)
    select 'K-' || n, 'Б ' || n % 7 || '-' || n,
           (array['Школа', 'Школски пут', 'Vodovod', 'Voda i vodovod', 'Пут dn500', '2024 у', 'Žabalj'])[1 + n % 7]
             || case when n > ${PROJECTS - OLD_PROJECTS} then ${` ${OLD_WORD}`} else '' end
             || case when n % 60 < 3 then ' ' || (${RARE_WORDS}::text[])[1 + n % 60] else '' end,
           case when n % 50 = 0 then (select id from organizations order by id offset n / 50 % (select count(*) from organizations) limit 1)
                when n % 3 = 0 then other.organization_id else source.organization_id end,
           case when n % 5 = 0 then other.organization_id else source.organization_id end, 3, 5, 0, 1, 0,
           case when n % 4 > 0 then date '2026-01-01' + n % 4 end, timestamptz '2026-01-01' - n * interval '1 hour', timestamptz '2026-01-01' - n * interval '1 hour'
    from generate_series(1, ${PROJECTS}) n
    join projects source on source.code = ${code}
    join projects other on other.organization_id <> source.organization_id`.execute(server.context.db);
  await sql`insert into project_phases (project_id, phase, status) select id, phase, phase_status from projects
    where code ^@ 'K-'`.execute(server.context.db);
});

interface Row {
  code: string;
  number: string;
  name: string;
  owner: string;
  proposer: string;
}

/** Orders of the list, as they are asked for and in SQL: as it opens and the other way, with other indexes, and with none. */
const ORDERS: Readonly<Record<string, string>> = {
  '': 'last_changed_at desc, projects.id desc',
  '&sort_by=lastChangeDate': 'last_changed_at, projects.id',
  '&sort_by=createdDate': 'projects.created_at, projects.id',
  '&sort_by=name&sort_desc=true': 'projects.name desc, projects.id desc',
  '&sort_by=lastReporting': 'last_reporting nulls last, projects.id',
  '&sort_by=organizationName': 'owner.name, projects.id',
  '&sort_by=isConclusionReportDelayed': 'projects.id',
};

/** All projects of the tab in an order of the list. */
async function rowsOf(status: number, order = ''): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select code::text as code, number, projects.name, owner.name as owner, proposer.name as proposer
    from projects
    join organizations owner on owner.id = organization_id
    join organizations proposer on proposer.id = proposer_organization_id
    where projects.status = ${status} order by ${sql.raw(ORDERS[order] ?? '')}`.execute(server.context.db);
  return rows;
}

/** The rule of a word in words of this test: three letters stand anywhere, fewer and numbers begin a word. */
const carries = (text: string) => (words: readonly string[]) =>
  searchWords(text).every((word) =>
    words.some((other) => (word.length < 3 || /^\d+$/.test(word) ? other.startsWith(word) : other.includes(word))),
  );
const begins = (text: string) => (code: string) => searchWords(code).join(' ').startsWith(searchWords(text).join(' '));

const RULES = {
  code: (text: string) => (row: Row) => begins(text)(row.code),
  number: (text: string) => (row: Row) => begins(text)(row.number),
  name: (text: string) => (row: Row) => carries(text)(searchWords(row.name)),
  organizationName: (text: string) => (row: Row) => carries(text)(searchWords(row.owner)),
  proposerOrganizationName: (text: string) => (row: Row) => carries(text)(searchWords(row.proposer)),
  search: (text: string) => (row: Row) =>
    searchWords(text).every((word) =>
      [...[row.code, row.number, row.name].map(searchWords), searchWords(row.owner)].some(carries(word)),
    ),
};

async function found(query: string) {
  const { payload, additionalInformation, httpStatus } = await server.call<ProjectRow[]>(
    'admin',
    'GET',
    `projects/paged?${query}`,
  );
  expect(httpStatus, query).toBe(200);
  const { totalRows, totalIsAtLeast, keys } = additionalInformation as unknown as {
    totalRows: number;
    totalIsAtLeast: boolean;
    keys: { first: string; last: string } | null;
  };
  return { codes: (payload ?? []).map(({ code }) => code), totalRows, totalIsAtLeast, keys };
}

const letters = fc
  .constantFrom(...WORDS)
  .chain((word) =>
    fc
      .tuple(fc.nat({ max: 3 }), fc.integer({ min: 1, max: 8 }))
      .map(([from, length]) => word.slice(from, from + length) || word),
  );
const wanted = fc.record({
  field: fc.constantFrom(...(Object.keys(RULES) as (keyof typeof RULES)[])),
  text: fc.oneof(
    letters,
    fc.tuple(letters, letters).map((texts) => texts.join(' ')),
    fc.constantFrom(
      'K',
      'k-1',
      'К-40',
      'б 3',
      'Б 3-1',
      'grad',
      'opština',
      'nema takvog',
      '-',
      'retk',
      'redak',
      'ministarstvo',
    ),
  ),
  perPage: fc.constantFrom(5, 10, 25, 50),
  page: fc.integer({ min: 1, max: 9 }),
  order: fc.oneof(fc.constant(''), fc.constantFrom(...Object.keys(ORDERS))),
});

const aName = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
const change = fc.oneof(
  fc
    .tuple(
      fc.integer({ min: 1, max: PROJECTS }),
      fc.oneof(
        aName.map((name) => sql`name = ${name}`),
        fc.constantFrom(...Object.values(PROJECT_STATUS)).map((status) => sql`status = ${status}::smallint`),
        fc.constantFrom('10503', '50101').map((id) => sql`organization_id = ${id}, proposer_organization_id = ${id}`),
        fc.integer({ min: 1, max: 99 }).map((number) => sql`number = 'Нови-' || ${number}::text || '-' || code`),
        fc.constant(sql`phase_status = 2, last_changed_at = last_changed_at + interval '1 day'`),
      ),
    )
    .map(([number, set]) => sql`update projects set ${set} where code = ${`K-${number}`}`),
  fc
    .tuple(fc.constantFrom('10503', '50101'), aName)
    .map(([id, name]) => sql`update organizations set name = ${name} where id = ${id}`),
);

/** The postings of words as they are kept, and as they are of the projects that there are. */
async function posted(): Promise<{ kept: unknown[]; there: unknown[] }> {
  const kept = await sql`
    select word, place, status, last_changed_at, project_id from published.project_words
    order by 1, 2, 3, 4, 5`.execute(server.context.db);
  const there = await sql`
    select distinct word collate "C" as word, place, projects.status, last_changed_at, projects.id as project_id
    from projects
    join organizations owner on owner.id = organization_id
    join organizations proposer on proposer.id = proposer_organization_id, lateral (
      select word, 1 from string_to_table(projects.name_key, ' ') word
      union all
      select word, 2 from regexp_split_to_table(code_key || ' ' || number_key, '[0-9 ]+') word
      union all
      (select word, 3 from string_to_table(owner.name_key, ' ') word
       intersect select word, 3 from string_to_table(proposer.name_key, ' ') word)
      union all
      (select word, 4 from string_to_table(owner.name_key, ' ') word
       except select word, 4 from string_to_table(proposer.name_key, ' ') word)
      union all
      (select word, 5 from string_to_table(proposer.name_key, ' ') word
       except select word, 5 from string_to_table(owner.name_key, ' ') word)) words (word, place)
    where length(word) >= 3 and word !~ '^[0-9]+$' order by 1, 2, 3, 4, 5`.execute(server.context.db);
  return { kept: kept.rows, there: there.rows };
}

/** The tallies as they are kept, and as they are of the projects that there are. */
async function sums(): Promise<{ kept: unknown[]; there: unknown[] }> {
  const kept = await sql`
    select field, term, status, sum(projects)::integer as projects from published.project_tallies
    group by field, term, status having sum(projects) <> 0 order by field, term, status`.execute(server.context.db);
  const there = await sql`
    select terms.field, terms.term collate "C" as term, projects.status, count(*)::integer as projects
    from projects
    join organizations owner on owner.id = organization_id
    join organizations proposer on proposer.id = proposer_organization_id,
    pimis_tallied_terms(
      code_key, number_key, projects.name_key, owner.id, owner.name_key, proposer.id, proposer.name_key) terms
    group by terms.field, terms.term, projects.status order by 1, 2, 3`.execute(server.context.db);
  return { kept: kept.rows, there: there.rows };
}

interface Wanted {
  field: keyof typeof RULES;
  text: string;
  perPage: number;
  page: number;
  order: string;
}
type Tab = keyof typeof PROJECT_STATUS;
const TABS = Object.keys(PROJECT_STATUS) as Tab[];

/** A page by its number, the last one, and those beside the first hold what they are to hold. */
async function expectPages(tab: Tab, { field, text, perPage, page, order }: Wanted): Promise<void> {
  const blank = searchWords(text).length === 0;
  const rows = blank ? [] : await rowsOf(PROJECT_STATUS[tab], order);
  const expected = rows.filter(RULES[field](text)).map(({ code }) => code);
  const query = `status=${tab}&perPage=${perPage}${order}&filter[${field}]=${encodeURIComponent(text)}`;
  const numbered = await found(`${query}&page=${page}`);
  expect(numbered, query).toMatchObject({
    codes: expected.slice((page - 1) * perPage, page * perPage),
    totalRows: expected.length,
    totalIsAtLeast: false,
  });
  const { codes } = await found(`${query}&end=true`);
  expect(codes, query).toEqual(expected.length === 0 ? [] : expected.slice(-(expected.length % perPage || perPage)));
  if (!numbered.keys) return;
  const next = await found(`${query}&after=${numbered.keys.last}`);
  expect(next.codes, query).toEqual(expected.slice(page * perPage, (page + 1) * perPage));
  const before = await found(`${query}&before=${numbered.keys.first}`);
  expect(before.codes, query).toEqual(expected.slice(Math.max(0, (page - 2) * perPage), (page - 1) * perPage));
}

it('find what stands in the oldest alone, which are not among those that are passed first', async () => {
  const expected = (await rowsOf(PROJECT_STATUS.pending)).filter(({ name }) => name.endsWith(OLD_WORD));
  const { codes, totalRows } = await found('perPage=10&filter[name]=davna%C5%A1nj');
  expect([codes, totalRows]).toEqual([expected.slice(0, 10).map(({ code }) => code), OLD_PROJECTS]);
});

it('find what few projects carry, on each tab and in either direction: one word, several, of names, codes and owners', async () => {
  const { db } = server.context;
  await sql`update projects set number = 'Нови-' || code where code in ('K-7', 'K-70', 'K-170', 'K-270')`.execute(db);
  await sql`update projects set status = ${PROJECT_STATUS.finished}
    where code in ('K-60', 'K-61', 'K-62', 'K-100', 'K-170', 'K-200', 'K-260')`.execute(db);
  const asked: [keyof typeof RULES, string[]][] = [
    ['name', ['izredak', 'retk', 'redak']],
    ['search', ['izredak', 'retk', 'novi', 'integracij', 'grad']],
    ['organizationName', ['integracij', 'javna ulaganja', 'grad']],
    ['proposerOrganizationName', ['grad']],
  ];
  for (const tab of ['pending', 'finished'] as const) {
    for (const [field, texts] of asked) {
      for (const text of texts) {
        for (const order of ['', '&sort_by=lastChangeDate']) {
          await expectPages(tab, { field, text, perPage: 50, page: 1, order });
          await expectPages(tab, { field, text, perPage: 2, page: 2, order });
        }
      }
    }
  }
});

it('keep to what a project is when one thing of it is changed after the other', async () => {
  const changes = [
    sql`organization_id = '10513'`,
    sql`proposer_organization_id = '10513'`,
    sql`code = 'NOVA' || code`,
    sql`code = substr(code::text, 5)`,
    sql`number = 'Нови број ' || code`,
    sql`status = ${PROJECT_STATUS.finished}`,
    sql`number = 'Стари број ' || code, name = 'Други пут пут'`,
    sql`last_changed_at = last_changed_at + interval '1 day'`,
    sql`name = 'Пут', status = ${PROJECT_STATUS.pending}`,
  ];
  const { rows } = await sql<{ id: number }>`
    select id from projects where code in ('K-11', 'K-12', 'K-13')`.execute(server.context.db);
  const ids = rows.map(({ id }) => id);
  for (const set of changes) {
    await sql`update projects set ${set} where id in (${sql.join(ids)})`.execute(server.context.db);
    for (const { kept, there } of [await sums(), await posted()]) expect(kept).toEqual(there);
  }
});

it('tell nothing to whoever sees no project', async () => {
  const user = { ...(await actingUser(server.context, 'admin')), claims: new Set<Claim>() };
  for (const filter of ['name', 'search', 'code', 'organizationName']) {
    const query = { [`filter[${filter}]`]: filter === 'code' ? 'K' : 'grad' };
    const { rows, additional } = await listProjects(server.context.db, user, query, {
      day: '2026-01-01',
      now: server.context.now(),
    });
    expect([rows, additional.totalRows, additional.totalIsAtLeast], filter).toEqual([[], 0, false]);
  }
});

it('find the same and tell its number, on every page, whatever was changed and whether it was added up', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 6 }),
      fc.boolean(),
      fc.array(wanted, { minLength: 4, maxLength: 8 }),
      async (changes, folds, asked) => {
        for (const step of changes) await step.execute(server.context.db);
        if (folds) await foldCounts(server.context);
        for (const { kept, there } of [await sums(), await posted()]) expect(kept).toEqual(there);
        for (const tab of TABS) for (const each of asked) await expectPages(tab, each);
      },
    ),
    { numRuns: 12 },
  );
});

it('keep nothing of what was undone', async () => {
  const before = [(await sums()).kept, (await posted()).kept];
  const undone = server.context.db.transaction().execute(async (tx) => {
    await sql`update projects set name = 'поништено', status = 1`.execute(tx);
    await sql`update organizations set name = 'поништена'`.execute(tx);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect([(await sums()).kept, (await posted()).kept]).toEqual(before);
});

it('a step reads the postings of its project alone, however many the statement before it was about', async () => {
  const undone = server.context.db.transaction().execute(async (tx) => {
    const readThrough = async () => {
      const { rows } = await sql<{ read: string }>`
        select seq_tup_read as read from pg_stat_xact_user_tables where relname = 'project_words'`.execute(tx);
      return rows[0]?.read;
    };
    // Of others so many that nobody would read all of them for a few.
    await sql`
      insert into project_words (word, place, status, last_changed_at, project_id)
      select 'rec' || n % 1000, 1, 0, now(), -n from generate_series(1, 50000) n`.execute(tx);
    await sql`analyze project_words`.execute(tx);
    // As on a connection that begins with it.
    await sql`discard plans`.execute(tx);
    await sql`update projects set last_changed_at = last_changed_at + interval '1 day'`.execute(tx);
    const before = await readThrough();
    await sql`update projects set last_changed_at = last_changed_at + interval '1 day' where code = 'K-1'`.execute(tx);
    expect(await readThrough()).toBe(before);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
});

/** Begins the second while the first is not committed, and commits when it is seen to wait. */
async function inTurn(first: RawBuilder<unknown>, second: RawBuilder<unknown>): Promise<void> {
  const { db } = server.context;
  let waiting: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await first.execute(tx);
    waiting = second.execute(db);
    const waits = async () => {
      const blocked = await sql`
        select from pg_locks
        where not granted and pg_blocking_pids(pid) @> array[${rows[0]?.pid}::integer]`.execute(db);
      return blocked.rows.length > 0;
    };
    await expect.poll(waits).toBe(true);
  });
  await waiting;
}

const namedAnew = sql`update organizations set name = name || ' преименована' where id = '10503'`;
const projectOf = (code: string) => sql`
  insert into projects (code, number, name, organization_id, proposer_organization_id, type, sector, phase, phase_status,
                        total_value)
  values (${code}, ${code}, 'Нови', '50101', '10503', 3, 5, 0, 1, 0)`;

const otherNamedAnew = sql`update organizations set name = 'Општина преименована' where id = '50101'`;
const stepWith = (code: string) =>
  sql`update projects set last_changed_at = last_changed_at + interval '1 day' where code = ${code}`;

it.each([
  ['an organization is named anew and a project made before that is over', namedAnew, projectOf('X-1')],
  ['a project is made and its organization named anew before that is over', projectOf('X-2'), namedAnew],
  ['an organization is named anew and a step taken before that is over', namedAnew, stepWith('X-1')],
  ['a step is taken and the organization named anew before that is over', stepWith('X-1'), namedAnew],
  ['both organizations of a project are named anew before either is over', namedAnew, otherNamedAnew],
])('keep to the names that there are when %s', async (_, first, second) => {
  await inTurn(first, second);
  for (const { kept, there } of [await sums(), await posted()]) expect(kept).toEqual(there);
});

it('let other facts of an organization be written while it is given a project', async () => {
  const { db } = server.context;
  const code = await createProject(server, 'local.user');
  await db.transaction().execute(async (tx) => {
    await sql`update projects set name = 'Други назив' where code = ${code}`.execute(tx);
    const written = db.transaction().execute(async (other) => {
      await sql`set local lock_timeout = '2s'`.execute(other);
      return sql`update organizations set support_emails = support_emails
        where id = (select organization_id from projects where code = ${code}) returning id`.execute(other);
    });
    expect((await written).rows).toHaveLength(1);
  });
});
