import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { ChangesPage } from '@pimis/contract/project-changes';
import type { ProjectRow } from '@pimis/contract/project-rows';
import { newCode } from '../../testing/codes.ts';
import { createProject, upload } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';
import { statementsIn } from '../../platform/database/plain-statements.ts';
import { noteRestoredProjects, renumberForeignChanges } from '../projects/restored-changes.ts';

const server = useServer();

interface Told {
  rows: ProjectRow[];
  cursor: string;
  more: boolean;
}

async function read(query: string, login = 'local.user'): Promise<Told> {
  const answer = await server.call<ProjectRow[]>(login, 'GET', `project-changes?${query}`);
  expect(answer.httpStatus, JSON.stringify(answer)).toBe(200);
  return { rows: answer.payload ?? [], ...(answer.additionalInformation as unknown as ChangesPage) };
}

/** Reads every change after the cursor, page by page; without a cursor, from the start. */
async function readOn(cursor: string | undefined, perPage = 100, login = 'local.user'): Promise<Told> {
  const rows: ProjectRow[] = [];
  let at = cursor;
  for (;;) {
    const page = await read(`perPage=${perPage}${at === undefined ? '' : `&cursor=${at}`}`, login);
    rows.push(...page.rows);
    at = page.cursor;
    if (!page.more) return { rows, cursor: at, more: false };
  }
}

/** Polls until these codes follow the cursor: transactions of other tests on the database server delay them. */
async function expectTold(cursor: string, codes: string[], login = 'local.user'): Promise<string> {
  let told = await readOn(cursor, 100, login);
  await expect
    .poll(async () => {
      told = await readOn(cursor, 100, login);
      return told.rows.map(({ code }) => code);
    })
    .toEqual(codes);
  return told.cursor;
}

/** A cursor after all changes until now. */
async function settled(login = 'local.user'): Promise<string> {
  const code = await createProject(server, login);
  let told = await readOn(undefined, 100, login);
  await expect
    .poll(async () => {
      told = await readOn(undefined, 100, login);
      return told.rows.at(-1)?.code;
    })
    .toBe(code);
  return told.cursor;
}

const rename = (code: string, name: string) => server.call('local.user', 'PUT', `projects/${code}`, { code, name });

describe('the changes of projects', () => {
  it('are returned in order, each project once, with its current values', async () => {
    const start = await settled();
    expect((await read(`cursor=${start}`)).rows).toEqual([]);
    const [first, second] = [await createProject(server, 'local.user'), await createProject(server, 'local.user')];
    await rename(first, 'Мост на Морави');
    const next = await expectTold(start, [second, first]);
    expect((await readOn(start)).rows.at(-1)?.name).toBe('Мост на Морави');
    const pages = await readOn(start, 1);
    expect(pages.rows.map(({ code }) => code)).toEqual([second, first]);
    await upload(server, 'local.user', second);
    const last = await expectTold(next, [second]);
    // Opening a public link does not count as a change.
    await sql`update document_revisions set link_opened = link_opened + 1`.execute(server.context.db);
    await createProject(server, 'local.user', { code: 'POSLEDNJI' });
    await expectTold(last, ['POSLEDNJI']);
    await sql`update document_revisions set deleted_at = now()`.execute(server.context.db);
    await expectTold(last, ['POSLEDNJI', second]);
  });

  it('are returned since a time, over several pages', async () => {
    const codes = [await createProject(server, 'local.user'), await createProject(server, 'local.user')];
    await settled();
    await sql`update project_changes set changed_at = '2020-01-01' where project_id not in
      (select id from projects where code = any(${codes}::citext[]))`.execute(server.context.db);
    const one = await read('updatedSince=2020-01-02T00:00:00Z&perPage=1');
    const two = await read(`cursor=${one.cursor}&perPage=1`);
    expect([...one.rows, ...two.rows].map(({ code }) => code)).toEqual(codes);
    expect([one.more, two.more]).toEqual([true, false]);
    expect((await read('updatedSince=2020-01-01T00:00:00Z')).rows.length).toBeGreaterThan(2);
  });

  it('are returned only to users who see the project, also if they see it only later', async () => {
    const start = await settled('other.user');
    const code = await createProject(server, 'local.user');
    const own = await createProject(server, 'other.user');
    const next = await expectTold(start, [own], 'other.user');
    const organizationId = (await server.call<{ organizationId: string }>('other.user', 'GET', `projects/${own}`))
      .payload?.organizationId;
    const added = await server.call('local.user', 'PUT', `projects/${code}/organizations`, { add: [organizationId] });
    expect(added.httpStatus).toBe(200);
    await expectTold(next, [code], 'other.user');
  });

  it('of a transaction that ends late are not lost after a later change', async () => {
    const start = await settled();
    const [late, early] = [await createProject(server, 'local.user'), await createProject(server, 'local.user')];
    const next = await expectTold(start, [late, early]);
    const passed = await server.context.db.transaction().execute(async (tx) => {
      await sql`update projects set name = 'Касно завршен' where code = ${late}`.execute(tx);
      await rename(early, 'Раније завршен');
      // The earlier change is shown only when the one that began before it has ended.
      return readOn(next);
    });
    expect(passed.rows).toEqual([]);
    await expectTold(passed.cursor, [late, early]);
  });

  it('reach a reader that pages during changes', async () => {
    const start = await settled();
    const codes = await Promise.all(Array.from({ length: 6 }, () => createProject(server, 'local.user')));
    const copy = new Map<string, string>();
    let cursor = start;
    const take = async () => {
      const page = await read(`cursor=${cursor}&perPage=2`);
      for (const { code, name } of page.rows) copy.set(code, name);
      cursor = page.cursor;
    };
    const write = async (code: string, at: number) => {
      for (let round = 0; round < 4; round += 1) await rename(code, `Пројекат ${at} у кругу ${round}`);
    };
    const writing = Promise.all(codes.map(write));
    let isWriting = true;
    const ended = writing.then(() => (isWriting = false));
    while (isWriting) await take();
    await ended;
    const wanted = new Map(codes.map((code, at) => [code, `Пројекат ${at} у кругу 3`]));
    await expect
      .poll(async () => {
        await take();
        return copy;
      })
      .toEqual(wanted);
  });
});

describe('a place in the changes', () => {
  it('is refused if it is invalid, or of another database server', async () => {
    const { cursor } = await readOn(undefined);
    const [, ...parts] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const of = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const answer = async (query: string) => {
      const { httpStatus, status, fieldErrors } = await server.call('local.user', 'GET', `project-changes?${query}`);
      return [httpStatus, status.name, fieldErrors?.[0]?.field];
    };
    expect(await answer(`cursor=${of(['1/00000001', ...parts])}`)).toEqual([422, 'CursorExpired', undefined]);
    for (const wrong of [
      'x',
      of(['1/1', '1;', 0, null]),
      of(['1/1', '1', -1, null]),
      of(['1/1', '1', 0, 'yesterday']),
      of(['1/1', '1', 0, '2026']),
      of(['1/1', '1', 0, '+275760-09-13T00:00:00Z']),
    ]) {
      expect(await answer(`cursor=${wrong}`)).toEqual([422, 'ValidationError', 'cursor']);
    }
    for (const wrong of [
      '2026-02-31T25:00:00Z',
      '2026-02-31T10:00:00Z',
      '0000-01-01T00:00:00Z',
      'yesterday',
      '2026-01-01',
    ]) {
      expect(await answer(`updatedSince=${wrong}`)).toEqual([422, 'ValidationError', 'updatedSince']);
    }
    expect(await answer(`updatedSince=2026-01-01T00:00:00Z&cursor=${cursor}`)).toEqual([
      422,
      'ValidationError',
      'updatedSince',
    ]);
  });

  it('is not passed by rows with transaction numbers of another server', async () => {
    const start = await settled();
    const code = newCode();
    await server.call('local.user', 'POST', 'projects', { code, type: 3, sector: 5, important: false });
    const next = await expectTold(start, [code]);
    await sql`update project_changes set changed_by = 900000000000000000
      where project_id = (select id from projects where code = ${code})`.execute(server.context.db);
    expect((await readOn(start)).rows).toEqual([]);
    await renumberForeignChanges(server.context.db);
    await expectTold(next, [code]);
  });

  it('comes before all projects after a restore', async () => {
    const start = await settled();
    const codesFrom = async (cursor?: string) => (await readOn(cursor)).rows.map(({ code }) => code).toSorted();
    const all = await codesFrom();
    await server.context.db.transaction().execute((tx) => noteRestoredProjects(statementsIn(tx)));
    await expect.poll(() => codesFrom(start)).toEqual(all);
  });
});

it('reading changes needs no rights on the database server that applications lack', async () => {
  await sql`create role changes_reader`.execute(server.context.db);
  try {
    await server.context.db.transaction().execute(async (tx) => {
      await sql`set local role changes_reader`.execute(tx);
      const { rows } = await sql<{ server: string }>`
        select (select system_identifier::text from pg_control_system()) || '/' ||
               substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) as server`.execute(tx);
      await sql`reset role`.execute(tx);
      expect(rows[0]?.server).toMatch(/^\d+\/[0-9A-F]{8}$/);
    });
  } finally {
    await sql`drop role changes_reader`.execute(server.context.db);
  }
});
