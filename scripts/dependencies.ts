import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Package, packagesOf } from './release/packages.ts';
import { billOf } from './release/sbom.ts';

/**
 * Checks third-party packages of a release: every package has a hash in the lockfile, a licence that the product may
 * carry, and its place in the bill of materials; none has a known vulnerability that is high or critical. The registry
 * is queried for vulnerabilities; without one the check says that this was skipped, and continues.
 */

const ROOT = join(import.meta.dirname, '..');
const PATIENCE_MS = 20_000;
const NODE = `node_modules/node-${process.platform}-${process.arch}`;

/**
 * Licences that let a product be handed on with a notice. LGPL: the library is a file of its own that can be replaced.
 */
const CARRIED = new Set([
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT AND OFL-1.1',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
]);
/** Packages whose manifest does not name a licence, and what their files say. */
const READ_BY_HAND: Readonly<Record<string, string>> = {
  'combine-errors': 'MIT, by its README',
  'dejavu-fonts-ttf': 'Bitstream Vera and Arev licences, by its LICENSE: fonts may be carried and embedded',
};

const say = (line: string) => process.stdout.write(`${line}\n`);
const problems: string[] = [];

interface Lock {
  packages: Record<string, { integrity?: string; inBundle?: boolean }>;
}

function checkLicences(packages: readonly Package[]): void {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock;
  for (const { name, path, license } of packages) {
    if (!CARRIED.has(license) && READ_BY_HAND[name] === undefined) problems.push(`${name}: licence ${license}`);
    const locked = lock.packages[path];
    if (!locked?.integrity && locked?.inBundle !== true) problems.push(`${name}: no hash in the lockfile`);
  }
}

function checkBill(workspace: string, packages: readonly Package[]): void {
  const bill = JSON.parse(billOf(ROOT, { workspace, packages, programs: [], at: new Date(0) })) as {
    components: { name: string; group?: string; version: string }[];
  };
  const listed = new Set(
    bill.components.map(({ name, group, version }) => `${group ? `${group}/` : ''}${name}@${version}`),
  );
  for (const { name, version } of packages) {
    if (!listed.has(`${name}@${version}`)) problems.push(`${name} ${version}: not in the bill of ${workspace}`);
  }
}

interface Audit {
  vulnerabilities?: Record<string, { severity: string; via: (string | { title?: string })[] }>;
  error?: { summary?: string; detail?: string };
  message?: string;
}

/** The answer of `npm audit` about all packages; null when no registry answered. */
function audit(): Promise<Audit | null> {
  return new Promise((done) => {
    // Not with --omit dev, which leaves out packages that tools need as well.
    const args = ['audit', '--json', '--fetch-retries', '0'];
    execFile('npm', args, { cwd: ROOT, timeout: PATIENCE_MS, maxBuffer: 64 * 1024 * 1024 }, (_error, out) => {
      // Its exit code is 1 also when it has found something.
      try {
        const report = JSON.parse(out) as Audit;
        done(report.vulnerabilities ? report : null);
      } catch {
        done(null);
      }
    });
  });
}

const collect = packagesOf(ROOT);
const server = collect(['apps/server', NODE]);
const browser = collect(['apps/web']);
const audited = audit();
checkLicences([...server, ...browser]);
checkBill(
  '@pimis/server',
  server.filter(({ path }) => path !== NODE),
);
checkBill('@pimis/web', browser);
say(`${server.length} packages of the server, ${browser.length} of the screens: licences, hashes and bills`);
const report = await audited;
if (report === null) say('Known vulnerabilities: nobody was asked, because no registry answered npm audit');
const carried = new Set([...server, ...browser].map(({ name }) => name));
for (const [name, { severity, via }] of Object.entries(report?.vulnerabilities ?? {})) {
  if (!carried.has(name)) continue;
  const titles = via.map((one) => (typeof one === 'string' ? one : (one.title ?? ''))).join('; ');
  if (['high', 'critical'].includes(severity)) problems.push(`${name}: ${severity}: ${titles}`);
  else say(`${name}: ${severity}: ${titles}`);
}
for (const problem of problems) say(problem);
process.exit(problems.length === 0 ? 0 : 1);
