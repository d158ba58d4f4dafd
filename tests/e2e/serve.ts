import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWith } from '../../apps/server/src/platform/end-with.ts';

/** The product with demo data in a throw-away folder, for the browser tests. */
const folder = mkdtempSync(join(tmpdir(), 'pimis-e2e-'));
chmodSync(folder, 0o755);
process.env.DATA_DIR = folder;
// Without its demo data it is tested how it ends.
if (!process.argv.includes('--empty')) process.argv.push('--demo');
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
// Tests that were killed end nothing any more; a shell may stand between them and this.
const runner = Number(process.env.PIMIS_E2E_RUNNER);
if (runner > 0) endWith(runner);
await import('../../apps/server/src/main.ts');
