import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The product with demo data in a throw-away folder, for the browser tests. */
const folder = mkdtempSync(join(tmpdir(), 'pimis-e2e-'));
chmodSync(folder, 0o755);
process.env.DATA_DIR = folder;
process.argv.push('--demo');
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
await import('../../apps/server/src/main.ts');
