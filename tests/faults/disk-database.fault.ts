import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Health } from '@pimis/contract/health';
import { Load, Person } from './load.ts';
import { type Product, useInstallation } from './product.ts';
import { expectNothingLost } from './promises.ts';
import { useSmallDisk } from './small-disk.ts';

const MEBI = 1024 * 1024;
const disk = useSmallDisk(700);
const installation = useInstallation({ place: disk.path });
let product: Product;
let admin: Person;

beforeAll(async () => {
  mkdirSync(join(installation.folder, 'data'), { recursive: true });
  product = await installation.embedded();
  await product.start();
  admin = new Person(() => product.url, 'admin');
  await admin.signIn();
});

/** The state of the database in the health panel; `away` when the panel cannot be read. */
async function stateOfDatabase(): Promise<string | undefined> {
  const health = await admin.call<Health>('GET', 'administration/health');
  if (health.status !== 200) return 'away';
  return health.payload?.parts.find(({ part }) => part === 'database')?.state;
}

describe('a full disk of the database', () => {
  it.each([4, 0])(
    'with %i MB left: writes are refused with 503, nothing acknowledged is lost, all goes on when there is room',
    async (megabytes) => {
      const people = ['local.user', 'local.power', 'local.admin', 'other.user'];
      const load = await Load.start(people.map((login) => new Person(() => product.url, login)));
      await load.more(20);
      disk.fill(megabytes * MEBI);
      const refused = load.refusals.length;
      // WAL fills what is left.
      await expect
        .poll(async () => {
          await installation
            .ask(`create temp table ballast as select repeat(md5(i::text), 100) from generate_series(1, 20000) i`)
            .catch(() => undefined);
          return load.refusals.length;
        })
        .toBeGreaterThan(refused + 10);
      expect(['failed', 'away']).toContain(await stateOfDatabase());
      expect((await fetch(`${product.url}/api/health/live`)).status).toBe(200);
      await delay(5_000);
      disk.empty();
      await load.more(40);
      await load.stop();
      expect(load.odd).toEqual([]);
      await expectNothingLost(installation, product, load);
      load.report(`database full, ${megabytes} MB left`, `${load.odd.length} odd answers`);
    },
  );
});
