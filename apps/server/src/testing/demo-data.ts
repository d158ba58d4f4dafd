import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { today } from '../platform/context.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { seedDemo } from '../seed/demo.ts';
import { prepareTemplate } from './template.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const KEPT = join(ROOT, 'node_modules', '.cache', 'demo-data');
/** All that the demo data is made from and by. */
const SOURCES = ['apps/server/src', 'packages/contract/src', 'packages/domain/src', 'packages/examples/src'];

/** Names what the demo data of now would be: made from other sources or on another day it is another. */
function nameOfData(): string {
  const made = createHash('sha256').update(`${process.version} ${today({ now: () => new Date() })}`);
  made.update(readFileSync(join(ROOT, 'package-lock.json')));
  for (const source of SOURCES) {
    const folder = join(ROOT, source);
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
      if (path.endsWith('.test.ts') || !statSync(join(folder, path)).isFile()) continue;
      made.update(path).update(readFileSync(join(folder, path)));
    }
  }
  return `${made.digest('hex').slice(0, 32)}.tar`;
}

/**
 * Puts into a folder what the product keeps in its own after a first start with demo data. That is made once for the
 * tests of a day: who comes next is given a copy, as long as nothing has changed that it is made from.
 */
export async function putDemoData(folder: string): Promise<void> {
  const name = nameOfData();
  const kept = join(KEPT, name);
  if (existsSync(kept)) {
    // As an archive it keeps whom the files of the database belong to.
    execFileSync('tar', ['-xpf', kept, '-C', folder]);
    return;
  }
  const postgres = await startEmbeddedPostgres(folder, { fast: true });
  try {
    await prepareTemplate(postgres.url, 'postgres', folder, seedDemo);
  } finally {
    await postgres.stop();
  }
  // A database that could not be put here stays where it is.
  if (!postgres.folder.startsWith(folder)) return;
  // Two copies do not ask for the same one.
  rmSync(join(postgres.folder, 'port'));
  mkdirSync(KEPT, { recursive: true });
  for (const old of readdirSync(KEPT)) if (old.endsWith('.tar')) rmSync(join(KEPT, old), { force: true });
  const part = `${kept}.${process.pid}`;
  execFileSync('tar', ['-cpf', part, '-C', folder, '.']);
  renameSync(part, kept);
}
