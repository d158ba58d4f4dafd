import { chmodSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_PASSWORD } from '../apps/server/src/modules/system/demo-accounts.ts';

/** What several benches need: a folder, a token, and the times and the memory that they print. */

/** The given folder, or a new one; the account of the embedded database can enter it. */
export function benchFolder(given = ''): string {
  const folder = given || mkdtempSync(join(tmpdir(), 'pimis-bench-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** The access token of a demo account. Error: the answer of a refused sign-in. */
export async function tokenOf(url: string, login: string): Promise<string> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password: DEMO_PASSWORD }),
  });
  if (!answer.ok) throw new Error(`${login} is not signed in: ${answer.status} ${await answer.text()}`);
  const { payload } = (await answer.json()) as { payload: { accessToken: string } };
  return payload.accessToken;
}

/** The time below which this share of the times lies. */
export const at = (times: readonly number[], part: number): number =>
  times.toSorted((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * part))] ??
  Number.NaN;

export const median = (times: readonly number[]): number => at(times, 0.5);

/** The times of this many calls in ms, one after the other. */
export async function timesOf(calls: number, call: (nth: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let nth = 0; nth < calls; nth += 1) {
    const before = performance.now();
    await call(nth);
    times.push(performance.now() - before);
  }
  return times;
}

/** Resident memory of a process in MB, now or its peak. Linux. */
export function memoryOf(pid: number, what: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${what}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) / 1024;
}

/** Ticks of the clock in a second, as Linux counts processor time. */
const TICKS = 100;

/** Processor seconds of processes and of all below them, with those that have ended. Unlike times, they do not depend on other work. */
export function processorSeconds(roots: readonly number[]): number {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const text = readFileSync(`/proc/${name}/stat`, 'utf8');
        const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
        const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
        return [{ pid: Number(name), parent: Number(fields[1]), ticks }];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
  const own = new Set(roots);
  for (let size = 0; size !== own.size; ) {
    size = own.size;
    for (const { pid, parent } of stats) if (own.has(parent)) own.add(pid);
  }
  return stats.filter(({ pid }) => own.has(pid)).reduce((sum, { ticks }) => sum + ticks, 0) / TICKS;
}

/** The number of the process of an embedded database, by its folder. */
export const postmasterOf = (folder: string): number =>
  Number(readFileSync(join(folder, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
