import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Health } from '@pimis/contract/health';
import { firstForm, Load, newProject, Person } from './load.ts';
import { type Product, useInstallation } from './product.ts';
import { expectEveryWriteOnce, expectNoStuckLock, expectQuietQueue, expectWholeAudit } from './promises.ts';
import { useSmallDisk } from './small-disk.ts';

const MEBI = 1024 * 1024;
const files = useSmallDisk(64);
const backups = useSmallDisk(64);
const installation = useInstallation();
let product: Product;
let person: Person;
let admin: Person;

beforeAll(async () => {
  product = await installation.product({
    STORAGE_URL: `file://${files.path}/store`,
    BACKUP_URL: `file://${backups.path}/place`,
  });
  await product.start();
  person = new Person(() => product.url, 'local.user');
  admin = new Person(() => product.url, 'admin');
  for (const one of [person, admin]) await one.signIn();
});

const halvesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.part'));

async function part(name: string) {
  const health = await admin.call<Health>('GET', 'administration/health');
  return health.payload?.parts.find((one) => one.part === name);
}

describe('a full disk', () => {
  it('for files: uploads are refused with the reason, all else goes on; when there is room, uploads do too', async () => {
    const code = await newProject(person);
    const form = await firstForm(person, code);
    expect((await part('storage'))?.state).not.toBe('failed');
    files.fill(2 * MEBI);
    const load = await Load.start(
      ['local.user', 'local.power', 'other.user'].map((login) => new Person(() => product.url, login)),
    );
    await load.more(20);
    const large = Buffer.alloc(5 * MEBI, 'a');
    const refused = await person.upload(code, 'velika.txt', large);
    expect([refused.status, refused.name]).toEqual([503, 'StorageUnavailable']);
    files.fill();
    const small = await person.upload(code, 'mala.txt', 'садржај');
    expect([small.status, small.name]).toEqual([503, 'StorageUnavailable']);
    const saved = await person.call('POST', 'projects/form-input', {
      projectCode: code,
      id: form,
      action: 1,
      json: JSON.stringify({ description: { summary: 'пун диск' } }),
    });
    expect(saved.status).toBe(200);
    expect(await part('storage')).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/free|space/) as string,
    });
    expect((await fetch(`${product.url}/api/health/ready`)).status).toBe(200);
    expect(halvesIn(files.path)).toEqual([]);
    await load.stop();
    expect(load.refusals.filter(({ name }) => name !== 'StorageUnavailable')).toEqual([]);

    files.empty();
    const after = await person.upload(code, 'velika.txt', large);
    expect(after.status).toBe(200);
    expect((await part('storage'))?.state).not.toBe('failed');
    await expectEveryWriteOnce(installation, load);
    await expectWholeAudit(installation, product);
    await expectQuietQueue(installation);
    await expectNoStuckLock(installation);
    load.report('files full', `${halvesIn(files.path).length} halves`);
  });

  it('for backups: the command says so and leaves no backup that counts; the panel says so; the next one is whole', async () => {
    backups.fill(100_000);
    const failed = product.command('backup', `file://${backups.path}/place`, '--quiet');
    expect(failed).toMatchObject({ code: 3, said: expect.stringContaining('ENOSPC') as string });
    expect(product.command('verify', `file://${backups.path}/place`, '--quiet').code).not.toBe(0);
    await installation.ask(`select graphile_worker.add_job('backUp', '{}'::json, max_attempts => 1)`);
    await expect.poll(async () => (await part('backup'))?.reason ?? '').toMatch(/ENOSPC|space/);
    backups.empty();
    expect(product.command('backup', `file://${backups.path}/place`, '--quiet')).toMatchObject({ code: 0 });
    expect(product.command('verify', `file://${backups.path}/place`, '--quiet').code).toBe(0);
    expect((await part('backup'))?.state).toBe('ok');
    expect(halvesIn(join(backups.path, 'place'))).toEqual([]);
  });
});
