import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OperationState } from '@pimis/contract/registries';
import type { ReportDefinition, ReportPreview } from '@pimis/contract/reports';
import { BOARD_REPORTS } from '@pimis/domain/reports/board-reports';
import { acceptedIdea, fetchReport } from '../../../testing/board-reports.ts';
import { ProjectDriver } from '../../../testing/project-workflow-driver.ts';
import { useServer } from '../../../testing/server.ts';
import { unzip } from '../../../testing/unzip.ts';
import { runOperation } from '../../operations/work.ts';
import { mailReports } from './monthly.ts';
import { boardReportWork } from './paper-work.ts';

const server = useServer();
let accepted: ProjectDriver;

const fetch = (login: string, address: string) => fetchReport(server, login, address);

const isPdf = (bytes: Buffer) => bytes.subarray(0, 5).toString('latin1') === '%PDF-';
const sheetOf = async (bytes: Buffer) => (await readXlsx(new Uint8Array(bytes))).sheets[0];

beforeAll(async () => {
  accepted = await acceptedIdea(server);
  await ProjectDriver.start(server, { important: true });
  await ProjectDriver.start(server, { sector: 2 });
});

describe('files of board reports', () => {
  it('exist only in the formats of the report', async () => {
    for (const { type, formats } of BOARD_REPORTS) {
      for (const format of ['pdf', 'xlsx'] as const) {
        const answer = await fetch('admin', `${type}?reportFormat=${format}`);
        if (!formats.includes(format)) {
          expect([answer.httpStatus, answer.body], type).toEqual([422, expect.stringContaining('InvalidExportFormat')]);
          continue;
        }
        expect([answer.httpStatus, answer.name], type).toEqual([200, expect.stringContaining(`${type}.${format}`)]);
        if (format === 'pdf') expect(isPdf(answer.bytes), type).toBe(true);
        else expect((await sheetOf(answer.bytes))?.rows[0]?.[0], type).toBeTruthy();
      }
    }
  });

  it('are for administrators, for past days, and for existing reports', async () => {
    expect((await fetch('reviewer', 'project-list?reportFormat=pdf')).httpStatus).toBe(403);
    expect((await fetch('local.user', 'project-list/preview')).httpStatus).toBe(403);
    expect((await fetch('admin', 'projects-all?atDay=2099-01-01')).httpStatus).toBe(422);
    expect((await fetch('admin', 'projects-all?phase=14')).httpStatus).toBe(422);
    expect((await fetch('admin', 'projects-none')).httpStatus).toBe(404);
    expect((await fetch('admin', 'projects-none/preview')).httpStatus).toBe(404);
    expect((await fetch('admin', 'Projects-all?phase=1')).httpStatus).toBe(422);
  });

  it('are workbooks with typed cells, sums, frozen header, filter, widths and print set-up, in the requested script', async () => {
    const answer = await fetch('admin', 'projects-all?reportFormat=xlsx&atDay=2026-03-10&script=latin');
    expect(answer.name).toContain('projects-all.xlsx');
    const sheet = await sheetOf(answer.bytes);
    const head = sheet?.rows[4] ?? [];
    expect(sheet?.rows[0]?.[0]).toBe('Svi projekti');
    const row = sheet?.rows.find((cells) => cells[0] === accepted.code) ?? [];
    const of = (title: string) => row[head.indexOf(title)];
    expect(of('Vrednost, RSD')).toBe(2_110_000_000);
    expect(of('Otvoren')).toEqual(new Date('2026-03-02T00:00:00Z'));
    expect([of('Faza'), of('Vrsta liste')]).toEqual(['Identifikacija', 'Ideja']);
    const xml = unzip(answer.bytes).get('xl/worksheets/sheet1.xml')?.toString() ?? '';
    expect(xml).toContain('<pane ySplit="5" topLeftCell="A6" activePane="bottomLeft" state="frozen"/>');
    // The filter covers only the rows, not the sums below them. A sheet of this width is printed on A3.
    const rows = sheet?.rows.slice(5).findIndex((cells) => String(cells[0]).startsWith('Ukupno')) ?? 0;
    expect(xml).toContain(`<autoFilter ref="A5:Y${5 + rows}"/>`);
    expect(xml).toContain('paperSize="8" orientation="landscape" fitToWidth="1" fitToHeight="0"');
    expect(xml).toMatch(/<f>SUBTOTAL\(9,T6:T\d+\)<\/f><v>[\d.]+<\/v>/);
    expect(
      xml
        .match(/<row [^>]*>/g)
        ?.slice(5)
        .every((row) => /ht="[\d.]+" customHeight="1"/.test(row)),
    ).toBe(true);
    const book = unzip(answer.bytes).get('xl/workbook.xml')?.toString() ?? '';
    expect(book).toContain('_xlnm.Print_Titles" localSheetId="0">\'Svi projekti\'!$5:$5');
  });

  it('name the list and the day of the commission from the day of its approval on', async () => {
    const read = async (day: string) =>
      (
        await server.call<ReportPreview>(
          'admin',
          'GET',
          `reporting/board-reports/projects-board-accepted/preview?atDay=${day}`,
        )
      ).payload?.lines ?? [];
    expect((await read('2026-03-09')).filter(({ kind }) => kind === 'row')).toEqual([]);
    const [group, row, sum] = await read('2026-03-10');
    expect([group?.group, group?.value]).toEqual(['listType', '3']);
    expect(row?.cells).toMatchObject({
      code: accepted.code,
      decided: '2026-03-10',
      phase: '10',
      totalValue: '2110000000.00',
    });
    expect(sum?.cells.totalValue).toBe('2110000000.00');
  });
});

/** Runs `work` while the administrator has another role. */
async function ofRole(name: string, work: () => Promise<void>): Promise<void> {
  const give = (role: string) =>
    sql`update users set role_id = (select id from roles where name = ${role}) where login = 'admin'`.execute(
      server.context.db,
    );
  await give(name);
  await work();
  await give('Administrator');
}

describe('a paper of many rows', () => {
  it('is made by an operation: 202, 8006 while it runs, then the file', async () => {
    await sql`insert into projects (code, number, name, organization_id, proposer_organization_id, type, sector, phase, phase_status,
                        last_changed_at)
      select 'MNOGO-' || n, 'MN-' || n, 'Пројекат ' || n, '50112', '10503', 3, 5, 0, 1, ${server.context.now()}
      from generate_series(1, 320) n`.execute(server.context.db);
    const first = await fetch('admin', 'project-list?reportFormat=pdf');
    expect(first.httpStatus).toBe(202);
    const answer = JSON.parse(first.body) as { status: { code: number }; payload: { operationLocation: string } };
    expect(answer.status.code).toBe(8006);
    const address = answer.payload.operationLocation.replace('/api/', '');
    const waits = await server.call<OperationState>('admin', 'GET', address);
    expect([waits.status.code, waits.payload?.state]).toEqual([8006, 'waiting']);
    const id = address.split('/').at(-1) ?? '';
    await runOperation(server.jobs, id, { boardReport: boardReportWork(server.jobs) });
    expect((await server.call<OperationState>('admin', 'GET', address)).payload?.state).toBe('done');
    const result = await server.get('admin', `${address}/result`);
    expect([result.statusCode, isPdf(result.rawPayload)]).toEqual([200, true]);
    expect((await server.call('reviewer', 'GET', address)).httpStatus).toBe(404);
    // A user who loses the right before the file is made does not get it.
    const again = JSON.parse((await fetch('admin', 'project-list?reportFormat=pdf&phase=0')).body) as typeof answer;
    const lost = again.payload.operationLocation.replace('/api/', '');
    await ofRole('Operator', async () => {
      await runOperation(server.jobs, lost.split('/').at(-1) ?? '', { boardReport: boardReportWork(server.jobs) });
    });
    expect((await server.call<OperationState>('admin', 'GET', lost)).payload).toMatchObject({
      state: 'failed',
      error: 'Forbidden',
    });
  });
});

it('favourites are the user’s own', async () => {
  const favourites = async (login: string) =>
    (await server.call<ReportDefinition[]>(login, 'GET', 'reporting/board-reports')).payload
      ?.filter(({ favourite }) => favourite)
      .map(({ type }) => type);
  for (const _twice of [1, 2]) {
    expect((await server.call('admin', 'PUT', 'reporting/board-reports/projects-all/favourite')).httpStatus).toBe(200);
  }
  expect(await favourites('admin')).toEqual(['projects-all']);
  expect((await server.call('admin', 'PUT', 'reporting/board-reports/projects-none/favourite')).httpStatus).toBe(404);
  expect((await server.call('reviewer', 'GET', 'reporting/board-reports')).httpStatus).toBe(403);
  await server.call('admin', 'DELETE', 'reporting/board-reports/projects-all/favourite');
  expect(await favourites('admin')).toEqual([]);
});

it('subscribers get one mail on the first day of the month, as long as they may see reports', async () => {
  const wants = (method: 'PUT' | 'DELETE', type: string) =>
    server.call('admin', method, `reporting/board-reports/${type}/mail`);
  const mails = async () => {
    const { rows } = await sql<{ subject: string; text: string }>`
      select payload ->> 'subject' as subject, payload ->> 'text' as text from graphile_worker._private_jobs
      where payload ->> 'subject' like '%стање на дан%' order by id`.execute(server.context.db);
    return rows;
  };
  server.setNow(new Date('2026-04-01T05:50:00Z'));
  await wants('PUT', 'projects-realization');
  await wants('PUT', 'projects-all');
  await wants('DELETE', 'projects-all');
  await server.call('admin', 'PUT', 'reporting/board-reports/project-summary/favourite');
  await mailReports(server.jobs);
  await mailReports(server.jobs);
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    'ПИМИС: Пројекти у реализацији, стање на дан 31.3.2026.',
  ]);
  expect((await mails())[0]?.text).toContain('/reporting?report=projects-realization&day=2026-03-31');
  server.setNow(new Date('2026-05-03T05:50:00Z'));
  await mailReports(server.jobs);
  expect(await mails()).toHaveLength(2);
  await sql`update users set status = 3 where login = 'admin'`.execute(server.context.db);
  server.setNow(new Date('2026-06-01T05:50:00Z'));
  await mailReports(server.jobs);
  expect(await mails()).toHaveLength(2);
  await sql`update users set status = 1 where login = 'admin'`.execute(server.context.db);
  await ofRole('Operator', async () => {
    server.setNow(new Date('2026-07-01T05:50:00Z'));
    await mailReports(server.jobs);
  });
  expect(await mails()).toHaveLength(2);
});
