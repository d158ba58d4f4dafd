import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { FORM_STATUS } from '@pimis/domain/constants';
import { DECISION, LIST } from '@pimis/domain/workflow/lists';
import { keptOf } from '../../testing/kept-rows.ts';
import { useDatabase } from '../../testing/own-database.ts';
import { IDEA, MUNICIPALITIES, ProjectWriter, report } from '../../testing/written-projects.ts';
import { computeMarked } from './compute.ts';

const database = useDatabase({ beforeCommit: computeMarked });
const write = new ProjectWriter(database);
const kept = keptOf(database);

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
