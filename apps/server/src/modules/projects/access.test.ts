import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Claim } from '@pimis/domain/access/claims';
import { projectScope } from '@pimis/domain/access/policies';
import { TRANSITIONS } from '@pimis/domain/workflow/transitions';
import type { Tx } from '../../platform/database/database.ts';
import { DEMO_ACCOUNTS } from '../system/demo-accounts.ts';
import { actingUser } from '../../seed/demo-people.ts';
import { untilWaiting } from '../../testing/locks.ts';
import { createProject } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';
import { isThorough } from '../../testing/thorough.ts';
import { compactStateCounts } from './state-counts.ts';
import { lockProjects, seenProjects, visibleProjects } from './visibility.ts';

const server = useServer();

/** Organizations of the demo accounts, each with a user who reads projects here. */
const ORGANIZATIONS = [...new Set(DEMO_ACCOUNTS.map(({ organizationId }) => organizationId))];
const STATES = [...new Set(TRANSITIONS.map(({ phase, status }) => `${phase}/${status}`))];

interface Facts {
  id: number;
  owner: string;
  proposer: string;
  observers: string[];
  evaluators: string[];
}

/** The organizations of the projects, from the source tables. */
async function factsOfAll(): Promise<Facts[]> {
  const { rows } = await sql<Facts>`
    select id, organization_id as owner, proposer_organization_id as proposer,
           array(select organization_id from project_organizations where project_id = projects.id) as observers,
           array(select evaluator_organization_id from project_forms
                 where project_id = projects.id and evaluator_organization_id is not null) as evaluators
    from projects order by id`.execute(server.context.db);
  return rows;
}

/** An independent rule: involved organizations see a project, evaluating ones only with the claim to evaluate. */
function expectedRows(projects: readonly Facts[]): string[] {
  return projects
    .flatMap(({ id, owner, proposer, observers, evaluators }) => {
      const involved = new Set([owner, proposer, ...observers]);
      return [...new Set([...involved, ...evaluators])].map((viewer) => `${viewer} ${id} ${involved.has(viewer)}`);
    })
    .toSorted();
}

async function storedRows(): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select viewer_id || ' ' || project_id || ' ' || involved as row from project_visibility`.execute(server.context.db);
  return rows.map(({ row }) => row).toSorted();
}

/** Rows whose copied columns differ from the project's. */
async function strayed(): Promise<unknown[]> {
  const { rows } = await sql`
    select seen.id from published.projects_seen seen join projects on projects.id = seen.id
    where to_jsonb(seen) - 'viewer_id' - 'involved'
      is distinct from (select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(projects))
                        where to_jsonb(seen) ? key)`.execute(server.context.db);
  return rows;
}

async function counted(): Promise<{ stored: unknown[]; there: unknown[] }> {
  const columns = sql`status, phase, phase_status, foreign_funds, open_steps`;
  const stored = await sql`select ${columns}, sum(projects)::integer as projects from project_state_counts
    group by ${columns} having sum(projects) <> 0 order by ${columns}`.execute(server.context.db);
  const there = await sql`select ${columns}, count(*)::integer as projects from projects
    group by ${columns} order by ${columns}`.execute(server.context.db);
  return { stored: stored.rows, there: there.rows };
}

type Change = (tx: Tx, project: number) => Promise<unknown>;

const organization = fc.constantFrom(...ORGANIZATIONS);
const change: fc.Arbitrary<Change> = fc.oneof(
  organization.map(
    (id): Change =>
      (tx, project) =>
        sql`update projects set organization_id = ${id} where id = ${project}`.execute(tx),
  ),
  organization.map(
    (id): Change =>
      (tx, project) =>
        sql`update projects set proposer_organization_id = ${id} where id = ${project}`.execute(tx),
  ),
  organization.map(
    (id): Change =>
      (tx, project) =>
        sql`insert into project_organizations (project_id, organization_id)
          select ${project}::integer, id from budget_users where id = ${id} on conflict do nothing`.execute(tx),
  ),
  organization.map(
    (id): Change =>
      (tx, project) =>
        sql`delete from project_organizations where project_id = ${project} and organization_id = ${id}`.execute(tx),
  ),
  fc.option(organization).map(
    (id): Change =>
      (tx, project) =>
        sql`update project_forms set evaluator_organization_id = ${id}::text where project_id = ${project}`.execute(tx),
  ),
  fc.constantFrom(...STATES).map(
    (state): Change =>
      (tx, project) =>
        sql`update projects set phase = split_part(${state}, '/', 1)::smallint,
          phase_status = split_part(${state}, '/', 2)::smallint, last_changed_at = now() where id = ${project}`.execute(
          tx,
        ),
  ),
  fc.constantFrom(0, 1, 2).map(
    (status): Change =>
      (tx, project) =>
        sql`update projects set status = ${status}::smallint where id = ${project}`.execute(tx),
  ),
  fc.constant<Change>((tx, project) =>
    sql`update projects set is_merged = not is_merged, foreign_funds = not foreign_funds, open_steps = array['send'],
        total_value = total_value + 1, name = name || ' а' where id >= ${project}`.execute(tx),
  ),
);

describe('the stored visibility of projects', () => {
  it('follows owner, proposer, observers and evaluators through every state', async () => {
    const codes: string[] = [];
    for (const login of ['local.user', 'local.user', 'other.user']) codes.push(await createProject(server, login));
    const ids = (await factsOfAll()).map(({ id }) => id);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...ids), change), { minLength: 1, maxLength: 12 }),
        async (steps) => {
          for (const [project, step] of steps) await server.context.db.transaction().execute((tx) => step(tx, project));
          expect(await storedRows()).toEqual(expectedRows(await factsOfAll()));
          expect(await strayed()).toEqual([]);
          const { stored, there } = await counted();
          expect(stored).toEqual(there);
        },
      ),
      { numRuns: isThorough ? 60 : 20 },
    );
    await compactStateCounts(server.context);
    const { stored, there } = await counted();
    expect(stored).toEqual(there);
  });

  it('does not change for other viewers when one is added', async () => {
    const code = await createProject(server, 'local.user');
    const { db } = server.context;
    const id = sql`(select id from projects where code = ${code})`;
    await sql`update projects set proposer_organization_id = '10503' where id = ${id}`.execute(db);
    await sql`update project_forms set evaluator_organization_id = '10524' where project_id = ${id}`.execute(db);
    const versions = async () => {
      const { rows } = await sql<{ viewer: string; version: string }>`
        select viewer_id as viewer, xmin::text as version from project_visibility where project_id = ${id}`.execute(db);
      return new Map(rows.map(({ viewer, version }) => [viewer, version]));
    };
    await sql`insert into project_organizations (project_id, organization_id) values (${id}, '50101')`.execute(db);
    const before = await versions();
    expect([...before.keys()].toSorted()).toEqual(['10503', '10524', '50101', '50112']);
    await sql`insert into project_organizations (project_id, organization_id) values (${id}, '10520')`.execute(db);
    const after = await versions();
    expect(after.delete('10520')).toBe(true);
    expect(after).toEqual(before);
  });

  it('lets users lock several projects only if they see each of them', async () => {
    const codes = [await createProject(server, 'local.user'), await createProject(server, 'local.user')];
    const lock = async (login: string, wanted: string[]) => {
      const user = await actingUser(server.context, login);
      const rows = await server.context.db.transaction().execute((tx) => lockProjects(tx, user, wanted));
      return rows.map(({ code }) => code);
    };
    expect(await lock('local.user', codes)).toEqual(codes);
    await expect(lock('other.user', codes)).rejects.toMatchObject({ status: 'NotFound' });
    await expect(lock('local.user', [...codes, 'none'])).rejects.toMatchObject({ status: 'NotFound' });
  });

  it('matches what each role sees, in every state of the workflow', async () => {
    const code = await createProject(server, 'local.user');
    await createProject(server, 'other.user');
    await sql`update project_forms set evaluator_organization_id = '10524'
      where project_id = (select id from projects where code = ${code})`.execute(server.context.db);
    await sql`insert into project_organizations (project_id, organization_id)
      select id, '50101' from projects where code = ${code}`.execute(server.context.db);
    const accounts = await Promise.all(DEMO_ACCOUNTS.map(({ login }) => actingUser(server.context, login)));
    const evaluator = await actingUser(server.context, 'evaluator');
    // A user without the claim to evaluate does not see the projects that their organization evaluates.
    const colleague = { ...evaluator, login: 'colleague of the evaluator', claims: new Set<Claim>(['Project_View']) };
    const users = [...accounts, colleague];
    for (const state of STATES) {
      await sql`update projects set phase = split_part(${state}, '/', 1)::smallint,
        phase_status = split_part(${state}, '/', 2)::smallint`.execute(server.context.db);
      const projects = await factsOfAll();
      for (const user of users) {
        const scope = projectScope(user);
        const expected = projects.filter(({ owner, proposer, observers, evaluators }) => {
          if (scope.kind !== 'own') return scope.kind === 'all';
          const involved = [owner, proposer, ...observers].includes(scope.organizationId);
          return involved || (scope.evaluates && evaluators.includes(scope.organizationId));
        });
        const { rows } = await sql<{ id: number }>`
          select id from projects where ${visibleProjects(user)} order by id`.execute(server.context.db);
        expect(
          rows.map(({ id }) => id),
          `${user.login} at ${state}`,
        ).toEqual(expected.map(({ id }) => id));
        const { table, condition } = seenProjects(user);
        const listed = await sql<{ id: number }>`
          select projects.id from ${table} where ${condition} order by projects.id`.execute(server.context.db);
        expect(listed.rows, `list of ${user.login} at ${state}`).toEqual(rows);
      }
    }
    expect(projectScope(colleague)).toMatchObject({ kind: 'own', evaluates: false });
  });

  it('is right after two concurrent changes of one project', async () => {
    const code = await createProject(server, 'local.user');
    const { db } = server.context;
    const id = sql`(select id from projects where code = ${code})`;
    await sql`insert into project_organizations (project_id, organization_id) values (${id}, '50101')`.execute(db);
    let evaluated: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (tx) => {
      await sql`delete from project_organizations where project_id = ${id}`.execute(tx);
      evaluated = sql`update project_forms set evaluator_organization_id = '50101' where project_id = ${id}`.execute(
        db,
      );
      await untilWaiting(db, tx);
    });
    await evaluated;
    expect(await storedRows()).toEqual(expectedRows(await factsOfAll()));
  });
});
