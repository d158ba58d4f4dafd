import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import pg from 'pg';
import { expectAccessible } from './accessible.ts';
import { signIn } from './actors.ts';
import { test } from './seats.ts';

/** Puts mails into the queue that have failed for the last time; returns the numbers of their jobs. */
async function failedMails(subjects: readonly string[]): Promise<string[]> {
  const folder = join(process.env.PIMIS_E2E_FOLDER ?? '', 'postgres');
  const [password, port] = ['password', 'port'].map((name) => readFileSync(join(folder, name), 'utf8').trim());
  const client = new pg.Client({ connectionString: `postgresql://pimis:${password}@127.0.0.1:${port}/postgres` });
  await client.connect();
  try {
    const ids: string[] = [];
    for (const subject of subjects) {
      // Not due until it has failed, so that no worker takes it before.
      const { rows } = await client.query<{ id: string }>(
        `select id::text from graphile_worker.add_job('sendMail', json_build_object('to', 'neko@example.rs', 'subject', $1::text,
           'text', 'Текст'), run_at => now() + interval '1 day')`,
        [subject],
      );
      const id = rows[0]?.id ?? '';
      await client.query(
        `update graphile_worker._private_jobs set attempts = max_attempts, last_error = '450 the mailbox is full' where id = $1`,
        [id],
      );
      ids.push(id);
    }
    return ids;
  } finally {
    await client.end();
  }
}

test('an administrator learns of failed jobs, tries one again and gives up another', async ({ seats }) => {
  const [first, second] = await failedMails(['Прва', 'Друга']);
  const page = await signIn(seats, 'admin');
  const bar = page.getByRole('status').filter({ hasText: 'Систем тражи пажњу администратора' });
  await expect(bar).toContainText('неуспели послови');
  await bar.getByRole('link', { name: 'Стање система' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Стање система');
  const failed = page.getByRole('region', { name: 'Неуспели послови' });
  await expect(failed).toContainText('450 the mailbox is full');
  await expectAccessible(page);

  // The mail is sent now: without a mail server it becomes a file.
  await page.getByRole('button', { name: `Покушај поново: посао ${first}` }).click();
  await expect(page.getByText('Посао је враћен у ред.')).toBeVisible();
  await expect(failed).not.toContainText(`(${first})`);

  await page.getByRole('button', { name: `Одустани од посла ${second}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('sendMail');
  await dialog.getByRole('button', { name: 'Одустани', exact: true }).last().click();
  await expect(failed).toContainText('Нема неуспелих послова');
  await expect(bar).toBeHidden();
});
