import { quietContext } from '../apps/server/src/cli/command-context.ts';
import { loadConfig } from '../apps/server/src/config.ts';
import { signAuditWith } from '../apps/server/src/platform/audit/audit-signature.ts';
import { openDatabase } from '../apps/server/src/platform/database/database.ts';
import { prepareJobs } from '../apps/server/src/platform/jobs/jobs.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { seedBulk } from '../apps/server/src/seed/bulk.ts';
import { seedDemoAccounts } from '../apps/server/src/seed/demo-organizations.ts';
import { seedReferenceData } from '../apps/server/src/seed/reference.ts';

/** Migrates an empty database and fills it with registries, demo accounts and so many projects. */
export async function seedDatabase(url: string, dataDir: string, projects: number): Promise<void> {
  await migrate(url);
  await prepareJobs(url);
  const config = loadConfig({ DATA_DIR: dataDir }, { demo: false });
  signAuditWith(config);
  const db = openDatabase(url, { max: 4, background: true });
  const context = await quietContext(config, db);
  await seedReferenceData(context, { illustrative: true });
  await seedDemoAccounts(context);
  await seedBulk(context, projects);
  await db.destroy();
}
