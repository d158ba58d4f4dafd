import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Ceiling, FiscalCalendar, NeedProject } from '@pimis/contract/portfolio/calendar';
import type { Proposal, Scenario, ScenarioChange, ScenarioHead } from '@pimis/contract/portfolio/scenarios';
import type { OperationState } from '@pimis/contract/registries';
import { jobHandlers } from '../../job-handlers.ts';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { useServer } from '../../testing/server.ts';
import { solveApart, solverCount } from './solver/solver.ts';

const server = useServer();
const BUDGET = 'Буџет Републике Србије';
const OWN = 'Сопствена средства';
let approved: ProjectDriver;
const waiting: ProjectDriver[] = [];

/** An idea that needs these amounts, in millions, 2027 and 2028, a quarter of each from own funds. */
async function idea(needs: readonly [number, number]): Promise<ProjectDriver> {
  const life = await ProjectDriver.start(server);
  const total = (needs[0] + needs[1]) * 1_000_000;
  await life.fill((values) => {
    const finance = values.financialInfo as Record<string, unknown>;
    const text = (amount: number) => amount.toFixed(2);
    finance.yearlyCosts = needs.map((amount, index) => ({ year: 2027 + index, amount: text(amount * 1_000_000) }));
    const [first] = finance.fundingSources as Record<string, unknown>[];
    finance.fundingSources = [
      { ...first, source: BUDGET, localAmount: text(total * 0.75) },
      { ...first, source: OWN, localAmount: text(total * 0.25) },
    ];
    (finance.price as Record<string, unknown>).local = text(total);
    values.durationMonths = 20;
    values.implementationDates = { start: '2027-03-01', end: '2028-09-30' };
    finance.preparationAmount = { value: text(total * 0.1) };
    finance.implementationAmount = { value: text(total * 0.9) };
  });
  await life.approveIdea();
  return life;
}

beforeAll(async () => {
  server.setNow(new Date('2026-04-02T09:00:00Z'));
  approved = await idea([400, 200]);
  await approved.commission(3, 1);
  for (const needs of [
    [400, 100],
    [300, 100],
    [200, 400],
  ] as const) {
    waiting.push(await idea(needs));
  }
});

const calendar = async (login: string, query = '') =>
  (await server.call<FiscalCalendar>(login, 'GET', `portfolio/calendar?status=pending${query}`)).payload;
const set = (body: unknown, login = 'reviewer') => server.call<Ceiling>(login, 'PUT', 'portfolio/ceilings', body);
const ceiling = (year: number, source: string, amount: string | null, revision = 0, sector: number | null = null) => ({
  year,
  source,
  sector,
  amount,
  revision,
});
const read = async (id: number, login = 'reviewer') => {
  const { payload } = await server.call<Scenario>(login, 'GET', `portfolio/scenarios/${id}`);
  if (!payload) throw new Error('no scenario');
  return payload;
};
const make = async (body: unknown, login = 'reviewer') =>
  (await server.call<{ id: number }>(login, 'POST', 'portfolio/scenarios', body)).payload?.id ?? 0;
const inputOf = ({ revision, name, shared, goal, candidates, ceilings }: Scenario) => ({
  revision,
  name,
  shared,
  goal,
  ceilings,
  choices: candidates.map(({ code, state, shift }) => ({ code, state, shift })),
});
const save = (id: number, body: unknown, login = 'reviewer') =>
  server.call<{ revision: number }>(login, 'PUT', `portfolio/scenarios/${id}`, body);

describe('the fiscal calendar', () => {
  it('sums what approved projects need by year, source and sector, for each user what they see', async () => {
    const all = await calendar('reviewer');
    expect(all?.projects).toBe(1);
    expect(all?.rows.map(({ year, source, amount, projects }) => [year, source, amount, projects])).toEqual([
      [2027, BUDGET, '300000000.00', 1],
      [2027, OWN, '100000000.00', 1],
      [2028, BUDGET, '150000000.00', 1],
      [2028, OWN, '50000000.00', 1],
    ]);
    expect(await calendar('local.user')).toEqual(all);
    expect((await calendar('other.user'))?.rows).toEqual([]);
    expect((await calendar('reviewer', '&filter[sector]=1'))?.rows).toEqual([]);
    expect((await server.call('reviewer', 'GET', 'portfolio/calendar?filter[nothing]=1')).httpStatus).toBe(422);
    expect((await server.call('operator', 'GET', 'portfolio/calendar')).httpStatus).toBe(403);
    const behind = (query: string) =>
      server.call<NeedProject[]>('reviewer', 'GET', `portfolio/calendar/projects?status=pending&${query}`);
    const { payload } = await behind(`year=2027&needSource=${encodeURIComponent(OWN)}`);
    expect(payload).toMatchObject([{ code: approved.code, amount: '100000000.00', planned: false }]);
    expect((await behind('year=2027')).payload).toMatchObject([{ amount: '400000000.00' }]);
    expect((await behind('year=2027&needSector=5')).payload).toMatchObject([{ amount: '400000000.00' }]);
    expect((await behind('year=2027&needSector=1')).payload).toEqual([]);
    for (const wrong of ['year=twenty', 'year=2027&needSector=9', 'year=2027&needSector=9999999999']) {
      expect((await behind(wrong)).httpStatus).toBe(422);
    }
    // The same numbers lead to the project table.
    for (const [need, rows] of [
      ['approved', 1],
      ['none', 0],
      ['2027', 1],
      [`2028:${OWN}`, 1],
      ['2028:', 0],
      ['2029', 0],
    ] as const) {
      const found = await server.call(
        'reviewer',
        'GET',
        `projects/paged?filter[fiscalNeed]=${encodeURIComponent(need)}`,
      );
      expect(found.additionalInformation?.totalRows, need).toBe(rows);
    }
    expect((await server.call('reviewer', 'GET', 'projects/paged?filter[fiscalNeed]=x')).httpStatus).toBe(422);
    const sheet = await server.get('reviewer', 'portfolio/calendar/export?status=pending&language=en');
    expect([sheet.statusCode, sheet.rawPayload.length > 1000]).toEqual([200, true]);
  });

  it('takes the newest plan in force before yearly costs', async () => {
    const plan = {
      financialInfo: {
        fundingSources: [
          { source: BUDGET, localAmount: '1.00' },
          { source: OWN, localAmount: '2.00' },
        ],
      },
      implementation: [
        { plan: [{ year: 2029, q1: { amount: '100.00' }, q4: { amount: '0.01' } }] },
        { plan: [{ year: 2029, q2: { amount: '0.01' } }] },
      ],
    };
    const { db } = server.context;
    const rows = await db.transaction().execute(async (tx) => {
      await sql`insert into project_plans (project_id, ordinal, form_id, form_revision, plan)
        select forms.project_id, 1, forms.id, 1, ${JSON.stringify(plan)}::json
        from project_forms forms join projects on projects.id = forms.project_id
        where projects.code = ${approved.code} order by forms.id limit 1`.execute(tx);
      const found = await sql`select year, source, amount::text, planned from project_needs
        join projects on projects.id = project_id where code = ${approved.code} order by source`.execute(tx);
      await sql`delete from project_plans`.execute(tx);
      await sql`select refresh_project_needs(array(select id from projects))`.execute(tx);
      return found.rows;
    });
    // Shares of a year add up to the year: 33.34 + 66.68 = 100.02.
    expect(rows).toEqual([
      { year: 2029, source: BUDGET, amount: '33.34', planned: true },
      { year: 2029, source: OWN, amount: '66.68', planned: true },
    ]);
    expect((await calendar('reviewer'))?.rows).toHaveLength(4);
  });
});

describe('ceilings', () => {
  it('are entered by the ministry, with their history, and nobody overwrites what they did not see', async () => {
    const first = await set(ceiling(2027, BUDGET, '900000000'));
    expect(first.payload).toMatchObject({ amount: '900000000.00', revision: 1 });
    const conflict = await set(ceiling(2027, BUDGET, '1'));
    expect([conflict.status.name, conflict.payload?.amount]).toEqual(['CeilingConflict', '900000000.00']);
    expect((await set(ceiling(2027, BUDGET, '800000000', 1))).payload?.revision).toBe(2);
    expect((await set(ceiling(2027, OWN, '300000000', 0, 5))).payload?.sector).toBe(5);
    const at = await Promise.all(Array.from({ length: 8 }, () => set(ceiling(2030, OWN, '5'))));
    expect(at.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1);
    expect((await set(ceiling(2030, OWN, null, 1))).payload).toMatchObject({ amount: null, revision: 2 });
    const all = await server.call<Ceiling[]>('local.user', 'GET', 'portfolio/ceilings');
    expect(all.payload?.map(({ year, sector, amount }) => [year, sector, amount])).toEqual([
      [2027, null, '800000000.00'],
      [2027, 5, '300000000.00'],
    ]);
    const history = await server.call<Ceiling[]>(
      'reviewer',
      'GET',
      `portfolio/ceilings/history?year=2027&source=${encodeURIComponent(BUDGET)}`,
    );
    expect(history.payload?.map(({ amount }) => amount)).toEqual(['800000000.00', '900000000.00']);
    expect((await set(ceiling(2027, BUDGET, '7', 2), 'local.admin')).httpStatus).toBe(403);
    for (const wrong of ['-1', '1,5', '1.234']) {
      expect((await set(ceiling(2031, OWN, wrong))).httpStatus).toBe(422);
    }
  });
});

describe('a scenario', () => {
  it('takes the projects that wait for a list, and knows what approved ones need beside them', async () => {
    const id = await make({ name: ' Март ', listType: 3 });
    const made = await read(id);
    expect(made).toMatchObject({ name: 'Март', isOwn: true, shared: false, revision: 1, hidden: 0 });
    expect(made.candidates.map(({ code, state }) => [code, state])).toEqual(waiting.map(({ code }) => [code, 'in']));
    expect(made.candidates[0]?.needs).toEqual([
      { year: 2027, source: BUDGET, amount: '300000000.00' },
      { year: 2027, source: OWN, amount: '100000000.00' },
      { year: 2028, source: BUDGET, amount: '75000000.00' },
      { year: 2028, source: OWN, amount: '25000000.00' },
    ]);
    expect(made.committed).toHaveLength(4);
    expect(made.ceilings).toEqual([{ year: 2027, source: BUDGET, amount: '800000000.00' }]);
    // Other accounts do not see it, nor may those without the claim make one.
    expect((await server.call('admin', 'GET', `portfolio/scenarios/${id}`)).httpStatus).toBe(404);
    expect((await server.call('local.user', 'GET', 'portfolio/scenarios')).httpStatus).toBe(403);
    expect((await server.call('reviewer', 'POST', 'portfolio/scenarios', { name: 'А', listType: 6 })).status.name).toBe(
      'NoCandidates',
    );
    const ended = { name: 'А', filter: { status: 'finished' } };
    expect((await server.call('reviewer', 'POST', 'portfolio/scenarios', ended)).httpStatus).toBe(422);
    // Half of a character cannot be stored.
    expect((await server.call('reviewer', 'POST', 'portfolio/scenarios', { name: 'а\ud800' })).httpStatus).toBe(422);
    const both = { name: 'А', listType: 3, projectCodes: [approved.code] };
    expect((await server.call('reviewer', 'POST', 'portfolio/scenarios', both)).httpStatus).toBe(422);
  });

  it('is saved by its author alone, of the revision that was shown; a project that is not named leaves', async () => {
    const id = await make({ name: 'Чување', projectCodes: waiting.map(({ code }) => code) });
    const made = await read(id);
    const input = { ...inputOf(made), shared: true, name: 'Сачувано' };
    input.choices = input.choices.slice(0, 2).map((choice, index) => ({ ...choice, state: 'must', shift: index }));
    expect((await save(id, input)).payload).toEqual({ revision: 2 });
    const late = await server.call<Scenario>('reviewer', 'PUT', `portfolio/scenarios/${id}`, inputOf(made));
    expect([late.status.name, late.payload?.revision]).toEqual(['ScenarioConflict', 2]);
    const shared = await read(id, 'admin');
    expect(shared).toMatchObject({ isOwn: false, name: 'Сачувано' });
    expect(shared.candidates.map(({ state, shift }) => [state, shift])).toEqual([
      ['must', 0],
      ['must', 1],
    ]);
    expect((await save(id, inputOf(shared), 'admin')).status.name).toBe('ScenarioNotShared');
    expect((await server.call('admin', 'DELETE', `portfolio/scenarios/${id}`)).status.name).toBe('ScenarioNotShared');
    const copy = await server.call<{ id: number }>('admin', 'POST', `portfolio/scenarios/${id}/copy`, { name: 'Моја' });
    expect(await read(copy.payload?.id ?? 0, 'admin')).toMatchObject({ isOwn: true, shared: false, name: 'Моја' });
    const twice = { ...inputOf(shared), choices: [...inputOf(shared).choices, ...inputOf(shared).choices.slice(0, 1)] };
    expect((await save(id, twice)).httpStatus).toBe(422);
    const more = await server.call<{ added: number }>('reviewer', 'POST', `portfolio/scenarios/${id}/candidates`, {
      revision: 2,
      listType: 3,
    });
    expect(more.payload).toEqual({ added: 1, revision: 3 });
    const heads = await server.call<ScenarioHead[]>('admin', 'GET', 'portfolio/scenarios');
    expect(heads.payload?.map(({ name, isOwn, candidates, chosen }) => [name, isOwn, candidates, chosen])).toEqual([
      ['Моја', true, 2, 2],
      ['Сачувано', false, 3, 3],
    ]);
    expect((await server.call('reviewer', 'DELETE', `portfolio/scenarios/${id}`)).httpStatus).toBe(200);
    expect((await server.call('reviewer', 'GET', `portfolio/scenarios/${id}`)).httpStatus).toBe(404);
  });

  it('names what has changed since, takes it over when asked, and changes no project', async () => {
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
    expect((await projects()).rows).toEqual(before.rows);
    await sql`update projects set name = 'ППОВ Прокупље', total_value = 500000000 where code = ${waiting[0]?.code}`.execute(
      db,
    );
  });

  it('names ceilings that are entered anew, and leaves those that its author has set', async () => {
    const id = await make({ name: 'Границе' });
    const changes = async () =>
      (await server.call<ScenarioChange[]>('reviewer', 'GET', `portfolio/scenarios/${id}/changes`)).payload;
    server.setNow(new Date('2026-04-02T10:00:00Z'));
    await set(ceiling(2027, BUDGET, '700000000', 2));
    await set(ceiling(2033, OWN, '9'));
    expect(await changes()).toMatchObject([
      { code: '', figure: 'ceiling', year: 2027, source: BUDGET, from: '800000000.00', to: '700000000.00' },
      { figure: 'ceiling', year: 2033, source: OWN, from: null, to: '9.00' },
    ]);
    const own = { year: 2027, source: BUDGET, amount: '123.00' };
    expect((await save(id, { ...inputOf(await read(id)), ceilings: [own] })).payload).toEqual({ revision: 2 });
    expect(await changes()).toMatchObject([{ figure: 'ceiling', year: 2033 }]);
    await server.call('reviewer', 'POST', `portfolio/scenarios/${id}/refresh`, { revision: 2 });
    expect((await read(id)).ceilings).toEqual([own, { year: 2033, source: OWN, amount: '9.00' }]);
    expect(await changes()).toEqual([]);
    await set(ceiling(2033, OWN, null, 1));
    expect(await changes()).toMatchObject([{ year: 2033, from: '9.00', to: null }]);
    await set(ceiling(2027, BUDGET, '800000000', 3));
    server.setNow(new Date('2026-04-02T09:00:00Z'));
  });
});

it('a scenario leaves as a workbook and as a paper, in three scripts', async () => {
  const id = await make({ name: 'Папир: март/април', listType: 3 });
  for (const query of ['language=sr', 'language=sr&script=latin', 'language=en']) {
    const sheet = await server.get('reviewer', `portfolio/scenarios/${id}/export?${query}`);
    const paper = await server.get('reviewer', `portfolio/scenarios/${id}/paper?${query}`);
    expect([sheet.statusCode, paper.statusCode]).toEqual([200, 200]);
    expect(paper.rawPayload.subarray(0, 4).toString()).toBe('%PDF');
  }
});

describe('a proposal', () => {
  const ask = (id: number, revision: number, goal = 'worth') =>
    server.call<{ operationLocation: string }>('reviewer', 'POST', `portfolio/scenarios/${id}/proposals`, {
      revision,
      goal,
    });
  const idOf = (location: string | undefined) => location?.split('/').at(-1) ?? '';
  const state = async (operation: string) =>
    (await server.call<OperationState>('reviewer', 'GET', `operations/${operation}`)).payload;

  it('takes the most valuable choice within the ceilings, and says why the others do not fit', async () => {
    const id = await make({ name: 'Предлог', listType: 3 });
    const before = inputOf(await read(id));
    // Approved projects take 300 of the budget of 2027: 475 are left for 300, 225 and 150.
    await save(id, { ...before, ceilings: [{ year: 2027, source: BUDGET, amount: '775000000' }] });
    const asked = await ask(id, 2);
    expect(asked.httpStatus).toBe(202);
    expect((await ask(id, 2)).status.name).toBe('ProposalRunning');
    expect((await ask(id, 1)).status.name).toBe('ScenarioConflict');
    const operation = idOf(asked.payload?.operationLocation);
    // A page that is opened anew finds it again.
    expect((await read(id)).proposal).toBe(operation);
    await jobHandlers(server.context).runOperation({ id: operation });
    const done = await state(operation);
    const proposal = done?.result as Proposal;
    expect(done?.state).toBe('done');
    expect(proposal).toMatchObject({ state: 'found', proven: true, value: '1100000000.00', bound: '1100000000.00' });
    const [first, second, third] = waiting.map(({ code }) => code);
    expect(new Set(proposal.codes)).toEqual(new Set([first, third]));
    expect(proposal.leftOut).toEqual([
      {
        code: second,
        lacks: [{ year: 2027, source: BUDGET, amount: '200000000.00' }],
        outweighedBy: [first],
      },
    ]);
    expect(solverCount()).toBe(0);
    // Nothing was chosen by it.
    expect((await read(id)).revision).toBe(2);
  });

  it('says where must-have projects alone do not fit', async () => {
    const id = await make({ name: 'Обавезни', listType: 3 });
    const made = inputOf(await read(id));
    await save(id, {
      ...made,
      choices: made.choices.map((choice) => ({ ...choice, state: 'must' })),
      ceilings: [{ year: 2028, source: OWN, amount: '100000000' }],
    });
    const operation = idOf((await ask(id, 2)).payload?.operationLocation);
    await jobHandlers(server.context).runOperation({ id: operation });
    expect((await state(operation))?.result).toMatchObject({
      state: 'short',
      short: [{ year: 2028, source: OWN, amount: '100000000.00' }],
    });
  });

  it('is ended with its process when it is cancelled while it works', async () => {
    // Four hundred like projects: nobody proves the best choice of them in a moment.
    const items = Array.from({ length: 400 }, (_, index) => ({
      code: `K${index}`,
      value: BigInt(5000 + ((index * 7919) % 1000)),
      needs: Array.from({ length: 8 }, (__, row) => ({
        row,
        amount: BigInt(10_000 + ((index * 104_729 + row * 7907) % 9973)),
      })),
    }));
    const rows = Array.from({ length: 8 }, (_, row) => ({ year: 2027 + row, source: OWN, room: 2_000_003n }));
    const cancelled = new AbortController();
    const solving = solveApart(
      { items, rows, must: [], short: [], fixedValue: 0n },
      { signal: cancelled.signal, onFound: () => cancelled.abort() },
    );
    await expect(solving).rejects.toThrow('SIGKILL');
    expect(solverCount()).toBe(0);
  });

  it('is cancelled while it waits or works, and of fifty asked for at once one is taken', async () => {
    const id = await make({ name: 'Прекид', listType: 3 });
    const asked = await Promise.all(Array.from({ length: 50 }, () => ask(id, 1, 'marks')));
    const [taken, ...more] = asked.filter(({ httpStatus }) => httpStatus === 202);
    expect(more).toEqual([]);
    const operation = idOf(taken?.payload?.operationLocation);
    const cancelled = await server.call<OperationState>('reviewer', 'DELETE', `operations/${operation}`);
    expect(cancelled.payload?.outcome).toBe('cancelled');
    await jobHandlers(server.context).runOperation({ id: operation });
    expect(await state(operation)).toMatchObject({ outcome: 'cancelled', result: null });
  });
});
