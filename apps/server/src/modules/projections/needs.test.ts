import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { FORM_STATUS } from '@pimis/domain/constants';
import { PHASE } from '@pimis/domain/workflow/phases';
import { keptOf } from '../../testing/kept-rows.ts';
import { useDatabase } from '../../testing/own-database.ts';
import { IDEA, ProjectWriter } from '../../testing/written-projects.ts';
import { computeMarked } from './compute.ts';

const database = useDatabase({ beforeCommit: computeMarked });
const write = new ProjectWriter(database);
const kept = keptOf(database);

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
