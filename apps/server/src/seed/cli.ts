import { parseArgs } from 'node:util';
import { openCommand } from '../commands/command-context.ts';
import { ConfigError } from '../config.ts';
import { seedBulk } from './bulk.ts';
import { seedDemoAccounts } from './demo-organizations.ts';
import { seedReferenceData } from './reference.ts';

const MAX_PROJECTS = 5_000_000;

/** `npm run seed -- --projects N`: a large data set in the configured database, with the demo accounts. */
const { values } = parseArgs({ options: { projects: { type: 'string', default: '10000' } } });
const count = Number(values.projects);
if (!Number.isInteger(count) || count < 1 || count > MAX_PROJECTS) {
  throw new ConfigError('--projects', `must be a whole number from 1 to ${MAX_PROJECTS}`);
}
const { context, close } = await openCommand();
await seedReferenceData(context, { illustrative: true });
await seedDemoAccounts(context);
const started = Date.now();
await seedBulk(context, count);
process.stdout.write(`${count} projects added in ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
await close();
