import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TaskRow } from '@pimis/contract/tasks';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();
const day = (text: string) => new Date(`${text}T09:00:00Z`);
let older: ProjectDriver;
let newer: ProjectDriver;
let entry: ProjectDriver;

beforeAll(async () => {
  server.setNow(day('2026-04-02'));
  older = await ProjectDriver.start(server, {}, { name: 'Мост на Топлици' });
  server.setNow(day('2026-04-06'));
  newer = await ProjectDriver.start(server, {}, { name: 'Водовод Бајчићи' });
  entry = await ProjectDriver.start(server);
  for (const [life, at] of [
    [older, '2026-04-02'],
    [newer, '2026-04-06'],
  ] as const) {
    server.setNow(day(at));
    await life.fill();
    await life.act('local.user', 1);
  }
  server.setNow(day('2026-04-13'));
});

const page = async (login: string, query = '') => {
  const { payload, additionalInformation } = await server.call<TaskRow[]>(login, 'GET', `tasks/paged?${query}`);
  return { rows: payload ?? [], total: additionalInformation?.totalRows };
};
const codes = async (login: string, query = '') =>
  (await page(login, query)).rows.map(({ projectCode }) => projectCode);

describe('the table of tasks', () => {
  it('begins with the longest waiting, and shows the next step and whether it can be taken together', async () => {
    const { rows, total } = await page('local.admin', 'filter[openStep]=confirm');
    expect(total).toBe(2);
    expect(rows).toMatchObject([
      { projectCode: older.code, days: 11, norm: 7, late: true, together: true, nextStep: { key: 'confirm' } },
      { projectCode: newer.code, days: 7, norm: 7, late: false, together: true, nextStep: { key: 'confirm' } },
    ]);
    const [own] = (await page('local.user')).rows;
    expect(own).toMatchObject({ projectCode: entry.code, together: false, nextStep: { key: 'fillForm' } });
  });

  it('has as many rows as the first screen counts, and none that waits for another user', async () => {
    for (const login of ['admin', 'local.admin', 'local.user', 'verifier', 'other.user']) {
      const { payload } = await server.call<{ counts: { tasks: number; waitingProjects: number } }>(
        login,
        'GET',
        'dashboard',
      );
      const { total } = await page(login);
      expect([total, payload?.counts.waitingProjects], login).toEqual([payload?.counts.waitingProjects, total]);
    }
    expect(await codes('local.user')).toEqual([entry.code]);
    expect(await codes('verifier')).toEqual([]);
  });

  it('is filtered, sorted and paged', async () => {
    expect(await codes('local.admin', 'filter[isStepLate]=true')).toEqual([older.code]);
    expect(await codes('local.admin', 'filter[isStepLate]=false&filter[openStep]=confirm')).toEqual([newer.code]);
    expect(await codes('local.admin', 'filter[phaseStatus]=1')).toEqual([entry.code]);
    expect(await codes('local.admin', `filter[search]=${encodeURIComponent('vodovod')}`)).toEqual([newer.code]);
    expect(await codes('local.admin', 'sort_by=waitingSince&sort_desc=true&filter[openStep]=confirm')).toEqual([
      newer.code,
      older.code,
    ]);
    expect(await codes('local.admin', 'perPage=1&page=2&filter[openStep]=confirm')).toEqual([newer.code]);
    const first = await server.call('local.admin', 'GET', 'tasks/paged?perPage=1&filter[openStep]=confirm');
    const keys = first.additionalInformation?.keys as { last: string } | undefined;
    expect(await codes('local.admin', `perPage=1&after=${keys?.last}&filter[openStep]=confirm`)).toEqual([newer.code]);
  });

  it('shows projects that wait only from a later day on request', async () => {
    const { db } = server.context;
    const later = (at: string) =>
      db
        .updateTable('projects')
        .set({ waiting_since: day(at) })
        .where('code', '=', entry.code)
        .execute();
    await later('2026-05-01');
    try {
      expect(await codes('local.user')).toEqual([]);
      expect((await page('local.user', 'coming=true')).rows).toMatchObject([
        { projectCode: entry.code, coming: true, days: 0, late: false },
      ]);
    } finally {
      await later('2026-04-06');
    }
  });

  it.each(['status=finished', 'waitingForMe=false', 'groups=true', 'pendingForList=3', 'filter[what]=1'])(
    'refuses %s',
    async (query) => {
      expect((await server.call('local.admin', 'GET', `tasks/paged?${query}`)).httpStatus).toBe(422);
    },
  );
});

it('the longest wait on the first screen is that of the first row by its column', async () => {
  for (const login of ['admin', 'reviewer', 'local.admin', 'local.user', 'verifier', 'other.user']) {
    const { payload } = await server.call<{ counts: { longestWait: number | null } }>(login, 'GET', 'dashboard');
    const [oldest] = (await page(login, 'sort_by=waitingSince')).rows;
    expect(payload?.counts.longestWait, login).toBe(oldest?.days ?? null);
  }
});

describe('the table of tasks as a file', () => {
  const file = async (login: string, query: string) => server.get(login, `tasks/export?${query}`);

  it('is a workbook of every row under the filters, in the order of the table', async () => {
    const answer = await file('local.admin', 'filter[openStep]=confirm&sort_by=waitingSince&sort_desc=true');
    expect(answer.headers['content-disposition']).toContain('zadaci-2026-04-13.xlsx');
    const english = await file('local.admin', 'language=en&format=csv');
    expect(english.headers['content-disposition']).toContain('tasks-2026-04-13.csv');
    const [head, ...rows] = (await readXlsx(new Uint8Array(answer.rawPayload))).sheets[0]?.rows ?? [];
    expect(head?.slice(0, 2)).toEqual(['Радни назив', 'Назив']);
    expect(rows.map(([code]) => code)).toEqual([newer.code, older.code]);
    expect(rows[1]?.slice(5)).toEqual(['Потврди', new Date('2026-04-02T11:00:00Z'), 11, 7, 'да', expect.any(Number)]);
  });

  it('is CSV in the requested script and language', async () => {
    const latin = await file('local.admin', 'format=csv&script=latin&filter[openStep]=confirm');
    expect(latin.headers['content-type']).toBe('text/csv; charset=utf-8');
    const [head, first] = latin.body.replace(/^\uFEFF/, '').split(/\r?\n/);
    expect(head).toMatch(/^Radni naziv;Naziv;Organ;/);
    expect(first).toMatch(new RegExp(`^${older.code};.*;Potvrdi;2026-04-02;11;7;da;\\d+,\\d\\d$`));
    expect((await file('local.admin', 'format=csv&language=en')).body).toContain('Working name;Name;Organization');
  });

  it('has more rows than a page of the table', async () => {
    const { db } = server.context;
    const { id } = await entry.read();
    // Copies of the first row, with the phase and the form that a task shows.
    await sql`
      with made as (
        insert into projects (code, number, name, organization_id, proposer_organization_id, type, sector, phase,
                              phase_status, open_steps, waiting_since)
        select 'MNOGO-' || n, 'M-' || n, name, organization_id, proposer_organization_id, type, sector, phase, phase_status,
               open_steps, waiting_since + make_interval(secs => n)
        from projects, generate_series(1, 230) n where id = ${id} returning id, phase)
      insert into project_phases (project_id, phase, status) select id, phase, 1 from made`.execute(db);
    const answer = await file('local.user', 'format=csv&filter[search]=mnogo');
    const codes = [...answer.body.matchAll(/MNOGO-(\d+)/g)].map(([, n]) => Number(n));
    expect(codes).toEqual(Array.from({ length: 230 }, (_, index) => index + 1));
  });

  it.each(['format=pdf', 'script=runic', 'page=2', 'filter[openStep]=none', 'status=archived'])(
    'is refused with %s',
    async (query) => {
      expect((await file('local.admin', query)).statusCode).toBeGreaterThanOrEqual(400);
    },
  );
});
