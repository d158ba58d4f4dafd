import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseCrontab } from 'graphile-worker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listBackups, openPlace } from '../backup/place.ts';
import { lastBackup } from '../platform/storage/backup-state.ts';
import { crontabOf } from '../platform/jobs/jobs.ts';
import { DEMO_PASSWORD } from '../modules/system/demo-accounts.ts';
import { queryRows, type Machine, useBackups } from '../testing/backups.ts';
import { LAUNCHER, runSubcommand } from '../testing/command-line.ts';
import { createProject, upload } from '../testing/projects.ts';
import { useServer } from '../testing/server.ts';
import { isThorough, variations } from '../testing/thorough.ts';

const server = useServer();
const { folder, sourceUrl, machine } = useBackups(server);
/** Data that earlier versions have made by their own code (scripts/installation.ts), and who signed them. */
const SIGNERS = {
  '0131': '43e55f963ce8f8ea2d2c6dee8a3a79eb7ba9490ab97efaac9b0daa4530b2fbbb',
  '0142': '89b9e6328db641051eb16a4212d625a503dc7e53bdfea4da084bf11bef5d3819',
  '0152': '3f31fc9248cc2bbfe263157d85dd67b48d4d9add3092652b7dc661c3eb8f1018',
};
/** The last landed version. */
const NEWEST = '0152';
const STRANGER = SIGNERS[NEWEST];
const WAIT_MS = 240_000;
const KILLS = isThorough ? 12 : 3;
const place = join(folder, 'place');
const started: ChildProcess[] = [];
let source: Record<string, string> = {};

beforeAll(async () => {
  const code = await createProject(server, 'local.user');
  for (let index = 0; index < 30; index += 1) {
    await upload(server, 'local.user', code, 'a.txt', { description: 'Опис' }, `садржај ${index}`);
  }
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  source = {
    DATABASE_URL: await sourceUrl(),
    DATA_DIR: server.context.config.dataDir,
    AUDIT_SECRET: text(server.context.config.auditSecret),
  };
});
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
});

const environment = (env: Record<string, string>) => ({
  ...process.env,
  NODE_ENV: '',
  LOG_LEVEL: 'silent',
  PORT: '0',
  ...env,
});

const pimis = (args: readonly string[], env: Record<string, string>) =>
  runSubcommand(args, { cwd: folder, env: environment(env) });

const at = ({ databaseUrl, dataDir }: Machine) => ({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir });

/** Starts the restored product, and ends it when the work is done. */
async function serving(target: Machine, work: (url: string) => Promise<void>): Promise<void> {
  const child = spawn(LAUNCHER, ['serve'], { env: environment(at(target)), stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await expect.poll(() => said, { timeout: 60_000 }).toMatch(/^PIMIS: /m);
  await work(/^PIMIS: (\S+)$/m.exec(said)?.[1] ?? '');
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

async function signIn(url: string, login: string): Promise<string> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password: DEMO_PASSWORD }),
  });
  expect(answer.status).toBe(200);
  const { payload } = (await answer.json()) as { payload: { accessToken: string } };
  return `Bearer ${payload.accessToken}`;
}

describe('pimis backup, verify and restore', { timeout: WAIT_MS }, () => {
  it('bring an encrypted installation to another machine, where people sign in and the audit log is whole', async () => {
    const keyFile = join(folder, 'backup-key');
    const made = await pimis(['backup-key', keyFile], {});
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    expect(await pimis(['backup-key', keyFile], {})).toMatchObject({ code: 1 });
    const publicKey = /^BACKUP_PUBLIC_KEY=(age1\w+)$/m.exec(made.out)?.[1] ?? '';

    const backup = await pimis(['backup', 'locked'], { ...source, BACKUP_PUBLIC_KEY: publicKey });
    expect(backup.code, backup.err).toBe(0);
    const signer = /^Signed by ([0-9a-f]{64});/m.exec(backup.out)?.[1] ?? '';
    expect(backup.err).toMatch(
      /^Backup \S+: \d+ tables\n(  .*\n)*Backup \S+: \d+ files\n(  .*\n)*Backup \S+: complete/,
    );
    const last = await lastBackup(server.context.db);
    expect(backup.out).toContain(`Backup ${last?.id}: ${last?.rows} rows, ${last?.files} files`);
    expect(last).toMatchObject({ encrypted: true });

    expect(await pimis(['verify', 'locked', '--quiet'], source)).toMatchObject({ code: 0, err: '' });
    const target = await machine();
    const withoutKey = await pimis(['restore', 'locked', '--quiet', '--any-signer'], at(target));
    expect(withoutKey).toMatchObject({
      code: 1,
      err: 'The backup is encrypted: name the file of its key with --key.\n',
    });
    const stranger = await pimis(['restore', 'locked', '--quiet', '--key', keyFile, '--signer', STRANGER], at(target));
    expect(stranger).toMatchObject({ code: 1, out: '' });
    expect(stranger.err).toContain(`signed by another installation: ${signer}`);
    expect(readdirSync(target.dataDir)).toEqual([]);

    const restored = await pimis(['restore', 'locked', '--key', keyFile, '--signer', signer], at(target));
    expect(restored.code, restored.err).toBe(0);
    expect(readFileSync(join(target.dataDir, 'audit-secret'), 'utf8')).toBe(source.AUDIT_SECRET);
    for (const text of [backup, restored].flatMap(({ out, err }) => [out, err])) {
      expect(text).not.toContain(source.AUDIT_SECRET);
      expect(text).not.toContain('AGE-SECRET');
    }
    const audit = await pimis(['audit-verify'], at(target));
    expect(audit).toMatchObject({ code: 0, err: '' });
    expect(audit.out).toContain('The audit log is whole.');
    const traces = await queryRows<{ operation: string }>(
      target.databaseUrl,
      `select operation from audit_log where subject_type = 'backup' order by id`,
    );
    expect(traces).toEqual([{ operation: 'system.restore' }]);
    await serving(target, async (url) => {
      const authorization = await signIn(url, 'local.user');
      const projects = await fetch(`${url}/api/projects/paged`, { headers: { authorization } });
      expect(projects.status).toBe(200);
    });
    const again = await pimis(['restore', 'locked', '--quiet', '--key', keyFile, '--signer', signer], at(target));
    expect(again).toMatchObject({ code: 1 });
    expect(again.err).toContain('The store is not empty');
  });

  it('leave no backup that counts when they are killed at any moment, and are good after it', async () => {
    const begun = performance.now();
    expect(await pimis(['backup', place, '--quiet'], source)).toMatchObject({ code: 0 });
    const took = performance.now() - begun;
    const good = await listBackups(await openPlace(place));
    const places = () => readdirSync(join(place, 'backups')).length;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = places();
      const child = spawn(LAUNCHER, ['backup', place, '--quiet'], { env: environment(source), stdio: 'ignore' });
      started.push(child);
      const gone = once(child, 'exit');
      // The first process is certainly killed while it writes, the others at any moment.
      const isBegun = () => expect.poll(places, { interval: 1, timeout: 60_000 }).toBeGreaterThan(before);
      await (kill === 0 ? isBegun() : delay((took * kill) / KILLS));
      child.kill('SIGKILL');
      await gone;
      const there = await listBackups(await openPlace(place));
      // A backup that was complete before the kill counts, and is good.
      for (const id of there) {
        if (good.includes(id)) continue;
        expect(await pimis(['verify', place, '--quiet', '--backup', id], source)).toMatchObject({ code: 0 });
        good.push(id);
      }
      expect(there).toEqual(good);
    }
    expect(places()).toBeGreaterThan(good.length);
    expect(await pimis(['backup', place, '--quiet'], source)).toMatchObject({ code: 0 });
    expect(await pimis(['verify', place, '--quiet'], source)).toMatchObject({ code: 0 });
  });

  // The kinds of damage are covered by backup/damage.test.ts.
  it('refuse a damaged backup before anything is written', async () => {
    const damaged = join(folder, 'damaged');
    for (let made = 0; made < 2; made += 1)
      expect(await pimis(['backup', damaged, '--quiet'], source)).toMatchObject({ code: 0 });
    const [newest = ''] = (await listBackups(await openPlace(damaged))).toReversed();
    const users = join(damaged, 'backups', newest, 'table-public-users');
    truncateSync(users, statSync(users).size - 1);
    const told = /^The backup \S+ is damaged: table users: the part has \d+ bytes, not \d+\n$/;
    const verified = await pimis(['verify', damaged, '--quiet'], source);
    expect(verified).toMatchObject({ code: 1, out: '' });
    expect(verified.err).toMatch(told);
    const target = await machine();
    const restored = await pimis(['restore', damaged, '--quiet', '--any-signer'], {
      ...at(target),
      STORAGE_URL: `file://${target.dataDir}/store`,
    });
    expect(restored).toMatchObject({ code: 1, out: '' });
    expect(restored.err).toMatch(told);
    expect(readdirSync(target.dataDir)).toEqual([]);
    expect(
      await queryRows(target.databaseUrl, `select from pg_class where relnamespace = 'public'::regnamespace`),
    ).toEqual([]);
    // The newest that is whole is restored by its number.
    const ids = await listBackups(await openPlace(damaged));
    const older = ['restore', damaged, '--quiet', '--backup', ids[0] ?? ''];
    // The expected signer is required, and printed.
    const unsaid = await pimis(older, at(target));
    expect(unsaid).toMatchObject({ code: 2, out: '' });
    expect(unsaid.err).toContain('Name who must have signed the backup: --signer');
    const both = await pimis([...older, '--any-signer', '--signer', STRANGER], at(target));
    expect(both).toMatchObject({ code: 2, out: '' });
    const taken = await pimis([...older, '--any-signer'], at(target));
    expect(taken).toMatchObject({ code: 0 });
    expect(taken.out).toMatch(/^The backup \S+ was signed by [0-9a-f]{64}: any signer was taken \(--any-signer\)\n/);
  });

  it.each(variations([NEWEST] as const, ['0131', '0142', NEWEST] as const))(
    'restore and start what the version of migration %s has left',
    async (version) => {
      const installation = join(folder, `installation-${version}`);
      mkdirSync(installation);
      const archive = join(import.meta.dirname, `../testing/installation-${version}.tar`);
      execFileSync('tar', ['-xf', archive, '-C', installation]);
      const target = await machine();
      const signer = SIGNERS[version];
      const restored = await pimis(['restore', installation, '--quiet', '--signer', signer], at(target));
      expect(restored).toMatchObject({ code: 0, err: '' });
      expect(await pimis(['migrate', '--check'], at(target))).toMatchObject({ code: 0 });
      expect((await pimis(['audit-verify'], at(target))).out).toContain('The audit log is whole.');
      await serving(target, async (url) => {
        const authorization = await signIn(url, 'minister');
        const read = async (path: string) => {
          const answer = await fetch(`${url}/api/${path}`, { headers: { authorization } });
          expect(answer.status, path).toBe(200);
          return ((await answer.json()) as { payload: never }).payload;
        };
        const projects: { code: string }[] = await read('projects/paged');
        expect(projects.length).toBeGreaterThan(3);
        for (const { code } of projects) await read(`projects/${code}`);
        // Rows that later migrations have filled.
        const overview: { all: { projects: number } } = await read('portfolio/overview');
        expect(overview.all.projects).toBeGreaterThan(3);
      });
      const [figures] = await queryRows<{ quarters: string; needs: string; earned: string }>(
        target.databaseUrl,
        `select (select count(*) from project_quarters) as quarters, (select count(*) from project_needs) as needs,
                (select count(*) from earned_values) as earned`,
      );
      for (const count of Object.values(figures ?? {})) expect(Number(count)).toBeGreaterThan(0);
    },
  );

  it('are restored on trial each week, and report when they cannot be', async () => {
    const { weeklyTrial } = await import('../backup/weekly-trial.ts');
    const { lastTrial } = await import('../platform/storage/backup-state.ts');
    const backupTrial = { day: 0, hour: 4, minute: 0 };
    const time = { backupTime: { hour: 1, minute: 30 } };
    expect(crontabOf({ ...time, backupUrl: 'file:///x', backupTrial })).toMatch(/^0 4 \* \* 0 tryRestore \?max=1$/m);
    expect(crontabOf({ ...time, backupUrl: 'file:///x', backupTrial: undefined })).not.toContain('tryRestore');
    const before = { ...process.env };
    const { context } = server;
    const place = join(folder, 'on-trial');
    const config = {
      ...context.config,
      backupUrl: `file://${place}`,
      backupTrial,
      backupTrialFolder: join(folder, 'trial'),
    };
    try {
      Object.assign(process.env, { DATABASE_URL: source.DATABASE_URL, AUDIT_SECRET: source.AUDIT_SECRET });
      expect((await pimis(['backup', place, '--quiet'], source)).code).toBe(0);
      await weeklyTrial({ ...context, config });
      expect(await lastTrial(context.db)).toMatchObject({ reason: null });
      // Nothing of the trial is left.
      expect(readdirSync(join(folder, 'trial'))).toEqual([]);
      const [id = ''] = await listBackups(await openPlace(place));
      rmSync(join(place, 'backups', id), { recursive: true, force: true });
      await weeklyTrial({ ...context, config });
      expect((await lastTrial(context.db))?.reason).toMatch(/backup/i);
    } finally {
      process.env = before;
    }
  });

  it('run each day where BACKUP_URL says, and report when they fail', async () => {
    const { dailyBackup } = await import('../backup/daily-backup.ts');
    const { backupFailure } = await import('../platform/storage/backup-state.ts');
    const time = { backupTime: { hour: 1, minute: 30 }, backupTrial: undefined };
    expect(crontabOf({ ...time, backupUrl: undefined })).not.toMatch(/backUp|exportAudit/);
    expect(crontabOf({ ...time, backupUrl: undefined, auditFile: '/x' })).toMatch(/^\* \* \* \* \* exportAudit$/m);
    expect(crontabOf({ ...time, backupUrl: 'file:///x' })).toMatch(/^30 1 \* \* \* backUp \?fill=1d&max=5$/m);
    const every = (backupEvery: number) => crontabOf({ ...time, backupUrl: 'file:///x', backupEvery });
    expect(every(15)).toMatch(/^\*\/15 \* \* \* \* backUp \?max=1&jobKey=backUp$/m);
    expect(every(360)).toMatch(/^0 \*\/6 \* \* \* backUp /m);
    for (const minutes of [5, 60, 720]) {
      expect(parseCrontab(every(minutes)).filter(({ task }) => task === 'backUp')).toHaveLength(1);
    }
    const before = { ...process.env };
    const { context } = server;
    try {
      Object.assign(process.env, { DATABASE_URL: source.DATABASE_URL, AUDIT_SECRET: source.AUDIT_SECRET });
      const config = { ...context.config, backupUrl: `file://${folder}/daily` };
      await dailyBackup({ ...context, config });
      const [id] = await listBackups(await openPlace(join(folder, 'daily')));
      expect(await lastBackup(context.db)).toMatchObject({ id });
      const unusable = { ...config, backupUrl: 'file:///proc/version/daily' };
      await expect(dailyBackup({ ...context, config: unusable })).rejects.toThrow('The daily backup has failed');
      expect((await backupFailure(context.db))?.reason).toMatch(/proc/);
      await dailyBackup({ ...context, config });
      expect(await backupFailure(context.db)).toBeNull();
    } finally {
      process.env = before;
    }
    expect(existsSync(join(folder, 'daily', 'files'))).toBe(true);
  });
});
