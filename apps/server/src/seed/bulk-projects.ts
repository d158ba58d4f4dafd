import { sql } from 'kysely';
import { setPath } from '@pimis/domain/forms/paths';
import { IDEA_EXAMPLE } from '@pimis/examples/idea';
import type { Tx } from '../platform/database.ts';
import type { StoredFile } from '../platform/file-store.ts';

const ADMINISTRATION = '00000';
/** How many projects one list of the commission holds. */
const LISTED_TOGETHER = 200;

/** The filled example with a place for the name of a project; names hold nothing that JSON would write otherwise. */
const NAME_HERE = '<name>';
const EXAMPLE = structuredClone(IDEA_EXAMPLE);
setPath(EXAMPLE, 'basic.name', NAME_HERE);
const FILLED = JSON.stringify(EXAMPLE);

/** Adds projects of the registered organizations with what belongs to them, a few statements for all. */
export async function addProjects(tx: Tx, count: number, letter: StoredFile, now: Date): Promise<void> {
  await sql`drop table if exists pg_temp.made`.execute(tx);
  await insertProjects(tx, count, now);
  await sql`analyze pg_temp.made`.execute(tx);
  await insertPhases(tx);
  await insertForms(tx);
  await insertHistory(tx);
  await insertDocuments(tx, letter);
  await insertDailyWork(tx, now);
  await insertLists(tx, now);
}

async function insertProjects(tx: Tx, count: number, now: Date): Promise<void> {
  await sql`
    create temporary table made on commit drop as
    with owners as materialized (
      select id, name, row_number() over (order by id) - 1 as n
      from organizations where status = 2 and id <> ${sql.lit(ADMINISTRATION)}),
    kinds(n, text, sector) as (values
      (0, 'Реконструкција водовода', 5), (1, 'Постројење за пречишћавање отпадних вода', 5), (2, 'Обилазница', 2),
      (3, 'Енергетска санација школе', 1), (4, 'Регионална депонија', 4), (5, 'Топлана на биомасу', 3),
      (6, 'Индустријска зона', 6), (7, 'Мост и прилазне саобраћајнице', 2), (8, 'Канализација насеља', 5)),
    states(n, phase, status) as (values
      (0, 0, 1), (1, 0, 2), (2, 0, 19), (3, 0, 21), (4, 0, 3), (5, 0, 14), (6, 0, 6), (7, 10, 1), (8, 10, 2),
      (9, 10, 3), (10, 10, 15), (11, 2, 1), (12, 2, 2), (13, 2, 16), (14, 2, 6), (15, 0, 18)),
    given as (
      -- The names of the columns are those of the table of projects.
      select nextval('project_numbers') as serial, i, kinds.text || ', ' || owners.name || ', деоница ' || (i % 97 + 1) as name,
             owners.id as organization_id, kinds.sector, states.phase, states.status as phase_status,
             round((20000000 + (i * 7919::bigint) % 4000000000)::numeric, 2) as total_value,
             ${now}::timestamptz - make_interval(days => 30 + i % 700) as created_at,
             ${now}::timestamptz - make_interval(days => i % 30, mins => i % 1440) as last_changed_at
      from generate_series(1, ${count}) as i
      -- The number of owners is asked once: with it in each row every project would be held against every owner.
      join owners on owners.n = (i * 31::bigint) % (select count(*) from owners)
      join kinds on kinds.n = i % 9
      join states on states.n = (i / 3) % 16)
    select given.*, null::integer as id from given`.execute(tx);
  // Every 25th has another proposer.
  await sql`
    with inserted as (
      insert into projects (code, number, name, organization_id, proposer_organization_id, type, sector, phase,
                            phase_status, total_value, created_at, last_changed_at, waiting_since)
      select 'B-' || serial, 'B-' || serial, name, organization_id,
             case when i % 25 = 0 then (select id from organizations where status = 2 order by id limit 1 offset 1)
                  else organization_id end,
             3, sector, phase, phase_status, total_value, created_at, last_changed_at, last_changed_at
      from made
      returning id, number)
    update made set id = inserted.id from inserted where inserted.number = 'B-' || made.serial`.execute(tx);
}

/** The path of a new realization up to the present phase; passed phases are approved. */
async function insertPhases(tx: Tx): Promise<void> {
  await sql`
    insert into project_phases (project_id, phase, status, started_at)
    select made.id, path.phase, case when path.phase = made.phase then made.phase_status else 4 end,
           made.created_at + make_interval(days => path.place * 20)
    from made
    cross join (values (0, 0), (10, 1), (2, 2)) as path(phase, place)
    where path.place <= case made.phase when 0 then 0 when 10 then 1 else 2 end`.execute(tx);
  await sql`
    insert into project_activities (project_id, project_phase_id, phase, previous_status, status, operation, user_name, created_at)
    select phases.project_id, phases.id, phases.phase, 1, phases.status, 'open', 'Систем', phases.started_at
    from project_phases phases join made on made.id = phases.project_id`.execute(tx);
}

/** Forms of the phases; the idea holds the values of the filled example, under the project's name. */
async function insertForms(tx: Tx): Promise<void> {
  await sql`
    insert into project_forms (project_id, project_phase_id, code, definition_version, name, ordinal, status)
    select phases.project_id, phases.id,
           case phases.phase when 0 then 'ideja' when 10 then 'identifikacija-projekta' else 'spremnost' end, 1,
           case phases.phase when 0 then 'Идеја капиталног пројекта' when 10 then 'Идентификација пројекта'
                             else 'Процена спремности' end, 1,
           case when phases.status = 1 then 1 when phases.status in (4, 14, 15, 16, 6, 18) then 4 else 2 end
    from project_phases phases join made on made.id = phases.project_id`.execute(tx);
  await sql`
    insert into form_revisions (form_id, revision, definition_version, input, user_name, created_at)
    select forms.id, revision, 1,
           replace(${FILLED}, ${NAME_HERE}, made.name)::json,
           'Милена Јовић', made.created_at + make_interval(days => revision)
    from project_forms forms
    join made on made.id = forms.project_id
    cross join generate_series(1, 2) revision
    where forms.code = 'ideja' and (revision = 1 or made.i % 3 = 0)`.execute(tx);
}

async function insertHistory(tx: Tx): Promise<void> {
  await sql`
    insert into project_history (project_id, valid_from, name, code, phase, phase_status, status, total_value,
                                 proposer_organization_id, foreign_funds, important, commission_approved)
    select projects.id, projects.created_at, projects.name, projects.code::text, projects.phase, projects.phase_status,
           projects.status, projects.total_value, projects.proposer_organization_id, false, false, false
    from projects join made on made.id = projects.id`.execute(tx);
}

/** A document of every second project, all of one content. */
async function insertDocuments(tx: Tx, letter: StoredFile): Promise<void> {
  await sql`
    with added as (
      insert into documents (project_id, title, description, created_at)
      select id, 'Писмо о намерама ' || serial, 'Потписано писмо', created_at from made where i % 2 = 0
      returning id, project_id, title, created_at)
    insert into document_revisions (document_id, revision, title, name, extension, size, hash, description, media_type,
                                    storage_key, created_at)
    select id, 1, title, 'pismo.pdf', 'pdf', ${letter.size}, ${letter.hash}, 'Потписано писмо', 'application/pdf',
           ${letter.key}, created_at
    from added`.execute(tx);
}

/** Followers, notifications and chosen appropriations of a part of the projects; observers of a few. */
async function insertDailyWork(tx: Tx, now: Date): Promise<void> {
  await sql`
    insert into project_followers (project_id, user_id)
    select made.id, users.id from made
    join lateral (select id from users where users.organization_id = made.organization_id order by id limit 1) users on true
    where made.i % 5 = 0`.execute(tx);
  await sql`
    insert into notifications (user_id, project_id, kind, activity_id, phase, phase_status, created_at, read_at)
    select users.id, made.id, 'moved', activity.id, made.phase, made.phase_status, made.last_changed_at,
           case when made.i % 4 > 0 then ${now}::timestamptz end
    from made
    join lateral (select id from users where users.organization_id = made.organization_id order by id limit 1) users on true
    join (select project_id, max(project_activities.id) as id from project_activities
          join made on made.id = project_activities.project_id group by project_id) activity on activity.project_id = made.id
    where made.i % 3 = 0`.execute(tx);
  await sql`
    insert into project_appropriations (project_id, appropriation_id)
    select made.id, chosen.id from made
    join lateral (select id from appropriations where organization_code = made.organization_id order by id limit 1) chosen
      on true
    where made.i % 3 = 1`.execute(tx);
  await sql`
    insert into project_organizations (project_id, organization_id)
    select made.id, other.id from made
    join lateral (select id from organizations where status = 2 and id > made.organization_id order by id limit 1) other on true
    where made.i % 50 = 0 and other.id <> (select proposer_organization_id from projects where id = made.id)`.execute(
    tx,
  );
}

/** Projects before the commission stand on lists of the idea or of preparedness. */
async function insertLists(tx: Tx, now: Date): Promise<void> {
  await sql`
    with standing as (
      select made.*, case when phase = 0 then 3 else 5 end as type,
             (row_number() over (partition by phase order by id) - 1) / ${LISTED_TOGETHER} as part
      from made where phase_status = 6),
    named as (select type, part, type || '-' || min(serial) as name from standing group by type, part),
    added as (
      insert into project_lists (type, name, created_at) select type, name, ${now} from named returning id, type, name)
    insert into project_list_items (list_id, project_id, position, came_from_status, snapshot)
    select added.id, standing.id, row_number() over (partition by added.id order by standing.id),
           case when standing.phase = 0 then 14 else 16 end,
           jsonb_build_object('id', standing.id, 'code', 'B-' || standing.serial, 'name', standing.name,
                              'organizationId', standing.organization_id, 'phase', standing.phase,
                              'totalValue', standing.total_value::text, 'pimisCommented', false)
    from standing join named using (type, part) join added on added.type = named.type and added.name = named.name`.execute(
    tx,
  );
}
