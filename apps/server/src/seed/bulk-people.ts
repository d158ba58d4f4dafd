import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

const LOCAL_ROLES = [1, 2, 3, 4];
const BUDGET_YEAR = 2026;
const APPROPRIATIONS_OF_ORGANIZATION = 5;

/**
 * Registers up to this many organizations, those of the register first, each with users and appropriations. Repeatable.
 */
export async function addPeople(tx: Tx, wanted: { organizations: number; usersOfEach: number }): Promise<void> {
  // Numbers above those of the register: schools, health centres and other budget users.
  await sql`
    insert into budget_users (id, name, place, type, tax_id_number, company_number, valid_from)
    select (80000 + n)::text,
           (array['Основна школа', 'Дом здравља', 'Предшколска установа', 'Библиотека', 'Центар за социјални рад'])[1 + n % 5]
             || ' број ' || n || ', ' || town.name,
           town.name, 'institution', (200000000 + n)::text, (30000000 + n)::text, date '2020-01-01'
    from generate_series(1, least(${wanted.organizations}::integer, 19999)) n
    join (select name, row_number() over (order by id) - 1 as place, count(*) over () as total from municipalities) town
      on town.place = n % town.total
    on conflict (id) do nothing`.execute(tx);
  await sql`
    insert into organizations (id, name, status, tax_id_number, company_number)
    select id, name, 2, tax_id_number, company_number from budget_users
    where type in ('city', 'municipality', 'ministry', 'public-enterprise', 'institution')
    order by type = 'institution', id limit ${wanted.organizations}
    on conflict (id) do nothing`.execute(tx);
  await sql`
    insert into users (login, name, email, organization_id, role_id, status)
    select 'korisnik.' || organizations.id || '.' || n,
           (array['Јелена', 'Марко', 'Ивана', 'Никола', 'Милица', 'Стефан', 'Ана'])[1 + (organizations.id::integer + n) % 7] || ' '
             || (array['Јовановић', 'Петровић', 'Николић', 'Марковић', 'Ђорђевић'])[1 + (organizations.id::integer * 3 + n) % 5],
           'korisnik.' || organizations.id || '.' || n || '@example.rs', organizations.id,
           (${LOCAL_ROLES}::integer[])[1 + (n - 1) % 4], 1
    from organizations, generate_series(1, ${wanted.usersOfEach}::integer) n
    where organizations.id ~ '^\\d{5}$'
    on conflict (login) do nothing`.execute(tx);
  await sql`
    insert into appropriations (id, budget_year, organization_code, chapter, program_code, amount, current_amount)
    select (select coalesce(max(id), 0) from appropriations) + row_number() over (), ${BUDGET_YEAR}::integer, organizations.id,
           '3', '0' || 100 + n, 1000000 * n, 900000 * n
    from organizations, generate_series(1, ${APPROPRIATIONS_OF_ORGANIZATION}::integer) n
    where not exists (select from appropriations known where known.organization_code = organizations.id)`.execute(tx);
}
