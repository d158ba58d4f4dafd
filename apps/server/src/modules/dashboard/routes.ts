import { sql } from 'kysely';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import type { FastifyInstance } from 'fastify';
import type { SearchHit, Task } from '@pimis/contract/dashboard';
import { DEFAULT_STEP_NORM_DAYS, FORM_STATUS, PROJECT_STATUS, STEP_NORM_DAYS } from '@pimis/domain/constants';
import { days } from '@pimis/domain/dates/dates';
import { registryOf } from '@pimis/domain/registries/catalogue';
import { searchWords } from '@pimis/domain/text/search';
import { waitingFor } from '@pimis/domain/workflow/whose-turn';
import { type Context, dayOf, today } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/current-user.ts';
import { ok } from '../../platform/envelope.ts';
import { userRoute } from '../../platform/http.ts';
import { searchCondition, searchRank } from '../../platform/search.ts';
import { waitingCondition } from '../projects/waiting.ts';
import { visibleProjects } from '../projects/visibility.ts';
import { validOn } from '../registry/table.ts';

const TASKS_SHOWN = 50;
const HITS_SHOWN = 12;
const OTHERS_SHOWN = 5;

async function facts(context: Context, user: CurrentUser) {
  const { rows } = await sql<Record<'pending' | 'finished' | 'archived' | 'tasks', number>>`
    select count(*) filter (where status = ${sql.lit(PROJECT_STATUS.pending)})::integer as pending,
           count(*) filter (where status = ${sql.lit(PROJECT_STATUS.finished)})::integer as finished,
           count(*) filter (where status = ${sql.lit(PROJECT_STATUS.archived)})::integer as archived,
           count(*) filter (where ${waitingCondition(user)})::integer as tasks
    from projects where ${visibleProjects(user)}`.execute(context.db);
  const row = await context.db
    .selectFrom('users')
    .innerJoin('organizations', 'organizations.id', 'users.organization_id')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select([
      'organizations.id',
      'organizations.name',
      'organizations.company_number as companyNumber',
      'organizations.tax_id_number as taxIdNumber',
      'organizations.created_at',
      'roles.name as roleName',
      'roles.description as roleDescription',
      sql<number>`(select count(*)::integer from project_lists)`.as('lists'),
      sql<number>`(select count(*)::integer from users mates where mates.organization_id = users.organization_id)`.as(
        'users',
      ),
    ])
    .where('users.id', '=', user.id)
    .executeTakeFirstOrThrow();
  const { created_at, roleName, roleDescription, lists, users, ...organization } = row;
  return {
    organization: { ...organization, createdDate: created_at.toISOString() },
    user: { name: user.name, login: user.login, roleName, roleDescription },
    counts: { pending: 0, finished: 0, archived: 0, tasks: 0, ...rows[0], lists, users },
  };
}

/** Projects that wait for the user, the oldest first. */
async function tasks(context: Context, user: CurrentUser): Promise<Task[]> {
  const states = waitingFor(user);
  const { rows } = await sql<{
    code: string;
    name: string;
    organizationName: string;
    projectPhaseId: number;
    phase: number;
    phaseStatus: number;
    openTurns: string[] | null;
    waitingSince: Date;
    formErrors: number | null;
    formStatus: number | null;
  }>`
    select projects.code::text as code, projects.name, owner.name as "organizationName", phases.id as "projectPhaseId",
           projects.phase, projects.phase_status as "phaseStatus", projects.waiting_since as "waitingSince",
           projects.open_turns as "openTurns",
           form.status as "formStatus",
           (select jsonb_array_length(validation -> 'Errors') from form_revisions
            where form_id = form.id order by revision desc limit 1) as "formErrors"
    from projects
    join organizations owner on owner.id = projects.organization_id
    join project_phases phases on phases.project_id = projects.id and phases.phase = projects.phase
    left join lateral (select id, status from project_forms where project_phase_id = phases.id
                       order by ordinal desc limit 1) form on true
    where ${visibleProjects(user)} and ${waitingCondition(user)}
    order by projects.waiting_since, projects.id
    limit ${TASKS_SHOWN}`.execute(context.db);
  const day = today(context);
  return rows.map((row) => {
    const waited = Math.max(0, days(dayOf(row.waitingSince), day));
    const norm = STEP_NORM_DAYS[row.phaseStatus] ?? DEFAULT_STEP_NORM_DAYS;
    const own = states.filter((state) => state.phase === row.phase && state.status === row.phaseStatus);
    const keys = own.filter((state) => state.declared || row.openTurns !== null).flatMap((state) => state.keys);
    const key = keys.find((candidate) => row.openTurns?.includes(candidate) ?? true) ?? 'open';
    const entering = row.phaseStatus === PHASE_STATUS.entry || row.phaseStatus === PHASE_STATUS.correctionAmendment;
    const step =
      entering && row.formStatus === FORM_STATUS.unlocked
        ? row.formErrors === null
          ? 'fillForm'
          : row.formErrors > 0
            ? 'fixErrors'
            : 'lockForm'
        : key;
    return {
      projectCode: row.code,
      projectName: row.name,
      organizationName: row.organizationName,
      projectPhaseId: row.projectPhaseId,
      phase: row.phase,
      phaseStatus: row.phaseStatus,
      waitingSince: row.waitingSince.toISOString(),
      days: waited,
      norm,
      late: waited > norm,
      nextStepKey: step,
    };
  });
}

async function search(context: Context, user: CurrentUser, text: string) {
  if (searchWords(text).join('').length < 2) return [];
  const project = sql`projects.search_key`;
  const document = sql`documents.search_key`;
  const organization = sql`organization.search_key`;
  const { rows } = await sql<SearchHit>`
    (select 'project' as kind, projects.code::text as id, projects.name as title,
            projects.code::text || ' · ' || owner.name as detail, '/projects/' || projects.code || '/details' as path
     from projects join organizations owner on owner.id = projects.organization_id
     where ${visibleProjects(user)} and projects.status <> ${sql.lit(PROJECT_STATUS.archived)}
       and ${searchCondition(project, text)}
     order by ${searchRank(project, text)}, projects.last_changed_at desc, projects.id
     limit ${HITS_SHOWN})
    union all
    (select 'organization', organization.id, organization.name, concat_ws(' · ', organization.id, organization.place),
            '/registry/organization/' || organization.id
     from registry_organizations organization
     where ${validOn(registryOf('organizations'), 'organization', today(context))}
       and ${searchCondition(organization, text)}
     order by ${searchRank(organization, text)}, organization.name, organization.id limit ${OTHERS_SHOWN})
    union all
    (select 'document', documents.id::text, documents.title, projects.code::text || ' · ' || documents.description,
            '/projects/' || projects.code || '/documents'
     from documents join projects on projects.id = documents.project_id
     where ${visibleProjects(user)} and documents.deleted_at is null
       and ${searchCondition(document, text)}
     order by ${searchRank(document, text)}, documents.created_at desc, documents.id limit ${OTHERS_SHOWN})`.execute(
    context.db,
  );
  return rows;
}

/** What the first screen shows: the organization, numbers, what waits for the user; and the search of the header. */
export function dashboardRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'dashboard';
  userRoute(app, 'GET /dashboard', { tag, summary: 'Organization and numbers' }, async ({ user }) =>
    ok(await facts(context, user)),
  );
  userRoute(app, 'GET /dashboard/tasks', { tag, summary: 'Projects that wait for me' }, async ({ user }) =>
    ok(await tasks(context, user)),
  );
  userRoute(
    app,
    'GET /search',
    { tag, summary: 'Projects, organizations and documents by a few letters, in either script' },
    async ({ user, query }) => ok(await search(context, user, query.q)),
  );
}
