import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FORM_STATUS } from '@pimis/domain/constants';
import { PUBLIC_FACT_NAMES } from '@pimis/domain/public/form-facts';
import { valuesForProject } from '@pimis/domain/forms/project-mapping';
import { getPath } from '@pimis/domain/forms/paths';
import { allForms } from '@pimis/domain/forms/catalogue';
import type { FormValues } from '@pimis/domain/forms/types';
import { convert } from '@pimis/domain/money/decimal';
import { WARNING_KEYS, type WarningKey } from '@pimis/domain/portfolio/warnings';
import { textOf } from '@pimis/domain/text/text-of';
import { progressScope } from '../modules/earned-value/facts.ts';
import { readWarnings } from '../modules/earned-value/warnings.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';
import { openFileStore } from '../platform/storage/files.ts';
import { quietContext } from '../cli/command-context.ts';
import { putDemoData } from '../testing/demo-data.ts';
import { DEMO_LOCK, seedDemo } from './demo.ts';
import { actingUser } from './demo-people.ts';
import { PROJECTIONS } from '../modules/projections/catalogue.ts';
import { computeWaiting, queueRebuild } from '../modules/projections/waiting.ts';
import { keptRows } from '../testing/kept-rows.ts';
import { requireChanges } from '../testing/server.ts';
import { testConfig } from '../testing/template.ts';

const folder = mkdtempSync(join(tmpdir(), 'pimis-demo-'));
let postgres: EmbeddedPostgres;
let db: Database;
/** The seed makes some eighty projects and takes them through the services. */
const SEEDING_MS = 300_000;

interface Stored {
  project: string;
  name: string;
  totalValue: string;
  migrated: boolean;
  code: string;
  status: number;
  input: FormValues;
  data: FormValues;
  errors: unknown[];
}
let forms: Stored[] = [];

beforeAll(async () => {
  chmodSync(folder, 0o755);
  // The browser tests use this data too.
  await putDemoData(folder);
  postgres = await startEmbeddedPostgres(folder, { fast: true });
  db = openDatabase(postgres.url);
  const { rows } = await sql<Stored>`
    select projects.code::text as project, projects.name, projects.total_value::text as "totalValue",
           projects.migrated, forms.code,
           forms.status, saved.input, saved.data, saved.validation -> 'Errors' as errors
    from project_forms forms
    join projects on projects.id = forms.project_id
    join lateral (select * from form_revisions where form_id = forms.id order by revision desc limit 1) saved on true`.execute(
    db,
  );
  forms = rows;
}, SEEDING_MS);

afterAll(async () => {
  await requireChanges(db);
  await db.destroy();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('the demo data has every kind of form, filled in and right', () => {
  const kinds = new Set(forms.map(({ code }) => code));
  expect([...new Set(allForms().map(({ code }) => code))].filter((code) => !kinds.has(code))).toEqual([]);
  expect(forms.filter(({ errors }) => errors.length > 0).map(({ project, code }) => `${project} ${code}`)).toEqual([]);
});

it('and no figure or name in it contradicts another', () => {
  const wrong = forms.flatMap(({ project, name, migrated, totalValue, code, status, input, data }) => {
    const carried = valuesForProject(code);
    const [ownName, total] = [carried.name, carried.total].map((path) => path && getPath(input, path));
    const foreign = getPath(input, 'financialInfo.price.foreign');
    const rate = getPath(input, 'financialInfo.price.currency.exchangeRate') ?? getPath(data, 'exchangeRate.rate');
    // An older system converted at the rate of its time.
    const local = getPath(input, 'financialInfo.price.local');
    const fits = foreign === undefined || rate === undefined || migrated || foreign === convert(local, rate);
    return [
      ...(ownName !== undefined && ownName !== name ? [`${project} ${code}: ${textOf(ownName)}, not ${name}`] : []),
      ...(status !== FORM_STATUS.unlocked && total !== undefined && total !== totalValue
        ? [`${project} ${code}: ${textOf(total)}, not ${totalValue}`]
        : []),
      ...(fits ? [] : [`${project} ${code}: ${textOf(foreign)} is not ${textOf(local)} at ${textOf(rate)}`]),
    ];
  });
  expect(wrong).toEqual([]);
});

it('each public fact of forms has a project that shows it', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct name from public_forms, jsonb_object_keys(facts) name`.execute(db);
  const shown = new Set(rows.map(({ name }) => name));
  expect([...PUBLIC_FACT_NAMES].filter((name) => !shown.has(name))).toEqual([]);
});

it('every document of the demo can be saved and shown', async () => {
  const rows = await db.selectFrom('document_revisions').select(['storage_key', 'hash', 'extension']).execute();
  expect(rows.length).toBeGreaterThan(50);
  const files = await openFileStore(testConfig(folder));
  for (const { storage_key, hash, extension } of rows) {
    const content = createHash('sha256');
    for await (const chunk of await files.get(storage_key)) content.update(chunk as Buffer);
    expect([extension, content.digest('hex')]).toEqual(['pdf', hash]);
  }
});

it('a rebuild changes nothing that is kept', async () => {
  const before = await keptRows(db);
  expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
  for (const { name } of PROJECTIONS) await queueRebuild(db, name);
  await computeWaiting({ db });
  expect(await keptRows(db)).toEqual(before);
});

it('every kind of warning comes up, and indexes differ', async () => {
  const context = await quietContext(testConfig(folder), db);
  const scope = await progressScope(context, await actingUser(context, 'admin'), {});
  const missing: WarningKey[] = [];
  for (const rule of WARNING_KEYS) {
    const { warnings } = await readWarnings(db, scope, { rule }, 1);
    if (warnings.length === 0) missing.push(rule);
  }
  expect(missing).toEqual([]);
  const indexes = await sql<{
    spi: number;
  }>`select distinct spi from earned_values where valid_to = 'infinity'`.execute(db);
  expect(indexes.rows.length).toBeGreaterThan(2);
});

it('is made by one of several servers, and the others wait for it', async () => {
  const context = await quietContext(testConfig(folder), db);
  const waiting = async () => {
    const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(db);
    return rows.length;
  };
  let second: Promise<void> | undefined;
  await db.connection().execute(async (first) => {
    await sql`select pg_advisory_lock(${sql.lit(DEMO_LOCK)})`.execute(first);
    second = seedDemo(context);
    await expect.poll(waiting).toBe(1);
    await sql`select pg_advisory_unlock(${sql.lit(DEMO_LOCK)})`.execute(first);
  });
  await second;
  expect(await waiting()).toBe(0);
});

it('one public project was merged into another, and open data has it once, related to the other', async () => {
  const { rows } = await sql<{ merged: string; into: string }>`
    select other.code::text as merged, kept.code::text as into
    from published.public_projects listed
    join projects other on other.id = listed.project_id
    join projects kept on kept.id = other.merged_into_id
    join published.public_projects listed_too on listed_too.project_id = kept.id`.execute(db);
  expect(rows).toEqual([{ merged: 'SALA-PETROVAC', into: 'SKOLA-NOVA' }]);
});
