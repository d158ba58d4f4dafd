import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { today } from '../platform/context.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';
import { seedDemo } from '../seed/demo.ts';
import { AUDIT_SECRET, prepareTemplate } from './template.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const CACHE_FOLDER = join(ROOT, 'node_modules', '.cache', 'demo-data');
/** Sources that determine the demo data. */
const SOURCES = ['apps/server/src', 'packages/contract/src', 'packages/domain/src', 'packages/examples/src'];

/** A key of the present demo data: it changes with the sources and the day. */
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
 * Fills a folder with the data of a first start with demo data. They are made once per day and set of sources; later
 * calls get a copy.
 */
export async function putDemoData(folder: string): Promise<void> {
  const name = nameOfData();
  const cached = join(CACHE_FOLDER, name);
  if (existsSync(cached)) {
    // An archive keeps the owners of the database's files.
    execFileSync('tar', ['-xpf', cached, '-C', folder]);
    return;
  }
  const postgres = await startEmbeddedPostgres(folder, { fast: true });
  try {
    await prepareTemplate(postgres.url, 'postgres', folder, seedDemo);
    // A server that starts on the data signs with the same secret.
    writeFileSync(join(folder, 'audit-secret'), AUDIT_SECRET, { mode: 0o600 });
  } finally {
    await postgres.stop();
  }
  // A database that lies elsewhere stays there.
  if (!postgres.folder.startsWith(folder)) return;
  // Two copies must not use the same port.
  rmSync(join(postgres.folder, 'port'));
  mkdirSync(CACHE_FOLDER, { recursive: true });
  for (const old of readdirSync(CACHE_FOLDER))
    if (old.endsWith('.tar')) rmSync(join(CACHE_FOLDER, old), { force: true });
  const part = `${cached}.${process.pid}`;
  execFileSync('tar', ['-cpf', part, '-C', folder, '.']);
  renameSync(part, cached);
}
