import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ProjectRow } from '@pimis/contract/project-rows';
import { PHASE } from '@pimis/domain/workflow/phases';
import { createProject } from '../../testing/projects.ts';
import type { TableField } from '../../platform/lists/table-query.ts';
import { PROJECT_SORTS } from '../../testing/sortable.ts';
import { useServer } from '../../testing/server.ts';
import { isThorough, variations } from '../../testing/thorough.ts';
import { fieldsOf } from './fields.ts';
import { NO_ORGANIZATIONS } from './organizations.ts';

const server = useServer();

const PROJECTS = 11;

beforeAll(async () => {
  for (let made = 0; made < PROJECTS; made += 1) {
    await createProject(server, made % 4 === 3 ? 'other.user' : 'local.user', { sector: 1 + (made % 3) });
  }
  await sql`
    update projects set total_value = 100 + id % 3, foreign_funds = id % 2 = 0,
      last_reporting = case when id % 3 > 0 then date '2026-01-01' + id % 4 end,
      proposer_organization_id = case when id % 5 = 0 then '10503' else proposer_organization_id end`.execute(
    server.context.db,
  );
  // The conclusion report of some projects is awaited.
  await sql`
    with late as (
      update projects set phase = ${PHASE.conclusion}, reporting_ended_on = '2025-01-01' where id % 3 = 1 returning id)
    update project_phases set phase = ${PHASE.conclusion} where project_id in (select id from late)`.execute(
    server.context.db,
  );
});

interface Additional {
  totalRows: number;
  totalIsAtLeast: boolean;
  keys: { first: string; last: string } | null;
}

async function page(login: string, query: string) {
  const answer = await server.call<ProjectRow[]>(login, 'GET', `projects/paged?${query}`);
  expect(answer.httpStatus, query).toBe(200);
  return {
    codes: (answer.payload ?? []).map(({ code }) => code),
    ...(answer.additionalInformation as unknown as Additional),
  };
}

it('the list has projects with and without a late conclusion report', async () => {
  for (const late of [true, false]) {
    const { totalRows } = await page('admin', `filter[isConclusionReportDelayed]=${late}`);
    expect(totalRows, String(late)).toBeGreaterThan(1);
  }
});

describe.each(variations(['local.user'], ['admin', 'local.user', 'evaluator']))('the project table of %s', (login) => {
  it.each(PROJECT_SORTS)('sorted by %s, gives the same pages by number, by key and from the end', async (sort) => {
    for (const direction of ['asc', 'desc']) {
      const sorted = `sort_by=${sort}&sort_desc=${direction}`;
      const whole = await page(login, `perPage=50&${sorted}`);
      expect(whole.totalRows).toBe(whole.codes.length);
      expect(whole.totalIsAtLeast).toBe(false);
      const forth: string[] = [];
      let at = await page(login, `perPage=3&${sorted}`);
      for (let number = 1; at.keys; number += 1) {
        expect(at.codes).toEqual((await page(login, `perPage=3&page=${number}&${sorted}`)).codes);
        forth.push(...at.codes);
        at = await page(login, `perPage=3&after=${at.keys.last}&${sorted}`);
      }
      expect(forth).toEqual(whole.codes);
      const back: string[] = [];
      at = await page(login, `perPage=3&end=true&${sorted}`);
      expect(at.codes.length).toBe(whole.codes.length === 0 ? 0 : whole.codes.length % 3 || 3);
      while (at.keys) {
        back.unshift(...at.codes);
        at = await page(login, `perPage=3&before=${at.keys.first}&${sorted}`);
      }
      expect(back).toEqual(whole.codes);
    }
  });
});

/** Words as people type them, in either script, and characters with a meaning in SQL. */
const TEXTS = [
  'test',
  'ТЕСТ-',
  '1',
  'grad',
  'град',
  '%',
  '_',
  '\\',
  "'",
  '"',
  '$1',
  '—',
  '\u{10ffff}',
  'ж'.repeat(500),
];
/** The prefix of the codes of some projects. */
const codes = fc.integer({ min: 1, max: PROJECTS }).map((number) => `TEST-${number}`);
const filters = fc.oneof(
  fc.tuple(
    fc.constantFrom('code', 'number', 'name', 'search', 'organizationId', 'organizationName'),
    fc.oneof(codes, fc.constantFrom(...TEXTS), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 })),
  ),
  fc.constantFrom(['totalValue-from', '101'], ['foreignFunds', 'true'], ['isConclusionReportDelayed', 'true']),
  fc.constantFrom(['lastReporting-from', '2026-01-02'], ['sector', '1,2'], ['phase', `0,${PHASE.conclusion}`]),
);

it('each row is returned once for any filter, order and paging, and to an organization only its own', async () => {
  const own = new Set((await page('local.user', 'perPage=50')).codes);
  const wanted = fc.record({
    filtered: fc.uniqueArray(filters, { maxLength: 2, selector: ([field]) => field }),
    sort: fc.constantFrom(...PROJECT_SORTS),
    direction: fc.constantFrom('asc', 'desc'),
    perPage: fc.constantFrom(1, 4, 5, 10, 25),
  });
  await fc.assert(
    fc.asyncProperty(wanted, async ({ filtered, sort, direction, perPage }) => {
      fc.pre(filtered.every(([, text]) => !text?.includes('\0')));
      const found = filtered.map(([field, text]) => `&filter[${field}]=${encodeURIComponent(text ?? '')}`).join('');
      const query = `sort_by=${sort}&sort_desc=${direction}${found}`;
      const all = await page('admin', `perPage=50&${query}`);
      const whole = await page('local.user', `perPage=50&${query}`);
      expect(whole.codes).toEqual(all.codes.filter((code) => own.has(code)));
      expect([whole.totalRows, all.totalRows]).toEqual([whole.codes.length, all.codes.length]);
      const forth: string[] = [];
      for (let at = await page('local.user', `perPage=${perPage}&${query}`); at.keys; ) {
        expect(at.totalRows).toBe(whole.totalRows);
        forth.push(...at.codes);
        at = await page('local.user', `perPage=${perPage}&after=${at.keys.last}&${query}`);
      }
      expect(forth).toEqual(whole.codes);
      const back: string[] = [];
      for (let at = await page('local.user', `perPage=${perPage}&end=true&${query}`); at.keys; ) {
        back.unshift(...at.codes);
        at = await page('local.user', `perPage=${perPage}&before=${at.keys.first}&${query}`);
      }
      expect(back).toEqual(whole.codes);
    }),
    { numRuns: isThorough ? 60 : 8 },
  );
});

it('an invalid key and an unknown tab are refused', async () => {
  const keys = ['x', 'bnVsbA', Buffer.from('["a","b"]').toString('base64url')];
  for (const query of [...keys.flatMap((key) => [`after=${key}`, `before=${key}`]), 'status=constructor']) {
    expect((await server.call('admin', 'GET', `projects/paged?${query}`)).httpStatus, query).toBe(422);
  }
});

it('a flag that is neither true nor false, and two positions for one page are refused', async () => {
  const key = (await page('admin', 'perPage=3&page=2')).keys?.last;
  const wrong: Record<string, string> = {
    'merge=1': 'merge',
    'followed=yes': 'followed',
    'waitingForMe=TRUE': 'waitingForMe',
    'exact=maybe': 'exact',
    'end=2': 'end',
    'groups=on': 'groups',
    [`after=${key}&end=true`]: 'end',
    [`after=${key}&before=${key}`]: 'before',
  };
  for (const [query, field] of Object.entries(wrong)) {
    const { httpStatus, fieldErrors } = await server.call('admin', 'GET', `projects/paged?${query}`);
    expect([httpStatus, fieldErrors], query).toEqual([422, [{ field, code: 'InvalidField' }]]);
  }
  expect((await page('admin', `after=${key}&end=false&exact=`)).codes.length).toBeGreaterThan(0);
});

it('searches of hundreds of words are answered, even many at once from one user', async () => {
  const text = (letters: number) =>
    Array.from({ length: 500 / (letters + 1) }, (_, at) => String.fromCodePoint(0x4e00 + at).repeat(letters)).join(' ');
  for (const login of ['admin', 'local.user']) {
    const queries = [1, 2, 3].flatMap((letters) =>
      ['search', 'name', 'organizationName', 'code'].map(
        (field) => `filter[${field}]=${encodeURIComponent(text(letters))}`,
      ),
    );
    const answers = await Promise.all(queries.map((query) => page(login, query)));
    expect(answers.map(({ totalRows }) => totalRows)).toEqual(queries.map(() => 0));
  }
});

const VALUES = [
  '',
  'x',
  '1',
  'true',
  '2026-02-28',
  '2026-01-01 10:00:00.5+00',
  '-',
  '1e9',
  '9'.repeat(40),
  '2026-02-30',
  '2026-01-01 25:00:00+00',
  'Infinity',
];
/** Values that a row may have, by the kind of the sorted column. */
const FITTING: Readonly<Record<TableField['kind'], readonly string[]>> = {
  text: VALUES,
  code: VALUES,
  integer: ['1'],
  money: ['1'],
  boolean: ['true'],
  date: ['2026-02-28'],
  instant: ['2026-01-01 10:00:00.5+00'],
};
const FIELDS = fieldsOf('2026-01-01', true, NO_ORGANIZATIONS);

it.each(PROJECT_SORTS)('a key by %s that no row can have is refused by name', async (sort) => {
  const { kind, sortType, nullable } = FIELDS[sort] ?? {};
  const fitting: unknown[] = [
    ...(sortType === 'date' || sortType === 'integer' ? FITTING[sortType] : kind ? FITTING[kind] : []),
    ...(nullable ? [null] : []),
  ];
  for (const value of [...VALUES, null, '\0', 1]) {
    for (const id of [1, -1, 1.5, 2 ** 31, '1']) {
      for (const side of ['after', 'before']) {
        const key = JSON.stringify([value, id]);
        const query = `sort_by=${sort}&${side}=${Buffer.from(key).toString('base64url')}`;
        const { httpStatus, fieldErrors } = await server.call('admin', 'GET', `projects/paged?${query}`);
        expect([httpStatus, fieldErrors], `${side} ${key}`).toEqual(
          fitting.includes(value) && (id === 1 || id === -1)
            ? [200, undefined]
            : [422, [{ field: side, code: 'InvalidField' }]],
        );
      }
    }
  }
});

it('paging by key passes the longest names, forwards and backwards', async () => {
  await sql`update projects set name = repeat('—"', 255) || id % 4 where id % 2 = 0`.execute(server.context.db);
  await sql`update organizations set name = repeat('Ж', 300) where id = '10503'`.execute(server.context.db);
  for (const sort of ['name', 'organizationName', 'proposerOrganizationName']) {
    const sorted = `sort_by=${sort}`;
    const whole = (await page('admin', `perPage=50&${sorted}`)).codes;
    for (const [side, end] of [
      ['after', 'last'],
      ['before', 'first'],
    ] as const) {
      const walked: string[] = [];
      let at = await page('admin', `perPage=1&${sorted}${side === 'before' ? '&end=true' : ''}`);
      while (at.keys) {
        walked.push(...at.codes);
        at = await page('admin', `perPage=1&${side}=${at.keys[end]}&${sorted}`);
      }
      expect(walked, `${sort} ${side}`).toEqual(side === 'after' ? whole : whole.toReversed());
    }
  }
});

it('the whole table is grouped by stage, with sums, on every page', async () => {
  for (const login of ['admin', 'local.user']) {
    const path = 'projects/paged?sort_by=stage&groups=true&perPage=2&page=2';
    const { additionalInformation } = await server.call<ProjectRow[]>(login, 'GET', path);
    const all = await server.call<ProjectRow[]>(login, 'GET', 'projects/paged?perPage=100');
    const groups = ['preparation', 'finished'].map((stage) => {
      const projects = (all.payload ?? []).filter((row) => row.stage === stage);
      const sum = projects.reduce((total, { totalValue }) => total + Number(totalValue), 0);
      return { stage, projects: projects.length, totalValue: sum.toFixed(2) };
    });
    expect(additionalInformation?.groups, login).toEqual(groups);
    const without = await server.call(login, 'GET', 'projects/paged?perPage=2');
    expect(without.additionalInformation?.groups).toBeNull();
  }
});
