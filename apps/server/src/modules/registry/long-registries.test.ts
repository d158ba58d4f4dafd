import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { COUNTED_ROWS } from '@pimis/contract/envelope';
import type { RegistryRow } from '@pimis/contract/registries';
import { REGISTRIES } from '@pimis/domain/registries/catalogue';
import { queriesOf } from '../../testing/query-recorder.ts';
import { useServer } from '../../testing/server.ts';
import { sortColumn } from '../../platform/lists/table-query.ts';
import { listRows } from './read.ts';
import { columnSql, idSql, listFields, sourceOf } from './table.ts';

const server = useServer();
const MADE = 10_050;
const FIRST = 2_000_000_001;
let all = 0;

beforeAll(async () => {
  const { db } = server.context;
  await sql`
    insert into appropriations (id, budget_year, organization_code, chapter, program_code, amount, current_amount)
    select ${FIRST - 1}::integer + n, 2026, '50112', '7', case when n % 1000 = 0 then 'ХХХХ' end, n, n
    from generate_series(1, ${MADE}::integer) n`.execute(db);
  const { rows } = await sql<{ all: number }>`select count(*)::integer as all from appropriations`.execute(db);
  all = rows[0]?.all ?? 0;
});

const page = async (query: string) => {
  const answer = await server.call<RegistryRow[]>('local.user', 'GET', `registry/appropriations?${query}`);
  const { totalRows, totalIsAtLeast } = answer.additionalInformation as Record<string, unknown>;
  return { ids: (answer.payload ?? []).map(({ id }) => id), totalRows, totalIsAtLeast };
};
const COUNT = /count\(\*\)/;

/** Columns of registries that may have no value. */
const NULLABLE = REGISTRIES.flatMap((registry) =>
  registry.columns
    .filter(({ required, name }) => !required && !registry.key.includes(name))
    .map(({ name }) => ({ registry, name })),
);

describe('rows without a value', () => {
  it.each(NULLABLE)(
    'in the column $name of $registry.code come last, in both directions',
    async ({ registry, name }) => {
      const { db } = server.context;
      const field = listFields(registry, true)[name];
      if (!field) throw new Error(`No field ${name}`);
      // Words are in the order of azbuka, codes in that of their characters.
      const inOrder = sql.raw(sortColumn(field, undefined));
      for (const descending of [false, true]) {
        const direction = sql.raw(descending ? 'desc' : 'asc');
        const keys = registry.key.map((key) => sql`${columnSql('t', key)} ${direction}`);
        const { rows: whole } = await sql<{ id: string }>`
        select ${idSql(registry, 't')} as id from ${sql.table(sourceOf(registry))} as t
        order by ${inOrder} ${direction} nulls last, ${sql.join(keys)}`.execute(db);
        const withValue = await sql<{ count: number }>`
        select count(${columnSql('t', name)})::integer as count from ${sql.table(sourceOf(registry))} as t`.execute(db);
        const perPage = 7;
        const border = Math.ceil((withValue.rows[0]?.count ?? 0) / perPage);
        for (const page of new Set([1, 2, border, border + 1, Math.ceil(whole.length / perPage)])) {
          if (page === 0) continue;
          const query = { perPage: String(perPage), page: String(page), sort_by: name, sort_desc: String(descending) };
          const { rows } = await listRows(server.context, registry, { ...query, 'filter[validAt]': 'all' }, true);
          expect(rows.map(({ id }) => String(id))).toEqual(
            whole.slice((page - 1) * perPage, page * perPage).map(({ id }) => id),
          );
        }
      }
    },
  );
});

describe('a registry of more than 10,000 rows', () => {
  it('is not counted to its end unless requested', async () => {
    const counted = { totalRows: COUNTED_ROWS, totalIsAtLeast: true };
    expect(await page('')).toMatchObject(counted);
    expect(await page('page=3&sort_by=amount')).toMatchObject(counted);
    expect(await page('exact=true')).toMatchObject({ totalRows: all, totalIsAtLeast: false });
    expect(await page('filter[programCode]=hhhh')).toMatchObject({ totalRows: 10, totalIsAtLeast: false });
  });

  it('has a last page, which is found by counting', async () => {
    const whole = { totalRows: all, totalIsAtLeast: false };
    const last = await page('end=true&perPage=7&page=2');
    expect(last).toMatchObject(whole);
    expect(last.ids.at(-1)).toBe(FIRST + MADE - 1);
    expect(last.ids).toHaveLength(all % 7 || 7);
    expect(await page(`perPage=7&page=${Math.ceil(all / 7)}&exact=true`)).toEqual(last);
    expect(await page('end=true&filter[programCode]=nothing')).toEqual({
      ids: [],
      totalRows: 0,
      totalIsAtLeast: false,
    });
  });

  it('is not counted at all if the page shows how many rows exist', async () => {
    const counts = async (query: string, totalRows: number) => {
      await page('');
      const queries = await queriesOf(async () =>
        expect(await page(query)).toMatchObject({ totalRows, totalIsAtLeast: false }),
      );
      return queries.filter(({ text }) => COUNT.test(text)).length;
    };
    expect(await counts('filter[programCode]=hhhh&perPage=11', 10)).toBe(0);
    expect(await counts('filter[programCode]=hhhh&perPage=4&page=3', 10)).toBe(0);
    expect(await counts('filter[programCode]=hhhh&perPage=4&page=4', 10)).toBe(1);
    expect(await counts('filter[programCode]=hhhh&perPage=5', 10)).toBe(1);
    expect(await counts('filter[programCode]=nothing', 0)).toBe(0);
  });
});
