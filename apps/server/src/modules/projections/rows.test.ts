import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { FORM_STATUS } from '@pimis/domain/constants';
import { DECISION, LIST } from '@pimis/domain/workflow/lists';
import { PHASE } from '@pimis/domain/workflow/phases';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { keptRows } from '../../testing/kept-rows.ts';
import { useDatabase } from '../../testing/own-database.ts';
import {
  IDEA,
  MUNICIPALITIES,
  PLAN,
  ProjectWriter,
  report,
  type WrittenProject,
} from '../../testing/written-projects.ts';
import { computeMarked } from './compute.ts';

/** The rows that follow from the rows of other tables. */

const database = useDatabase({ beforeCommit: computeMarked });
const write = new ProjectWriter(database);

const kept = async ({ id }: WrittenProject) => {
  const { publicForms, publicProjects, quarters, needs, earnedValues, projects } = await keptRows(database(), id);
  const rowsOf = (rows: readonly Record<string, unknown>[]) => rows.map(({ row }) => row);
  return {
    publicForms: rowsOf(publicForms),
    publicProjects: rowsOf(publicProjects),
    quarters: rowsOf(quarters),
    needs: rowsOf(needs),
    earnedValues: rowsOf(earnedValues),
    project: projects[0],
  };
};

describe('public forms', () => {
  it('a revision is public with its facts from the commission’s approval, on the day of the session', async () => {
    const { one, form } = await write.formOf('ideja', IDEA);
    expect(await kept(one)).toMatchObject({ publicForms: [], publicProjects: [] });
    await write.decide(one, form);
    expect((await kept(one)).publicForms).toEqual([
      {
        project_id: one.id,
        form_id: form,
        revision: 1,
        code: 'ideja',
        approved_at: '2026-04-02T22:30:00+00:00',
        approved_on: '2026-04-01',
        facts: {
          name: 'Школа',
          level: 'Локални',
          locations: MUNICIPALITIES,
          value: '500.00',
          years: IDEA.financialInfo.yearlyCosts,
          sources: IDEA.financialInfo.fundingSources,
        },
      },
    ]);
  });

  it('without a day of the session, the day in Belgrade counts on which the decision was recorded', async () => {
    const { one, form } = await write.formOf('ideja', IDEA);
    await write.decide(one, form, { date: null });
    expect((await kept(one)).publicForms).toMatchObject([{ approved_on: '2026-04-03' }]);
  });

  it.each([
    ['another decision', { decision: DECISION.no }],
    ['no decision', { decision: null }],
    ['a decision that was never recorded', { at: null }],
    ['a decision on a revision that does not exist', { revision: 2 }],
  ])('%s makes nothing public', async (_, decided) => {
    const { one, form } = await write.formOf('ideja', IDEA);
    await write.decide(one, form, decided);
    expect((await kept(one)).publicForms).toEqual([]);
  });

  it('a later revision is not public before its own decision; the latest decision on a revision counts', async () => {
    const { one, form } = await write.formOf('ideja', IDEA);
    await write.save(form, { ...IDEA, basic: { projectName: 'Друга школа' } });
    await write.decide(one, form);
    expect((await kept(one)).publicForms).toMatchObject([{ revision: 1, facts: { name: 'Школа' } }]);
    await write.decide(one, form, { list: LIST.identification, at: '2026-05-01 09:00Z', date: '2026-05-01' });
    await write.decide(one, form, { list: LIST.preparedness, revision: 2 });
    expect((await kept(one)).publicForms).toMatchObject([
      { revision: 1, approved_on: '2026-05-01' },
      { revision: 2, facts: { name: 'Друга школа' } },
    ]);
  });

  it('the Ministry’s approval makes a report public, from its lock on; other forms wait for the commission', async () => {
    const name = 'Квартални извештај-2026-2';
    const { one, form } = await write.formOf('kvartalni', report('30.00', '250.00'), {}, { name });
    const idea = await write.form(one, 'ideja', { status: FORM_STATUS.approved });
    await write.save(idea, IDEA);
    expect((await kept(one)).publicForms).toEqual([]);
    await write.statusIs(form, FORM_STATUS.approved);
    expect((await kept(one)).publicForms).toEqual([
      expect.objectContaining({
        form_id: form,
        revision: 1,
        approved_at: '2026-03-03T22:30:00+00:00',
        approved_on: '2026-03-03',
        facts: { progress: [{ name: 'Радови', fulfilled: '30.00', expense: '250.00' }] },
      }),
    ]);
  });

  it('a form without a lock counts as approved since its creation; without a revision it is not public', async () => {
    const { one, form } = await write.formOf('kvartalni', report('30.00', '250.00'));
    await write.form(one, 'zavrsni', { status: FORM_STATUS.approved });
    await write.run(
      sql`update project_forms set status = ${FORM_STATUS.approved}, locked_at = null where id = ${form}`,
    );
    expect((await kept(one)).publicForms).toMatchObject([{ form_id: form, approved_on: '2026-03-02' }]);
  });

  it('a public revision stays public, even if the form is opened and saved again', async () => {
    const { one, form } = await write.formOf('kvartalni', report('30.00', '250.00'));
    await write.statusIs(form, FORM_STATUS.approved);
    const before = (await kept(one)).publicForms;
    await write.statusIs(form, FORM_STATUS.unlocked);
    await write.save(form, report('90.00', '900.00'));
    expect((await kept(one)).publicForms).toEqual(before);
    await write.statusIs(form, FORM_STATUS.approved);
    expect((await kept(one)).publicForms).toMatchObject([{ revision: 1 }, { revision: 2 }]);
  });

  it('a plan is public from the day on which it takes effect', async () => {
    const { one, form } = await write.plannedProject();
    expect((await kept(one)).publicForms).toMatchObject([
      {
        form_id: form,
        approved_at: '2026-04-05T22:30:00+00:00',
        approved_on: '2026-04-06',
        facts: { end: '2026-09-30' },
      },
    ]);
  });

  it('a decision makes only the form of its own project public', async () => {
    const { one, form } = await write.formOf('ideja', IDEA);
    const other = await write.formOf('ideja', { basic: { projectName: 'Болница' } });
    await write.decide(one, form);
    await write.decide(other.one, other.form);
    expect((await kept(other.one)).publicForms).toMatchObject([{ form_id: other.form, facts: { name: 'Болница' } }]);
    expect((await kept(one)).publicForms).toMatchObject([{ form_id: form }]);
  });
});

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

describe('amounts by quarter', () => {
  it('are planned by the newest plan in force and spent by the newest revision of approved reports', async () => {
    const { one, form } = await write.plannedProject();
    const quarters = [
      { project_id: one.id, year: 2026, quarter: 2, planned: 400, spent: 0 },
      { project_id: one.id, year: 2026, quarter: 3, planned: 600, spent: 0 },
    ];
    expect(await kept(one)).toMatchObject({ quarters, project: { planned_end: '2026-09-30', spent: '0.00' } });
    const name = 'Квартални извештај-2026-2';
    const quarter = await write.form(one, 'kvartalni', { name });
    await write.save(quarter, report('30.00', '250.00'));
    await write.save(quarter, report('30.00', '260.00'));
    const correction = await write.form(one, 'kvartalni-korekcija', { name, status: FORM_STATUS.approved });
    await write.save(correction, report('1.00', '1.00'));
    expect(await kept(one)).toMatchObject({ quarters, project: { spent: '0.00' } });
    await write.statusIs(quarter, FORM_STATUS.approved);
    const [second, third] = quarters;
    expect(await kept(one)).toMatchObject({
      quarters: [{ ...second, spent: 260 }, third],
      project: { spent: '260.00' },
    });
    const shorter = {
      ...PLAN,
      implementationDates: { start: '2026-04-01', end: '2026-06-30' },
      implementation: [
        { activity: { name: 'Радови' }, plan: [{ year: 2026, q2: { percent: '100.00', amount: '900.00' } }] },
      ],
    };
    await write.inForce(one, form, shorter, '2026-05-05 22:30Z');
    expect((await kept(one)).quarters).toEqual([{ ...second, planned: 900, spent: 260 }]);
    expect((await kept(one)).project).toMatchObject({ planned_end: '2026-06-30', spent: '260.00' });
  });
});

describe('needs', () => {
  const of = (id: number, planned: boolean) => (year: number, source: string, amount: number) => ({
    project_id: id,
    year,
    source,
    amount,
    planned,
  });

  it('are those of the newest approved form with yearly costs, by its newest revision', async () => {
    const { one, form } = await write.formOf('ideja', IDEA);
    const need = of(one.id, false);
    expect((await kept(one)).needs).toEqual([]);
    await write.statusIs(form, FORM_STATUS.approved);
    expect((await kept(one)).needs).toEqual([need(2027, 'Буџет', 300), need(2027, 'Кредит', 100)]);
    await write.save(form, { ...IDEA, financialInfo: { yearlyCosts: [{ year: 2028, amount: '50.00' }] } });
    expect((await kept(one)).needs).toEqual([need(2028, '', 50)]);
    // In the same phase the later form counts, but neither a form without yearly costs nor a plan that is not in force.
    const later = await write.form(one, 'spremnost', { status: FORM_STATUS.approved });
    await write.save(later, { financialInfo: { yearlyCosts: [{ year: 2029, amount: '60.00' }] } });
    const without = await write.form(one, 'pif-mini', { status: FORM_STATUS.approved });
    await write.save(without, { financialInfo: { yearlyCosts: 'none' } });
    const plan = await write.form(one, 'plan', { status: FORM_STATUS.approved });
    await write.save(plan, { financialInfo: { yearlyCosts: [{ year: 2030, amount: '70.00' }] } });
    expect((await kept(one)).needs).toEqual([need(2029, '', 60)]);
    const phase = await write.idOf(sql`insert into project_phases (project_id, phase, started_at)
      values (${one.id}, ${PHASE.preparedness}, '2026-03-01 08:59Z') returning id`);
    await write.run(sql`update project_forms set project_phase_id = ${phase} where id = ${later}`);
    expect((await kept(one)).needs).toEqual([need(2028, '', 50)]);
  });

  it('are those of the plan once it is in force, whatever forms contain', async () => {
    const { one } = await write.plannedProject();
    const idea = await write.form(one, 'ideja', { status: FORM_STATUS.approved });
    await write.save(idea, IDEA);
    expect((await kept(one)).needs).toEqual([of(one.id, true)(2026, 'Буџет', 1000)]);
  });
});

describe('level and places', () => {
  it('are those of the newest locked form that has them, as far as the registry knows them', async () => {
    const { one, form } = await write.formOf('ideja', IDEA, {}, { status: FORM_STATUS.unlocked });
    expect((await kept(one)).project).toMatchObject({ level: null, districts: [], municipalities: [] });
    await write.statusIs(form, FORM_STATUS.locked);
    const places = { districts: ['20', '21'], municipalities: ['70025', '70998'] };
    expect((await kept(one)).project).toMatchObject({ level: 3, ...places });
    const later = await write.form(one, 'spremnost');
    await write.save(later, { basic: { level: 'Републички', locations: 'many' } });
    expect((await kept(one)).project).toMatchObject({ level: 1, ...places });
    await write.save(later, { basic: { level: 'Републички', locations: [{ id: '70998' }] } });
    expect((await kept(one)).project).toMatchObject({ level: 1, districts: ['21'], municipalities: ['70998'] });
    // A form without places does not count, although its values have the fields.
    const conclusion = await write.form(one, 'zavrsni');
    await write.save(conclusion, IDEA);
    expect((await kept(one)).project).toMatchObject({ level: 1, districts: ['21'] });
  });

  it('are those of the newest plan in force', async () => {
    const { one, form } = await write.plannedProject();
    await write.inForce(
      one,
      form,
      { basic: { level: 'Покрајински', locations: [{ id: '70025' }] } },
      '2026-05-01 09:00Z',
    );
    expect((await kept(one)).project).toMatchObject({ level: 2, districts: ['20'], municipalities: ['70025'] });
  });
});

describe('earned value', () => {
  const planned = { plan_ordinal: 1, planned_start: '2026-04-01', planned_end: '2026-09-30', bac: 1000 };
  const byQuarter = { planned_first: 8105, planned: [0, 400, 1000, 1000] };
  const unmeasured = { year: null, quarter: null, pv: null, ev: null, ac: null, spi: null, cpi: null, eac: null };

  it('is stored from the day of each plan and approval, until the day on which a report is opened', async () => {
    const { one } = await write.plannedProject();
    const quarter = await write.form(one, 'kvartalni', { name: 'Квартални извештај-2026-2' });
    await write.save(quarter, report('30.00', '250.00'));
    await write.act(one, quarter, 'approveQuarter', '2026-07-10 22:30Z');
    await write.act(one, quarter, 'send', '2026-07-12 09:00Z');
    const row = { project_id: one.id, ...planned, ...byQuarter };
    const measured = { year: 2026, quarter: 2, pv: 400, ev: 300, ac: 250, spi: 750, cpi: 1200, eac: 833.33 };
    expect((await kept(one)).earnedValues).toEqual([
      { ...row, ...unmeasured, valid_from: '2026-04-06', valid_to: '2026-07-11' },
      { ...row, ...measured, valid_from: '2026-07-11', valid_to: 'infinity' },
    ]);
    await write.act(one, quarter, 'openCorrection', '2026-08-01 09:00Z');
    expect((await kept(one)).earnedValues).toHaveLength(2);
    await write.act(one, quarter, 'return', '2026-08-02 09:00Z');
    expect((await kept(one)).earnedValues).toMatchObject([
      { valid_to: '2026-07-11' },
      { ...measured, valid_to: '2026-08-02' },
      { ...unmeasured, valid_from: '2026-08-02' },
    ]);
  });

  it('uses a quarterly correction for all quarters up to its own', async () => {
    const { one } = await write.plannedProject();
    const quarter = await write.form(one, 'kvartalni', { name: 'Квартални извештај-2026-2' });
    await write.save(quarter, report('30.00', '250.00'));
    await write.act(one, quarter, 'approveQuarter', '2026-07-09 09:00Z');
    const correction = await write.form(one, 'kvartalni-korekcija', { name: 'Корекција-2026-2' });
    await write.save(correction, report('50.00', '100.00'));
    await write.act(one, correction, 'approveQuarter', '2026-07-10 09:00Z', PHASE.correctionReporting);
    expect((await kept(one)).earnedValues).toMatchObject([{}, { ev: 300 }, { ev: 500, ac: 100 }]);
  });

  it('ignores steps of other phases, other forms, and quarters without a name', async () => {
    const { one } = await write.plannedProject();
    const forms = [
      ['kvartalni', 'Квартални извештај-2026-2', PHASE.conclusion],
      ['zavrsni', 'Завршни-2026-2', PHASE.reporting],
      ['kvartalni', 'Извештај', PHASE.reporting],
    ] as const;
    for (const [code, name, phase] of forms) {
      const form = await write.form(one, code, { name });
      await write.save(form, report('50.00', '100.00'));
      await write.act(one, form, 'approveQuarter', '2026-07-10 09:00Z', phase);
    }
    expect((await kept(one)).earnedValues).toEqual([expect.objectContaining(unmeasured)]);
  });

  it('is not computed without a plan', async () => {
    const { one, form } = await write.formOf('kvartalni', report('50.00', '100.00'), {}, { name: 'Извештај-2026-2' });
    await write.act(one, form, 'approveQuarter', '2026-07-10 09:00Z');
    expect((await kept(one)).earnedValues).toEqual([]);
  });
});
