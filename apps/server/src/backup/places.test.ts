import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fingerprints, useBackups } from '../testing/backups.ts';
import { createProject, upload } from '../testing/projects.ts';
import { BUCKET, startS3, useS3At } from '../testing/s3.ts';
import { useServer } from '../testing/server.ts';
import { makeKeys } from './encryption.ts';
import { listBackups, newId, openPlace } from './place.ts';
import { SILENT } from './progress.ts';
import { prune } from './prune.ts';
import { verifyBackup } from './verify.ts';

const server = useServer();
const { folder, sourceUrl, backup, restore } = useBackups(server);
const DAY_MS = 86_400_000;
let s3: Awaited<ReturnType<typeof startS3>>;
let code = '';

beforeAll(async () => {
  s3 = await startS3();
  useS3At(s3.endpoint);
  code = await createProject(server, 'local.user');
});
afterAll(() => s3.stop());

const add = async (content: string) => {
  const { payload } = await upload(server, 'local.user', code, 'a.txt', { description: 'Опис' }, content);
  return payload?.[0]?.id ?? 0;
};
const objectsIn = (place: string) =>
  readdirSync(join(folder, place, 'files'), { recursive: true, encoding: 'utf8' }).filter((name) => name.length > 2);

describe('a place of backups', { timeout: 120_000 }, () => {
  it.each(['a folder', 'a bucket'])('in %s holds encrypted backups that are restored with the key', async (kind) => {
    const { identity, recipient } = await makeKeys();
    await add(`садржај за ${kind}`);
    const address = kind === 'a bucket' ? `s3://${BUCKET}/kopije` : join(folder, 'locked');
    const first = await backup(address, { publicKey: recipient });
    await add(`још један за ${kind}`);
    const second = await backup(address, { publicKey: recipient });
    expect(second.manifest.files.objects).toBe(first.manifest.files.objects + 1);
    expect(await listBackups(second.place)).toEqual([first.manifest.id, second.manifest.id]);
    const restored = await restore(second.place, second.manifest.id, identity);
    expect({ ...(await fingerprints(restored.databaseUrl)), migrations: '' }).toEqual({
      ...(await fingerprints(await sourceUrl())),
      migrations: '',
    });
    // Contents copied by an earlier backup are restored too, and from the second backup alone.
    const keys = await server.context.db.selectFrom('document_revisions').select('storage_key').execute();
    for (const { storage_key: key } of keys) (await restored.files.get(key)).destroy();
  });

  it('copies a file again when the key has changed, or its copy is gone', async () => {
    const [one, other] = [await makeKeys(), await makeKeys()];
    const place = join(folder, 'keys');
    const first = await backup(place, { publicKey: one.recipient });
    const second = await backup(place, { publicKey: other.recipient });
    expect(objectsIn('keys')).toHaveLength(first.manifest.files.objects + second.manifest.files.objects);
    await restore(second.place, second.manifest.id, other.identity);
    await restore(first.place, first.manifest.id, one.identity);

    for (const name of objectsIn('keys')) await first.place.remove(`files/${name}`);
    const third = await backup(place, { publicKey: other.recipient });
    await restore(third.place, third.manifest.id, other.identity);
  });

  it('is not shared with another installation', async () => {
    await backup(join(folder, 'shared'));
    const own = server.context.config.auditSecret;
    server.context.config.auditSecret = new TextEncoder().encode('of an installation somewhere else');
    await expect(backup(join(folder, 'shared'))).rejects.toThrow('of another installation');
    server.context.config.auditSecret = own;
  });

  it('is refused while another backup of the database runs', async () => {
    const both = await Promise.allSettled([backup(join(folder, 'two')), backup(join(folder, 'two'))]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = both.find((one) => one.status === 'rejected');
    expect(String(refused?.reason)).toContain('Another backup of this database is running');
  });
});

describe('the rule of retention', { timeout: 120_000 }, () => {
  it('removes what it does not keep and what nothing refers to, and leaves whole backups', async () => {
    const now = Date.now();
    const running = newId(new Date(now));
    const at = (days: number) => new Date(now - days * DAY_MS);
    const made: Awaited<ReturnType<typeof backup>>[] = [];
    for (const days of [40, 5, 4, 3]) {
      const document = await add(`садржај од пре ${days} дана`);
      made.push(await backup(join(folder, 'kept'), { now: at(days) }));
      // The content is in the backups that were made meanwhile only.
      const row = server.context.db.selectFrom('documents').select('id').where('id', '=', document);
      expect(await row.execute()).toHaveLength(1);
      await server.context.db.deleteFrom('document_revisions').where('document_id', '=', document).execute();
    }
    const place = await openPlace(join(folder, 'kept'));
    // The remains of a backup that was killed long ago, and of one that may be running.
    for (const id of ['20200101-000000000-000000', running]) {
      cpSync(join(folder, 'kept', 'backups', made[3]?.manifest.id ?? ''), join(folder, 'kept', 'backups', id), {
        recursive: true,
        // The list of documents is written last, right before the manifest.
        filter: (path) => !path.endsWith('/manifest') && !path.endsWith('/files'),
      });
    }
    const before = objectsIn('kept').length;
    const pruned = await prune(
      place,
      { hours: 0, days: 2, weeks: 0, months: 2 },
      [made[0]?.signer ?? ''],
      new Date(now),
    );
    expect(pruned.backups).toEqual([made[1]?.manifest.id]);
    expect(pruned.left).toEqual([0, 2, 3].map((index) => made[index]?.manifest.id));
    expect(pruned.objects).toBe(1);
    expect(objectsIn('kept')).toHaveLength(before - 1);
    // Folders go with what was in them.
    expect(readdirSync(join(folder, 'kept', 'backups')).toSorted()).toEqual([...pruned.left, running].toSorted());
    expect(readdirSync(join(folder, 'kept', 'backups', running)).length).toBeGreaterThan(50);
    for (const id of pruned.left) await verifyBackup(place, id, { identity: null, signers: null }, SILENT);
  });

  it('removes no file while it cannot read an index', async () => {
    const place = await openPlace(join(folder, 'kept'));
    const [oldest = '', ...others] = await listBackups(place);
    writeFileSync(join(folder, 'kept', 'backups', oldest, 'index'), 'damaged');
    const { signer } = await verifyBackup(place, others[0] ?? '', { identity: null, signers: null }, SILENT);
    const before = objectsIn('kept');
    const pruned = await prune(place, { hours: 0, days: 1, weeks: 0, months: 0 }, [signer], new Date());
    expect(pruned).toMatchObject({ backups: [others[0]], objects: 0, left: [oldest, others[1]] });
    expect(objectsIn('kept')).toEqual(before);

    // A damaged manifest prevents neither the next backup nor the retention rule.
    const newest = others[1] ?? '';
    writeFileSync(join(folder, 'kept', 'backups', newest, 'manifest'), 'damaged');
    const next = await backup(join(folder, 'kept'));
    expect(next.unreadable).toEqual([
      `${newest}: The manifest is cut or damaged.`,
      expect.stringMatching(`^${oldest}: index of files: the part has 7 bytes`),
    ]);
    expect((await prune(place, { hours: 0, days: 1, weeks: 0, months: 0 }, [signer], new Date())).objects).toBe(0);
    await verifyBackup(place, next.manifest.id, { identity: null, signers: [signer] }, SILENT);
  });
});
