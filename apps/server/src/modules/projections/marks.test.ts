import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { FORM_STATUS } from '@pimis/domain/constants';
import { EventBus } from '../../platform/event-bus.ts';
import { keptRows } from '../../testing/kept-rows.ts';
import { useDatabase } from '../../testing/own-database.ts';
import { IDEA, PLAN, ProjectWriter, report } from '../../testing/written-projects.ts';
import { PROJECTIONS } from './catalogue.ts';
import { findDiffering } from './check.ts';
import { computeMarked, mark, projectsOf } from './compute.ts';
import type { PublicityChangedEvent } from './events.ts';
import { writePreview } from './preview.ts';
import { computeWaiting, projectOfCode, queueRebuild, readWaiting } from './waiting.ts';

/** Which projects are computed, compared and previewed, and when. */

const events = new EventBus();
const heard: PublicityChangedEvent[] = [];
events.on('publicityChanged', async (event) => void heard.push(event));

const database = useDatabase({ max: 2, beforeCommit: (tx) => computeMarked(tx, events) });
const write = new ProjectWriter(database);

afterEach(async () => {
  await computeWaiting({ db: database() });
  heard.length = 0;
});

/** A change that bypasses the server: nothing is computed outside of a transaction. */
const spent = (id: number) => sql`update projects set spent = 7 where id = ${id}`.execute(database());
const spentOf = async (id: number) => (await keptRows(database(), id)).projects[0]?.spent;
const waiting = async () => (await readWaiting(database()))?.projects ?? 0;
/** Inserts this many projects with one statement that bypasses the server. */
const many = (count: number) =>
  sql`insert into projects (code, number, name, organization_id, proposer_organization_id, type, sector, phase, phase_status)
    select 'MNOGO-' || (select count(*) from projects) + place, 'M' || (select count(*) from projects) + place, 'Један',
      '50112', '50112', 3, 2, 0, 1 from generate_series(1, ${count}::integer) place`.execute(database());

describe('the comparison of stored with computed rows', () => {
  it('lists differing projects by projection, for all or one, and changes nothing', async () => {
    const [one, other] = [await write.project(), await write.project()];
    const all = await findDiffering(database());
    expect([...all]).toEqual(PROJECTIONS.map(({ name }) => [name, []]));
    await spent(one.id);
    expect((await findDiffering(database())).get('money')).toEqual([one.code]);
    expect((await findDiffering(database())).get('needs')).toEqual([]);
    expect((await findDiffering(database(), one.id)).get('money')).toEqual([one.code]);
    expect((await findDiffering(database(), other.id)).get('money')).toEqual([]);
    expect(await spentOf(one.id)).toBe('7.00');
    await queueRebuild(database(), 'money', one.id);
  });

  it('leaves out projects that wait for computation', async () => {
    const one = await write.project();
    await spent(one.id);
    await queueRebuild(database(), 'places', one.id);
    expect((await findDiffering(database())).get('money')).toEqual([]);
    await computeWaiting({ db: database() });
    expect((await findDiffering(database())).get('money')).toEqual([one.code]);
    await queueRebuild(database(), 'money', one.id);
  });

  it('reads forms again even if they are already public', async () => {
    const { one, form } = await write.formOf('ideja', IDEA);
    await write.decide(one, form);
    await sql`update public_forms set facts = '{}' where form_id = ${form}`.execute(database());
    expect((await findDiffering(database())).get('public-forms')).toEqual([one.code]);
    await queueRebuild(database(), 'public-forms', one.id);
  });

  it('includes the last of many projects', async () => {
    await many(210);
    await computeWaiting({ db: database() });
    const { rows } = await sql<{
      id: number;
      code: string;
    }>`select id, code from projects order by id desc limit 1`.execute(database());
    const [last = { id: 0, code: '' }] = rows;
    await spent(last.id);
    expect((await findDiffering(database())).get('money')).toEqual([last.code]);
    await queueRebuild(database(), 'money', last.id);
  });
});

describe('a rebuild', () => {
  it('marks all projects or one, and computes them; others stay as they are', async () => {
    const [one, other] = [await write.project(), await write.project()];
    await many(520);
    await computeWaiting({ db: database() });
    for (const { id } of [one, other]) await spent(id);
    expect(await queueRebuild(database(), 'money', one.id)).toBe(1);
    expect(await waiting()).toBe(1);
    await computeWaiting({ db: database() });
    expect([await spentOf(one.id), await spentOf(other.id), await waiting()]).toEqual(['0.00', '7.00', 0]);
    const { rows } = await sql<{ all: number }>`select count(*)::integer as all from projects`.execute(database());
    expect(await queueRebuild(database(), 'money')).toBe(rows[0]?.all);
    expect(await waiting()).toBe(rows[0]?.all);
    await computeWaiting({ db: database() });
    expect([await spentOf(other.id), await waiting()]).toEqual(['0.00', 0]);
  });

  it('of a project that does not exist marks none', async () => {
    expect([await queueRebuild(database(), 'money', 999_999), await waiting()]).toEqual([0, 0]);
  });

  it('is left to a server that is already computing', async () => {
    const one = await write.project();
    await spent(one.id);
    await queueRebuild(database(), 'money', one.id);
    await database()
      .transaction()
      .execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(727365)`.execute(tx);
        await computeWaiting({ db: database() });
      });
    expect([await spentOf(one.id), await waiting()]).toEqual(['7.00', 1]);
    await computeWaiting({ db: database() });
    expect([await spentOf(one.id), await waiting()]).toEqual(['0.00', 0]);
  });

  it('computes only the requested projection', async () => {
    const one = await write.project();
    await spent(one.id);
    for (const { name } of PROJECTIONS.filter((record) => record.name !== 'money')) {
      await queueRebuild(database(), name, one.id);
    }
    await computeWaiting({ db: database() });
    expect(await spentOf(one.id)).toBe('7.00');
  });
});

it('waiting projects are counted once, with the time of the oldest mark', async () => {
  expect(await readWaiting(database())).toBeNull();
  const [one, other] = [await write.project(), await write.project()];
  await queueRebuild(database(), 'money', one.id);
  await sql`update projections_dirty set marked_at = '2026-05-01 09:00Z'`.execute(database());
  for (const name of ['money', 'needs']) await queueRebuild(database(), name, other.id);
  expect(await readWaiting(database())).toEqual({ projects: 2, since: new Date('2026-05-01T09:00:00Z') });
});

it('a project is found by its code, ignoring case', async () => {
  const { id, code } = await write.project();
  expect(await projectOfCode(database(), code.toLowerCase())).toBe(id);
  expect(await projectOfCode(database(), 'NEMA')).toBeNull();
});

it('the projects of marks are unique and in order', () => {
  const marks = [3, 20, 3, 1].map((projectId) => ({ projectId, source: 'projects', projection: null }));
  expect(projectsOf(marks)).toEqual([1, 3, 20]);
});

describe('the end of a transaction', () => {
  it('computes only its own marks', async () => {
    const [one, other] = [await write.project(), await write.project()];
    for (const { id } of [one, other]) await spent(id);
    await queueRebuild(database(), 'money', other.id);
    await database()
      .transaction()
      .execute((tx) => mark(tx, 'money', [one.id]));
    expect([await spentOf(one.id), await spentOf(other.id), await waiting()]).toEqual(['0.00', '7.00', 1]);
  });

  it('computes only projections that read the changed table', async () => {
    const { one, form } = await write.formOf('ideja', IDEA);
    await spent(one.id);
    await write.run(sql`update projects set sector = 3 where id = ${one.id}`);
    expect(await spentOf(one.id)).toBe('7.00');
    await write.statusIs(form, FORM_STATUS.approved);
    expect(await spentOf(one.id)).toBe('0.00');
  });

  it('computes more projects than it holds at once', async () => {
    await many(510);
    await computeWaiting({ db: database() });
    await sql`update projects set spent = 7`.execute(database());
    await write.run(sql`insert into projections_dirty (projection, project_id) select 'money', id from projects`);
    const { rows } = await sql`select from projects where spent <> 0`.execute(database());
    expect([rows.length, await waiting()]).toEqual([0, 0]);
  });

  it('reports which projects have become public, were withheld or published again, and no others', async () => {
    const { one, form } = await write.formOf('ideja', IDEA);
    await write.decide(one, form);
    const changes = () => heard.splice(0).map(({ changes: found }) => found);
    expect(changes()).toMatchObject([[{ projectId: one.id, isPublic: true, wasPublic: false }]]);
    await write.run(sql`update projects set sector = 3 where id = ${one.id}`);
    expect(changes()).toEqual([]);
    await write.run(sql`insert into project_withholdings (project_id, reason, withheld_by, withheld_at)
      select ${one.id}::integer, 'Тајно.', id, now() from users where login = 'admin'`);
    expect(changes()).toMatchObject([[{ projectId: one.id, isPublic: false, wasPublic: true }]]);
    await write.run(sql`update project_withholdings set returned_at = now(), returned_reason = 'Није.',
      returned_by = withheld_by where project_id = ${one.id}`);
    expect(heard[0]?.at).toBeInstanceOf(Date);
    expect(changes()).toMatchObject([[{ projectId: one.id, isPublic: true, wasPublic: false }]]);
  });

  it('reports them from the job too', async () => {
    const { one, form } = await write.formOf('ideja', IDEA);
    await write.decide(one, form);
    heard.length = 0;
    await sql`delete from public_projects where project_id = ${one.id}`.execute(database());
    await queueRebuild(database(), 'public-projects', one.id);
    await computeWaiting({ db: database() }, events);
    expect(heard).toMatchObject([{ changes: [{ projectId: one.id, isPublic: true }] }]);
  });
});

describe('a preview', () => {
  class Undone extends Error {}
  const AT = new Date('2026-05-01T22:30:00Z');
  /** The public rows of the preview, in a transaction that is rolled back. */
  async function preview(id: number) {
    let rows: Awaited<ReturnType<typeof keptRows>> | undefined;
    const work = database()
      .transaction()
      .execute(async (tx) => {
        await writePreview(tx, id, AT);
        rows = await keptRows(tx, id);
        throw new Undone();
      });
    await expect(work).rejects.toBeInstanceOf(Undone);
    const rowsOf = (found: Record<string, unknown>[] = []) => found.map(({ row }) => row);
    return { forms: rowsOf(rows?.publicForms), projects: rowsOf(rows?.publicProjects) };
  }

  it('shows locked forms as if approved at this moment, and the project as public since that day', async () => {
    const { one, form } = await write.formOf('ideja', IDEA);
    const draft = await write.form(one, 'spremnost', { status: FORM_STATUS.unlocked });
    await write.save(draft, IDEA);
    await write.save(form, { ...IDEA, basic: { projectName: 'Друга школа' } });
    expect(await preview(one.id)).toMatchObject({
      forms: [
        {
          form_id: form,
          revision: 2,
          code: 'ideja',
          approved_at: '2026-05-01T22:30:00+00:00',
          approved_on: '2026-05-02',
          facts: { name: 'Друга школа' },
        },
      ],
      projects: [{ title: 'Друга школа', since: '2026-05-02', withheld: false, value: 500 }],
    });
    expect(await keptRows(database(), one.id)).toMatchObject({ publicForms: [], publicProjects: [] });
  });

  it('leaves public forms unchanged, and shows a withheld project as published again', async () => {
    const { one, form } = await write.formOf('ideja', IDEA);
    await write.decide(one, form);
    await write.run(sql`insert into project_withholdings (project_id, reason, withheld_by, withheld_at)
      select ${one.id}::integer, 'Тајно.', id, now() from users where login = 'admin'`);
    const quarter = await write.form(one, 'kvartalni');
    await write.save(quarter, report('30.00', '250.00'));
    expect(await preview(one.id)).toMatchObject({
      forms: [
        { form_id: form, approved_on: '2026-04-01' },
        { form_id: quarter, approved_on: '2026-05-02', facts: { progress: [{ fulfilled: '30.00' }] } },
      ],
      projects: [{ since: '2026-04-01', withheld: false }],
    });
  });

  it('shows the newest values of a plan that waits to take effect', async () => {
    const { one, form } = await write.formOf('plan', PLAN, { type: 1 });
    await write.save(form, { ...PLAN, implementationDates: { end: '2027-12-31' } });
    expect(await preview(one.id)).toMatchObject({ projects: [{ planned_end: '2027-12-31' }] });
  });
});
