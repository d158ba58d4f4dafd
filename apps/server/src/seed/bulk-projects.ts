import { sql } from 'kysely';
import { ADMINISTRATION_ORGANIZATION, FORM_STATUS, ORGANIZATION_STATUS } from '@pimis/domain/constants';
import { findFormDefinition } from '@pimis/domain/forms/catalogue';
import { setPath } from '@pimis/domain/forms/paths';
import type { FormCode } from '@pimis/domain/forms/titles';
import { LIST } from '@pimis/domain/workflow/lists';
import { PHASE } from '@pimis/domain/workflow/phases';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { openStepsAt } from '@pimis/domain/workflow/open-steps';
import { IDEA_EXAMPLE } from '@pimis/examples/idea';
import type { Tx } from '../platform/database/database.ts';
import type { StoredFile } from '../platform/storage/file-store.ts';
import { VOCABULARY } from './vocabulary.ts';

const APPROVED = sql.lit(ORGANIZATION_STATUS.approved);
const IDEA = sql.lit(PHASE.idea);
const IDENTIFICATION = sql.lit(PHASE.identification);
/** States of the projects, about equally frequent. */
const STATES = [
  [PHASE.idea, PHASE_STATUS.entry],
  [PHASE.idea, PHASE_STATUS.waitingConfirmation],
  [PHASE.idea, PHASE_STATUS.sentForVerification],
  [PHASE.idea, PHASE_STATUS.sentToMinister],
  [PHASE.idea, PHASE_STATUS.waitingApproval],
  [PHASE.idea, PHASE_STATUS.ideaList],
  [PHASE.idea, PHASE_STATUS.waitingCommission],
  [PHASE.identification, PHASE_STATUS.entry],
  [PHASE.identification, PHASE_STATUS.waitingConfirmation],
  [PHASE.identification, PHASE_STATUS.waitingApproval],
  [PHASE.identification, PHASE_STATUS.identificationList],
  [PHASE.preparedness, PHASE_STATUS.entry],
  [PHASE.preparedness, PHASE_STATUS.waitingConfirmation],
  [PHASE.preparedness, PHASE_STATUS.preparednessList],
  [PHASE.preparedness, PHASE_STATUS.waitingCommission],
  [PHASE.idea, PHASE_STATUS.dormant],
] as const;
const STATES_TABLE = sql.join(
  STATES.map(([phase, status], n) => {
    const open = openStepsAt(phase, status, false).map(({ key }) => key);
    return sql`(${sql.lit(n)}, ${sql.lit(phase)}, ${sql.lit(status)}, ${sql.lit(`{${open.join()}}`)}::text[])`;
  }),
);
/** Statuses of phases whose form is approved. */
const AFTER_APPROVAL = sql.join(
  [
    PHASE_STATUS.approved,
    PHASE_STATUS.ideaList,
    PHASE_STATUS.identificationList,
    PHASE_STATUS.preparednessList,
    PHASE_STATUS.waitingCommission,
    PHASE_STATUS.dormant,
  ].map((status) => sql.lit(status)),
);
/** How many projects a list of the commission has. */
const LISTED_TOGETHER = 200;

/** The filled example with a place for the project's name; names need no escaping in JSON. */
const NAME_HERE = '<name>';
const EXAMPLE = structuredClone(IDEA_EXAMPLE);
setPath(EXAMPLE, 'basic.name', NAME_HERE);
const FILLED = JSON.stringify(EXAMPLE);

/**
 * Adds projects of the registered organizations with all that belongs to them, in a few statements. Temporary tables
 * record the new rows, so that the statements do not search among existing projects.
 */
export async function addProjects(tx: Tx, count: number, letter: StoredFile, now: Date): Promise<void> {
  await sql`drop table if exists pg_temp.made, pg_temp.made_phases, pg_temp.made_forms, pg_temp.made_activities`.execute(
    tx,
  );
  await insertProjects(tx, count, now);
  await insertPhases(tx);
  await insertActivities(tx);
  await insertForms(tx);
  await dateHistory(tx);
  await insertDocuments(tx, letter);
  await insertDailyWork(tx, now);
  await insertLists(tx, now);
}

/** Words of the names, by kind and rank of frequency. */
async function insertVocabulary(tx: Tx): Promise<void> {
  await sql`create temporary table if not exists vocabulary (kind text, n integer, word text, primary key (kind, n))
    on commit drop`.execute(tx);
  for (const [kind, words] of Object.entries(VOCABULARY)) {
    await sql`insert into vocabulary select ${kind}, n - 1, word from unnest(${[...words]}::text[]) with ordinality given(word, n)
      on conflict do nothing`.execute(tx);
  }
}

/** A number from 0 to `size` - 1 by Zipf's law; the same for each serial number and purpose. */
const picked = (purpose: string, size: number) => sql`
  floor(power(${sql.lit(size)}::float8, (hashtextextended(${sql.lit(purpose)} || made.serial, 0) & 1048575) / 1048576.0) - 1)::integer`;

const WORDS_OF_NAMES = {
  work: 'work',
  object: 'object',
  place: 'place',
  start: 'end',
  finish: 'end',
  detail: 'detail',
} as const;
const JOINED_WORDS = sql.join(
  Object.entries(WORDS_OF_NAMES).map(
    ([purpose, kind]) => sql`
      join vocabulary ${sql.ref(purpose)} on ${sql.ref(purpose)}.kind = ${sql.lit(kind)}
        and ${sql.ref(purpose)}.n = ${picked(purpose, VOCABULARY[kind].length)}`,
  ),
  sql` `,
);
/** A realistic name: the work, the building and the place; every third has the public body too. */
const NAME = sql`
  work.word || ' ' || object.word
    || case made.serial % 4 when 0 then ' од ' || start.word || ' до ' || finish.word else ' у насељу ' || place.word end
    || detail.word || case when made.serial % 3 = 0 then ', ' || owners.name else '' end`;
const SECTORS = 6;

async function insertProjects(tx: Tx, count: number, now: Date): Promise<void> {
  await insertVocabulary(tx);
  await sql`
    create temporary table made on commit drop as
    with owners as materialized (
      select id, name, row_number() over (order by id) - 1 as n
      from organizations where status = ${APPROVED} and id <> ${sql.lit(ADMINISTRATION_ORGANIZATION)}),
    states(n, phase, status, open_steps) as (values ${STATES_TABLE}),
    given as (
      -- The names of the columns are those of the table of projects.
      select made.serial, i, ${NAME} as name,
             owners.id as organization_id,
             -- Every 25th has another proposer.
             case when i % 25 = 0 then (select id from owners where n = 1) else owners.id end as proposer_id, 1 + ${picked('sector', SECTORS)} as sector,
             states.phase, states.status as phase_status, states.open_steps,
             round((20000000 + (i * 7919::bigint) % 4000000000)::numeric, 2) as total_value,
             ${now}::timestamptz - make_interval(days => 30 + i % 700) as created_at,
             -- Of the last 30 days, in an order that goes with no other column: what changed last is of every kind. By the
             -- running number, which is another in each batch: of one place in all batches owner and kind are the same.
             ${now}::timestamptz - make_interval(mins => ((made.serial * 7919) % 43201)::integer) as last_changed_at
      from (select i, nextval('project_numbers') as serial from generate_series(1, ${count}) as i) made
      -- The number of owners is asked once: with it in each row every project would be held against every owner.
      join owners on owners.n = (i * 31::bigint) % (select count(*) from owners)
      -- Mixed up by the running number, so that the projects of each organization stand everywhere.
      ${JOINED_WORDS}
      join states on states.n = ((made.serial * 2654435761) >> 16) % ${sql.lit(STATES.length)})
    select given.*, null::integer as id from given`.execute(tx);
  await sql`
    with inserted as (
      insert into projects (code, number, name, organization_id, proposer_organization_id, type, sector, phase,
                            phase_status, open_steps, total_value, created_at, last_changed_at, waiting_since)
      select 'B-' || serial, 'B-' || serial, name, organization_id, proposer_id, 3, sector, phase, phase_status, open_steps, total_value, created_at, last_changed_at, last_changed_at
      from made
      returning id, number)
    update made set id = inserted.id from inserted where inserted.number = 'B-' || made.serial`.execute(tx);
  await sql`analyze pg_temp.made`.execute(tx);
}

/** The path of a realization up to the present phase; earlier phases are approved. */
async function insertPhases(tx: Tx): Promise<void> {
  await sql`create temporary table made_phases (id integer, project_id integer, phase integer, status integer,
    started_at timestamptz) on commit drop`.execute(tx);
  await sql`
    with path(phase, place) as (values (${IDEA}, 0), (${IDENTIFICATION}, 1), (${sql.lit(PHASE.preparedness)}, 2)),
    inserted as (
      insert into project_phases (project_id, phase, status, started_at)
      select made.id, path.phase, case when path.phase = made.phase then made.phase_status else ${sql.lit(PHASE_STATUS.approved)} end,
             made.created_at + make_interval(days => path.place * 20)
      from made
      join path on path.place <= (select place from path reached where reached.phase = made.phase)
      returning id, project_id, phase, status, started_at)
    insert into made_phases select * from inserted`.execute(tx);
  await sql`analyze pg_temp.made_phases`.execute(tx);
}

async function insertActivities(tx: Tx): Promise<void> {
  await sql`create temporary table made_activities (id bigint, project_id integer) on commit drop`.execute(tx);
  await sql`
    with inserted as (
      insert into project_activities (project_id, project_phase_id, phase, previous_status, status, operation, user_name,
                                      created_at)
      select project_id, id, phase, 1, status, 'open', 'Систем', started_at from made_phases
      returning id, project_id)
    insert into made_activities select max(id), project_id from inserted group by project_id`.execute(tx);
  await sql`analyze pg_temp.made_activities`.execute(tx);
}

/** The version that a new form has. */
function newest(code: FormCode) {
  const definition = findFormDefinition(code);
  if (!definition) throw new Error(`No form ${code}`);
  return sql.lit(definition.version);
}

/** Forms of the phases; the idea has the values of the filled example with the project's name. */
async function insertForms(tx: Tx): Promise<void> {
  await sql`create temporary table made_forms (id integer, project_id integer, code text) on commit drop`.execute(tx);
  await sql`
    with inserted as (
      insert into project_forms (project_id, project_phase_id, code, definition_version, name, ordinal, status)
      select project_id, id,
             case phase when ${IDEA} then 'ideja' when ${IDENTIFICATION} then 'identifikacija-projekta' else 'spremnost' end,
             case phase when ${IDEA} then ${newest('ideja')} when ${IDENTIFICATION} then ${newest('identifikacija-projekta')}
                        else ${newest('spremnost')} end,
             case phase when ${IDEA} then 'Идеја капиталног пројекта' when ${IDENTIFICATION} then 'Идентификација пројекта'
                        else 'Процена спремности' end, 1,
             case when status = ${sql.lit(PHASE_STATUS.entry)} then ${sql.lit(FORM_STATUS.unlocked)}
                  when status in (${AFTER_APPROVAL}) then ${sql.lit(FORM_STATUS.approved)}
                  else ${sql.lit(FORM_STATUS.locked)} end
      from made_phases
      returning id, project_id, code)
    insert into made_forms select * from inserted`.execute(tx);
  await sql`analyze pg_temp.made_forms`.execute(tx);
  await sql`
    insert into form_revisions (form_id, revision, definition_version, input, user_name, created_at)
    select forms.id, revision, ${newest('ideja')}, replace(${FILLED}, ${NAME_HERE}, made.name)::json, 'Милена Јовић',
           made.created_at + make_interval(days => revision)
    from made_forms forms
    join made on made.id = forms.project_id
    cross join generate_series(1, 2) revision
    where forms.code = 'ideja' and (revision = 1 or made.i % 3 = 0)`.execute(tx);
}

/** Each project has had its present state since its first day. */
async function dateHistory(tx: Tx): Promise<void> {
  await sql`
    update project_history set valid_from = made.created_at from made where project_history.project_id = made.id`.execute(
    tx,
  );
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

/**
 * The first user and appropriation of each organization and the next organization: found once, not for each project.
 */
async function findNeighbours(tx: Tx): Promise<void> {
  await sql`
    create temporary table if not exists neighbours on commit drop as
    select organizations.id as organization_id, first_user.id as user_id, first_appropriation.id as appropriation_id,
           lead(organizations.id) over (order by organizations.id) as next_id
    from organizations
    left join (select organization_id, min(id) as id from users group by organization_id) first_user
      on first_user.organization_id = organizations.id
    left join (select organization_code, min(id) as id from appropriations group by organization_code) first_appropriation
      on first_appropriation.organization_code = organizations.id
    where organizations.status = ${APPROVED}`.execute(tx);
  await sql`analyze pg_temp.neighbours`.execute(tx);
}

/** A number for each project, whose remainders are spread over all organizations. */
const SPREAD = sql`(made.i + made.i / 7)`;

/** Followers, notifications and appropriations of some of the projects; observers of a few. */
async function insertDailyWork(tx: Tx, now: Date): Promise<void> {
  await findNeighbours(tx);
  await sql`
    insert into project_followers (project_id, user_id)
    select made.id, neighbours.user_id from made join neighbours using (organization_id)
    where ${SPREAD} % 5 = 0 and neighbours.user_id is not null`.execute(tx);
  await sql`
    insert into notifications (user_id, project_id, kind, activity_id, phase, phase_status, created_at, read_at)
    select neighbours.user_id, made.id, 'moved', activity.id, made.phase, made.phase_status, made.last_changed_at,
           case when made.i % 4 > 0 then ${now}::timestamptz end
    from made join neighbours using (organization_id)
    join made_activities activity on activity.project_id = made.id
    where ${SPREAD} % 3 = 0 and neighbours.user_id is not null`.execute(tx);
  await sql`
    insert into project_appropriations (project_id, appropriation_id)
    select made.id, neighbours.appropriation_id from made join neighbours using (organization_id)
    where ${SPREAD} % 3 = 1 and neighbours.appropriation_id is not null`.execute(tx);
  await sql`
    insert into project_organizations (project_id, organization_id)
    select made.id, neighbours.next_id from made join neighbours using (organization_id)
    where ${SPREAD} % 50 = 0 and neighbours.next_id <> made.proposer_id`.execute(tx);
}

/** Projects before the commission are on lists of ideas or of preparedness. */
async function insertLists(tx: Tx, now: Date): Promise<void> {
  await sql`
    with standing as (
      select made.*, case when phase = ${IDEA} then ${sql.lit(LIST.idea)} else ${sql.lit(LIST.preparedness)} end as type,
             (row_number() over (partition by phase order by id) - 1) / ${LISTED_TOGETHER} as part
      from made where phase_status = ${sql.lit(PHASE_STATUS.waitingCommission)}),
    named as (select type, part, type || '-' || min(serial) as name from standing group by type, part),
    added as (
      insert into project_lists (type, name, created_at) select type, name, ${now} from named returning id, type, name)
    insert into project_list_items (list_id, project_id, position, came_from_status, snapshot)
    select added.id, standing.id, row_number() over (partition by added.id order by standing.id),
           case when standing.phase = ${IDEA} then ${sql.lit(PHASE_STATUS.ideaList)}
                else ${sql.lit(PHASE_STATUS.preparednessList)} end,
           jsonb_build_object('id', standing.id, 'code', 'B-' || standing.serial, 'name', standing.name,
                              'organizationId', standing.organization_id, 'phase', standing.phase,
                              'totalValue', standing.total_value::text, 'pimisCommented', false)
    from standing join named using (type, part) join added on added.type = named.type and added.name = named.name`.execute(
    tx,
  );
}
