import { describe, expect, it } from 'vitest';
import { FORM_STATUS } from '@pimis/domain/constants';
import { keptOf } from '../../testing/kept-rows.ts';
import { useDatabase } from '../../testing/own-database.ts';
import { PLAN, ProjectWriter, report } from '../../testing/written-projects.ts';
import { computeMarked } from './compute.ts';

const database = useDatabase({ beforeCommit: computeMarked });
const write = new ProjectWriter(database);
const kept = keptOf(database);

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
