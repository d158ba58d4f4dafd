import { hash } from '@node-rs/argon2';
import { quietContext } from '../cli/command-context.ts';
import { loadConfig } from '../config.ts';
import { computeMarked } from '../modules/projections/compute.ts';
import { signAuditWith } from '../platform/audit/audit-signature.ts';
import type { Context } from '../platform/context.ts';
import { openDatabase } from '../platform/database/database.ts';
import { prepareJobs } from '../platform/jobs/jobs.ts';
import { migrate } from '../platform/database/migrate.ts';
import { DEMO_PASSWORD } from '../modules/system/demo-accounts.ts';
import { seedDemoAccounts } from '../seed/demo-organizations.ts';
import { seedReferenceData } from '../seed/reference.ts';

export function databaseUrl(postgresUrl: string, name: string): string {
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return url.toString();
}

/** The secret is the same in the template and in each test. */
export const AUDIT_SECRET = 'signs the audit log of every test file';

/** The settings of a test: its own folder, no logging, sign-in limits as in production. */
export function testConfig(dataDir: string) {
  const settings = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    PORT: '0',
    AUDIT_SECRET,
    OPEN_DATA_PREFIX: 'oc4ids-test01',
  };
  return loadConfig(settings, { demo: false });
}

/** Schema, code tables, roles and demo accounts: what every test starts from. */
export async function prepareTemplate(
  postgresUrl: string,
  name: string,
  folder: string,
  seed: (context: Context) => Promise<void> = seedDemoAccounts,
): Promise<void> {
  const url = databaseUrl(postgresUrl, name);
  await migrate(url);
  await prepareJobs(url);
  const config = testConfig(folder);
  signAuditWith(config);
  const db = openDatabase(url, { max: 8, background: true, beforeCommit: computeMarked });
  const context = await quietContext(config, db);
  await seedReferenceData(context, { illustrative: true });
  await seed(context);
  // Every test file signs several people in, so password hashes of tests are cheap.
  const cheap = await hash(DEMO_PASSWORD, { memoryCost: 8, timeCost: 1 });
  await db.updateTable('users').set({ password_hash: cheap }).where('password_hash', 'is not', null).execute();
  await db.destroy();
}
