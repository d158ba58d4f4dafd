import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { createProject, currentForm, lockedIdea } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();

async function sheet(login: string, type: string, query = '') {
  const answer = await server.get(login, `reporting/board-reports/${type}?reportFormat=xlsx${query}`);
  if (answer.statusCode !== 200) return { httpStatus: answer.statusCode, rows: [] };
  const book = await readXlsx(new Uint8Array(answer.rawPayload));
  return { httpStatus: 200, rows: book.sheets[0]?.rows ?? [], name: String(answer.headers['content-disposition']) };
}

describe('exports of the project table', () => {
  it('contain only the visible projects, with exact figures', async () => {
    const { code } = await lockedIdea(server);
    const own = await sheet('local.user', 'Projects-all');
    const row = own.rows.find((cells) => cells[0] === code);
    expect(row?.slice(2, 8)).toEqual([
      'ППОВ Прокупље',
      expect.stringContaining('Прокупље'),
      'Министарство заштите животне средине',
      'Идеја',
      'Унос',
      'у току',
    ]);
    expect(row?.[9]).toBe(2_109_600_000);
    expect(row?.slice(12)).toEqual([
      expect.any(Date),
      'Припрема',
      'Нова реализација',
      expect.any(Date),
      'не',
      'не',
      null,
      'Град Прокупље – Градска управа: Пошаљи на потврду',
      expect.any(Date),
    ]);
    expect(own.name).toMatch(/Projects-all-\d{4}-\d{2}-\d{2}\.xlsx/);
    expect((await sheet('other.user', 'Projects-all')).rows).toHaveLength(1);
  });

  it('show a past day as it was, but no future day', async () => {
    const code = await createProject(server, 'local.user');
    await server.context.db
      .updateTable('project_history')
      .set({ valid_from: new Date('2026-03-01T10:00:00Z') })
      .where('code', '=', code)
      .execute();
    const at = async (day: string) =>
      (await sheet('admin', 'Projects-all', `&atDay=${day}`)).rows.some((row) => row[0] === code);
    const { rows } = await sheet('admin', 'Projects-all', '&atDay=2026-03-05');
    const head = rows[0] ?? [];
    const then = rows.find((row) => row[0] === code);
    expect(then?.[head.indexOf('Последња измена')]).toEqual(new Date('2026-03-01T11:00:00Z'));
    // A change at midnight belongs to the new day; the day before keeps the state until then.
    await sql`update project_history set valid_from = '2026-03-02T00:00+01:00' where code = ${code}`.execute(
      server.context.db,
    );
    await sql`insert into project_history (project_id, valid_from, valid_to, name, code, phase, phase_status, status,
        total_value, proposer_organization_id, foreign_funds, important, commission_approved)
      select project_id, '2026-03-01T11:00+01:00', valid_from, name, code, phase, phase_status, status,
        total_value, proposer_organization_id, foreign_funds, important, commission_approved
      from project_history where code = ${code}`.execute(server.context.db);
    expect(await at('2026-02-28')).toBe(false);
    expect(await at('2026-03-01')).toBe(true);
    expect((await sheet('admin', 'Projects-all', '&atDay=2020-01-01')).rows).toHaveLength(1);
    expect((await sheet('admin', 'Projects-all', '&atDay=2099-01-01')).httpStatus).toBe(422);
    expect((await sheet('admin', 'Projects-all', '&atDay=2026-02-30')).httpStatus).toBe(422);
    expect((await sheet('admin', 'Projects-all', '&columns=code,nothing')).httpStatus).toBe(422);
  });

  it('show whose turn it is today, but not for a past day', async () => {
    server.setNow(new Date('2026-03-02T09:00:00Z'));
    const life = await ProjectDriver.start(server);
    await life.fill();
    await life.act('local.user', 1);
    await life.act('local.admin', 1);
    server.setNow(new Date('2026-03-10T09:00:00Z'));
    const told = async (more: string) => {
      const { rows } = await sheet('admin', 'Projects-all', more);
      const row = rows.find((cells) => cells[0] === life.code);
      return ['Ко је на реду', 'Чека од'].map((title) => row?.[rows[0]?.indexOf(title) ?? -1] ?? null);
    };
    expect(await told('')).toEqual([
      'Министарство заштите животне средине: Верификуј',
      new Date('2026-03-02T10:00:00Z'),
    ]);
    expect(await told('&atDay=2026-03-05')).toEqual([null, null]);
    server.setNow(null);
  });

  it('show the opinion, the commission’s decision and the last report, also for a past day', async () => {
    server.setNow(new Date('2026-03-02T09:00:00Z'));
    const life = await ProjectDriver.start(server, { type: 1 });
    life.period = { start: '2026-04-01', end: '2027-03-31' };
    await life.fillAndApprove();
    await life.fillAndApprove();
    const told = async (day?: string) => {
      const { rows } = await sheet('admin', 'Projects-all', day === undefined ? '' : `&atDay=${day}`);
      const row = rows.find((cells) => cells[0] === life.code);
      return ['Мишљење Министарства', 'Усвојено', 'Последњи извештај'].map((title) => {
        const cell = row?.[rows[0]?.indexOf(title) ?? -1];
        return cell instanceof Date ? cell.toISOString().slice(0, 10) : (cell ?? null);
      });
    };
    const { db } = server.context;
    server.setNow(new Date('2026-04-10T09:00:00Z'));
    await life.fill();
    await life.quarter();
    const { id } = await currentForm(server, 'local.user', life.code);
    server.setNow(new Date('2026-04-20T09:00:00Z'));
    await db
      .insertInto('form_revisions')
      .values({
        form_id: id,
        revision: 50,
        definition_version: 1,
        input: JSON.stringify({ ministryOpinion: 'Сагласни.' }),
        user_name: 'Министарство',
        created_at: server.context.now(),
      })
      .execute();
    await db
      .updateTable('projects')
      .set({ commission_approved: true, last_changed_at: server.context.now() })
      .where('code', '=', life.code)
      .execute();
    expect(await told('2026-03-31')).toEqual(['не', 'не', null]);
    expect(await told('2026-04-15')).toEqual(['не', 'не', '2026-04-10']);
    expect(await told('2026-04-20')).toEqual(['да', 'да', '2026-04-10']);
    expect(await told()).toEqual(['да', 'да', '2026-04-10']);
    server.setNow(null);
  });

  it('contain either the archived projects or the others', async () => {
    const { db } = server.context;
    const codes = await Promise.all([0, 1, 2].map(() => createProject(server, 'local.user')));
    for (const [status, code] of codes.entries()) {
      await db.updateTable('projects').set({ status }).where('code', '=', code).execute();
    }
    const found = async (login: string, type: string) => {
      const { rows } = await sheet(login, type);
      return codes.map((code) => rows.some((row) => row[0] === code));
    };
    expect(await found('local.user', 'Projects-all')).toEqual([true, true, false]);
    expect(await found('mei', 'ProjectsAllMei')).toEqual([true, true, false]);
    expect(await found('admin', 'Projects-all-archived')).toEqual([false, false, true]);
  });

  it('are each available only to their intended users', async () => {
    expect((await sheet('mei', 'ProjectsAllMei')).httpStatus).toBe(200);
    for (const [login, type] of [
      ['admin', 'ProjectsAllMei'],
      ['local.user', 'Projects-all-archived'],
      ['operator', 'Projects-all'],
    ] as const) {
      expect((await sheet(login, type)).httpStatus, `${login} ${type}`).toBe(403);
    }
    expect((await sheet('admin', 'Projects-none')).httpStatus).toBe(404);
    // As the specification writes the address: {type}/?reportFormat=…
    expect((await sheet('admin', 'Projects-all/')).httpStatus).toBe(200);
  });
});
