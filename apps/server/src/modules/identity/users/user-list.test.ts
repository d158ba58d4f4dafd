import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { User } from '@pimis/contract/identity';
import { useServer } from '../../../testing/server.ts';

/** Compares a list of more users than a page sorts with all users filtered and sorted directly. */
const server = useServer();

const MADE = 1_300;

beforeAll(async () => {
  await sql`
    insert into users (login, login_ad, name, email, phone_number, organization_id, role_id, status, last_login_at, created_at)
    select 'stotina.' || n, case when n % 3 = 0 then 'DOMEN' || n % 50 || '.' || n end,
           (array['Јелена', 'Marko', 'Živana', 'Ана'])[1 + n % 4] || ' ' || (array['Јовић', 'Petrović-Đorđe'])[1 + n % 2],
           'stotina' || n % 90 || '@example.rs', case when n % 5 > 0 then '011/' || n % 70 end,
           organizations.id, roles.id, 1 + n % 2,
           case when n % 6 > 0 then timestamptz '2026-01-01' + n % 40 * interval '1 hour' end,
           timestamptz '2025-01-01' + n % 100 * interval '1 day'
    from generate_series(1, ${MADE}) n
    join (select id, row_number() over (order by id) - 1 as place, count(*) over () as many from organizations) organizations
      on organizations.place = n % organizations.many
    join (select id, row_number() over (order by id) - 1 as place, count(*) over () as many from roles) roles
      on roles.place = n * 7 % roles.many`.execute(server.context.db);
});

const ORDERS: Readonly<Record<string, string>> = {
  login: 'users.login',
  loginAd: 'users.login_ad',
  name: 'users.name',
  email: 'users.email',
  phoneNumber: 'users.phone_number',
  organizationId: 'users.organization_id',
  organizationName: 'organizations.name',
  roleDescription: 'roles.description',
  status: 'users.status',
  lastLoginDate: 'users.last_login_at',
  createdDate: 'users.created_at',
};

const FILTERS: readonly [query: string, condition: RawBuilder<boolean>][] = [
  ['', sql<boolean>`true`],
  ['filter[login]=stotina.12', sql<boolean>`users.login::text like 'stotina.12%'`],
  ['filter[loginAd]=domen4', sql<boolean>`users.login_ad::text ilike 'domen4%'`],
  ['filter[name]=jelena', sql<boolean>`pimis_words(users.name) like '%jelena%'`],
  ['filter[name]=đorđe živ', sql<boolean>`pimis_words(users.name) like all (array['%djordje%', '%ziv%'])`],
  ['filter[email]=stotina7', sql<boolean>`users.email like 'stotina7%'`],
  ['filter[phoneNumber]=11', sql<boolean>`users.phone_number ~ '(^|[^0-9])11'`],
  ['filter[organizationId]=105', sql<boolean>`users.organization_id like '105%'`],
  ['filter[organizationName]=grad', sql<boolean>`organizations.name_key like '%grad%'`],
  ['filter[roleId]=1,2', sql<boolean>`users.role_id in (1, 2)`],
  ['filter[roleDescription]=ministar', sql<boolean>`pimis_words(roles.description) like '%ministar%'`],
  ['filter[status]=2', sql<boolean>`users.status = 2`],
  ['filter[search]=stotina 13', sql<boolean>`users.search_key like '%stotina%' and users.search_key like '% 13%'`],
  ['filter[createdDate-from]=2025-03-01', sql<boolean>`users.created_at >= timestamptz '2025-02-28 23:00Z'`],
  ['filter[status]=1&filter[name]=ana', sql<boolean>`users.status = 1 and pimis_words(users.name) like '%ana%'`],
];

it('is the same on every page, in every order, with any filter', async () => {
  const requests = fc.record({
    filter: fc.constantFrom(...FILTERS),
    order: fc.constantFrom(...Object.keys(ORDERS)),
    descending: fc.boolean(),
    perPage: fc.constantFrom(10, 25, 100),
    page: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 140 })),
  });
  await fc.assert(
    fc.asyncProperty(requests, async ({ filter: [filter, condition], order, descending, perPage, page }) => {
      const direction = sql.raw(descending ? 'desc' : 'asc');
      const { rows: expected } = await sql<{ login: string }>`
        select users.login::text as login from users
        join organizations on organizations.id = organization_id join roles on roles.id = role_id
        where ${condition} order by ${sql.raw(ORDERS[order] ?? '')} ${direction} nulls last, users.id ${direction}`.execute(
        server.context.db,
      );
      const query = `perPage=${perPage}&page=${page}&sort_by=${order}&sort_desc=${descending}&${filter}`;
      const { payload, additionalInformation } = await server.call<User[]>(
        'admin',
        'GET',
        `security/users?${query.replaceAll(' ', '%20').replaceAll('đ', '%C4%91').replaceAll('ž', '%C5%BE')}`,
      );
      expect(
        payload?.map(({ login }) => login),
        query,
      ).toEqual(expected.slice((page - 1) * perPage, page * perPage).map(({ login }) => login));
      expect((additionalInformation as { totalRows?: number } | undefined)?.totalRows, query).toBe(expected.length);
    }),
    { numRuns: 150 },
  );
});
