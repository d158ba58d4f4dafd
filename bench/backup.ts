import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '../apps/server/src/platform/database/embedded-postgres.ts';
import { benchFolder } from './measuring.ts';
import { seedDatabase } from './seeded-database.ts';
import { runCommand } from './served-process.ts';

/**
 * `npm run bench:backup -- --projects 100000 --files 8 --megabytes 512`: time and peak memory of `pimis backup`, a
 * second backup with a rule of retention, `verify` and `restore`, with sparse files. Prints a line for each.
 */

const { values } = parseArgs({
  options: {
    projects: { type: 'string', default: '10000' },
    files: { type: 'string', default: '4' },
    megabytes: { type: 'string', default: '256' },
    'public-key': { type: 'string' },
  },
});
const folder = benchFolder();
const dataDir = join(folder, 'data');
mkdirSync(dataDir);

async function measured(name: string, args: string[], dir: string): Promise<void> {
  process.stdout.write(`${name.padEnd(16)} ${await runCommand(args, { DATA_DIR: dir })}\n`);
}

/** Sparse files in the store, as revisions of a document: they take no room and are read like others. */
async function addFiles(url: string, count: number, bytes: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ id: number }>(
    `insert into documents (project_id, title, description) select min(id), 'a', 'b' from projects returning id`,
  );
  for (let index = 0; index < count; index += 1) {
    const key = `documents/${randomUUID()}`;
    const path = join(dataDir, 'files', key);
    mkdirSync(join(dataDir, 'files', 'documents'), { recursive: true });
    writeFileSync(path, String(index));
    truncateSync(path, bytes);
    const hash = createHash('sha256').update(String(index));
    const zeros = Buffer.alloc(1_000_000);
    for (let left = bytes - String(index).length; left > 0; left -= zeros.length) hash.update(zeros.subarray(0, left));
    await client.query(
      `insert into document_revisions (document_id, revision, title, name, extension, size, hash, description, media_type, storage_key)
       values ($1, $2, 'a', 'a.bin', 'bin', $3, $4, 'b', 'x/y', $5)`,
      [rows[0]?.id, index + 1, bytes, hash.digest('hex'), key],
    );
  }
  await client.end();
}

const postgres = await startEmbeddedPostgres(dataDir, { fast: true });
try {
  await seedDatabase(postgres.url, dataDir, Number(values.projects));
  await addFiles(postgres.url, Number(values.files), Number(values.megabytes) * 1_000_000);
  process.stdout.write(`${values.projects} projects, ${values.files} files of ${values.megabytes} MB\n`);
  const place = join(folder, 'place');
  const key = values['public-key'] === undefined ? [] : ['--public-key', values['public-key']];
  await measured('backup', ['backup', place, '--quiet', ...key], dataDir);
  await measured('backup again', ['backup', place, '--quiet', '--keep', '14d', ...key], dataDir);
  await measured('verify', ['verify', place, '--quiet'], dataDir);
  if (key.length === 0)
    await measured('restore', ['restore', place, '--quiet', '--any-signer'], join(folder, 'restored'));
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
