import { describe, expect, it } from 'vitest';
import { FORM_STATUS } from '@pimis/domain/constants';
import { keptOf } from '../../testing/kept-rows.ts';
import { useDatabase } from '../../testing/own-database.ts';
import { IDEA, ProjectWriter } from '../../testing/written-projects.ts';
import { computeMarked } from './compute.ts';

const database = useDatabase({ beforeCommit: computeMarked });
const write = new ProjectWriter(database);
const kept = keptOf(database);

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
