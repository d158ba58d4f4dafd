import { readXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { fetchResult, listArchive } from '../../testing/archives.ts';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { pdfPages } from '../../testing/pdf-text.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();

const textOf = async (bytes: Buffer | undefined) =>
  (await pdfPages(bytes ?? Buffer.alloc(0))).join('\n').replaceAll(/\s+/g, ' ');

it('the commission’s list shows its session, its sum and the decisions', async () => {
  server.setNow(new Date('2026-03-02T09:00:00Z'));
  const lives = [await ProjectDriver.start(server), await ProjectDriver.start(server)];
  for (const life of lives) {
    await life.fill();
    await life.approveIdea();
  }
  const name = (await server.call<{ name: string }>('reviewer', 'POST', 'projects/lists/3')).payload?.name ?? '';
  const session = (body: unknown) => server.call('reviewer', 'PUT', `projects/lists/3/${name}/session`, body);
  expect((await session({ day: '2026-03-20', number: '12. редовна' })).payload).toEqual({
    day: '2026-03-20',
    number: '12. редовна',
  });
  // The session is on the day of its list at the earliest, and within a year and a day.
  for (const day of ['2026-03-01', '2027-03-04']) expect((await session({ day })).httpStatus, day).toBe(422);
  for (const day of ['2026-03-02', '2027-03-03']) expect((await session({ day })).httpStatus, day).toBe(200);
  // If the call contains only a day, the number stays.
  expect((await session({ day: '2026-03-21' })).payload).toEqual({ day: '2026-03-21', number: '12. редовна' });
  expect((await session({ day: '2026-03-21', number: 'x'.repeat(21) })).httpStatus).toBe(422);
  // A call that expects an outdated day does not move the session.
  const expected = { day: '2026-03-20', number: '12. редовна' };
  const late = await session({ day: '2026-03-20', number: '13. редовна', expected });
  expect([late.httpStatus, late.status.name]).toEqual([409, 'RecordConflict']);
  const moved = { day: '2026-03-21', number: '13. редовна' };
  expect((await session({ ...moved, expected: { ...expected, day: '2026-03-21' } })).payload).toEqual(moved);
  const atOnce = await Promise.all(
    Array.from({ length: 50 }, (_, at) => session({ day: moved.day, number: `${at}. ванредна`, expected: moved })),
  );
  expect(
    Object.entries(Object.groupBy(atOnce, ({ status }) => status.name)).map(([as, of]) => [as, of?.length]),
  ).toEqual(
    expect.arrayContaining([
      ['Success', 1],
      ['RecordConflict', 49],
    ]),
  );
  // Setting the same values leaves no trace in the audit log.
  for (const _ of [1, 2]) await session({ ...moved, number: '12. редовна' });
  const { db } = server.context;
  const kept = await db.selectFrom('audit_log').select('id').where('operation', '=', 'list.session').execute();
  expect(kept).toHaveLength(7);
  server.setNow(new Date('2026-03-21T09:00:00Z'));
  for (const [at, life] of lives.entries()) await life.act('reviewer', at === 0 ? 1 : 3, { date: '2026-03-21' });

  const paths = { list: `3/${name}/documents`, approved: `approved/3/${name}` };
  const approved = await listArchive(server, 'reviewer', paths.approved);
  const paper = await textOf(approved.get('odobrena-lista.pdf'));
  for (const part of ['12. редовна од 21.3.2026.', 'Усвојено', 'Обустављено', 'Укупно 4.220.000.000,00']) {
    expect(paper).toContain(part);
  }
  const book = await readXlsx(new Uint8Array(approved.get('odobrena-lista.xlsx') ?? Buffer.alloc(0)));
  const rows = book.sheets[0]?.rows ?? [];
  expect(rows.at(-1)?.slice(2, 5)).toEqual(['Укупно', null, 4_220_000_000]);
  expect(rows.flat().join(' ')).not.toContain('Усвоји ');

  const list = await textOf((await listArchive(server, 'reviewer', `${paths.list}?language=en`)).get('list.pdf'));
  for (const part of ['List: Idea', 'Session of the commission 12. редовна of 21 Mar 2026', 'Total 4,220,000,000.00']) {
    expect(list).toContain(part);
  }
  // After the decisions, which name the session, it cannot be moved any more.
  expect((await session({ day: '2026-03-25' })).status.name).toBe('InvalidProjectAction');
});

it('a list that was decided without a session does not wait for one', async () => {
  server.setNow(new Date('2026-03-23T09:00:00Z'));
  const life = await ProjectDriver.start(server);
  await life.fill();
  await life.approveIdea();
  const name = (await server.call<{ name: string }>('reviewer', 'POST', 'projects/lists/3')).payload?.name ?? '';
  const rowsOf = async (path: string, file: string) => {
    const archive = await listArchive(server, 'reviewer', path);
    return JSON.stringify((await readXlsx(new Uint8Array(archive.get(file) ?? Buffer.alloc(0)))).sheets[0]?.rows);
  };
  expect(await rowsOf(`3/${name}/documents`, 'lista.xlsx')).toContain('Седница комисије: није одређена');
  await life.act('reviewer', 1, { date: '2026-03-23' });
  const approved = await rowsOf(`approved/3/${name}`, 'odobrena-lista.xlsx');
  expect(approved).toContain('Листа направљена: 23.3.2026.');
  expect(approved).not.toContain('Седница комисије');
});

it('the archive of a list is named in the script of its papers', async () => {
  const life = await ProjectDriver.start(server);
  await life.fill();
  await life.approveIdea();
  const name = 'Љубичево 1';
  expect((await server.call('reviewer', 'POST', 'projects/lists/3', { name })).httpStatus).toBe(200);
  for (const [query, file] of [
    ['', `lista-3-${name}.zip`],
    ['?script=latin', 'lista-3-Ljubičevo 1.zip'],
    ['?language=en', 'list-3-Ljubičevo 1.zip'],
  ]) {
    const { payload } = await server.call<{ operationLocation: string }>(
      'reviewer',
      'GET',
      `projects/lists/3/${encodeURIComponent(name)}/documents${query}`,
    );
    const { headers } = await fetchResult(server, 'reviewer', payload?.operationLocation.replace('/api/', '') ?? '');
    expect(decodeURIComponent(String(headers['content-disposition']))).toContain(`''${file}`);
  }
});
