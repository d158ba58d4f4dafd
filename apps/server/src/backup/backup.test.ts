import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { verifyChain } from '../modules/audit/chain.ts';
import { openDatabase } from '../platform/database/database.ts';
import { NEWEST_QUEUE_MIGRATION } from '../platform/jobs/jobs.ts';
import { queryRows, fingerprints, useBackups } from '../testing/backups.ts';
import { createProject, upload } from '../testing/projects.ts';
import { useServer } from '../testing/server.ts';
import { userIdOf } from '../testing/users.ts';
import { type Progress, SILENT } from './progress.ts';
import { requireEmptyTarget, restoreBackup, secretsOf } from './restore.ts';

const server = useServer();
const { folder, sourceUrl, backup, restore, machine } = useBackups(server);
const WRITERS = 20;
const LOGINS = ['local.user', 'local.power', 'local.admin'];

/** A write that was acknowledged. */
interface Acknowledged {
  writer: number;
  text: string;
  begun: number;
  ended: number;
}

async function write(code: string, writer: number, stop: AbortSignal, told: Acknowledged[]): Promise<void> {
  for (let index = 0; !stop.aborted; index += 1) {
    const text = `писац ${writer}, запис ${index}`;
    const begun = Date.now();
    const login = LOGINS[writer % LOGINS.length] ?? '';
    const answer =
      writer === 0
        ? await upload(server, login, code, `${index}.txt`, { description: text }, text)
        : await server.call(login, 'POST', `projects/${code}/comments`, { text });
    if (answer.httpStatus === 200) told.push({ writer, text, begun, ended: Date.now() });
  }
}

const OF_PORTFOLIO = [
  'project_quarters',
  'project_needs',
  'earned_values',
  'fiscal_ceilings',
  'fiscal_ceiling_revisions',
  'scenarios',
  'scenario_candidates',
];

/** A row in each table of the portfolio. */
async function fillPortfolio(code: string): Promise<void> {
  await queryRows(
    await sourceUrl(),
    `with project as (select id from projects where code = '${code}'),
       author as (select id from users where login = 'local.user'),
       quarter as (insert into project_quarters (project_id, year, quarter, planned) select id, 2027, 1, 100.50 from project),
       need as (insert into project_needs select id, 2027, 'Буџет', 7.25, true from project),
       earned as (insert into earned_values (project_id, valid_from, plan_ordinal, bac) select id, '2027-01-01', 1, 9 from project),
       ceiling as (insert into fiscal_ceilings (year, source, amount, changed_by) select 2027, 'Буџет', 12, id from author returning id),
       revision as (insert into fiscal_ceiling_revisions select ceiling.id, 1, 12, author.id, now() from ceiling, author),
       scenario as (insert into scenarios (name, owner_id, ceilings, committed) select 'Предлог', id, '[]', '[{"year": 2027}]' from author returning id)
     insert into scenario_candidates (scenario_id, project_id, position, state, data, taken_at)
       select scenario.id, project.id, 1, 'must', '{"mark": 4}', now() from scenario, project`,
  );
}

describe('a backup while people work', () => {
  it('holds every write that was acknowledged before its point, none that began after it, and all files', {
    timeout: 120_000,
  }, async () => {
    const code = await createProject(server, 'local.user');
    const stop = new AbortController();
    const told: Acknowledged[] = [];
    const writers = Array.from({ length: WRITERS }, (_, writer) => write(code, writer, stop.signal, told));
    await expect.poll(() => told.length).toBeGreaterThan(WRITERS * 2);
    let opened = 0;
    const progress: Progress = {
      step: () => {
        opened ||= Date.now();
      },
      count: () => undefined,
    };
    const { manifest, place } = await backup(join(folder, 'busy'), { progress });
    await delay(200);
    stop.abort();
    await Promise.all(writers);
    expect(told.some(({ begun }) => begun > opened)).toBe(true);

    const restored = await restore(place, manifest.id);
    const rows = await queryRows<{ text: string }>(
      restored.databaseUrl,
      'select text from project_comments union all select description from documents',
    );
    const there = new Set(rows.map(({ text }) => text));
    const at = new Date(manifest.at).getTime();
    expect(told.filter(({ ended, text }) => ended < at && !there.has(text))).toEqual([]);
    expect(told.filter(({ begun, text }) => begun > opened && there.has(text))).toEqual([]);
    // A restored write implies all earlier ones of the same writer.
    for (let writer = 0; writer < WRITERS; writer += 1) {
      const own = told.filter((one) => one.writer === writer).map(({ text }) => there.has(text));
      expect(own.lastIndexOf(true) < 0 || own.indexOf(false) < 0 || own.lastIndexOf(true) < own.indexOf(false)).toBe(
        true,
      );
    }
    const contents = await queryRows<{ key: string; description: string }>(
      restored.databaseUrl,
      `select storage_key as key, description from document_revisions where description like 'писац%'`,
    );
    expect(contents.length).toBeGreaterThan(0);
    for (const { key, description } of contents) {
      expect((await buffer(await restored.files.get(key))).toString()).toBe(description);
    }
    const db = openDatabase(restored.databaseUrl, { max: 1, background: true });
    const audit = await verifyChain(db, { ...server.context.config, dataDir: restored.dataDir });
    await db.destroy();
    expect(audit.broken).toBeNull();
    expect(audit.seals + audit.waiting).toBeGreaterThan(WRITERS);
  });

  it('is restored with the same rows, indexes, counters and secrets', {
    timeout: 120_000,
  }, async () => {
    await fillPortfolio(await createProject(server, 'local.user'));
    const { manifest, place, newBytes } = await backup(join(folder, 'quiet'));
    const empty = manifest.tables.filter(({ name, rows }) => OF_PORTFOLIO.includes(name) && rows === 0);
    expect(empty).toEqual([]);
    const restored = await restore(place, manifest.id);
    const [before, after] = [await fingerprints(await sourceUrl()), await fingerprints(restored.databaseUrl)];
    expect(Object.keys(before).length).toBeGreaterThan(50);
    // Functions and views are created again, with another time.
    expect({ ...after, migrations: '' }).toEqual({ ...before, migrations: '' });
    const ran = 'select name, hash from migrations order by name';
    expect(await queryRows(restored.databaseUrl, ran)).toEqual(await queryRows(await sourceUrl(), ran));
    expect(manifest.queueMigration).toBe(NEWEST_QUEUE_MIGRATION);
    const counters = 'select sequencename, last_value from pg_sequences order by 1';
    expect(await queryRows(restored.databaseUrl, counters)).toEqual(await queryRows(await sourceUrl(), counters));
    const constraints = `select conrelid::regclass::text as of, conname, pg_get_constraintdef(oid) as text from pg_constraint
      where connamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) order by 1, 2`;
    expect(await queryRows(restored.databaseUrl, constraints)).toEqual(await queryRows(await sourceUrl(), constraints));
    const made = `select indexdef as text from pg_indexes where schemaname in ('public', 'graphile_worker')
      union all select pg_get_statisticsobjdef(oid) from pg_statistic_ext
      union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by 1`;
    expect(await queryRows(restored.databaseUrl, made)).toEqual(await queryRows(await sourceUrl(), made));
    expect(readFileSync(join(restored.dataDir, 'token-secret'), 'utf8')).toBe(
      new TextDecoder().decode(server.context.config.tokenSecret),
    );

    // Nothing new in the place: files are not copied again.
    const again = await backup(join(folder, 'quiet'));
    expect(again.manifest.files.objects).toBe(manifest.files.objects);
    const parts = again.manifest.tables.reduce((sum, { part }) => sum + part.size, 0);
    expect(again.newBytes - parts).toBeLessThan(newBytes);
    await restore(place, again.manifest.id);
  });

  it('leaves out uploads under way and results of some days, and tells of tables of other people', {
    timeout: 120_000,
  }, async () => {
    const { db } = server.context;
    const id = await userIdOf(db, 'local.user');
    const project = await db.selectFrom('projects').select('id').executeTakeFirstOrThrow();
    const now = new Date();
    const uploaded = { id: '7f1e36f0-4dc8-4f8e-9a35-0d5d8a6f6d11', project_id: project.id, user_id: id, size: 10 };
    const times = { created_at: now, touched_at: now };
    await db
      .insertInto('uploads')
      .values({ ...uploaded, name: 'veliki.dat', media_type: 'x/y', ...times })
      .execute();
    const operation = { user_id: id, kind: 'listArchive', input: '{}', state: 'done' as const };
    await db
      .insertInto('operations')
      .values([operation, { ...operation, storage_key: 'archives/x' }])
      .execute();
    await queryRows(
      await sourceUrl(),
      'create table their_figures (id integer); create view their_view as select 1 as one',
    );

    const { manifest, place, foreign } = await backup(join(folder, 'quiet'));
    expect(foreign).toEqual(['their_figures']);
    const restored = await restore(place, manifest.id);
    const [counts] = await queryRows(
      restored.databaseUrl,
      `select (select count(*)::integer from uploads) as uploads,
         (select count(*)::integer from operations) as operations, to_regclass('their_figures') as theirs`,
    );
    expect(counts).toEqual({ uploads: 0, operations: 1, theirs: null });
    await queryRows(await sourceUrl(), 'drop table their_figures; drop view their_view');
    await db.deleteFrom('uploads').execute();
    await db.deleteFrom('operations').execute();
  });

  it('names files that the store does not have, or has otherwise, and holds the rest', {
    timeout: 120_000,
  }, async () => {
    const code = await createProject(server, 'local.user');
    const keys: string[] = [];
    for (const content of ['изгубљен', 'оштећен']) {
      const { payload } = await upload(server, 'local.user', code, 'a.txt', { description: 'Опис' }, content);
      const row = server.context.db.selectFrom('document_revisions').select('storage_key');
      keys.push((await row.where('id', '=', payload?.[0]?.revisionId ?? 0).executeTakeFirstOrThrow()).storage_key);
    }
    const [lost = '', damaged = ''] = keys;
    await server.context.files.remove(lost);
    writeFileSync(join(server.context.config.dataDir, 'files', damaged), 'друго');
    const { manifest, place, missing } = await backup(join(folder, 'lossy'));
    expect(missing.toSorted((one, other) => one.reason.localeCompare(other.reason))).toEqual([
      { key: damaged, reason: 'damaged in the store' },
      { key: lost, reason: 'missing in the store' },
    ]);
    expect(manifest.files.missing).toBe(2);
    await restore(place, manifest.id);
    writeFileSync(join(server.context.config.dataDir, 'files', damaged), 'оштећен');
    writeFileSync(join(server.context.config.dataDir, 'files', lost), 'изгубљен');
  });
});

describe('a restore', () => {
  it('is refused where the database, the store or DATA_DIR has anything', { timeout: 120_000 }, async () => {
    const { manifest, place } = await backup(join(folder, 'refused'));
    const secrets = await secretsOf({ place, manifest, identity: null });
    const refusal = async (prepare: (at: Awaited<ReturnType<typeof machine>>) => Promise<unknown>) => {
      const at = await machine();
      await prepare(at);
      return requireEmptyTarget({ ...at, config: { dataDir: at.dataDir } }, secrets).then(
        () => 'nothing',
        (error: Error) => error.message,
      );
    };
    expect(await refusal(async () => undefined)).toBe('nothing');
    expect(await refusal((at) => queryRows(at.databaseUrl, 'create table anything (id integer)'))).toMatch(
      /it has anything/,
    );
    expect(await refusal((at) => queryRows(at.databaseUrl, 'create schema graphile_worker'))).toMatch(
      /graphile_worker/,
    );
    for (const kept of ['documents', 'uploads', 'archives', 'imports', 'open-data']) {
      expect(await refusal(async (at) => putFile(at.dataDir, `files/${kept}`, 'a'))).toContain(`it has ${kept}/a`);
    }
    expect(await refusal(async (at) => putFile(at.dataDir, 'audit-heads', '2026-01-01.jsonl'))).toMatch(/audit-heads/);
    expect(await refusal(async (at) => putFile(at.dataDir, '.', 'token-secret'))).toMatch(/another token-secret/);
  });

  it('that fails leaves nothing', { timeout: 120_000 }, async () => {
    const { manifest, place } = await backup(join(folder, 'refused'));
    const chosen = { place, manifest, identity: null };
    const secrets = await secretsOf(chosen);
    const at = await machine();
    const into = { ...at, config: { dataDir: at.dataDir } };
    let puts = 0;
    const full = {
      ...at.files,
      put: async (...args: Parameters<typeof at.files.put>) => {
        puts += 1;
        if (puts === 3) {
          args[1].destroy();
          throw new Error('no space left');
        }
        return at.files.put(...args);
      },
    };
    await expect(restoreBackup(chosen, { ...into, files: full }, secrets, SILENT)).rejects.toThrow('no space left');
    await requireEmptyTarget(into, secrets);
    // Of two concurrent restores one succeeds; the other changes nothing.
    const both = await Promise.allSettled([1, 2].map(() => restoreBackup(chosen, into, secrets, SILENT)));
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = both.find((one) => one.status === 'rejected');
    expect(String(refused?.reason)).toContain('Another restore, or a server that starts, has the database.');
    const [queue] = await queryRows<{ there: boolean }>(
      at.databaseUrl,
      `select to_regnamespace('graphile_worker') is not null as there`,
    );
    expect(queue?.there).toBe(true);
    expect(readdirSync(join(at.dataDir, 'files', 'documents'))).toHaveLength(
      manifest.files.count - manifest.files.missing,
    );
  });
});

function putFile(dataDir: string, inside: string, name: string): void {
  mkdirSync(join(dataDir, inside), { recursive: true });
  writeFileSync(join(dataDir, inside, name), 'anything');
}
