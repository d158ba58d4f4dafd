import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FileStore } from '../platform/storage/file-store.ts';
import { Refused } from '../platform/process/refused.ts';
import { useBackups } from '../testing/backups.ts';
import { createProject, upload } from '../testing/projects.ts';
import { useServer } from '../testing/server.ts';
import { documentsOf } from './left-out.ts';
import { manifestKey, openPlace } from './place.ts';
import { SILENT } from './progress.ts';
import { prune } from './prune.ts';
import { requireEmptyTarget, restoreBackup, secretsOf } from './restore.ts';
import { RESERVE_BYTES } from './room.ts';
import { runBackup } from './run-backup.ts';
import { removeStaleScratch } from './scratch.ts';
import { chooseBackup, verifyBackup } from './verify.ts';

const server = useServer();
const { folder, sourceUrl, backup, machine, restore } = useBackups(server);
const ANY = { identity: null, signers: null };
const GIGABYTE = 1024 ** 3;
let code = '';

beforeAll(async () => {
  server.context.config.backupRereadDays = 1;
  code = await createProject(server, 'local.user');
  for (const name of ['a.txt', 'b.txt', 'c.txt']) {
    await upload(server, 'local.user', code, name, { description: 'Опис' }, `садржај ${name}`);
  }
});

const objectsIn = (place: string) =>
  readdirSync(join(folder, place, 'files'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.length > 2)
    .toSorted();

/** The path of an object whose content has this text. */
function objectOf(place: string, text: string): string {
  const found = objectsIn(place).find((name) => readFileSync(join(folder, place, 'files', name), 'utf8') === text);
  return join(folder, place, 'files', found ?? '');
}

function flipBit(path: string): void {
  const content = readFileSync(path);
  content.writeUInt8(content.readUInt8(3) ^ 1, 3);
  writeFileSync(path, content);
}

const withPlace = async (
  change: (place: FileStore) => Partial<FileStore>,
  name: string,
  makeRoom?: () => Promise<void>,
) => {
  const place = await openPlace(join(folder, name));
  await place.check();
  return runBackup({
    config: server.context.config,
    databaseUrl: await sourceUrl(),
    files: server.context.files,
    place: { ...place, ...change(place) },
    progress: SILENT,
    now: new Date(),
    makeRoom,
  });
};

describe('an object that the place has spoiled', () => {
  it('is copied again by the second backup, which names it: with a flipped bit, cut, or gone', async () => {
    const spoiled = join(folder, 'spoiled');
    const first = await backup(spoiled);
    expect(first.damaged).toEqual([]);
    flipBit(objectOf('spoiled', 'садржај a.txt'));
    truncateSync(objectOf('spoiled', 'садржај b.txt'), 5);
    rmSync(objectOf('spoiled', 'садржај c.txt'));
    const reasons = [/^it has 5 bytes, not \d+$/, 'it is damaged', 'it is missing'];
    const verified = await verifyBackup(first.place, first.manifest.id, { ...ANY, withoutDamaged: true }, SILENT);
    const found = verified.damaged.map(({ problem }) => problem).toSorted();
    expect(found).toHaveLength(reasons.length);
    await expect(verifyBackup(first.place, first.manifest.id, ANY, SILENT)).rejects.toThrow('is damaged');
    const second = await backup(spoiled);
    expect(second.damaged.map(({ reason }) => reason).toSorted()).toEqual(
      reasons.map((reason) => expect.stringMatching(reason) as string),
    );
    for (const { name } of second.damaged) expect(name).toMatch(/^[0-9a-f]{64}$/);
    await restore(second.place, second.manifest.id);
    expect((await backup(spoiled)).damaged).toEqual([]);
  });

  it('is found within the days of the setting', async () => {
    server.context.config.backupRereadDays = 5;
    const begun = Date.parse('2026-03-01T01:30:00Z');
    const at = (day: number) => new Date(begun + day * 86_400_000);
    await backup(join(folder, 'month'), { now: at(0) });
    flipBit(objectOf('month', 'садржај c.txt'));
    const found: number[] = [];
    for (let day = 1; day <= 5; day += 1) {
      const { damaged } = await backup(join(folder, 'month'), { now: at(day) });
      if (damaged.length > 0) found.push(day);
    }
    server.context.config.backupRereadDays = 1;
    expect(found).toHaveLength(1);
  });

  it('keeps no other document from being restored, and is listed', async () => {
    const { place, manifest } = await backup(join(folder, 'partly'));
    flipBit(objectOf('partly', 'садржај a.txt'));
    const verified = await verifyBackup(place, manifest.id, { ...ANY, withoutDamaged: true }, SILENT);
    expect(verified.damaged.map(({ problem }) => problem)).toEqual(['it is damaged']);
    const target = await machine();
    const chosen = { place, manifest, identity: null, without: new Set(verified.damaged.map(({ name }) => name)) };
    const secrets = await secretsOf(chosen);
    const into = { ...target, config: { dataDir: target.dataDir } };
    await requireEmptyTarget(into, secrets);
    const keys = await restoreBackup(chosen, into, secrets, SILENT);
    expect(await documentsOf(target.databaseUrl, keys)).toEqual([
      { key: keys[0], project: code, name: 'a.txt', revision: 1 },
    ]);
    const rows = await server.context.db.selectFrom('document_revisions').select('storage_key as key').execute();
    for (const { key } of rows.filter((row) => row.key !== keys[0])) (await target.files.get(key)).destroy();
  });
});

describe('a place whose newest manifest is lost', () => {
  it('says so in place of restoring an older day, and to the next backup', async () => {
    const first = await backup(join(folder, 'lost'));
    const second = await backup(join(folder, 'lost'));
    expect(await chooseBackup(first.place, undefined)).toBe(second.manifest.id);
    await first.place.remove(manifestKey(second.manifest.id));
    await expect(chooseBackup(first.place, undefined)).rejects.toThrow(
      `The newest backup ${second.manifest.id} has lost its manifest; --backup ${first.manifest.id} names the newest complete one.`,
    );
    expect(await chooseBackup(first.place, first.manifest.id)).toBe(first.manifest.id);
    const third = await backup(join(folder, 'lost'));
    expect(third.unreadable).toEqual([`${second.manifest.id}: The manifest is lost.`]);
    expect(await chooseBackup(first.place, undefined)).toBe(third.manifest.id);
  });
});

describe('a backup that fails', () => {
  it('removes what it has stored', async () => {
    const before = await backup(join(folder, 'failing'));
    await upload(server, 'local.user', code, 'd.txt', { description: 'Опис' }, 'садржај d.txt');
    const [objects, parts] = [
      objectsIn('failing'),
      readdirSync(join(folder, 'failing', 'backups', before.manifest.id)),
    ];
    await expect(
      withPlace(
        (place) => ({
          put: (key, content, most) => {
            if (!key.endsWith('/heads')) return place.put(key, content, most);
            content.destroy();
            return Promise.reject(new Error('no space left'));
          },
        }),
        'failing',
      ),
    ).rejects.toThrow('no space left');
    expect(objectsIn('failing')).toEqual(objects);
    const left = readdirSync(join(folder, 'failing', 'backups'), { recursive: true, encoding: 'utf8' });
    const names = left.filter((path) => path.includes('/')).map((path) => path.split('/')[1]);
    expect(new Set(names)).toEqual(new Set(parts));
  });

  it('is refused before anything is stored where there is no room, after expired ones were removed', async () => {
    const now = Date.now();
    for (const days of [5, 4, 3]) await backup(join(folder, 'narrow'), { now: new Date(now - days * 86_400_000) });
    const narrow = (free: () => number) => () => ({ room: async () => ({ free: free(), share: 1 }) });
    const parts = () => readdirSync(join(folder, 'narrow', 'backups'), { recursive: true }).length;
    const before = parts();
    const refused = withPlace(
      narrow(() => RESERVE_BYTES),
      'narrow',
    );
    await expect(refused).rejects.toThrow(/^There is no room for a backup: it needs about .* are free\.$/);
    await expect(refused).rejects.toBeInstanceOf(Refused);
    expect(parts()).toBe(before);

    let made = 0;
    const { signer } = await withPlace(
      narrow(() => GIGABYTE),
      'narrow',
      async () => {
        made += 1;
      },
    );
    expect(made).toBe(0);
    const finished = await withPlace(
      narrow(() => (made === 0 ? RESERVE_BYTES : GIGABYTE)),
      'narrow',
      async () => {
        made += 1;
        await prune(
          await openPlace(join(folder, 'narrow')),
          { hours: 0, days: 1, weeks: 0, months: 0 },
          [signer],
          new Date(),
        );
      },
    );
    expect(made).toBe(1);
    await restore(await openPlace(join(folder, 'narrow')), finished.manifest.id);
  });
});

describe('temporary folders of killed commands', () => {
  it('are removed after a day, and nothing else', async () => {
    const temporary = join(folder, 'temporary');
    const old = new Date(Date.now() - 2 * 86_400_000);
    for (const name of ['pimis-backup-abC123', 'pimis-restore-abC123', 'pimis-backup-young1', 'pimis-other-abC123']) {
      mkdirSync(join(temporary, name), { recursive: true });
      chmodSync(join(temporary, name), 0o700);
      if (name !== 'pimis-backup-young1') utimesSync(join(temporary, name), old, old);
    }
    await removeStaleScratch(new Date(), temporary);
    expect(readdirSync(temporary).toSorted()).toEqual(['pimis-backup-young1', 'pimis-other-abC123']);
  });
});
