import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { ReportPreview } from '@pimis/contract/reports';
import { runOperation } from '../../operations/work.ts';
import { acceptedIdea, fetchReport } from '../../../testing/board-reports.ts';
import type { ProjectDriver } from '../../../testing/project-workflow-driver.ts';
import { pdfPages } from '../../../testing/pdf-text.ts';
import { unzip } from '../../../testing/unzip.ts';
import { useServer } from '../../../testing/server.ts';
import { boardReportWork } from './paper-work.ts';

const server = useServer();
let accepted: ProjectDriver;

const fetch = (address: string) => fetchReport(server, 'admin', address);

async function sheet(address: string) {
  const { bytes } = await fetch(address);
  return (await readXlsx(new Uint8Array(bytes))).sheets[0]?.rows ?? [];
}

async function manyProjects(from: number, to: number): Promise<void> {
  const { db } = server.context;
  await sql`insert into projects (code, number, name, organization_id, proposer_organization_id, type, sector, phase, phase_status,
                      last_changed_at)
    select 'MNOGO-' || n, 'MN-' || n, 'Пројекат ' || n, '50112', '10503', 3, 5, 0, 1, ${server.context.now()}
    from generate_series(${from}::integer, ${to}::integer) n`.execute(db);
}

beforeAll(async () => {
  accepted = await acceptedIdea(server);
});

it('a paper for one organization names it and the day inside; the file is named after the report', async () => {
  const { bytes, name } = await fetch('project-list?reportFormat=pdf&organizationId=50112&phase=10');
  const text = (await pdfPages(bytes)).join('\n').replaceAll(/\s+/g, ' ');
  expect(text).toContain('Обухват: орган: Град Прокупље');
  expect(text).not.toContain('50112');
  expect(text).toContain('10.3.2026.');
  expect(name).toContain('project-list.pdf');
});

it('a report in English: its words, numbers and days', async () => {
  const { bytes } = await fetch('project-list?reportFormat=pdf&language=en');
  const text = (await pdfPages(bytes)).join('\n').replaceAll(/\s+/g, ' ');
  for (const part of [
    'REPUBLIC OF SERBIA',
    'List of projects',
    'State on 10 Mar 2026',
    '2,110,000,000.00',
    'page 1 of 1',
  ]) {
    expect(text).toContain(part);
  }
  expect((await sheet('projects-all?reportFormat=xlsx&language=en'))[4]?.slice(0, 3)).toEqual([
    'Working name',
    'Number',
    'Project name',
  ]);
  const { bytes: book } = await fetch('projects-all?reportFormat=xlsx&language=en');
  expect(unzip(book).get('xl/styles.xml')?.toString()).toContain('formatCode="d mmm yyyy"');
  expect((await sheet('Projects-all?language=en'))[0]?.slice(0, 3)).toEqual(['Working name', 'Number', 'Name']);
  expect((await fetch('project-list?language=de')).httpStatus).toBe(422);
});

it.each(['project-list?reportFormat=pdf&organizationId=50112', 'project-summary?reportFormat=pdf'])(
  'names of an English report are in Latin, as on the screen: %s',
  async (report) => {
    const text = (await pdfPages((await fetch(`${report}&language=en`)).bytes)).join('\n');
    expect(text).toContain('Ministarstvo');
    expect(text.match(/\p{Script=Cyrillic}+/gu) ?? []).toEqual([]);
  },
);

it('a workbook has the chosen columns, and unknown ones are refused', async () => {
  expect((await sheet('projects-all?reportFormat=xlsx&columns=name,totalValue'))[4]).toEqual([
    'Радни назив',
    'Назив пројекта',
    'Вредност, РСД',
  ]);
  expect((await sheet('Projects-all?columns=name,code'))[0]).toEqual(['Радни назив', 'Назив']);
  expect((await fetch('projects-all?reportFormat=xlsx&columns=name,secret')).httpStatus).toBe(422);
  expect((await fetch('Projects-all?columns=secret')).httpStatus).toBe(422);
});

it('accepted projects show the commission’s later decision, as of the day', async () => {
  const day = (text: string) => server.setNow(new Date(`${text}T09:00:00Z`));
  const rowOf = async (atDay: string) =>
    (
      await server.call<ReportPreview>(
        'admin',
        'GET',
        `reporting/board-reports/projects-board-accepted/preview?atDay=${atDay}`,
      )
    ).payload?.lines.find(({ cells }) => cells.code === accepted.code)?.cells;
  expect(await rowOf('2026-03-09')).toBeUndefined();
  expect(await rowOf('2026-03-10')).toMatchObject({ decided: '2026-03-10', later: null, laterDay: null });
  day('2026-04-10');
  await accepted.fillAndApprove();
  day('2026-04-20');
  await accepted.commission(4, 3);
  expect(await rowOf('2026-04-20')).toMatchObject({
    decided: '2026-03-10',
    later: '10:3',
    laterDay: '2026-04-20',
  });
  expect(await rowOf('2026-04-19')).toMatchObject({ decided: '2026-03-10', later: null });
  const { bytes } = await fetch('projects-board-accepted?reportFormat=pdf');
  expect((await pdfPages(bytes)).join('\n')).toContain('Обустављено');
});

it('a preview shows that more rows follow', async () => {
  const previewed = async () =>
    (await server.call<ReportPreview>('admin', 'GET', 'reporting/board-reports/project-list/preview')).payload;
  await manyProjects(1, 30);
  expect(await previewed()).toMatchObject({ totalRows: 30, more: false });
  await manyProjects(31, 31);
  expect(await previewed()).toMatchObject({ totalRows: 31, more: true });
});

it('the same paper requested while it is made is the same operation, but a new one after its end', async () => {
  await manyProjects(32, 320);
  const ask = async (query = '') => {
    const { body } = await fetch(`project-list?reportFormat=pdf${query}`);
    return (JSON.parse(body) as { payload: { operationLocation: string } }).payload.operationLocation;
  };
  const first = await ask();
  expect(await ask()).toBe(first);
  expect(await ask('&sector=5')).not.toBe(first);
  const work = boardReportWork(server.jobs);
  const while_ = await new Promise<string>((resolve, reject) => {
    runOperation(server.jobs, first.split('/').at(-1) ?? '', {
      boardReport: {
        ...work,
        run: async (input, onProgress, onEnd) => {
          resolve(await ask());
          return work.run(input, onProgress, onEnd);
        },
      },
    }).catch(reject);
  });
  expect(while_).toBe(first);
  await expect
    .poll(async () => (await server.call<{ state: string }>('admin', 'GET', first.replace('/api/', ''))).payload?.state)
    .toBe('done');
  expect(await ask()).not.toBe(first);
});

it('a paper too long to read is refused before it begins; its workbook is not', async () => {
  await manyProjects(321, 5_001);
  const refused = await fetch('project-list?reportFormat=pdf');
  expect([refused.httpStatus, refused.body]).toEqual([422, expect.stringContaining('PaperTooLarge')]);
  expect((await fetch('projects-all?reportFormat=xlsx')).httpStatus).toBe(200);
});
