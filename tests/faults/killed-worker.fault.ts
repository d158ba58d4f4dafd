import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { Load, Person } from './load.ts';
import { type Product, useInstallation, within } from './product.ts';
import { expectNothingLost } from './promises.ts';

const MAILS = 200;
const KILLS = 3;

const installation = useInstallation();
let web: Product;
let worker: Product;

beforeAll(async () => {
  web = await installation.product({}, { words: ['serve', '--no-jobs'] });
  worker = await installation.product({}, { words: ['worker'] });
  await web.start();
  await worker.start();
});

const sentMails = () => {
  const outbox = join(web.folder, 'outbox');
  const mails = readdirSync(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'));
  return mails.map((mail) => /^To: (fault-.*)$/im.exec(mail)?.[1]).filter((to) => to !== undefined);
};

it('kill -9 of a worker, three times under load: people notice nothing, the next one does every job', async () => {
  const people = ['local.user', 'local.power', 'local.admin', 'other.user'].map(
    (login) => new Person(() => web.url, login),
  );
  const [sender, returner] = ['local.user', 'local.admin'].map((login) => new Person(() => web.url, login));
  for (const person of [...people, sender, returner]) await person?.signIn();
  const load = await Load.start(people);
  if (sender && returner) await load.addSteps(sender, returner);
  await installation.ask(
    `select graphile_worker.add_job('sendMail', json_build_object('to', 'fault-' || n || '@example.rs',
                                                                  'subject', 'Наслов', 'text', 'Текст'))
     from generate_series(1, $1::integer) n`,
    [MAILS],
  );
  for (let time = 0; time < KILLS; time += 1) {
    await within(60_000, 'a job under way', async () => {
      const taken = await installation.ask('select id from graphile_worker.jobs where locked_at is not null');
      return taken.length > 0 || undefined;
    });
    await worker.kill();
    await load.more(40);
    await worker.start();
  }
  await load.more(40);
  await load.stop();
  // The server answered throughout: it does not need a worker.
  expect({ odd: load.odd, refused: load.count('refused'), unknown: load.count('unknown') }).toEqual({
    odd: [],
    refused: 0,
    unknown: 0,
  });
  await expectNothingLost(installation, web, load);
  // The texts of every document were read, also those that a killed worker had begun.
  const [texts] = await installation.ask<{ documents: number; read: number }>(
    `select (select count(*)::int from document_revisions) as documents,
            (select count(*)::int from document_texts) as read`,
  );
  expect(texts?.read).toBe(texts?.documents);
  const to = sentMails();
  expect(new Set(to).size).toBe(MAILS);
  load.report('worker', `${to.length} mails for ${MAILS}, ${texts?.read} texts`);
});
