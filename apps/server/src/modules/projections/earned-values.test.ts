import { describe, expect, it } from 'vitest';
import { PHASE } from '@pimis/domain/workflow/phases';
import { keptOf } from '../../testing/kept-rows.ts';
import { useDatabase } from '../../testing/own-database.ts';
import { ProjectWriter, report } from '../../testing/written-projects.ts';
import { computeMarked } from './compute.ts';

const database = useDatabase({ beforeCommit: computeMarked });
const write = new ProjectWriter(database);
const kept = keptOf(database);

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
