import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Claim } from '@pimis/domain/access/claims';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { searchWords } from '@pimis/domain/text/search';
import { actingUser } from '../../seed/demo-people.ts';
import { createProject } from '../../testing/projects.ts';
import { queriesOf } from '../../testing/query-recorder.ts';
import { useServer } from '../../testing/server.ts';
import { isThorough } from '../../testing/thorough.ts';
import { listProjects } from './service.ts';

/** Compares pages of filtered lists, found in both ways (query.ts), with a check of every project. */
const server = useServer();

const PROJECTS = 400;
/** Only the oldest projects, which are late too, have this word; a bounded scan of the newest does not reach them. */
const OLD_WORD = 'давнашњи';
const OLD_PROJECTS = 80;
const RARE_WORDS = ['реткост', 'ретки', 'изредак'];
const WORDS = ['школа', 'Школски', 'vodovod', 'voda', 'пут', 'dn500', '2024', 'у', 'Žabalj', OLD_WORD, ...RARE_WORDS];

beforeAll(async () => {
  const code = await createProject(server, 'local.user');
  await createProject(server, 'other.user');
  await sql`
    insert into projects (code, number, name, organization_id, proposer_organization_id, type, sector, phase, phase_status,
                          total_value, last_reporting, created_at, last_changed_at, open_steps, waiting_since)
    select 'K-' || n, 'Б ' || n % 7 || '-' || n,
           (array['Школа', 'Школски пут', 'Vodovod', 'Voda i vodovod', 'Пут dn500', '2024 у', 'Žabalj'])[1 + n % 7]
             || case when n > ${PROJECTS - OLD_PROJECTS} then ${` ${OLD_WORD}`} else '' end
             || case when n % 60 < 3 then ' ' || (${RARE_WORDS}::text[])[1 + n % 60] else '' end,
           case when n % 50 = 0 then (select id from organizations order by id offset n / 50 % (select count(*) from organizations) limit 1)
                when n % 3 = 0 then other.organization_id else source.organization_id end,
           case when n % 5 = 0 then other.organization_id else source.organization_id end, 3, 5, 0, 1, 0,
           case when n % 4 > 0 then date '2026-01-01' + n % 4 end, timestamptz '2026-01-01' - n * interval '1 hour', timestamptz '2026-01-01' - n * interval '1 hour',
           case when n > ${PROJECTS - OLD_PROJECTS} then '{send}'::text[] end, timestamptz '2025-01-01'
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

/**
 * Orders of the list, as query and as SQL: the default one and its reverse, orders with other indexes, and without an
 * index.
 */
const ORDERS: Readonly<Record<string, string>> = {
  '': 'last_changed_at desc, projects.id desc',
  '&sort_by=lastChangeDate': 'last_changed_at, projects.id',
  '&sort_by=createdDate': 'projects.created_at, projects.id',
  '&sort_by=name&sort_desc=true': 'projects.name desc, projects.id desc',
  '&sort_by=lastReporting': 'last_reporting nulls last, projects.id',
  '&sort_by=organizationName': 'owner.name, projects.id',
  '&sort_by=isConclusionReportDelayed': 'projects.id desc',
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

/** An independent rule of search words: three letters match anywhere, fewer and numbers only the start of a word. */
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

/**
 * The product's limits; and limits so small that most filters match more than are counted, and a scan ends before its
 * page is full.
 */
const LIMITS = [undefined, { counted: 20, sorted: 5, scanned: 60 }];
const CLOCK = { day: '2026-01-01', now: new Date('2026-01-01T12:00:00Z') };

async function found(parameters: string, limits: (typeof LIMITS)[number]) {
  const user = await actingUser(server.context, 'admin');
  const query = Object.fromEntries(new URLSearchParams(parameters));
  const { rows, additional } = await listProjects(server.context.db, user, query, CLOCK, limits);
  return { codes: rows.map(({ code }) => code), ...additional };
}

it.each(LIMITS)('filters match the same projects on every page, in every order, with limits %o', async (limits) => {
  await fc.assert(
    fc.asyncProperty(wanted, async ({ field, text, perPage, page, order }) => {
      const all = searchWords(text).length === 0 ? [] : await rowsOf(PROJECT_STATUS.pending, order);
      const expected = all.filter(RULES[field](text)).map(({ code }) => code);
      const query = `perPage=${perPage}${order}&filter[${field}]=${encodeURIComponent(text)}`;
      const numbered = await found(`${query}&page=${page}`, limits);
      const isCapped = expected.length > (limits?.counted ?? Number.POSITIVE_INFINITY);
      expect(numbered, query).toMatchObject({
        codes: expected.slice((page - 1) * perPage, page * perPage),
        totalRows: isCapped ? limits?.counted : expected.length,
        totalIsAtLeast: isCapped,
      });
      const exact = await found(`${query}&exact=true`, limits);
      expect([exact.totalRows, exact.totalIsAtLeast], query).toEqual([expected.length, false]);
      const last = (await found(`${query}&end=true`, limits)).codes;
      const left = isCapped ? perPage : expected.length % perPage || perPage;
      expect(last, query).toEqual(expected.length === 0 ? [] : expected.slice(-left));
      if (!numbered.keys) return;
      const next = await found(`${query}&after=${numbered.keys.last}`, limits);
      expect(next.codes, query).toEqual(expected.slice(page * perPage, (page + 1) * perPage));
      const before = await found(`${query}&before=${numbered.keys.first}`, limits);
      expect(before.codes, query).toEqual(expected.slice(Math.max(0, (page - 2) * perPage), (page - 1) * perPage));
    }),
    { numRuns: isThorough ? 120 : 40 },
  );
});

it('lists use the stored counts of states, and are scanned if these are large', async () => {
  for (const limits of LIMITS) {
    const { rows } = await sql<{ total: number }>`
      select count(*)::integer as total from projects where status = 0 and phase = 0`.execute(server.context.db);
    const page = await found('filter[phase]=0&perPage=10&page=3', limits);
    expect([page.totalRows, page.totalIsAtLeast, page.codes.length]).toEqual([rows[0]?.total, false, 10]);
    expect((await found('filter[phase]=7', limits)).totalRows).toBe(0);
  }
});

it('lists show stage groups only if the count is complete and within the limit', async () => {
  const [, limits] = LIMITS;
  const groupsOf = async (query: string) => (await found(`groups=true&${query}`, limits)).groups;
  expect(await groupsOf('filter[name]=реткост')).toEqual([{ stage: 'preparation', projects: 6, totalValue: '0.00' }]);
  expect(await groupsOf('filter[name]=школа')).toBeNull();
  expect(await groupsOf('filter[name]=школа&exact=true')).toBeNull();
  expect((await found('filter[name]=реткост', limits)).groups).toBeNull();
});

it('a filter on the sorted column bounds the scan', async () => {
  const all = (await rowsOf(PROJECT_STATUS.pending, '&sort_by=createdDate')).map(({ code }) => code);
  for (const limits of LIMITS) {
    const before = await found(
      'sort_by=createdDate&sort_desc=true&perPage=10&filter[createdDate-to]=2025-12-20',
      limits,
    );
    const oldest = all.filter((code) => before.codes.includes(code)).toReversed();
    expect(before.codes).toEqual(oldest);
    expect(before.codes).toHaveLength(10);
  }
});

it('lists are empty for users who see no project', async () => {
  const user = { ...(await actingUser(server.context, 'admin')), claims: new Set<Claim>() };
  for (const filter of ['name', 'search', 'code', 'organizationName']) {
    const query = { [`filter[${filter}]`]: filter === 'code' ? 'K' : 'grad' };
    const { rows, additional } = await listProjects(server.context.db, user, query, CLOCK);
    expect([rows, additional.totalRows, additional.totalIsAtLeast], filter).toEqual([[], 0, false]);
  }
});

it('late steps are found in the index of the last change, no matter how far from its start', async () => {
  const query = 'filter[isStepLate]=true&perPage=10';
  const expected = (await rowsOf(PROJECT_STATUS.pending))
    .map(({ code }) => code)
    .filter((code) => code.startsWith('K-'));
  const statements = async (scanned: number, parameters: string) => {
    let codes: string[] = [];
    const asked = await queriesOf(
      async () => ({ codes } = await found(parameters, { counted: 5, sorted: 5, scanned })),
    );
    return { codes, statements: asked.length };
  };
  const short = await statements(60, query);
  expect(short.codes).toEqual(expected.slice(PROJECTS - OLD_PROJECTS).slice(0, 10));
  expect(short).toEqual(await statements(2 * PROJECTS, query));
  // Further filters have to read rows, so the scan is bounded, and all matches are sorted after it.
  for (const further of ['&filter[type]=3', '&merge=true']) {
    const whole = await statements(2 * PROJECTS, query + further);
    expect(await statements(60, query + further), further).toEqual({ ...whole, statements: whole.statements + 1 });
  }
});
