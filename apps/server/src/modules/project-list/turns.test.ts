import { beforeAll, describe, expect, it } from 'vitest';
import type { ProjectRow } from '@pimis/contract/project-rows';
import { addDays } from '@pimis/domain/dates/dates';
import { STATUSES, stepNormDays } from '@pimis/domain/workflow/statuses';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();
let entry: ProjectDriver;
let confirmed: ProjectDriver;
let postponed: ProjectDriver;

const day = (text: string) => new Date(`${text}T09:00:00Z`);

beforeAll(async () => {
  server.setNow(day('2026-04-02'));
  entry = await ProjectDriver.start(server);
  server.setNow(day('2026-04-03'));
  confirmed = await ProjectDriver.start(server);
  await confirmed.fill();
  await confirmed.act('local.user', 1);
  await confirmed.act('local.admin', 1);
  postponed = await ProjectDriver.start(server);
  await postponed.fill();
  await postponed.approveIdea();
  await server.call('reviewer', 'POST', 'projects/lists/3');
  await postponed.act('reviewer', 4, { date: '2026-04-03', postponedDate: '2026-06-01' });
});

const rowsOf = async (query: string, login = 'admin') =>
  (await server.call<ProjectRow[]>(login, 'GET', `projects/paged?perPage=50&${query}`)).payload ?? [];
const listed = async (query: string, login = 'admin') => (await rowsOf(query, login)).map(({ code }) => code);

describe.each(['admin', 'local.user'])('whose turn it is, in the project table of %s,', (login) => {
  it('is shown with the step and the time since which it waits', async () => {
    const rows = await rowsOf('sort_by=code', login);
    const told = Object.fromEntries(rows.map(({ code, onTurn, waitingSince }) => [code, { onTurn, waitingSince }]));
    expect(told).toEqual({
      [entry.code]: {
        onTurn: { side: 'own', label: { sr: 'Пошаљи на потврду', en: 'Send for confirmation' } },
        waitingSince: '2026-04-02T09:00:00.000Z',
      },
      [confirmed.code]: {
        onTurn: { side: 'proposer', label: { sr: 'Верификуј', en: 'Verify' } },
        waitingSince: '2026-04-03T09:00:00.000Z',
      },
      [postponed.code]: { onTurn: null, waitingSince: null },
    });
  });

  it('can be filtered and sorted, with nobody last', async () => {
    expect(await listed('filter[onTurn]=own', login)).toEqual([entry.code]);
    expect(await listed('filter[onTurn]=proposer,nobody&sort_by=onTurn', login)).toEqual([
      confirmed.code,
      postponed.code,
    ]);
    expect(await listed('filter[onTurn]=mei', login)).toEqual([]);
    expect(await listed('sort_by=onTurn', login)).toEqual([entry.code, confirmed.code, postponed.code]);
    expect(await listed('sort_by=onTurn&sort_desc=true', login)).toEqual([postponed.code, confirmed.code, entry.code]);
  });

  it('is sorted and filtered by the wait; projects that wait for nobody come last in both directions', async () => {
    expect(await listed('sort_by=waitingSince', login)).toEqual([entry.code, confirmed.code, postponed.code]);
    expect(await listed('sort_by=waitingSince&sort_desc=true', login)).toEqual([
      confirmed.code,
      entry.code,
      postponed.code,
    ]);
    expect(await listed('filter[waitingSince-to]=2026-04-02', login)).toEqual([entry.code]);
  });

  it('can be filtered by the open step, and by whether it is late', async () => {
    expect(await listed('filter[openStep]=verify,confirm', login)).toEqual([confirmed.code]);
    const at = async (now: string, late: boolean) => {
      server.setNow(day(now));
      try {
        return await listed(`filter[isStepLate]=${late}&sort_by=code`, login);
      } finally {
        server.setNow(day('2026-04-03'));
      }
    };
    // A verification has seven days; on the seventh it is not late.
    expect(await at('2026-04-10', true)).toEqual([]);
    expect(await at('2026-04-11', true)).toEqual([confirmed.code]);
    expect((await at('2026-04-11', false)).toSorted()).toEqual([entry.code, postponed.code].toSorted());
    expect(await at('2026-05-02', true)).toEqual([confirmed.code]);
    expect((await at('2026-05-03', true)).toSorted()).toEqual([confirmed.code, entry.code].toSorted());
  });
});

it('a step is due after the norm of its status in the domain; without a step a project is never due', async () => {
  const tried = await server.context.db.startTransaction().execute();
  try {
    const dueOn = async (code: string, phaseStatus: number) => {
      await tried.updateTable('projects').set({ phase_status: phaseStatus }).where('code', '=', code).execute();
      return tried
        .selectFrom('projects')
        .innerJoin('project_visibility as seen', 'seen.project_id', 'projects.id')
        .select(['projects.step_due_on as due', 'seen.step_due_on as seen'])
        .where('projects.code', '=', code)
        .executeTakeFirstOrThrow();
    };
    for (const { id } of STATUSES) {
      const due = addDays('2026-04-03', stepNormDays(id));
      expect({ id, ...(await dueOn(confirmed.code, id)) }).toEqual({ id, due, seen: due });
      expect(await dueOn(postponed.code, id)).toEqual({ due: null, seen: null });
    }
  } finally {
    await tried.rollback().execute();
  }
});

it.each([
  'filter[onTurn]=ministry',
  'filter[onTurn]=own,',
  'filter[openStep]=return',
  'filter[isStepLate]=maybe',
  'coming=true',
])('%s is refused', async (query) => {
  expect((await server.call('admin', 'GET', `projects/paged?${query}`)).httpStatus).toBe(422);
});
