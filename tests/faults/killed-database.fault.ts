import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { Load, Person } from './load.ts';
import { type Product, useInstallation } from './product.ts';
import { expectNothingLost } from './promises.ts';

const installation = useInstallation();
let product: Product;

beforeAll(async () => {
  product = await installation.embedded();
  await product.start();
});

/** The main process of the embedded PostgreSQL. */
function postmaster(): number {
  const [, place = ''] = /^PostgreSQL .* in (\S+)$/m.exec(product.output) ?? [];
  return Number(readFileSync(join(place, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

it('kill -9 of the embedded database under load, three times: the server starts it again, nothing is lost', async () => {
  const people = ['local.user', 'local.power', 'local.admin', 'other.user'].map(
    (login) => new Person(() => product.url, login),
  );
  const load = await Load.start(people);
  await load.addSteps(people[0] as Person, people[2] as Person);
  const server = product.pid;
  const away: number[] = [];
  for (let time = 0; time < 3; time += 1) {
    await load.more(40);
    const killed = postmaster();
    const begun = performance.now();
    process.kill(killed, 'SIGKILL');
    await load.more(1);
    await expect.poll(() => postmaster()).not.toBe(killed);
    await load.more(10);
    away.push(Math.round(performance.now() - begun));
  }
  await load.stop();
  expect([load.odd, load.count('unknown')]).toEqual([[], 0]);
  expect(product.pid).toBe(server);
  await expectNothingLost(installation, product, load);
  load.report('embedded database killed', `ten writes after ${away.join(', ')} ms`);
});
