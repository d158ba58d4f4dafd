import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { useServer } from '../testing/server.ts';
import { databaseUrl, testConfig } from '../testing/template.ts';
import { seedReferenceData } from './reference.ts';

const server = useServer();
const NAME = `t_${process.pid}_reference`;
const folder = mkdtempSync(join(tmpdir(), 'pimis-reference-'));
let db: Database;

async function admin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(statement);
  await client.end();
}

beforeAll(async () => {
  await admin(`create database ${NAME}`);
  const url = databaseUrl(inject('postgresUrl'), NAME);
  await migrate(url);
  db = openDatabase(url, { max: 2, background: true });
});

afterAll(async () => {
  await db.destroy();
  await admin(`drop database ${NAME}`);
  rmSync(folder, { recursive: true, force: true });
});

const countOf = async (table: 'appropriations' | 'treasury_branches' | 'budget_users' | 'exchange_rates') =>
  Number((await sql<{ count: string }>`select count(*) from ${sql.table(table)}`.execute(db)).rows[0]?.count);

it('gives a real installation what is official, and nothing that is made up', async () => {
  await seedReferenceData({ ...server.context, db, config: testConfig(folder) });
  expect(await countOf('appropriations')).toBe(0);
  expect(await countOf('treasury_branches')).toBe(0);
  const rates = await sql<{ status: string; days: number }>`
    select status, count(distinct rate_date)::integer as days from exchange_rates group by status`.execute(db);
  expect(rates.rows).toEqual([{ status: 'НБС', days: 8 }]);
  const made = ['tax_id_number', 'company_number', 'execution_account', 'address', 'phone_number', 'email'] as const;
  const [body, ...others] = await db.selectFrom('budget_users').selectAll().execute();
  expect([body?.id, others]).toEqual(['00000', []]);
  expect([...made, 'treasury_branch_code' as const].map((column) => body?.[column])).toEqual(Array(7).fill(null));
  const administration = await db
    .selectFrom('organizations')
    .select(['name', 'company_number', 'tax_id_number', 'execution_account', 'address', 'email', 'phone_number'])
    .executeTakeFirstOrThrow();
  expect(administration.name).not.toBe('');
  expect(Object.values(administration).filter((value) => value !== null)).toEqual([administration.name]);
});

it('adds made-up data to the same database once it becomes a demo, and takes nothing away again', async () => {
  const context = { ...server.context, db, config: testConfig(folder) };
  await seedReferenceData(context, { illustrative: true });
  expect(await countOf('appropriations')).toBe(1500);
  expect(await countOf('budget_users')).toBeGreaterThan(300);
  await seedReferenceData(context);
  expect(await countOf('appropriations')).toBe(1500);
});
