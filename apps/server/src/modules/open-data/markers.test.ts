import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { allForms } from '@pimis/domain/forms/catalogue';
import type { Field } from '@pimis/domain/forms/types';
import { fieldsOf } from '@pimis/domain/forms/visibility';
import { STATUSES } from '@pimis/domain/workflow/statuses';
import { PHASES } from '@pimis/domain/workflow/phases';
import { createProject } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';
import { computeWaiting } from '../projections/waiting.ts';
import { makeOpenDataFiles } from './files/making.ts';
import type { ProjectPackage } from './package.ts';

const server = useServer();
const MARKER = 'ТАЈНА';
/** The marker also in another script, in digits and as a day, for codes, amounts and dates. */
const MARKERS = [MARKER, 'TAJNA', '987654321', '2029-09-19'];
const FILES = ['projects.ndjson.gz', 'projects.csv', 'observations.csv', 'catalog.jsonld', 'feed.atom'];
/** The numbers of projects that never become public, and of those that do. */
const PROJECTS = 40;
const PUBLIC_PROJECTS = 10;
let minutes = 0;

/** Values for every field of a form, including rows of tables, all of them markers. */
function marked(fields: readonly Field[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const field of fields) {
    const steps = field.path.split('.');
    let place = values;
    for (const step of steps.slice(0, -1)) {
      const inner = place[step];
      const next = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {};
      place[step] = next;
      place = next;
    }
    place[steps.at(-1) ?? ''] = markOf(field);
  }
  return values;
}

function markOf(field: Field): unknown {
  switch (field.kind) {
    case 'table':
      return [marked(field.columns ?? [])];
    case 'textList':
    case 'fileList':
      return [MARKER];
    case 'locationList':
      return [{ id: '70998', name: MARKER }];
    case 'org':
      return { id: '10503', name: MARKER };
    case 'rsd':
    case 'eur':
    case 'foreign':
    case 'percent':
      return '987654321.00';
    case 'int':
    case 'year':
      return 987_654_321;
    case 'date':
      return '2029-09-19';
    case 'yesNoComment':
    case 'planDoc':
      return { choice: MARKER, comment: MARKER };
    default:
      return MARKER;
  }
}

/** Every public answer, headers included. */
async function everythingPublic(numbers: readonly string[]): Promise<string> {
  // The test writes the states directly, so the projections are recomputed here.
  await computeWaiting(server.context);
  minutes += 2;
  // Moves the clock, because anonymous calls are limited per minute.
  server.setNow(new Date(Date.now() + minutes * 60_000));
  await makeOpenDataFiles(server.jobs);
  const urls = [
    '',
    '/projects?perPage=100',
    `/projects?text=${encodeURIComponent(MARKER)}`,
    ...['identification', 'cancelled', 'maintenance'].map((status) => `/projects?status=${status}`),
    ...FILES.map((name) => `/${name}`),
    ...numbers.map((number) => `/projects/oc4ids-test01-${number}`),
  ].map((path) => `/api/open-data${path}`);
  const pages = [
    '',
    '?map=number',
    '/projects',
    '/en/projects?sort=value',
    '/lat/about',
    '/projects.csv',
    '/charts/region.csv',
    '/sitemap.xml',
    '/sitemap-0.xml',
    '/regions/21',
    '/bodies/50112',
    ...numbers.map((number) => `/projects/oc4ids-test01-${number}`),
  ].map((path) => `/public${path}`);
  const parts: string[] = [];
  for (const url of [...urls, '', ...pages]) {
    if (url === '') {
      minutes += 2;
      server.setNow(new Date(Date.now() + minutes * 60_000));
      continue;
    }
    const { rawPayload, headers } = await server.app.inject({ url });
    const { 'x-request-id': _request, date: _date, ...told } = headers;
    parts.push(JSON.stringify(told), url.endsWith('.gz') ? gunzipSync(rawPayload).toString() : rawPayload.toString());
  }
  return parts.join('\n');
}

interface Made {
  id: number;
  code: string;
  number: string;
}
let projects: Made[] = [];

beforeAll(async () => {
  const codes: string[] = [];
  for (let count = 0; count < PROJECTS + PUBLIC_PROJECTS; count += 1)
    codes.push(await createProject(server, 'local.user'));
  const { rows } = await sql<Made>`
    select id, code::text as code, number from projects where code = any(${codes}::citext[]) order by id`.execute(
    server.context.db,
  );
  projects = rows;
});

/** Puts a project into a state, even an impossible one, with markers everywhere: publishing must not rely on rules. */
async function mark({ id, code }: Made, state: State): Promise<void> {
  const { db } = server.context;
  await sql`
    update projects set name = ${MARKER}, description = ${MARKER}, mei_opinion = ${MARKER}, total_value = 987654321,
      phase = ${state.phase}, phase_status = ${state.phaseStatus}, status = ${state.status}, last_changed_at = now()
    where id = ${id}`.execute(db);
  const definition = allForms()[state.form] ?? allForms()[0];
  if (!definition) throw new Error('There is no form');
  await sql`
    with form as (
      update project_forms set code = ${definition.code}, name = ${MARKER}, status = ${state.formStatus},
        mark = ${JSON.stringify({ mark: MARKER })}::json
      where project_id = ${id} returning id
    )
    insert into form_revisions (form_id, revision, definition_version, input, user_name)
    select id, coalesce((select max(revision) from form_revisions where form_id = form.id), 0) + 1, 1,
           ${JSON.stringify(marked(fieldsOf(definition)))}::json, ${MARKER}
    from form`.execute(db);
  await sql`
    insert into project_comments (project_id, user_id, text)
    select ${id}::integer, min(id), ${MARKER} from users`.execute(db);
  await sql`
    insert into documents (project_id, title, description, comment) values (${id}, ${MARKER}, ${MARKER}, ${MARKER})`.execute(
    db,
  );
  await sql`
    insert into document_revisions (document_id, revision, title, name, extension, size, hash, description, media_type, storage_key)
    select max(id), 1, ${MARKER}, ${MARKER}, 'pdf', 1, ${MARKER}, ${MARKER}, 'application/pdf', ${`documents/${code}-${MARKER}-${Math.random()}`}
    from documents where project_id = ${id}`.execute(db);
}

interface State {
  phase: number;
  phaseStatus: number;
  status: number;
  formStatus: number;
  /** Its place in the list of all forms. */
  form: number;
}

const state: fc.Arbitrary<State> = fc.record({
  phase: fc.constantFrom(...PHASES.map(({ id }) => id)),
  phaseStatus: fc.constantFrom(...STATUSES.map(({ id }) => id)),
  status: fc.constantFrom(0, 1, 2),
  // 4: approved by the Ministry, but not decided on or not in force.
  formStatus: fc.constantFrom(1, 2, 3, 4),
  form: fc.nat({ max: allForms().length - 1 }),
});

it('no answer, header, file or count contains anything of a project that is not public', async () => {
  const numbers = projects.map(({ number }) => number);
  const before = await everythingPublic(numbers);
  await fc.assert(
    fc.asyncProperty(fc.array(state, { minLength: PROJECTS, maxLength: PROJECTS }), async (states) => {
      for (const [index, project] of projects.slice(0, PROJECTS).entries()) {
        const own = states[index];
        if (own) await mark(project, own);
      }
      const told = await everythingPublic(numbers);
      for (const marker of MARKERS) expect(told).not.toContain(marker);
      expect(told.length).toBe(before.length);
    }),
    { numRuns: 3 },
  );
});

it('public projects reveal nothing of later revisions, secured documents, people and opinions', async () => {
  const { db } = server.context;
  const form = allForms().findIndex(({ code }) => code === 'ideja');
  const idea = allForms()[form];
  if (!idea) throw new Error('There is no form of an idea');
  for (const project of projects.slice(PROJECTS)) {
    await mark(project, { phase: 10, phaseStatus: 1, status: 0, formStatus: 2, form });
    // The approved revision has markers in every field that may not be public, and plain words in two that may.
    await sql`
      with approved as (
        update project_forms set status = 4 where project_id = ${project.id} returning id
      ), list as (
        insert into project_lists (type, name) values (3, ${project.code}) returning id
      ), saved as (
        insert into form_revisions (form_id, revision, definition_version, input, user_name)
        select id, 900, 1, ${JSON.stringify({
          ...marked(
            fieldsOf(idea).filter(
              ({ path }) => !/^(basic|description|financialInfo|implementationDates|estimated)/.test(path),
            ),
          ),
          basic: { projectName: 'Јавни назив', contacts: [{ name: MARKER, emails: [MARKER] }] },
          description: { summary: 'Јавни опис', problem: MARKER },
        })}::json, ${MARKER} from approved
      )
      insert into project_list_items (list_id, project_id, position, came_from_status, snapshot, form_id)
      select list.id, ${project.id}::integer, 1, 14, '{"phase": 0, "totalValue": "0"}', approved.id from list, approved`.execute(
      db,
    );
    await sql`
      update project_list_items set decision = 1, decision_date = '2026-04-02', decided_at = now(),
        decision_comment = ${MARKER}, form_revision = 900 where project_id = ${project.id}`.execute(db);
    await computeWaiting(server.context);
    // Values saved afterwards are not approved.
    await mark(project, { phase: 10, phaseStatus: 1, status: 0, formStatus: 2, form });
  }
  const told = await everythingPublic(projects.map(({ number }) => number));
  for (const marker of MARKERS) expect(told).not.toContain(marker);
  expect(told).toContain('Јавни назив');
  const { body } = await server.app.inject({ url: '/api/open-data/projects?perPage=100' });
  const { projects: listed } = JSON.parse(body) as ProjectPackage;
  expect(listed).toHaveLength(PUBLIC_PROJECTS);
});
