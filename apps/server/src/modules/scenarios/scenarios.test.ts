import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Scenario, ScenarioHead } from '@pimis/contract/portfolio/scenarios';
import { FORM_STATUS, PROJECT_STATUS } from '@pimis/domain/constants';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { questionsOf } from '@pimis/domain/forms/marking';
import { actingUser } from '../../seed/demo-people.ts';
import { BUDGET, ideasAroundList, OWN } from '../../testing/ideas-with-needs.ts';
import type { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { ceilingInput, scenarioCalls, scenarioInput } from '../../testing/scenario-calls.ts';
import { useServer } from '../../testing/server.ts';
import { scenariosOf } from './queries.ts';
import { loadScenario } from './reading.ts';
import { addCandidates } from './saving.ts';
import { createScenario } from './service.ts';

const server = useServer();
const { make, read, save, setCeiling } = scenarioCalls(server);
let approved: ProjectDriver;
let waiting: ProjectDriver[];

beforeAll(async () => {
  server.setNow(new Date('2026-04-02T09:00:00Z'));
  ({ approved, waiting } = await ideasAroundList(server));
  await setCeiling(ceilingInput(2027, BUDGET, '900000000'));
  await setCeiling(ceilingInput(2027, BUDGET, '800000000', 1));
  await setCeiling(ceilingInput(2027, OWN, '300000000', 0, 5));
});

describe('a scenario', () => {
  it('takes the projects that wait for a list, and includes the needs of approved ones', async () => {
    const id = await make({ name: ' Март ', listType: 3 });
    const made = await read(id);
    expect(made).toMatchObject({ name: 'Март', isOwn: true, shared: false, revision: 1, hidden: 0 });
    expect(made.candidates.map(({ code, state }) => [code, state])).toEqual(waiting.map(({ code }) => [code, 'in']));
    expect(made.candidates[0]?.needs).toEqual([
      { year: 2027, source: BUDGET, amount: '300000000.00' },
      { year: 2027, source: OWN, amount: '100000000.00' },
      { year: 2028, source: BUDGET, amount: '75000000.00' },
      { year: 2028, source: OWN, amount: '25000000.00' },
    ]);
    expect(made.committed).toHaveLength(4);
    expect(made.ceilings).toEqual([{ year: 2027, source: BUDGET, amount: '800000000.00' }]);
    expect(made.sectorCeilings).toEqual([{ year: 2027, source: OWN, sector: 5, amount: '300000000.00' }]);
    // Other accounts do not see it, and those without the claim may not create one.
    expect((await server.call('admin', 'GET', `portfolio/scenarios/${id}`)).httpStatus).toBe(404);
    expect((await server.call('local.user', 'GET', 'portfolio/scenarios')).httpStatus).toBe(403);
    expect((await server.call('reviewer', 'POST', 'portfolio/scenarios', { name: 'А', listType: 6 })).status.name).toBe(
      'NoCandidates',
    );
    // An invisible name is refused before anything is read.
    const unseen = await server.call('reviewer', 'POST', 'portfolio/scenarios', { name: ' ', listType: 6 });
    expect(unseen.fieldErrors).toEqual([{ field: 'name', code: 'EmptyField' }]);
    const ended = { name: 'А', filter: { status: 'finished' } };
    expect((await server.call('reviewer', 'POST', 'portfolio/scenarios', ended)).httpStatus).toBe(422);
    // Half of a character cannot be stored.
    expect((await server.call('reviewer', 'POST', 'portfolio/scenarios', { name: 'а\ud800' })).httpStatus).toBe(422);
    const both = { name: 'А', listType: 3, projectCodes: [approved.code] };
    expect((await server.call('reviewer', 'POST', 'portfolio/scenarios', both)).httpStatus).toBe(422);
  });

  it('is saved only by its author, at the shown revision; projects missing in the call are removed', async () => {
    const id = await make({ name: 'Чување', projectCodes: waiting.map(({ code }) => code) });
    const made = await read(id);
    const input = { ...scenarioInput(made), shared: true, name: 'Сачувано' };
    input.choices = input.choices.slice(0, 2).map((choice, index) => ({ ...choice, state: 'must', shift: index }));
    expect((await save(id, input)).payload).toEqual({ revision: 2 });
    const late = await server.call<Scenario>('reviewer', 'PUT', `portfolio/scenarios/${id}`, scenarioInput(made));
    expect([late.status.name, late.payload?.revision]).toEqual(['ScenarioConflict', 2]);
    const shared = await read(id, 'admin');
    expect(shared).toMatchObject({ isOwn: false, name: 'Сачувано' });
    expect(shared.candidates.map(({ state, shift }) => [state, shift])).toEqual([
      ['must', 0],
      ['must', 1],
    ]);
    expect((await save(id, scenarioInput(shared), 'admin')).status.name).toBe('ScenarioNotShared');
    expect((await server.call('admin', 'DELETE', `portfolio/scenarios/${id}`)).status.name).toBe('ScenarioNotShared');
    const copy = await server.call<{ id: number }>('admin', 'POST', `portfolio/scenarios/${id}/copy`, { name: 'Моја' });
    expect(await read(copy.payload?.id ?? 0, 'admin')).toMatchObject({ isOwn: true, shared: false, name: 'Моја' });
    const twice = {
      ...scenarioInput(shared),
      choices: [...scenarioInput(shared).choices, ...scenarioInput(shared).choices.slice(0, 1)],
    };
    expect((await save(id, twice)).httpStatus).toBe(422);
    const more = await server.call<{ added: number }>('reviewer', 'POST', `portfolio/scenarios/${id}/candidates`, {
      revision: 2,
      listType: 3,
    });
    expect(more.payload).toEqual({ added: 1, revision: 3 });
    const heads = await server.call<ScenarioHead[]>('admin', 'GET', 'portfolio/scenarios');
    expect(heads.payload?.map(({ name, isOwn, candidates, chosen }) => [name, isOwn, candidates, chosen])).toEqual([
      ['Моја', true, 2, 2],
      ['Сачувано', false, 3, 3],
    ]);
    expect((await server.call('reviewer', 'DELETE', `portfolio/scenarios/${id}`)).httpStatus).toBe(200);
    expect((await server.call('reviewer', 'GET', `portfolio/scenarios/${id}`)).httpStatus).toBe(404);
  });

  it('shows users only the candidates, counts and sums of approved projects that they may see', async () => {
    const { db } = server.context;
    const id = await make({ name: 'Туђе', listType: 3 });
    await make({ name: 'Само моје', listType: 3 });
    expect((await save(id, { ...scenarioInput(await read(id)), shared: true })).httpStatus).toBe(200);
    const reads = async (login: string) => {
      const { candidates, hidden, committed } = await loadScenario(
        server.context,
        await actingUser(server.context, login),
        id,
      );
      return [candidates.length, hidden, committed.length];
    };
    const heads = async (login: string) =>
      (await scenariosOf(db, await actingUser(server.context, login)))
        .filter(({ name }) => ['Туђе', 'Само моје'].includes(name))
        .toSorted((a, b) => a.name.localeCompare(b.name))
        .map(({ name, candidates, chosen }) => [name, candidates, chosen]);
    expect(await reads('other.user')).toEqual([0, 3, 0]);
    expect(await reads('local.user')).toEqual([3, 0, 4]);
    expect(await heads('other.user')).toEqual([['Туђе', 0, 0]]);
    expect(await heads('admin')).toEqual([['Туђе', 3, 3]]);
    expect(await heads('reviewer')).toEqual([
      ['Само моје', 3, 3],
      ['Туђе', 3, 3],
    ]);
    // Users who see every project, and the author, see the stored sums.
    await sql`update scenarios set committed = '[]' where id = ${id}`.execute(db);
    expect([await reads('admin'), await reads('reviewer'), await reads('local.user')]).toEqual([
      [3, 0, 0],
      [3, 0, 0],
      [3, 0, 4],
    ]);
  });

  it('is refused with another project, an unknown source, or a year and source twice', async () => {
    const id = await make({ name: 'Погрешно', listType: 3 });
    const input = scenarioInput(await read(id));
    const own = { year: 2027, source: OWN, amount: '1.00' };
    expect((await save(id, { ...input, ceilings: [own, own] })).httpStatus).toBe(422);
    const odd = { ...input, ceilings: [own, { ...own, source: 'Самодопринос' }] };
    expect((await save(id, odd)).fieldErrors).toEqual([{ field: 'ceilings.1.source', code: 'InvalidField' }]);
    const stranger = { code: approved.code, state: 'in', shift: 0 };
    expect((await save(id, { ...input, choices: [stranger] })).httpStatus).toBe(422);
    // Existing candidates are not added again.
    const again = await server.call<{ added: number }>('reviewer', 'POST', `portfolio/scenarios/${id}/candidates`, {
      revision: 1,
      listType: 3,
    });
    expect(again.payload).toEqual({ added: 0, revision: 1 });
    // A source that no form offers any more is accepted if needs of the scenario have it.
    await sql`update scenarios set committed = ${JSON.stringify(odd.ceilings)}::json where id = ${id}`.execute(
      server.context.db,
    );
    expect((await save(id, odd)).payload).toEqual({ revision: 2 });
  });

  it('moves a project only within the fiscal years, else names the field, and moves it back for later needs', async () => {
    const { db } = server.context;
    const [first] = waiting;
    const id = await make({ name: 'Померај', projectCodes: [first?.code] });
    const shifted = async (revision: number, shift: number) => {
      const input = scenarioInput(await read(id));
      const choices = input.choices.map((choice) => ({ ...choice, shift }));
      return save(id, { ...input, revision, choices });
    };
    expect((await shifted(1, 20)).payload).toEqual({ revision: 2 });
    const later = {
      financialInfo: {
        yearlyCosts: [{ year: 2095, amount: '1.00' }],
        fundingSources: [{ source: BUDGET, localAmount: '1.00' }],
      },
    };
    await sql`insert into form_revisions (form_id, revision, definition_version, input, user_name)
      select form_id, 99, 1, ${JSON.stringify(later)}::json, 'Нова ревизија' from form_revisions
      where form_id in (select id from project_forms
                        where project_id = (select id from projects where code = ${first?.code}))
      group by form_id`.execute(db);
    await server.call('reviewer', 'POST', `portfolio/scenarios/${id}/refresh`, { revision: 2 });
    expect((await read(id)).candidates).toMatchObject([{ shift: 5, needs: [{ year: 2095 }] }]);
    const refused = await shifted(3, 6);
    expect([refused.httpStatus, refused.fieldErrors]).toEqual([
      422,
      [{ field: 'choices.0.shift', code: 'InvalidField' }],
    ]);
    expect((await shifted(3, 4)).payload).toEqual({ revision: 4 });
    await sql`delete from form_revisions where revision = 99`.execute(db);
  });

  it('is one of at most two hundred, even with concurrent calls', async () => {
    const { db } = server.context;
    await sql`insert into scenarios (name, owner_id, ceilings, committed)
      select 'Пуно', users.id, '[]', '[]' from users,
        generate_series(1, 199 - (select count(*)::integer from scenarios where owner_id = users.id))
      where login = 'admin'`.execute(db);
    const both = await Promise.all(
      ['Двестоти', 'Још један'].map((name) => server.call('admin', 'POST', 'portfolio/scenarios', { name })),
    );
    expect(both.map(({ status }) => status.name).toSorted()).toEqual(['RequestLimitReached', 'Success']);
    await sql`delete from scenarios where name in ('Пуно', 'Двестоти', 'Још један')`.execute(db);
  });

  it('takes needs above 0 from forms that are not drafts', async () => {
    const { db } = server.context;
    const [, second] = waiting;
    const ofSecond = sql`project_id = (select id from projects where code = ${second?.code})`;
    const needs = async () =>
      (await read(await make({ name: 'Једна', projectCodes: [second?.code] }))).candidates[0]?.needs;
    const costs = {
      financialInfo: {
        yearlyCosts: [{ year: 2027, amount: '0.01' }],
        fundingSources: [
          { source: BUDGET, localAmount: '1.00' },
          { source: OWN, localAmount: '1000.00' },
        ],
      },
    };
    await sql`insert into form_revisions (form_id, revision, definition_version, input, user_name)
      select form_id, 99, 1, ${JSON.stringify(costs)}::json, 'Нова ревизија' from form_revisions
      where form_id in (select id from project_forms where ${ofSecond}) group by form_id`.execute(db);
    expect(await needs()).toEqual([{ year: 2027, source: OWN, amount: '0.01' }]);
    await sql`update project_forms set status = ${FORM_STATUS.unlocked}::smallint where ${ofSecond}`.execute(db);
    expect(await needs()).toEqual([]);
    await sql`update project_forms set status = ${FORM_STATUS.approved}::smallint where ${ofSecond}`.execute(db);
    await sql`delete from form_revisions where revision = 99`.execute(db);
  });

  it('takes the marks that were locked last, but no draft marks, even of an approved form', async () => {
    const { db } = server.context;
    const [, second] = waiting;
    const marks = Object.fromEntries(questionsOf('spremnost').map(({ number }) => [`${number}.mark`, 5]));
    // Forms added to the project's own; of the two with locked marks the earlier form was locked later.
    const marked = [
      { ordinal: 6, status: FORM_STATUS.approved, mark: 2, day: null },
      { ordinal: 7, status: FORM_STATUS.locked, mark: 1, day: null },
      { ordinal: 8, status: FORM_STATUS.marked, mark: 3, day: '2026-03-20' },
      { ordinal: 9, status: FORM_STATUS.approved, mark: 5, day: '2026-03-10' },
    ];
    for (const { ordinal, status, mark, day } of marked) {
      const given = JSON.stringify(Object.fromEntries(Object.keys(marks).map((key) => [key, mark])));
      await sql`insert into project_forms
        (project_id, project_phase_id, code, definition_version, name, ordinal, status, mark, marked_at)
        select project_id, project_phase_id, 'spremnost', 1, 'Оцењен', ${ordinal}::integer, ${status}::smallint,
               ${given}::json, ${day}::timestamptz
        from project_forms where project_id = (select id from projects where code = ${second?.code}) limit 1`.execute(
        db,
      );
    }
    const made = await read(await make({ name: 'Оцене', projectCodes: [second?.code] }));
    await sql`delete from project_forms where name = 'Оцењен'`.execute(db);
    expect(made.candidates[0]?.mark).toBe('60.00');
  });

  it('keeps its sums of approved projects when saved, until a project is removed', async () => {
    const { db } = server.context;
    const id = await make({ name: 'Збирови', listType: 3 });
    const made = await read(id);
    const scaled = (by: number) => sql`update project_needs set amount = amount * ${by}::numeric`.execute(db);
    await scaled(2);
    await save(id, scenarioInput(made));
    expect((await read(id)).committed).toEqual(made.committed);
    const input = scenarioInput(await read(id));
    await save(id, { ...input, choices: input.choices.slice(1) });
    expect((await read(id)).committed).not.toEqual(made.committed);
    await scaled(0.5);
  });

  it('has at most five hundred candidates, including those that its author does not see', async () => {
    const { db } = server.context;
    const user = await actingUser(server.context, 'local.user');
    const origin = { user: null };
    const [first, second, third] = waiting.map(({ code }) => code);
    const named = { name: 'Много', projectCodes: [first ?? '', second ?? ''] };
    const id = await createScenario(server.context, user, named, origin);
    // Copies of a project that belong to another organization.
    const { rows } = await sql<{ columns: string }>`
      select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
      where table_schema = 'public' and table_name = 'projects' and is_generated = 'NEVER' and is_identity = 'NO'
        and column_name not in ('code', 'number', 'organization_id', 'proposer_organization_id')`.execute(db);
    const columns = sql.raw(rows[0]?.columns ?? '');
    await sql`
      with copies as (
        insert into projects (code, number, organization_id, proposer_organization_id, ${columns})
        select 'COPY-' || copy, 'k' || copy, '50101', '50101', ${columns} from projects, generate_series(1, 498) copy
        where code = ${first} returning id)
      insert into scenario_candidates (scenario_id, project_id, position, state, data, taken_at)
      select ${id}::integer, copies.id, copies.id, 'in', data, now() from copies, scenario_candidates own
      where own.scenario_id = ${id} and own.position = 1`.execute(db);
    const add = (code: string | undefined) =>
      addCandidates(server.context, user, id, { revision: 1, projectCodes: [code ?? ''] }, origin);
    expect((await loadScenario(server.context, user, id)).hidden).toBe(498);
    await expect(add(third)).rejects.toMatchObject({ status: 'ScenarioFull' });
    const all = await server.call('reviewer', 'POST', 'portfolio/scenarios', { name: 'Сви', filter: {} });
    expect(all.status.name).toBe('ScenarioFull');
    await sql`delete from scenario_candidates where scenario_id = ${id}
      and project_id = (select max(project_id) from scenario_candidates)`.execute(db);
    expect(await add(third)).toEqual({ added: 1, revision: 2 });
    await sql`delete from scenarios where id = ${id}`.execute(db);
    await sql`update projects set status = ${PROJECT_STATUS.archived}::smallint where code like 'COPY-%'`.execute(db);
  });

  it('still counts the needs of a candidate’s plan in force if the candidate is not chosen', async () => {
    const { db } = server.context;
    const project = await db
      .selectFrom('projects')
      .select('id')
      .where('code', '=', approved.code)
      .executeTakeFirstOrThrow();
    const planned = (is: boolean) =>
      sql`update project_needs set planned = ${is} where project_id = ${project.id}`.execute(db);
    const inForce = async () =>
      (await read(await make({ name: 'Измене', projectCodes: [approved.code] }))).candidates[0]?.inForce;
    expect(await inForce()).toEqual([]);
    await planned(true);
    const kept = await inForce();
    expect(kept?.length).toBeGreaterThan(0);
    expect(kept).toEqual((await read(await make({ name: 'Сви', listType: 3 }))).committed);
    // Projects that the commission has since set aside are not committed anywhere.
    const setAside = (status: number) =>
      sql`update projects set phase_status = ${status} where id = ${project.id}`.execute(db);
    const { phase_status: was } = await db
      .selectFrom('projects')
      .select('phase_status')
      .where('id', '=', project.id)
      .executeTakeFirstOrThrow();
    await setAside(PHASE_STATUS.postponed);
    expect(await inForce()).toEqual([]);
    await setAside(was);
    await planned(false);
  });
});

it('a scenario is exported as a workbook and as a paper, in both scripts and in English', async () => {
  const id = await make({ name: 'Папир: март/април', listType: 3 });
  for (const query of ['language=sr', 'language=sr&script=latin', 'language=en']) {
    const sheet = await server.get('reviewer', `portfolio/scenarios/${id}/export?${query}`);
    const paper = await server.get('reviewer', `portfolio/scenarios/${id}/paper?${query}`);
    expect([sheet.statusCode, paper.statusCode]).toEqual([200, 200]);
    expect(paper.rawPayload.subarray(0, 4).toString()).toBe('%PDF');
    for (const file of [sheet, paper]) {
      const named = decodeURIComponent(String(file.headers['content-disposition']));
      expect(named).toContain(query === 'language=sr' ? 'Папир: март/април' : 'Papir: mart/april');
    }
    const [{ name, rows } = { name: '', rows: [] }] = (await readXlsx(sheet.rawPayload)).sheets;
    expect([query, /\p{Script=Cyrillic}/u.test(`${name} ${rows.flat().join(' ')}`)]).toEqual([
      query,
      query === 'language=sr',
    ]);
  }
});
