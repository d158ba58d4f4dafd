import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { PHASE } from '@pimis/domain/workflow/phases';
import type { Transition } from '@pimis/domain/workflow/transition-types';
import type { Database, Tx } from '../../platform/database/database.ts';
import { useServer } from '../../testing/server.ts';
import { addActivity, commissionYesBefore, lastActivity } from './activities.ts';
import { storeOpenSteps } from './changes.ts';

/**
 * The history of projects is written by triggers, whoever changes a project (migrations/functions/project_history.sql).
 */
const server = useServer();
const [MONDAY, TUESDAY] = ['2026-03-02T09:00:00.000Z', '2026-03-03T09:00:00.000Z'];

let id = 0;

const change = (
  db: Database | Tx,
  set: { name?: string; phase?: number; status?: number; description?: string },
  at: string,
) =>
  db
    .updateTable('projects')
    .set({ ...set, last_changed_at: new Date(at) })
    .where('id', '=', id)
    .execute();

async function history(): Promise<unknown[]> {
  const rows = await server.context.db
    .selectFrom('project_history')
    .select(['name', 'phase', 'valid_from as from', 'valid_to as to'])
    .where('project_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map((row) => [row.name, row.phase, row.from.toISOString(), row.to?.toISOString() ?? null]);
}

beforeAll(async () => {
  const { rows } = await sql<{ id: number }>`
    insert into projects (code, number, name, organization_id, proposer_organization_id, type, sector, phase, phase_status,
                          last_changed_at)
    values ('PRUGA', '2026-9001', 'Пруга', '50112', '10503', 3, 5, 0, 1, ${MONDAY}) returning id`.execute(
    server.context.db,
  );
  id = rows[0]?.id ?? 0;
});

describe('the start of a project’s wait', () => {
  it('is the first day of its step, if that is later', async () => {
    const waits = async (awaitedFrom: string | null) => {
      await server.context.db
        .transaction()
        .execute((tx) => storeOpenSteps(tx, [{ projectId: id, open: ['fillForm'], awaitedFrom }]));
      const { waiting_since: since } = await server.context.db
        .selectFrom('projects')
        .select('waiting_since')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return since.toISOString();
    };
    const now = await waits(null);
    expect(await waits('2026-01-01')).toBe(now);
    expect(await waits('2099-07-01')).toBe('2099-06-30T22:00:00.000Z');
  });
});

describe('the last step of a kind', () => {
  it('is that of the requested phase; the commission’s approval of the project is that of its preparation', async () => {
    const done = async (phase: number, date: string) => {
      const { rows } = await sql<{ id: number }>`insert into project_phases (project_id, phase, status, started_at)
        values (${id}, ${phase}, 4, ${MONDAY}) returning id`.execute(server.context.db);
      const entry = {
        projectId: id,
        projectPhaseId: rows[0]?.id ?? 0,
        phase,
        previousStatus: 6,
        status: 4,
        user: null,
      };
      const operation = { key: 'commissionYes' } as Transition;
      await server.context.db
        .transaction()
        .execute((tx) => addActivity(tx, { ...entry, operation, date, at: new Date(MONDAY) }));
    };
    await done(PHASE.preparedness, '2026-03-10');
    await done(PHASE.reporting, '2026-04-10');
    await done(PHASE.correction, '2026-05-10');
    const { db } = server.context;
    expect(await commissionYesBefore(db, id)).toBe('2026-03-10');
    expect((await lastActivity(db, id, 'commissionYes'))?.date).toBe('2026-05-10');
    expect((await lastActivity(db, id, 'commissionYes', PHASE.reporting))?.date).toBe('2026-04-10');
  });
});

describe('the history of a project', () => {
  it('begins with the project', async () => {
    expect(await history()).toEqual([['Пруга', 0, MONDAY, null]]);
  });

  it('keeps its row if a change does not concern its columns', async () => {
    await change(server.context.db, { description: 'Прва деоница' }, TUESDAY);
    expect(await history()).toEqual([['Пруга', 0, MONDAY, null]]);
  });

  it('has one row for all changes of a transaction, and none for one that is rolled back', async () => {
    await server.context.db.transaction().execute(async (tx) => {
      await change(tx, { name: 'Нова пруга' }, TUESDAY);
      await change(tx, { phase: 1 }, TUESDAY);
    });
    const expected = [
      ['Пруга', 0, MONDAY, TUESDAY],
      ['Нова пруга', 1, TUESDAY, null],
    ];
    expect(await history()).toEqual(expected);
    const undone = server.context.db.transaction().execute(async (tx) => {
      await change(tx, { phase: 2 }, TUESDAY);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await history()).toEqual(expected);
  });

  it('ends no row before it begins, even if a clock went back', async () => {
    await change(server.context.db, { phase: 2 }, MONDAY);
    expect(await history()).toEqual([
      ['Пруга', 0, MONDAY, TUESDAY],
      ['Нова пруга', 1, TUESDAY, TUESDAY],
      ['Нова пруга', 2, TUESDAY, null],
    ]);
  });
});
