import pg from 'pg';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { registryOf } from '@pimis/domain/registries/catalogue';
import { openDatabase } from '../../platform/database/database.ts';
import { seedBulk } from '../../seed/bulk.ts';
import { queriesOf } from '../../testing/query-recorder.ts';
import { useServer } from '../../testing/server.ts';
import { variations } from '../../testing/thorough.ts';
import { PROJECT_SORTS } from '../../testing/sortable.ts';
import { databaseUrl } from '../../testing/template.ts';

const server = useServer();

const PROJECTS = 12_000;
const SEEDING_MS = 180_000;

/** Tables that grow with the projects: daily queries must find their rows by an index. */
const LARGE = [
  'projects',
  'project_visibility',
  'project_phases',
  'project_forms',
  'form_revisions',
  'project_activities',
  'project_history',
  'project_changes',
  'documents',
  'notifications',
];

const SORTED = PROJECT_SORTS.map((sort) => `projects/paged?sort_by=${sort}&sort_desc=true`);

const CALLS = [
  ...SORTED,
  'projects/paged?sort_by=name&sort_desc=true&script=latin',
  'projects/paged?sort_by=lastReporting',
  'projects/paged',
  'projects/paged?perPage=50&page=230',
  'projects/paged?end=true',
  'projects/paged?filter[code]=B-12',
  'projects/paged?filter[search]=bajina',
  'projects/paged?filter[name]=bajina',
  'projects/paged?filter[name]=kapele',
  'projects/paged?filter[organizationName]=cacak',
  'projects/paged?filter[proposerOrganizationName]=cacak',
  'projects/paged?filter[organizationId]=50112',
  'projects/paged?filter[totalValue-from]=3999990000',
  'projects/paged?filter[phase]=2&filter[phaseStatus]=16',
  'projects/paged?filter[phase]=7&sort_by=name',
  'projects/paged?filter[isMerged]=true',
  'projects/paged?filter[isConclusionReportDelayed]=true',
  'projects/paged?waitingForMe=true',
  'projects/paged?sort_by=waitingSince',
  'projects/paged?filter[onTurn]=own,proposer',
  'projects/paged?filter[onTurn]=mei',
  'projects/paged?filter[waitingSince-to]=2020-01-01',
  'projects/paged?filter[isStepLate]=true',
  'projects/paged?followed=true',
  'projects/paged?pendingForList=3',
  'projects/paged?filter[level]=2',
  'projects/paged?filter[district]=08',
  'projects/paged?filter[municipality]=70106',
  'projects/paged?filter[isPlanLate]=true',
  'projects/paged?filter[reachedPhase]=11',
  'projects/paged?filter[passedPhase]=11',
  'projects/paged?filter[onList]=3/2026-1',
  'projects/paged?filter[inPlan]=true',
  'projects/paged?filter[onList]=3/2026-1/commissionNo',
  'projects/paged?filter[fiscalNeed]=2027',
  'projects/paged?filter[reachedPhase]=;11;2',
  'project-changes',
  'project-changes?updatedSince=2026-11-01T00:00:00Z',
  'dashboard',
  'dashboard/tasks',
  'tasks/paged',
  'tasks/paged?perPage=50&coming=true',
  'tasks/paged?sort_by=name&filter[phase]=2,10',
  'tasks/paged?filter[openStep]=approve,confirm&filter[isStepLate]=true',
  'search?q=bajina',
  'search?q=rekonstrukcija+vodovoda',
  'search?q=vodovoda+bajina+basta',
  'search?q=B-12',
  'notifications',
  'notifications/count',
];

/** Reports over a few projects; the other reports read all projects. */
const REPORTS_OF_FEW = ['projects-realized', 'projects-realization', 'projects-board-accepted', 'important-projects'];

/** Tables that grow with the people and their actions. */
const PEOPLE = ['organizations', 'users', 'project_lists', 'project_list_items', 'audit_log', 'appropriations'];
const PEOPLE_CALLS = [
  ...['', '?sort_by=name', '?sort_by=login&sort_desc=true', '?filter[name]=korisnik', '?filter[login]=korisnik.8'].map(
    (query) => `security/users${query}`,
  ),
  ...['', '?sort_by=name', '?filter[name]=cacak', '?filter[id]=8001'].map((query) => `security/organizations${query}`),
  ...['', '?filter[operation]=login', '?filter[login]=admin'].map((query) => `administration/audit${query}`),
  ...['', '?after=1000', '?name=2026-1'].map((query) => `projects/lists/3${query}`),
  'projects/important/list',
  'registry/budget-users?search=cacak',
  'registry/appropriations?search=8001',
  'operations',
];

/** Long registries, by each column. */
const SORTED_REGISTRIES = (['appropriations', 'budget-users'] as const).flatMap((code) =>
  registryOf(code).columns.map(({ name }) => `registry/${code}?sort_by=${name}`),
);
const REGISTRY_ROWS_READ = 50;

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Sort Space Type'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  Plans?: Node[];
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

let client: pg.Client;

beforeAll(async () => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.context.db);
  const url = databaseUrl(inject('postgresUrl'), rows[0]?.name ?? '');
  const db = openDatabase(url, { max: 2, background: true });
  await seedBulk({ ...server.context, db }, PROJECTS);
  await db.destroy();
  client = new pg.Client({ connectionString: url });
  await client.connect();
}, SEEDING_MS);

afterAll(() => client.end());

/** A query; a comment at its beginning marks one whose plan PostgreSQL may keep. */
const QUERY = /^\s*(?:\/\*.*?\*\/\s*)?(?:select|with)/i;

/** The queries of a call, each by itself. */
async function plansOf(login: string, path: string): Promise<{ text: string; nodes: Node[] }[]> {
  await server.token(login);
  const queries = await queriesOf(async () => {
    const { httpStatus } = await server.call<unknown>(login, 'GET', path);
    expect(httpStatus, path).toBe(200);
  });
  const plans: { text: string; nodes: Node[] }[] = [];
  for (const { text, values } of queries.filter((query) => QUERY.test(query.text))) {
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
      `explain (analyze, format json) ${text}`,
      values,
    );
    plans.push({ text, nodes: rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => nodesOf(Plan))) });
  }
  return plans;
}

/** Fails if a query of the call scans one of the tables completely or sorts on disk. */
async function expectPlans(login: string, path: string, tables: readonly string[]): Promise<void> {
  for (const { text, nodes } of await plansOf(login, path)) {
    const read = nodes.filter((node) => node['Node Type'] === 'Seq Scan' && (node['Actual Loops'] ?? 0) > 0);
    expect(
      read.flatMap((node) => tables.filter((table) => table === node['Relation Name'])),
      text,
    ).toEqual([]);
    expect(
      nodes.filter((node) => node['Sort Space Type'] === 'Disk'),
      text,
    ).toEqual([]);
  }
}

describe.each(variations(['admin', 'local.user'], ['admin', 'reviewer', 'local.user', 'evaluator']))(
  'pages of %s',
  (login) => {
    it.each(CALLS)('%s finds its rows by an index and sorts in memory', (path) => expectPlans(login, path, LARGE));
  },
);

/** PostgreSQL plans five calls for their values, and later ones too while that is cheaper than a generic plan. */
const CALLS_UNTIL_GENERIC = 7;
let named = 0;

describe.each(variations(['admin', 'local.user'], ['admin', 'reviewer', 'local.user', 'evaluator']))(
  'prepared statements of pages of %s',
  (login) => {
    it('are planned once: no plan for single values looks better at every call', async () => {
      const marked = new Map<string, { path: string; values: unknown[] }>();
      for (const path of CALLS) {
        const queries = await queriesOf(() => server.call<unknown>(login, 'GET', path));
        for (const { text, values } of queries) {
          if (/\/\* prepared/.test(text) && !marked.has(text)) marked.set(text, { path, values });
        }
      }
      const anew: string[] = [];
      for (const [text, { path, values }] of marked) {
        // The driver stores prepared statements by name, so each name is used once.
        const name = `marked_${(named += 1)}`;
        for (let time = 0; time < CALLS_UNTIL_GENERIC; time += 1) await client.query({ name, text, values });
        const { rows } = await client.query<{ name: string }>(
          'select name from pg_prepared_statements where generic_plans = 0',
        );
        if (rows.length > 0) anew.push(`${path}: ${text}`);
        await client.query('deallocate all');
      }
      expect(anew).toEqual([]);
    });
  },
);

describe('other pages', () => {
  it.each(REPORTS_OF_FEW)('the report %s reads only the few projects that it shows', (type) =>
    expectPlans('admin', `reporting/board-reports/${type}/preview?atDay=2026-11-01`, LARGE),
  );

  it.each(SORTED_REGISTRIES)(
    '%s reads only the rows of its page, with and without a value to sort by',
    async (path) => {
      for (const { text, nodes } of (await plansOf('admin', path)).filter(({ text: sent }) => !/count\(/.test(sent))) {
        const read = nodes
          .filter((node) => ['appropriations', 'budget_users'].includes(node['Relation Name'] ?? ''))
          .map((node) => (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 0));
        expect(Math.max(0, ...read), text).toBeLessThan(REGISTRY_ROWS_READ);
      }
    },
  );

  it.each(PEOPLE_CALLS)('%s can be answered by an index, however many rows there are', async (path) => {
    // With so few rows a full scan is best; the test checks that an index can replace it.
    await client.query('set enable_seqscan = off');
    try {
      await expectPlans('admin', path, [...LARGE, ...PEOPLE]);
    } finally {
      await client.query('reset enable_seqscan');
    }
  });
});

it('people who can act on a project are found without reading all people', async () => {
  await client.query(`
    insert into users (login, name, email, organization_id, role_id, status)
    select login || '.' || n, 'Јелена Петровић', login || '@example.rs', organization_id, role_id, status
    from users cross join generate_series(1, 15) n where login like 'korisnik.%'`);
  await client.query('analyze users');
  const [{ code }] = (await client.query<{ code: string }>('select code from projects where phase = 2 limit 1'))
    .rows as [{ code: string }];
  for (const { text, nodes } of await plansOf('reviewer', `projects/${code}`)) {
    const people = nodes.filter((node) => node['Relation Name'] === 'users');
    const read = people.map((node) => (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 0));
    expect(Math.max(0, ...read), text).toBeLessThan(1_000);
  }
});

it('lists of the commission are shown without reading all of their type', async () => {
  // One row for each project.
  await client.query(`
    with added as (
      insert into project_lists (type, name) select 3, 'lista ' || n from generate_series(1, ${PROJECTS}) n returning id)
    insert into project_list_items (list_id, project_id, position, came_from_status, snapshot)
    select added.id, projects.id, 1, 14, '{}'
    from (select id, row_number() over (order by id) as n from added) added
    join (select id, row_number() over (order by id) as n from projects) projects using (n)`);
  await client.query('analyze project_lists, project_list_items');
  const [{ id }] = (await client.query<{ id: number }>("select id from project_lists where name = 'lista 6000'"))
    .rows as [{ id: number }];
  for (const login of ['admin', 'reviewer', 'local.power']) {
    for (const query of ['', `?after=${id}`, '?name=lista 6000']) {
      for (const { text, nodes } of await plansOf(login, `projects/lists/3${query}`)) {
        const read = nodes
          .filter((node) => ['project_lists', 'project_list_items'].includes(node['Relation Name'] ?? ''))
          .map((node) => (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 0));
        expect(Math.max(0, ...read), `${login} ${query}: ${text}`).toBeLessThan(PROJECTS / 40);
      }
    }
  }
});

describe('projects measured on a day', () => {
  beforeAll(async () => {
    // Every fifth project has figures of eight quarters, the first of them without a report.
    await client.query(`
      insert into earned_values (project_id, valid_from, valid_to, plan_ordinal, bac, year, quarter, pv, ev, ac)
      select id, day, case when n < 8 then (day + interval '3 months')::date else 'infinity' end, 1, 100, 2025, 4,
             case when n > 1 then 10 end, 10, 10
      from projects, lateral (
        select n, (date '2024-04-01' + make_interval(months => 3 * n + id % 12))::date as day from generate_series(1, 8) n) spans
      where id % 5 = 0`);
    await client.query('vacuum analyze earned_values');
  });

  it.each(['admin', 'local.user'])('are found by an index for %s', async (login) => {
    for (const day of ['2025-01-15', '2025-08-15', '2026-04-01']) {
      await expectPlans(login, `projects/paged?filter[measuredOn]=${day}`, LARGE);
    }
  });
});

describe('more than 10,000 rows', () => {
  const page = async (query: string) => {
    const answer = await server.call<{ code: string }[]>('admin', 'GET', `projects/paged?perPage=50&${query}`);
    return { codes: answer.payload?.map(({ code }) => code), ...answer.additionalInformation };
  };

  it('are shown as "more than", and counted on request; all projects of a tab are always counted', async () => {
    expect(await page('filter[type]=3')).toMatchObject({ totalRows: 10_000, totalIsAtLeast: true });
    expect(await page('filter[type]=3&exact=true')).toMatchObject({ totalRows: PROJECTS, totalIsAtLeast: false });
    expect(await page('filter[phase]=0,2,10')).toMatchObject({ totalRows: PROJECTS, totalIsAtLeast: false });
    expect(await page('')).toMatchObject({ totalRows: PROJECTS, totalIsAtLeast: false });
  });

  it.each(['filter[type]=3', 'filter[totalValue-from]=1'])(
    'filtered by %s are paged with their count in the same order as without the filter',
    async (filter) => {
      for (const order of ['', '&sort_by=name', '&sort_by=isConclusionReportDelayed']) {
        const { keys } = (await page(`page=2${order}`)) as unknown as { keys: { first: string; last: string } };
        for (const of of ['page=1', 'page=3', 'end=true', `after=${keys.last}`, `before=${keys.first}`]) {
          const { codes } = await page(`${of}${order}`);
          const query = `${of}${order}&${filter}`;
          expect(await page(query), query).toMatchObject({ codes, totalRows: 10_000, totalIsAtLeast: true });
        }
      }
    },
  );

  it('filtered by late steps are skipped in the index of the last change, without reading a row', async () => {
    // Index-only scans need vacuumed rows.
    await client.query('vacuum projects');
    server.setNow(new Date('2020-01-01T09:00:00Z'));
    const plans = await plansOf('admin', 'projects/paged?filter[isStepLate]=false');
    const scans = plans.flatMap(({ nodes }) => nodes.filter((node) => node['Index Name'] === 'projects_changed'));
    expect(scans.map((node) => node['Node Type'])).toContain('Index Only Scan');
  });

  it.each(['name', 'search'])(
    'filtered by a word of the %s are counted in that index, without reading a row',
    async (field) => {
      await client.query('vacuum projects');
      // Sorting so few rows would be cheaper; with a million rows it is not.
      await client.query('set enable_sort = off');
      try {
        const plans = await plansOf('admin', `projects/paged?filter[${field}]=grad`);
        const scans = plans.flatMap(({ nodes }) => nodes.filter((node) => node['Relation Name'] === 'projects'));
        // The rows of the page are read by their ids.
        const counted = scans.filter((node) => node['Index Name'] !== 'projects_pkey');
        expect(counted.map((node) => [node['Node Type'], node['Index Name']])).toEqual([
          ['Index Only Scan', 'projects_changed'],
        ]);
      } finally {
        await client.query('reset enable_sort');
      }
    },
  );

  it.each(['name', 'search', 'organizationName'])(
    'filtered by %s are searched once for a repeated word',
    async (field) => {
      const values = async (text: string) =>
        Math.max(
          ...(await queriesOf(() => page(`filter[${field}]=${text}`))).map((recorded) => recorded.values.length),
        );
      // The first call signs in, so that its statements are not counted.
      await page('perPage=1');
      expect(await values('voda+most+voda+voda+most')).toBe(await values('voda+most'));
    },
  );

  it('have the same last pages by number, from the end and by key', async () => {
    const last = await page(`page=${PROJECTS / 50}`);
    const before = await page(`page=${PROJECTS / 50 - 1}`);
    expect(await page('end=true')).toEqual(last);
    const { keys } = last as unknown as { keys: { first: string } };
    expect(await page(`before=${keys.first}`)).toEqual(before);
    expect(last.codes).toHaveLength(50);
  });
});
