import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Load } from './load.ts';
import { type Installation, type Product, within } from './product.ts';

/** How often the marks of each kind are stored. */
const COUNTS = {
  comment: 'select text as mark, count(*)::int as rows from project_comments group by 1',
  save: `select input #>> '{description,summary}' as mark, count(*)::int as rows from form_revisions group by 1`,
  upload: 'select hash as mark, count(*)::int as rows from document_revisions group by 1',
  step: 'select comment as mark, count(*)::int as rows from project_activities where comment is not null group by 1',
  create: 'select code as mark, count(*)::int as rows from projects group by 1',
} as const;

/** Each acknowledged write is stored once; no write is stored twice. */
export async function expectEveryWriteOnce({ ask }: Pick<Installation, 'ask'>, load: Load): Promise<void> {
  const lost: string[] = [];
  const twice: string[] = [];
  for (const [kind, text] of Object.entries(COUNTS)) {
    const found = new Map((await ask<{ mark: string; rows: number }>(text)).map(({ mark, rows }) => [mark, rows]));
    for (const write of load.writes) {
      if (write.kind !== kind) continue;
      const rows = found.get(write.mark) ?? 0;
      if (rows > 1) twice.push(`${kind} ${write.mark}`);
      if (rows === 0 && write.outcome === 'acknowledged') lost.push(`${kind} ${write.mark}`);
    }
  }
  expect({ lost, twice }).toEqual({ lost: [], twice: [] });
}

/** Every content of a document is in the folder as it was sent, and there is no partial file. */
export async function expectWholeFiles({ ask }: Pick<Installation, 'ask'>, product: Product): Promise<void> {
  const folder = join(product.folder, 'files');
  const rows = await ask<{ key: string; hash: string }>('select storage_key as key, hash from document_revisions');
  const damaged = rows.filter(({ key, hash }) => {
    const path = join(folder, key);
    return !existsSync(path) || createHash('sha256').update(readFileSync(path)).digest('hex') !== hash;
  });
  expect(damaged).toEqual([]);
}

export function halves(product: Product): string[] {
  const folder = join(product.folder, 'files');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.part'));
}

/** The chain of the audit log is whole, with a row of each stored write. */
export async function expectWholeAudit({ ask }: Pick<Installation, 'ask'>, product: Product): Promise<void> {
  const { code, said } = product.command('audit-verify');
  // As an error of its own: an expectation would show the first words only.
  if (code !== 0) throw new Error(`audit-verify ends with ${code}: ${said}`);
  expect(said).toContain('The audit log is whole');
  const [row] = await ask<{ comments: number; audited: number }>(
    `select (select count(*)::int from project_comments) as comments,
            (select count(*)::int from audit_log where operation = 'comment.add') as audited`,
  );
  expect(row?.audited).toBe(row?.comments);
}

/** No job stays taken by a dead worker, none has failed for good, the queue becomes empty. */
export async function expectQuietQueue({ ask }: Pick<Installation, 'ask'>): Promise<void> {
  let left: unknown[] = [];
  await within(180_000, 'an empty queue', async () => {
    left = await ask(
      `select task_identifier as task, count(*)::int as jobs, max(attempts) as attempts, max(last_error) as error,
              max(locked_by) as owner, max(locked_at) as taken
       from graphile_worker.jobs where run_at <= now() or locked_at is not null group by 1`,
    );
    return left.length === 0 ? true : undefined;
  }).catch((error: unknown) => {
    throw new Error(`Jobs are left: ${JSON.stringify(left)}`, { cause: error });
  });
}

/** No transaction, lock or session of the database remains from cut connections. */
export async function expectNoStuckLock({ ask }: Pick<Installation, 'ask'>): Promise<void> {
  await within(60_000, 'no open transaction', async () => {
    const rows = await ask<{ state: string }>(
      `select state from pg_stat_activity
       where state like 'idle in transaction%' and now() - state_change > interval '5 seconds'`,
    );
    return rows.length === 0 ? true : undefined;
  });
}

/** Checks everything: acknowledged writes, files, audit log, queue, locks. */
export async function expectNothingLost(
  installation: Pick<Installation, 'ask'>,
  product: Product,
  load: Load,
): Promise<void> {
  await expectEveryWriteOnce(installation, load);
  await expectWholeFiles(installation, product);
  await expectWholeAudit(installation, product);
  await expectQuietQueue(installation);
  await expectNoStuckLock(installation);
}
