import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION } from '../apps/server/src/platform/process/version.ts';

/**
 * `npm run release:test`: unpacks the release that `npm run release` has made into a folder with spaces and tries it
 * without a network (a network namespace of its own), as root and as a user without rights. Needs root.
 */

const ROOT = join(import.meta.dirname, '..');
const NAME = `pimis-${VERSION}-${process.platform}-${process.arch}`;
const ARCHIVE = join(ROOT, 'dist', `${NAME}.tar.gz`);
/** The account without rights that each Linux has. */
const NOBODY = 65_534;

const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;

if (process.getuid?.() !== 0) throw new Error('The trial makes a network namespace: run it as root.');
execFileSync('sha256sum', ['--check', '--quiet', `${ARCHIVE}.sha256`], { cwd: join(ROOT, 'dist'), stdio: 'inherit' });
// Other accounts can enter it, unlike the folder of this repository.
const folder = mkdtempSync('/var/tmp/pimis release ');
chmodSync(folder, 0o755);
try {
  execFileSync('tar', ['-xzf', ARCHIVE, '-C', folder], { stdio: 'inherit' });
  const release = join(folder, NAME);
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: release, stdio: 'inherit' });
  const trial = join(folder, 'trial.ts');
  copyFileSync(join(import.meta.dirname, 'release', 'trial.ts'), trial);
  chmodSync(trial, 0o644);
  const node = join(release, 'node_modules', '.bin', 'node');
  for (const account of ['root', 'nobody']) {
    const data = join(folder, `data of ${account}`);
    mkdirSync(data);
    if (account === 'nobody') chownSync(data, NOBODY, NOBODY);
    const as = account === 'root' ? [] : ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
    const command = [...as, node, trial, release, data].map(quoted).join(' ');
    process.stdout.write(`${NAME} as ${account}, without a network\n`);
    execFileSync('unshare', ['--net', 'sh', '-c', `ip link set lo up && exec ${command}`], {
      cwd: '/',
      stdio: 'inherit',
    });
  }
  process.stdout.write('The release works.\n');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
