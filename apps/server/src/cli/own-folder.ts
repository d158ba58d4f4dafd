import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, startOf } from '../platform/process/processes.ts';
import { Refused } from '../platform/process/refused.ts';

/** The number of the process that has the folder, and its start. */
const RUNNER = 'runner';

/** Error: Refused while another process uses the folder; remains of a killed one are no obstacle. */
export function refuseSecond(path: string): void {
  const file = join(path, RUNNER);
  const [runner = '', begun = ''] = existsSync(file) ? readFileSync(file, 'utf8').split(' ') : [];
  // The system gives the number of a process that has ended to another one.
  if (isAlive(Number(runner)) && String(startOf(Number(runner))) === begun) {
    throw new Refused(`Another restore runs in ${path}: the process ${runner}. Wait for it, or name another folder.`);
  }
}

/** Makes an empty folder that this process alone uses. Error: Refused. */
export function ownFolder(path: string): { path: string; remove: () => void } {
  refuseSecond(path);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true, mode: 0o711 });
  writeFileSync(join(path, RUNNER), `${process.pid} ${startOf(process.pid)}`, { flag: 'wx' });
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
