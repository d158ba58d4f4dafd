import { sql } from 'kysely';
import { readHealth } from '../../modules/health/service.ts';
import { Parts } from '../../modules/health/parts.ts';
import { ranMigrations } from '../../platform/database/migrate.ts';
import { readOnlyText } from '../../platform/process/read-only.ts';
import { openInstallation } from '../command-context.ts';
import { sentenceOf } from '../outcome.ts';
import { counted } from '../../platform/process/counted.ts';

const MEBI = 1024 * 1024;

/** A section of the packet. */
export interface Section {
  title: string;
  lines: string[];
}

interface Table {
  name: string;
  rows: string;
  bytes: string;
}

/** The database's own account: health, migrations, sizes. Its failure is the content of a section. */
export async function installationSections(): Promise<Section[]> {
  try {
    return await sections();
  } catch (error) {
    return [{ title: 'database', lines: [sentenceOf(error)] }];
  }
}

async function sections(): Promise<Section[]> {
  const { context, close } = await openInstallation();
  try {
    const { db } = context;
    const { parts, queue, postgres, node, backup } = await readHealth(context, new Parts(context));
    const { rows: tables } = await sql<Table>`
      select relname as name, greatest(reltuples, 0)::bigint::text as rows, pg_total_relation_size(oid)::text as bytes
      from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
      order by pg_total_relation_size(oid) desc, relname`.execute(db);
    // Names of tasks are words of the product; payloads and errors may quote people.
    const { rows: tasks } = await sql<{ name: string; jobs: number; failed: number }>`
      select task_identifier as name, count(*)::integer as jobs,
        count(*) filter (where attempts >= max_attempts)::integer as failed
      from graphile_worker.jobs group by 1 order by 1`.execute(db);
    return [
      { title: 'versions', lines: [`PostgreSQL ${postgres ?? 'unknown'}`, `Node ${node}`] },
      {
        title: 'health',
        lines: [
          ...parts.map(({ part, state, ms, reason }) =>
            [part, state, ms === null ? '' : `${ms} ms`, reason ?? ''].join(' ').trim(),
          ),
          `read-only ${(await readOnlyText(db)) === null ? 'off' : 'on'}`,
          ...(backup ? [`last backup ${backup.at}, ${backup.bytes} bytes, ${backup.seconds} s`] : []),
        ],
      },
      { title: 'migrations', lines: await ranMigrations(db) },
      {
        title: 'tables (rows about, MB)',
        lines: tables.map(({ name, rows, bytes }) => `${name} ${rows} ${(Number(bytes) / MEBI).toFixed(1)}`),
      },
      {
        title: 'queue',
        lines: [
          ...Object.entries(queue).map(([name, value]) => `${name} ${Math.round(value)}`),
          ...tasks.map(({ name, jobs, failed }) => `${name}: ${counted(jobs, 'job')}, ${failed} given up`),
        ],
      },
    ];
  } finally {
    await close();
  }
}
