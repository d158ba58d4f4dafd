import { execFile } from 'node:child_process';
import { statfsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Config } from '../../config.ts';
import { sendSyslog } from '../../modules/audit/syslog.ts';
import { lookUp, missingGroups } from '../../modules/identity/sign-in/directory-lookup.ts';
import { checkProvider } from '../../modules/identity/oidc/providers.ts';
import { checkDirectory } from '../../modules/identity/sign-in/ldap.ts';
import type { OidcProvider } from '../../platform/access/oidc-settings.ts';
import { checkClamd } from '../../platform/documents/clamd.ts';
import { openFileStore } from '../../platform/storage/files.ts';
import { checkSmtp } from '../../platform/mail/mail.ts';
import { PortInUse, requireFreePort } from '../../platform/process/port-check.ts';
import { sentenceOf } from '../outcome.ts';
import { type Finding, note, ok, wrong } from './finding.ts';
import { folderProblem } from './settings.ts';

const run = promisify(execFile);
const TIMEOUT_MS = 5_000;
const GIGABYTE = 1024 ** 3;
const ROOM_BYTES = 2 * GIGABYTE;
const OTHERS = 0o077;
const NEWEST_NODE_TESTED = 24;

/** Runs a check of something outside; its failure is the finding. */
async function reach(check: string, url: string | undefined, work: (url: string) => Promise<void>): Promise<Finding[]> {
  if (url === undefined) return [];
  try {
    await work(url);
    return [ok(check, 'answers')];
  } catch (error) {
    return [wrong(check, sentenceOf(error))];
  }
}

async function store(check: string, url: string, config: Config): Promise<Finding[]> {
  // The problem of DATA_DIR has its own finding.
  if (url === 'file:' && folderProblem(config.dataDir) !== null) return [];
  if (url.startsWith('s3:')) {
    return reach(check, url, async () => (await openFileStore({ ...config, storageUrl: url })).check());
  }
  const folder = url === 'file:' ? resolve(config.dataDir, 'files') : fileURLToPath(url);
  const problem = folderProblem(folder);
  return [problem === null ? ok(check, `${folder} can be written`) : wrong(check, problem)];
}

function auditFolder(folder: string): Finding[] {
  const problem = folderProblem(folder);
  return [problem === null ? ok('AUDIT_FILE', `${folder} can be written`) : wrong('AUDIT_FILE', problem)];
}

async function port(config: Config): Promise<Finding[]> {
  try {
    await requireFreePort(config.host, config.port);
    return [ok('PORT', 'free')];
  } catch (error) {
    if (!(error instanceof PortInUse)) return [wrong('HOST', `cannot listen on ${config.host}: ${sentenceOf(error)}`)];
    return [error.ours ? ok('PORT', 'PIMIS runs on it') : wrong('PORT', 'another program listens on it')];
  }
}

async function metricsPort({ metricsHost, metricsPort: number }: Config): Promise<Finding[]> {
  if (number === undefined) return [];
  try {
    await requireFreePort(metricsHost, number);
    return [ok('METRICS_PORT', 'free')];
  } catch (error) {
    // A running server uses the port.
    if (error instanceof PortInUse) return [note('METRICS_PORT', 'a program listens on it')];
    return [wrong('METRICS_HOST', `cannot listen on ${metricsHost}: ${sentenceOf(error)}`)];
  }
}

function dataFolder(config: Config): Finding[] {
  if (folderProblem(config.dataDir) !== null) return [];
  const found = statSync(config.dataDir, { throwIfNoEntry: false });
  if (!found) return [note('DATA_DIR', `${config.dataDir} is made at the first start`)];
  const { bavail, bsize } = statfsSync(config.dataDir);
  const free = bavail * bsize;
  const secret = statSync(resolve(config.dataDir, 'token-secret'), { throwIfNoEntry: false });
  const room = `${(free / GIGABYTE).toFixed(1)} GB are free in ${config.dataDir}`;
  return [
    free < ROOM_BYTES ? wrong('DATA_DIR', room) : ok('DATA_DIR', room),
    ...(secret && (secret.mode & OTHERS) !== 0
      ? [wrong('DATA_DIR', 'token-secret can be read by other accounts: chmod 600')]
      : []),
  ];
}

/** If the clock of a provider is further off, its tokens are refused here, and ours there. */
const CLOCK_SECONDS = 30;

async function provider(settings: OidcProvider): Promise<Finding> {
  const check = 'OIDC_PROVIDERS';
  try {
    const ahead = await checkProvider(settings);
    if (ahead !== null && Math.abs(ahead) > CLOCK_SECONDS) {
      return wrong(check, `${settings.id}: its clock and the one of this machine are ${Math.abs(ahead)} seconds apart`);
    }
    return ok(check, `${settings.id} answers`);
  } catch (error) {
    return wrong(check, `${settings.id}: ${sentenceOf(error)}`);
  }
}

async function groups(config: Config): Promise<Finding[]> {
  if (config.ldapGroups.length === 0) return [];
  const check = 'LDAP_GROUPS';
  try {
    const missing = await missingGroups(
      config,
      config.ldapGroups.map(({ group }) => group),
    );
    if (missing.length > 0) return [wrong(check, `the directory has no ${missing.join('; ')}`)];
    return [ok(check, 'the directory has the groups')];
  } catch (error) {
    return [wrong(check, sentenceOf(error))];
  }
}

function node(): Finding {
  const major = Number(process.versions.node.split('.')[0]);
  const text = `Node ${process.versions.node}`;
  return major < NEWEST_NODE_TESTED
    ? wrong('Node', `${text} is too old: the product brings its own`)
    : ok('Node', text);
}

/**
 * Whether something corrects the clock of this machine. The embedded database has the same clock, so a comparison with
 * it finds nothing. `command` is that of systemd.
 */
export async function clockOfMachine(command = 'timedatectl'): Promise<Finding> {
  try {
    const { stdout } = await run(command, ['show', '--property=NTPSynchronized', '--value'], { timeout: TIMEOUT_MS });
    return stdout.trim() === 'yes'
      ? ok('clock', 'is synchronized')
      : wrong('clock', 'is not synchronized: timedatectl set-ntp true');
  } catch {
    return note('clock', 'nothing here says whether it is synchronized');
  }
}

/** Everything outside of the process but the databases. */
export async function outsideChecks(config: Config): Promise<Finding[]> {
  const found = await Promise.all([
    clockOfMachine().then((finding) => [finding]),
    port(config),
    metricsPort(config),
    store('STORAGE_URL', config.storageUrl, config),
    config.backupUrl === undefined ? [] : store('BACKUP_URL', config.backupUrl, config),
    reach('SMTP_URL', config.smtpUrl, (url) => checkSmtp(url, TIMEOUT_MS)),
    reach('LDAP_URL', config.ldapUrl, (url) => checkDirectory(url, config.ldapTimeoutMs)),
    reach('LDAP_LOOKUP_DN', config.ldapLookup?.dn, async () => {
      await lookUp(config, ['pimis-doctor'], new Date());
    }),
    groups(config),
    ...config.oidcProviders.map(provider),
    reach('OTEL_EXPORTER_OTLP_ENDPOINT', config.tracesUrl, async (url) => {
      // Any answer will do: a collector has no page.
      await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    }),
    reach('AUDIT_SYSLOG', config.auditSyslog, (url) => sendSyslog(url, [], { timeoutMs: TIMEOUT_MS, quietMs: 0 })),
    reach('CLAMD_URL', config.clamdUrl, (url) => checkClamd(url, TIMEOUT_MS)),
  ]);
  const audit = config.auditFile === undefined ? [] : auditFolder(dirname(config.auditFile));
  return [node(), ...dataFolder(config), ...audit, ...found.flat()];
}
