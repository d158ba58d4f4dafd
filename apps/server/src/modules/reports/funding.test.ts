import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { BUDGET, ideaWithNeeds, OWN } from '../../testing/ideas-with-needs.ts';
import { useServer } from '../../testing/server.ts';
import { fundingOf } from './funding.ts';
import { purposeOf } from './purpose-text.ts';

const server = useServer();

/** Opens the next phase of a project, whose form is a draft of these values. */
async function draftNextPhase(id: number, values: object): Promise<void> {
  await sql`with entered as (
      insert into project_phases (project_id, phase, started_at) values (${id}, 1, now() + interval '1 day') returning id, project_id),
    begun as (
      insert into project_forms (project_id, project_phase_id, code, definition_version, name, ordinal)
      select project_id, id, 'identifikacija-projekta', 1, 'Идентификација', 1 from entered returning id)
    insert into form_revisions (form_id, revision, definition_version, input, user_name)
    select id, 1, 1, ${JSON.stringify(values)}::json, 'Нацрт' from begun`.execute(server.context.db);
}

it('value and sources come from the newest revision of a form, and from the plan in force if it names sources', async () => {
  const { db } = server.context;
  const idea = await ideaWithNeeds(server, [300, 100]);
  const { id } = await idea.read();
  const funding = async () => {
    const { sources, sourcesTotal, value, origin } = await fundingOf(db, id);
    return {
      shares: sources.map(({ source, share }) => [source, share]),
      sourcesTotal,
      value,
      revision: origin?.revision,
    };
  };
  const first = await funding();
  expect(first).toMatchObject({ sourcesTotal: '400000000.00', value: '400000000.00' });
  expect(first.shares).toEqual([
    [BUDGET, '75.00'],
    [OWN, '25.00'],
  ]);
  const finance = (amount: string) => ({
    financialInfo: { price: { local: amount }, fundingSources: [{ source: OWN, localAmount: amount }] },
  });
  await sql`insert into form_revisions (form_id, revision, definition_version, input, user_name)
    select id, 99, 1, ${JSON.stringify(finance('7.00'))}::json, 'Нова ревизија' from project_forms
    where project_id = ${id}`.execute(db);
  expect(await funding()).toMatchObject({ sourcesTotal: '7.00', value: '7.00', revision: 99 });
  // A form of the next phase counts once it is locked; a draft does not replace a form locked before.
  await sql`update project_forms set status = 2 where project_id = ${id}`.execute(db);
  await draftNextPhase(id, finance('8.00'));
  expect(await funding()).toMatchObject({ sourcesTotal: '7.00', revision: 99 });
  await sql`update project_forms set status = 2 where project_id = ${id}`.execute(db);
  expect(await funding()).toMatchObject({ sourcesTotal: '8.00', revision: 1 });
  await sql`delete from form_revisions where user_name = 'Нацрт'`.execute(db);
  const plan = (ordinal: number, values: unknown) =>
    sql`insert into project_plans (project_id, ordinal, form_id, form_revision, plan)
      select project_id, ${ordinal}::integer, id, 1, ${JSON.stringify(values)}::json from project_forms
      where project_id = ${id} order by id limit 1`.execute(db);
  await plan(1, { implementationDates: { start: '2027-01-01', end: '2027-12-31' } });
  expect(await funding()).toMatchObject({ sourcesTotal: '7.00', value: '7.00', revision: 99 });
  await plan(2, finance('9.00'));
  expect(await funding()).toMatchObject({ sourcesTotal: '9.00', value: '9.00', revision: 0 });
});

it('the purpose comes from the newest form that states it', async () => {
  const { db } = server.context;
  const { id } = await (await ideaWithNeeds(server, [300, 100])).read();
  const before = await purposeOf(db, id);
  expect([before.description, before.goals].every(Boolean)).toBe(true);
  await draftNextPhase(id, { description: { summary: ' **Ново** ', goals: ' ' } });
  expect(await purposeOf(db, id)).toEqual({ description: 'Ново', goals: before.goals });
});
