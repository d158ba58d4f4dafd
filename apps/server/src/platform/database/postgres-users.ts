import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, startOf } from '../process/processes.ts';

/**
 * The processes that use the PostgreSQL of a folder, one file each. The last one to leave stops the server; no other
 * does.
 */
export function registerUser(folder: string): { leave: () => { last: boolean } } {
  const users = join(folder, 'users');
  mkdirSync(users, { recursive: true });
  const own = join(users, `${process.pid}-${startOf(process.pid) ?? 0}`);
  writeFileSync(own, '');
  return {
    leave: () => {
      rmSync(own, { force: true });
      return { last: !readdirSync(users).some((name) => isUser(join(users, name), name)) };
    },
  };
}

function isUser(file: string, name: string): boolean {
  const [pid = 0, start = 0] = name.split('-').map(Number);
  if (isAlive(pid) && (startOf(pid) ?? 0) === start) return true;
  // The process ended without removing its file.
  rmSync(file, { force: true });
  return false;
}
