import { rmSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { benchFolder } from '../measuring.ts';
import { measureBeside } from './comparison.ts';
import { BENCH_LOGINS } from './calls.ts';
import { startClient } from './client.ts';
import { abreast, measureLine, warmUp } from './growth.ts';
import { seatAt } from './seats.ts';
import { openSite, type Site } from './site.ts';
import { missed, missedBeside, rowsOfBeside, rowsOfLine, TABLE_HEAD } from './targets.ts';

/**
 * `npm run bench -- --projects 10000,1000000 [--logins admin,local.user] [--calls sort]`: measures everyday calls as
 * each role, over HTTP with persistent connections. Each size has its own database and server, all run at once, and a
 * call is made at all sizes in turn. Then, size by size, it compares with a bare server that returns the same rows to
 * the same users. Prints missed targets, and exits with 1 if there are any, if a list
 * is empty, or if nothing was measured. `--beside admin,local.user` limits the comparison to these users.
 */
const { values } = parseArgs({
  options: {
    projects: { type: 'string', default: '10000,100000' },
    logins: { type: 'string', default: BENCH_LOGINS.join(',') },
    /** Only calls whose name contains this. */
    calls: { type: 'string', default: '' },
    /** A folder whose databases are kept and reused by the next run. */
    folder: { type: 'string', default: '' },
    /** The users of the bare server; all by default. */
    beside: { type: 'string', default: '' },
  },
});
const SIZES = values.projects
  .split(',')
  .map(Number)
  .toSorted((a, b) => a - b);
const LOGINS = values.logins.split(',');
const BESIDE = LOGINS.filter((login) => !values.beside || values.beside.split(',').includes(login));

const folder = benchFolder(values.folder);
const sites: Site[] = [];
for (const size of SIZES) sites.push(await openSite(folder, size));
const client = startClient();

const print = (text: string) => process.stdout.write(`${text}\n`);
const printLoad = () => process.stderr.write(`load ${loadavg()[0]?.toFixed(1)}\n`);
/** Missed targets. */
const short: string[] = [];

const version = await sites[0]?.version();
print(`Node ${process.versions.node}, PostgreSQL ${version}, ${cpus().length} × ${cpus()[0]?.model}\n\n${TABLE_HEAD}`);

/** Signs in again for each part of the run: a token is valid for ten minutes. */
const seatsOf = (login: string) => Promise.all(sites.map((site) => seatAt(site, login, values.calls)));
await warmUp(client, await seatsOf(LOGINS[0] ?? ''));

let lines = 0;
printLoad();
for (const login of LOGINS) {
  for (const call of abreast(await seatsOf(login))) {
    const line = await measureLine(client, login, call);
    lines += 1;
    short.push(...missed(line).map((target) => `- ${line.name}, ${login}: ${target}`));
    for (const row of rowsOfLine(line)) print(row);
  }
}

for (const site of BESIDE.length > 0 ? sites : []) {
  printLoad();
  for (const login of BESIDE) {
    await measureBeside(client, await seatAt(site, login, values.calls), (beside) => {
      short.push(...missedBeside(beside).map((text) => `- ${beside.name}, ${login}: ${text}`));
      for (const row of rowsOfBeside(beside)) print(row);
    });
  }
}

print(`\n${lines} lines, ${short.length} targets missed\n${short.join('\n')}`);
await client.end();
for (const site of sites) await site.stop();
if (!values.folder) rmSync(folder, { recursive: true, force: true });
process.exitCode = short.length > 0 || lines === 0 ? 1 : 0;
