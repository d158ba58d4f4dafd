import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ReportLine, ReportPreview } from '@pimis/contract/reports';
import type { ProjectRow } from '@pimis/contract/project-rows';
import { BOARD_REPORTS } from '@pimis/domain/reports/board-reports';
import { ProjectDriver } from '../../../testing/project-workflow-driver.ts';
import { useServer } from '../../../testing/server.ts';
import { loadRealization, totalExpense } from '../../form-store/realization.ts';

const server = useServer();
const instant = (day: string) => new Date(`${day}T09:00:00Z`);

async function preview(type: string, query = ''): Promise<ReportPreview> {
  const answer = await server.call<ReportPreview>('admin', 'GET', `reporting/board-reports/${type}/preview${query}`);
  if (!answer.payload) throw new Error(JSON.stringify(answer));
  return answer.payload;
}

const rowOf = (lines: readonly ReportLine[], code: string) =>
  lines.find((line) => line.kind === 'row' && line.cells.code === code)?.cells;

/** The data of a project on screens: its row in the table, and its approved quarters. */
interface Shown {
  day: string;
  phase: number;
  phaseStatus: number;
  status: number;
  totalValue: string;
  realized: string;
}

let life: ProjectDriver;
const shown: Shown[] = [];

async function look(day: string): Promise<void> {
  const list = await server.call<ProjectRow[]>('admin', 'GET', `projects/paged?perPage=5&filter[code]=${life.code}`);
  const row = list.payload?.[0];
  if (!row) throw new Error(JSON.stringify(list));
  const { id } = await life.read();
  const realized = totalExpense(await loadRealization(server.context.db, id));
  shown.push({
    day,
    phase: row.phase,
    phaseStatus: row.phaseStatus,
    status: row.status,
    totalValue: row.totalValue,
    realized,
  });
}

/** Runs the actions of a day, and checks the screens in the evening. */
async function on(day: string, done: () => Promise<unknown>): Promise<void> {
  server.setNow(instant(day));
  await done();
  await look(day);
}

beforeAll(async () => {
  server.setNow(instant('2026-03-02'));
  await ProjectDriver.start(server, {}, { millions: 500 });
  life = await ProjectDriver.start(server, { type: 1 });
  life.period = { start: '2026-04-01', end: '2026-09-30' };
  await look('2026-03-02');
  await on('2026-03-05', () => life.fill());
  await on('2026-03-09', () => life.approve());
  await on('2026-03-20', () => life.fillAndApprove());
  await on('2026-07-02', () => life.fill());
  await on('2026-07-03', () => life.act('local.user', 2));
  await on('2026-07-06', () => life.act('local.admin', 2, { comment: 'Износ није тачан.' }));
  await on('2026-07-08', async () => {
    await life.fill();
    await life.quarter();
  });
  await on('2026-07-10', () => life.act('reviewer', 4));
  await on('2026-10-05', async () => {
    await life.fill();
    await life.approve();
  });
  await on('2026-10-20', () => life.fillAndApprove());
}, 60_000);

describe('a board report of a past day', () => {
  it('shows the data of the screens on that day, and between two days those of the earlier one', async () => {
    server.setNow(instant('2026-12-01'));
    expect(shown.map(({ phase, phaseStatus }) => `${phase}/${phaseStatus}`)).toEqual([
      '1/1',
      '1/1',
      '4/1',
      '5/1',
      '5/1',
      '5/12',
      '5/1',
      '5/1',
      '5/1',
      '7/1',
      '8/1',
    ]);
    expect(new Set(shown.map(({ realized }) => realized)).size).toBeGreaterThanOrEqual(3);
    for (const [index, then] of shown.entries()) {
      const next = shown[index + 1]?.day ?? '2026-12-01';
      const dayBefore = new Date(instant(next).getTime() - 86_400_000).toISOString().slice(0, 10);
      for (const day of new Set([then.day, dayBefore])) {
        const row = rowOf((await preview('projects-by-organization', `?atDay=${day}`)).lines, life.code);
        expect([day, row?.phase, row?.phaseStatus, row?.projectStatus, row?.totalValue, row?.realized]).toEqual([
          day,
          String(then.phase),
          String(then.phaseStatus),
          String(then.status),
          then.totalValue,
          then.realized,
        ]);
        const holds = async (type: string) =>
          rowOf((await preview(type, `?atDay=${day}`)).lines, life.code) !== undefined;
        const inRealization = [4, 5].includes(then.phase);
        const realized = [7, 8].includes(then.phase);
        expect([day, await holds('projects-realization'), await holds('projects-realized')]).toEqual([
          day,
          inRealization,
          realized,
        ]);
        expect([await holds('project-list'), await holds('projects-by-phase')]).toEqual([true, true]);
      }
    }
    expect(rowOf((await preview('projects-all', '?atDay=2026-03-01')).lines, life.code)).toBeUndefined();
  });

  it('shows the work planned until the day, the time since the last change of state, and the last quarter', async () => {
    server.setNow(instant('2026-12-01'));
    const at = async (day: string) => rowOf((await preview('projects-all', `?atDay=${day}`)).lines, life.code);
    expect(await at('2026-03-19')).toMatchObject({ plannedEnd: null, plannedToDay: '0.00' });
    const spring = await at('2026-06-29');
    expect(spring).toMatchObject({
      plannedToDay: '0.00',
      since: '2026-03-20',
      lastQuarter: null,
      plannedEnd: '2026-09-30',
    });
    const summer = await at('2026-07-08');
    expect(summer).toMatchObject({ since: '2026-07-08', lastQuarter: '2026-2' });
    expect(Number(summer?.plannedToDay)).toBeGreaterThan(0);
    expect((await at('2026-07-06'))?.since).toBe('2026-07-06');
    expect((await at('2026-09-30'))?.plannedToDay).toBe((await at('2026-09-30'))?.totalValue);
  });

  it('is not made for a future day', async () => {
    server.setNow(instant('2026-12-01'));
    for (const day of ['2026-12-02', '2026-02-30']) {
      const answer = await server.call('admin', 'GET', `reporting/board-reports/projects-all/preview?atDay=${day}`);
      expect(answer).toMatchObject({ httpStatus: 422, fieldErrors: [{ field: 'atDay' }] });
    }
  });

  it('does not include a change at its closing midnight', async () => {
    const midnight = '2026-07-05T22:00:00Z';
    const moved = (column: 'valid_to' | 'valid_from') => sql`
      update project_history set ${sql.ref(column)} = ${midnight} where project_id = (select id from projects where code = ${life.code})
        and ${sql.ref(column)}::date = '2026-07-06'`;
    await server.context.db.transaction().execute(async (tx) => {
      for (const column of ['valid_to', 'valid_from'] as const) {
        expect((await moved(column).execute(tx)).numAffectedRows).toBe(1n);
      }
    });
    const stateOn = async (day: string) =>
      rowOf((await preview('projects-all', `?atDay=${day}`)).lines, life.code)?.phaseStatus;
    expect([await stateOn('2026-07-05'), await stateOn('2026-07-06')]).toEqual(['12', '1']);
  });
});

describe('sums of a board report', () => {
  it.each(BOARD_REPORTS.filter(({ shape }) => shape === 'projects').map(({ type }) => type))(
    '%s: groups sum to the whole, the whole to the table of projects',
    async (type) => {
      server.setNow(instant('2026-12-01'));
      const { lines, totalRows } = await preview(type);
      const rows = lines.filter(({ kind }) => kind === 'row');
      const total = lines.at(-1);
      expect([total?.kind, rows.length, Number(total?.cells.projects ?? 0)]).toEqual(['total', totalRows, totalRows]);
      const outer = lines.filter((line) => line.kind === 'sum' && line.level === 1);
      for (const column of ['totalValue', 'realized', 'plannedToDay', 'projects']) {
        if (total?.cells[column] === null || total?.cells[column] === undefined) continue;
        const sum = outer.reduce((all, line) => all + BigInt((line.cells[column] ?? '0').replace('.', '')), 0n);
        expect(sum, column).toBe(BigInt(total.cells[column].replace('.', '')));
      }
      const scope = BOARD_REPORTS.find((report) => report.type === type)?.scope;
      if (!scope || scope.accepted) return;
      const { rows: stored } = await sql<{ count: number; value: string | null }>`
        select count(*)::integer as count, sum(total_value)::text as value from projects
        where status = any(${scope.statuses}) and (${scope.important !== true} or important)
          and (${!scope.phases} or phase = any(${scope.phases ?? []}::integer[]))`.execute(server.context.db);
      expect([totalRows, total?.cells.totalValue ?? null]).toEqual([stored[0]?.count, stored[0]?.value]);
    },
  );

  it('of the summary are the same in each of its tables', async () => {
    const { lines } = await preview('project-summary');
    const total = lines.at(-1)?.cells;
    expect(total?.totalValue).toBe((await preview('projects-by-organization')).lines.at(-1)?.cells.totalValue);
    for (const group of ['stage', 'phase', 'sector', 'proposer']) {
      const rows = lines.filter((line) => line.kind === 'row' && line.group === group);
      expect(
        rows.reduce((sum, { cells }) => sum + Number(cells.projects), 0),
        group,
      ).toBe(Number(total?.projects));
    }
  });

  it('include only the requested projects', async () => {
    expect((await preview('projects-all', '?phase=0')).lines.filter(({ kind }) => kind === 'row')).toHaveLength(1);
    expect((await preview('projects-all', '?sector=1')).totalRows).toBe(0);
    const { organizationId } = await life.read();
    expect((await preview('projects-all', `?organizationId=${organizationId}`)).totalRows).toBe(2);
    // The filter includes the proposer.
    expect((await preview('projects-all', '?organizationId=10503')).totalRows).toBe(1);
    expect((await preview('projects-all', '?organizationId=99999')).totalRows).toBe(0);
  });
});
