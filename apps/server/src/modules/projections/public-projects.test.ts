import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { PHASE } from '@pimis/domain/workflow/phases';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { keptOf } from '../../testing/kept-rows.ts';
import { useDatabase } from '../../testing/own-database.ts';
import { IDEA, PLAN, ProjectWriter } from '../../testing/written-projects.ts';
import { computeMarked } from './compute.ts';

const database = useDatabase({ beforeCommit: computeMarked });
const write = new ProjectWriter(database);
const kept = keptOf(database);

describe('a public project', () => {
  it('has the facts of its newest public forms, and the districts of the places that the registry knows', async () => {
    const { one, form } = await write.formOf('ideja', IDEA);
    await write.decide(one, form);
    const row = {
      project_id: one.id,
      number: one.number,
      code: one.code,
      title: 'Школа',
      organization_id: '50112',
      sector: 2,
      type: 3,
      status: 'identification',
      since: '2026-04-01',
      changed_at: '2026-04-02T22:30:00+00:00',
      value: 500,
      districts: ['20', '21'],
      withheld: false,
      planned_end: null,
      seen: { mergedIntoId: null, documents: {} },
    };
    expect((await kept(one)).publicProjects).toEqual([expect.objectContaining(row)]);
    // The plan has another name, value and end, and no places.
    const plan = await write.form(one, 'plan');
    await write.save(plan, PLAN);
    await write.inForce(one, plan, PLAN, '2026-05-05 22:30Z');
    expect((await kept(one)).publicProjects).toEqual([
      expect.objectContaining({
        ...row,
        title: 'Школа по плану',
        value: 1000,
        planned_end: '2026-09-30',
        changed_at: '2026-05-05T22:30:00+00:00',
      }),
    ]);
  });

  it('without own lists is public from its plan on, by the day in Belgrade; one with lists is not', async () => {
    const { one } = await write.plannedProject(1);
    expect((await kept(one)).publicProjects).toMatchObject([{ since: '2026-04-06', districts: [] }]);
    const { one: waiting } = await write.plannedProject(3);
    expect((await kept(waiting)).publicProjects).toEqual([]);
    await write.run(sql`update projects set migrated = true where id = ${waiting.id}`);
    expect((await kept(waiting)).publicProjects).toMatchObject([{ since: '2026-04-06' }]);
  });

  it('changes its status with its phase, on the day of the change', async () => {
    const { one, form } = await write.formOf('ideja', IDEA);
    await write.decide(one, form);
    const change = {
      phase: PHASE.reporting,
      phase_status: PHASE_STATUS.entry,
      last_changed_at: '2026-06-01T09:00:00.123456Z',
    };
    await write.run(sql`update projects set phase = ${change.phase}, phase_status = ${change.phase_status},
      last_changed_at = ${change.last_changed_at} where id = ${one.id}`);
    expect((await kept(one)).publicProjects).toMatchObject([
      { status: 'implementation', changed_at: '2026-06-01T09:00:00.123456+00:00' },
    ]);
  });

  it('is withheld and published again, and changes on that day', async () => {
    const { one, form } = await write.formOf('ideja', IDEA);
    await write.decide(one, form);
    await write.run(sql`insert into project_withholdings (project_id, reason, withheld_by, withheld_at)
      select ${one.id}::integer, 'Тајно.', id, '2026-05-01 09:00Z' from users where login = 'admin'`);
    const changed_at = '2026-04-02T22:30:00+00:00';
    expect((await kept(one)).publicProjects).toMatchObject([{ withheld: true, changed_at }]);
    await write.run(sql`update project_withholdings set returned_at = '2026-05-02 09:00Z', returned_reason = 'Није.',
      returned_by = withheld_by where project_id = ${one.id}`);
    expect((await kept(one)).publicProjects).toMatchObject([
      { withheld: false, changed_at: '2026-05-02T09:00:00+00:00' },
    ]);
  });

  it('changes when a document is added, and when an open one changes or is secured', async () => {
    const { one, form } = await write.formOf('ideja', IDEA);
    await write.decide(one, form);
    const document = await write.idOf(sql`insert into documents (project_id, title, description, comment)
      values (${one.id}, 'Јавни', '', '') returning id`);
    const add = (revision: number, isSecured: boolean, scan: string) =>
      write.run(sql`insert into document_revisions (document_id, revision, title, name, extension, size, hash, description,
          media_type, storage_key, secure_link, scan, created_at)
        values (${document}, ${revision}, 'Јавни', 'javni', 'pdf', 1, 'a', '', 'application/pdf',
          ${`documents/${document}-${revision}`}, ${isSecured}, ${scan}, '2026-05-01 09:00Z')`);
    const shown = async () => {
      const [row] = (await kept(one)).publicProjects as { changed_at: string; seen: { documents: object } }[];
      return { at: row?.changed_at, documents: row?.seen.documents };
    };
    const before = '2026-04-02T22:30:00+00:00';
    await add(1, true, 'clean');
    expect(await shown()).toEqual({ at: before, documents: { [`${document}/1`]: '' } });
    await add(2, false, 'waiting');
    expect(await shown()).toEqual({
      at: before,
      documents: { [`${document}/1`]: '', [`${document}/2`]: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown },
    });
    await add(3, false, 'clean');
    expect((await shown()).at).toBe('2026-05-01T09:00:00+00:00');
    const { documents } = await shown();
    await write.run(sql`update documents set title = 'Други' where id = ${document}`);
    const renamed = await shown();
    expect(renamed.documents).not.toEqual(documents);
    // A changed title has no date of its own, so the time of the transaction counts.
    expect((renamed.at ?? '') > '2026-05-01T09:00:00+00:00').toBe(true);
  });
});
