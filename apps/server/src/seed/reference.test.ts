import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type Database, openDatabase } from '../platform/database.ts';
import { migrate } from '../platform/migrate.ts';
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
  db = openDatabase(url, { max: 2, patient: true });
});

afterAll(async () => {
  await db.destroy();
  await admin(`drop database ${NAME}`);
  rmSync(folder, { recursive: true, force: true });
});

it('gives a real installation no numbers and addresses of bodies that nobody has entered', async () => {
  await seedReferenceData({ ...server.context, db, config: testConfig(folder) });
  const administration = await db
    .selectFrom('organizations')
    .select(['name', 'company_number', 'tax_id_number', 'execution_account', 'address', 'email', 'phone_number'])
    .executeTakeFirstOrThrow();
  expect(administration.name).not.toBe('');
  expect(Object.values(administration).filter((value) => value !== null)).toEqual([administration.name]);
  const numbered = await db
    .selectFrom('budget_users')
    .select('id')
    .where((where) => where.or([where('tax_id_number', 'is not', null), where('company_number', 'is not', null)]))
    .execute();
  expect(numbered).toEqual([]);
  const { count } = await db
    .selectFrom('budget_users')
    .select((select) => select.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBeGreaterThan(300);
});
