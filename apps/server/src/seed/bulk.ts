import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';

const ORGANIZATIONS = 150;
const BATCH = 20_000;

/**
 * Adds many projects for load and measuring, set by set in SQL. They hold together (phases, forms, activities,
 * history) but were never worked on: it is data for lists, search and reports, not for the workflow.
 */
export async function seedBulk(context: Context, count: number): Promise<void> {
  await sql`
    insert into organizations (id, name, status, tax_id_number, company_number)
    select id, name, 2, tax_id_number, company_number from budget_users
    where type in ('city', 'municipality', 'ministry', 'public-enterprise') order by id limit ${ORGANIZATIONS}
    on conflict (id) do nothing`.execute(context.db);
  for (let done = 0; done < count; done += BATCH) await addBatch(context, Math.min(BATCH, count - done));
  await sql`analyze`.execute(context.db);
}

async function addBatch(context: Context, count: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await sql`
      create temporary table fresh on commit drop as
      with owners as (select id, name, row_number() over (order by id) - 1 as n, count(*) over () as total
                      from organizations where status = 2 and id <> '00000'),
      kinds(n, text, sector) as (values
        (0, 'Реконструкција водовода', 5), (1, 'Постројење за пречишћавање отпадних вода', 5), (2, 'Обилазница', 2),
        (3, 'Енергетска санација школе', 1), (4, 'Регионална депонија', 4), (5, 'Топлана на биомасу', 3),
        (6, 'Индустријска зона', 6), (7, 'Мост и прилазне саобраћајнице', 2), (8, 'Канализација насеља', 5)),
      states(n, phase, status) as (values
        (0, 0, 1), (1, 0, 2), (2, 0, 19), (3, 0, 21), (4, 0, 3), (5, 0, 14), (6, 0, 6), (7, 10, 1), (8, 10, 2),
        (9, 10, 3), (10, 10, 15), (11, 2, 1), (12, 2, 2), (13, 2, 16), (14, 2, 6), (15, 0, 18))
      select nextval('project_numbers') as serial, kinds.text || ', ' || owners.name || ', деоница ' || (i % 97 + 1) as name,
             owners.id as organization_id, kinds.sector, states.phase, states.status,
             round((20000000 + (i * 7919::bigint) % 4000000000)::numeric, 2) as total,
             ${context.now()}::timestamptz - make_interval(days => 30 + i % 700) as created,
             ${context.now()}::timestamptz - make_interval(days => i % 30, mins => i % 1440) as changed
      from generate_series(1, ${count}) as i
      join owners on owners.n = (i * 31) % owners.total
      join kinds on kinds.n = i % 9
      join states on states.n = (i / 3) % 16`.execute(tx);
    await sql`
      create temporary table made on commit drop as
      with inserted as (
        insert into projects (code, number, name, organization_id, proposer_organization_id, type, sector, phase,
                              phase_status, total_value, created_at, last_changed_at, waiting_since)
        select 'B-' || serial, 'B-' || serial, name, organization_id, organization_id, 3, sector, phase, status, total,
               created, changed, changed from fresh
        returning id, phase, phase_status, created_at)
      select * from inserted`.execute(tx);
    // The path of a new realization up to the present phase; passed phases are approved.
    await sql`
      insert into project_phases (project_id, phase, status, started_at)
      select made.id, path.phase, case when path.phase = made.phase then made.phase_status else 4 end,
             made.created_at + make_interval(days => path.place * 20)
      from made
      cross join (values (0, 0), (10, 1), (2, 2)) as path(phase, place)
      where path.place <= case made.phase when 0 then 0 when 10 then 1 else 2 end`.execute(tx);
    await sql`
      insert into project_forms (project_id, project_phase_id, code, definition_version, name, ordinal, status)
      select phases.project_id, phases.id,
             case phases.phase when 0 then 'ideja' when 10 then 'identifikacija-projekta' else 'spremnost' end, 1,
             case phases.phase when 0 then 'Идеја капиталног пројекта' when 10 then 'Идентификација пројекта'
                               else 'Процена спремности' end, 1,
             case when phases.status = 1 then 1 when phases.status in (4, 14, 15, 16, 6, 18) then 4 else 2 end
      from project_phases phases join made on made.id = phases.project_id`.execute(tx);
    await sql`
      insert into project_activities (project_id, project_phase_id, phase, previous_status, status, operation, user_name, created_at)
      select phases.project_id, phases.id, phases.phase, 1, phases.status, 'open', 'Систем', phases.started_at
      from project_phases phases join made on made.id = phases.project_id`.execute(tx);
    await sql`
      insert into project_history (project_id, valid_from, name, code, phase, phase_status, status, total_value,
                                   proposer_organization_id, foreign_funds, important, commission_approved)
      select projects.id, projects.created_at, projects.name, projects.code::text, projects.phase, projects.phase_status,
             projects.status, projects.total_value, projects.proposer_organization_id, false, false, false
      from projects join made on made.id = projects.id`.execute(tx);
  });
}
