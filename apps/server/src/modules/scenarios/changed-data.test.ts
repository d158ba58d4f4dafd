import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ScenarioChange } from '@pimis/contract/portfolio/scenarios';
import { BUDGET, ideasAroundList, OWN } from '../../testing/ideas-with-needs.ts';
import type { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { ceilingInput, scenarioCalls, scenarioInput } from '../../testing/scenario-calls.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();
const { make, read, save, setCeiling } = scenarioCalls(server);
let waiting: ProjectDriver[];

beforeAll(async () => {
  server.setNow(new Date('2026-04-02T09:00:00Z'));
  ({ waiting } = await ideasAroundList(server));
  await setCeiling(ceilingInput(2027, BUDGET, '900000000'));
  await setCeiling(ceilingInput(2027, BUDGET, '800000000', 1));
});

describe('a scenario', () => {
  it('shows changes since its creation, takes them over on request, and changes no project', async () => {
    const { db } = server.context;
    const id = await make({ name: 'Подаци', listType: 3 });
    const changes = async () =>
      (await server.call<ScenarioChange[]>('reviewer', 'GET', `portfolio/scenarios/${id}/changes`)).payload;
    expect(await changes()).toEqual([]);
    const projects = () => sql`select * from projects order by id`.execute(db);
    await sql`update projects set name = 'Ново име', total_value = 5 where code = ${waiting[0]?.code}`.execute(db);
    const before = await projects();
    expect(await changes()).toMatchObject([
      { code: waiting[0]?.code, figure: 'name', from: 'ППОВ Прокупље', to: 'Ново име' },
      { figure: 'worth', from: '500000000.00', to: '5.00' },
    ]);
    const refresh = await server.call('reviewer', 'POST', `portfolio/scenarios/${id}/refresh`, { revision: 1 });
    expect(refresh.payload).toEqual({ revision: 2 });
    expect((await read(id)).candidates[0]).toMatchObject({ name: 'Ново име', worth: '5.00' });
    expect(await changes()).toEqual([]);
    // Nothing can be taken over if nothing has changed.
    const again = await server.call('reviewer', 'POST', `portfolio/scenarios/${id}/refresh`, { revision: 2 });
    expect(again.payload).toEqual({ revision: 2 });
    expect((await read(id)).revision).toBe(2);
    expect((await projects()).rows).toEqual(before.rows);
    await sql`update projects set name = 'ППОВ Прокупље', total_value = 500000000 where code = ${waiting[0]?.code}`.execute(
      db,
    );
  });

  it('shows newly entered ceilings, and keeps those that its author has set', async () => {
    const id = await make({ name: 'Границе' });
    const changes = async () =>
      (await server.call<ScenarioChange[]>('reviewer', 'GET', `portfolio/scenarios/${id}/changes`)).payload;
    server.setNow(new Date('2026-04-02T10:00:00Z'));
    await setCeiling(ceilingInput(2027, BUDGET, '700000000', 2));
    await setCeiling(ceilingInput(2033, OWN, '9'));
    // Scenarios use ceilings of all sectors only.
    await setCeiling(ceilingInput(2034, OWN, '7', 0, 5));
    expect(await changes()).toMatchObject([
      { code: '', figure: 'ceiling', year: 2027, source: BUDGET, from: '800000000.00', to: '700000000.00' },
      { figure: 'ceiling', year: 2033, source: OWN, from: null, to: '9.00' },
    ]);
    const own = { year: 2027, source: BUDGET, amount: '123.00' };
    expect((await save(id, { ...scenarioInput(await read(id)), ceilings: [own] })).payload).toEqual({ revision: 2 });
    expect(await changes()).toMatchObject([{ figure: 'ceiling', year: 2033 }]);
    await server.call('reviewer', 'POST', `portfolio/scenarios/${id}/refresh`, { revision: 2 });
    expect((await read(id)).ceilings).toEqual([own, { year: 2033, source: OWN, amount: '9.00' }]);
    expect(await changes()).toEqual([]);
    await setCeiling(ceilingInput(2033, OWN, null, 1));
    expect(await changes()).toMatchObject([{ year: 2033, from: '9.00', to: null }]);
    await setCeiling(ceilingInput(2027, BUDGET, '800000000', 3));
    server.setNow(new Date('2026-04-02T09:00:00Z'));
  });

  it('shows a ceiling that was being saved during its creation', async () => {
    const id = await make({ name: 'Истовремено' });
    // The ceiling is dated before the scenario, but visible only after it.
    server.setNow(new Date('2026-04-02T08:59:59Z'));
    await setCeiling(ceilingInput(2036, OWN, '3'));
    server.setNow(new Date('2026-04-02T09:00:00Z'));
    const { payload } = await server.call<ScenarioChange[]>('reviewer', 'GET', `portfolio/scenarios/${id}/changes`);
    expect(payload).toMatchObject([{ figure: 'ceiling', year: 2036, from: null, to: '3.00' }]);
    await setCeiling(ceilingInput(2036, OWN, null, 1));
  });

  it('shows in a copy the ceilings that were newly entered before copying', async () => {
    const id = await make({ name: 'Изворник', listType: 3 });
    server.setNow(new Date('2026-04-02T11:00:00Z'));
    await setCeiling(ceilingInput(2035, OWN, '5'));
    server.setNow(new Date('2026-04-02T12:00:00Z'));
    const body = { name: 'Копија' };
    const copied = await server.call<{ id: number }>('reviewer', 'POST', `portfolio/scenarios/${id}/copy`, body);
    const { payload } = await server.call<ScenarioChange[]>(
      'reviewer',
      'GET',
      `portfolio/scenarios/${copied.payload?.id}/changes`,
    );
    expect(payload).toContainEqual(expect.objectContaining({ figure: 'ceiling', year: 2035, from: null, to: '5.00' }));
    await setCeiling(ceilingInput(2035, OWN, null, 1));
    server.setNow(new Date('2026-04-02T09:00:00Z'));
  });
});
