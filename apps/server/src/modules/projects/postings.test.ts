import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { createProject } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';
import type { Window } from '../../platform/page-keys.ts';
import { covertly, openly, searchCondition } from '../../platform/search.ts';
import {
  firstUnder,
  type Postings,
  postedUnder,
  postingsOfKey,
  postingsOfName,
  postingsOfOrganizations,
  postingsOfSearch,
} from './postings.ts';

/** What stands under thirty words that carry another, put together, against all of it sorted. */
const server = useServer();

const WORDS = 30;
const PROJECTS = 120;
const CARRIED = 'зраст';
const LOOKED_FOR = 'zrast';

interface Row {
  id: number;
  changed: string;
}
/** Those that carry the word, by their last change and number. */
let carrying: Row[] = [];

beforeAll(async () => {
  const code = await createProject(server, 'local.user');
  // A word is in one to eleven names, some names have two of them, and four were changed at one time.
  const { rows } = await sql<Row>`
    insert into projects (code, number, name, organization_id, proposer_organization_id, type, sector, phase, phase_status,
                          total_value, last_changed_at)
    select 'P-' || n, 'P-' || n,
           chr(1072 + n * n / 7 % ${WORDS}) || ${CARRIED} || case when n % 5 = 0 then ' ' || chr(1072 + n % 7) || ${CARRIED} else '' end,
           organization_id, organization_id, 3, 5, 0, 1, 0, timestamptz '2026-01-01' + (n * 37 % ${PROJECTS}) / 4 * interval '1 hour'
    from projects, generate_series(1, ${PROJECTS}) n where code = ${code}
    returning id, last_changed_at::text as changed`.execute(server.context.db);
  carrying = rows.toSorted((a, b) => a.changed.localeCompare(b.changed) || a.id - b.id);
});

const windows = fc.record({
  take: fc.integer({ min: 1, max: 40 }),
  skip: fc.integer({ min: 0, max: 60 }),
  fromEnd: fc.boolean(),
  beside: fc.option(fc.record({ row: fc.nat({ max: PROJECTS - 1 }), side: fc.constantFrom('after', 'before') })),
  descending: fc.boolean(),
});

it('holds all rows of any window', async () => {
  const postings = postingsOfName('name', LOOKED_FOR);
  if (!postings) throw new Error('No postings');
  await fc.assert(
    fc.asyncProperty(windows, async ({ take, skip, fromEnd, beside, descending }) => {
      const sorted = descending ? carrying.toReversed() : carrying;
      const row = beside === null ? undefined : sorted[beside.row];
      const window: Window =
        beside && row
          ? { kind: 'beside', key: { value: row.changed, id: row.id }, side: beside.side, take }
          : { kind: 'numbered', skip, take, fromEnd };
      const { rows } = await sql<{ id: number }>`
        select id from (${firstUnder(postings, PROJECT_STATUS.pending, openly, { descending, window })}) found`.execute(
        server.context.db,
      );
      const read =
        beside === null
          ? (fromEnd ? sorted.toReversed() : sorted).slice(0, skip + take)
          : beside.side === 'after'
            ? sorted.slice(beside.row + 1).slice(0, take)
            : sorted.slice(0, beside.row).slice(-take);
      const found = new Set(rows.map(({ id }) => id));
      expect(found.size).toBe(rows.length);
      expect(read.filter(({ id }) => !found.has(id))).toEqual([]);
    }),
    { numRuns: 400 },
  );
});

it('reads no more of a key than a window may hold, and each project once', async () => {
  const postings = postingsOfName('name', LOOKED_FOR);
  if (!postings) throw new Error('No postings');
  const window: Window = { kind: 'numbered', skip: 0, take: 1, fromEnd: false };
  const some = firstUnder(postings, PROJECT_STATUS.pending, openly, { descending: true, window });
  const all = postedUnder(postings, PROJECT_STATUS.pending, openly);
  const { rows } = await sql<{ some: number; all: number }>`
    select (select count(*)::integer from (${some}) found) as some, (select count(*)::integer from (${all}) found) as all`.execute(
    server.context.db,
  );
  expect(rows[0]?.all).toBe(PROJECTS);
  expect(rows[0]?.some).toBeLessThan(PROJECTS / 2);
});

it('leaves of many words the word itself, then what begins with it, then what most projects have', async () => {
  const { db } = server.context;
  const named = async (name: string, projects: number) => {
    const codes: string[] = [];
    for (let made = 0; made < projects; made += 1) codes.push(await createProject(server, 'local.user', { name }));
    return codes;
  };
  const itself = await named(CARRIED, 1);
  const beginning = await named(`${CARRIED}ао`, 2);
  const frequent = await named(`над${CARRIED}`, 12);
  const under = async (words: number) => {
    const postings = postingsOfKey(LOOKED_FOR, words);
    if (!postings) throw new Error('No postings');
    const { rows } = await sql<{ code: string }>`
      select projects.code::text as code from (${postedUnder(postings, PROJECT_STATUS.pending, openly)}) found
      join projects on projects.id = found.id order by projects.id`.execute(db);
    return rows.map(({ code }) => code);
  };
  expect(await under(1)).toEqual(itself);
  expect(await under(2)).toEqual([...itself, ...beginning]);
  expect(await under(3)).toEqual([...itself, ...beginning, ...frequent]);
});

it.each<[string, Postings | null]>([
  ['of names', postingsOfName('name', LOOKED_FOR)],
  ['of keys', postingsOfKey(LOOKED_FOR, 50)],
  ['of the search', postingsOfSearch(LOOKED_FOR)],
  [
    'of organizations',
    postingsOfOrganizations('organization_id', (tell) => searchCondition(sql`named.name_key`, 'grad', tell)),
  ],
])('shows the planner no value of a first page %s: with one it would plan anew each time', (_, postings) => {
  if (!postings) throw new Error('No postings');
  const window: Window = { kind: 'numbered', skip: 0, take: 25, fromEnd: false };
  const found = firstUnder(postings, PROJECT_STATUS.pending, covertly, { descending: true, window });
  const { sql: text, parameters } = found.compile(server.context.db);
  expect(parameters.length).toBeGreaterThan(0);
  expect(text.replaceAll(/\(select \$\d+::[a-z[\]]+\)/g, '')).not.toContain('$');
});

it.each([
  ['put', true, true],
  ['dn500', true, false],
  ['pu', false, false],
  // Two letters, of which one takes two places in the memory of JavaScript: its words are not kept.
  ['\u{10428}u', false, false],
  ['2024', false, false],
  ['put put2', false, false],
  ['', false, false],
])('of %j there are postings by name: %s, by search: %s', (text, byName, bySearch) => {
  expect([postingsOfName('name', text) !== null, postingsOfSearch(text) !== null]).toEqual([byName, bySearch]);
});
