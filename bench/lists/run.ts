import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureBeside } from './comparison.ts';
import { BENCH_LOGINS } from './calls.ts';
import { startClient } from './client.ts';
import { abreast, measureLine, warmUp } from './growth.ts';
import type { Peer } from './peer.ts';
import { fillPeers, startPeers } from './peers.ts';
import { seatAt } from './seats.ts';
import { openSite, type Site } from './site.ts';
import { missed, missedBeside, rowsOfBeside, rowsOfLine, TABLE_HEAD } from './targets.ts';

/**
 * `npm run bench -- --projects 10000,1000000 [--logins admin,local.user] [--calls sort]`: what people open every day, as
 * each role, over HTTP with connections kept. Each size has a database and a server of its own, all are up at once, and a
 * call is asked in turn at all sizes. Then, size by size, beside a bare server that answers the same rows to the same
 * people, and with `--peers` beside Directus, Strapi and Payload, as far as they install. Says whether they answer the same
 * rows. Ends with what misses its target, and with 1 when something does or nothing was measured.
 *
 * What the others take for the rows of one organization grows with all projects: `--beside admin,local.user` asks them in
 * the name of these alone, and `--peers-to 100000` the other products up to that size.
 */
const { values } = parseArgs({
  options: {
    projects: { type: 'string', default: '10000,100000' },
    logins: { type: 'string', default: BENCH_LOGINS.join(',') },
    /** Only calls whose name contains this. */
    calls: { type: 'string', default: '' },
    /** A folder whose databases are kept and reused by the next run. */
    folder: { type: 'string', default: '' },
    /** Installs other products in folders of their own and measures them with the same rows. */
    peers: { type: 'boolean', default: false },
    /** The largest size for other products. */
    'peers-to': { type: 'string', default: 'Infinity' },
    /** The users of the bare server and other products; all by default. */
    beside: { type: 'string', default: '' },
  },
});
const SIZES = values.projects
  .split(',')
  .map(Number)
  .toSorted((a, b) => a - b);
const LOGINS = values.logins.split(',');
const BESIDE = LOGINS.filter((login) => !values.beside || values.beside.split(',').includes(login));
const PEERS_TO = Number(values['peers-to']);

const folder = values.folder || mkdtempSync(join(tmpdir(), 'pimis-bench-'));
const sites: Site[] = [];
for (const size of SIZES) sites.push(await openSite(folder, size));
const client = startClient();

const print = (text: string) => process.stdout.write(`${text}\n`);
const printLoad = () => process.stderr.write(`load ${loadavg()[0]?.toFixed(1)}\n`);
/** Missed targets. */
const short: string[] = [];
/** Remarks on the others: which are missing and why, and whose rows differ. */
const said: string[] = [];
const left = (reason: string) => {
  process.stderr.write(`${reason}\n`);
  said.push(reason);
};

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
  let peers: Peer[] = [];
  if (values.peers && site.projects <= PEERS_TO) {
    // Started after the rows exist: Directus reads the tables once at its start.
    peers = await startPeers(site.url, join(tmpdir(), 'pimis-bench-peers'), left);
    peers = await fillPeers(peers, left);
    await site.rest();
  }
  printLoad();
  for (const login of BESIDE) {
    const seat = await seatAt(site, login, values.calls);
    await measureBeside(client, seat, peers, (beside, notes) => {
      said.push(...notes);
      short.push(...missedBeside(beside).map((text) => `- ${beside.name}, ${login}: ${text}`));
      for (const row of rowsOfBeside(beside)) print(row);
    });
  }
  for (const peer of peers) await peer.stop();
}

if (said.length > 0) print(`\nBeside it\n${said.map((text) => `- ${text}`).join('\n')}`);
print(`\n${lines} lines, ${short.length} targets missed\n${short.join('\n')}`);
await client.end();
for (const site of sites) await site.stop();
if (!values.folder) rmSync(folder, { recursive: true, force: true });
process.exitCode = short.length > 0 || lines === 0 ? 1 : 0;
