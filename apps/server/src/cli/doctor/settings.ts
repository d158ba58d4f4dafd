import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Config, loadConfig } from '../../config.ts';
import { ConfigError } from '../../settings/read.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

type Env = Record<string, string | undefined>;

/** Settings of docs/operations.md; a test compares the two. */
export const SETTINGS = [
  'PORT',
  'HOST',
  'PUBLIC_URL',
  'DATABASE_URL',
  'DATA_DIR',
  'STORAGE_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'LDAP_URL',
  'LDAP_USER_DN',
  'LDAP_TIMEOUT_MS',
  'LDAP_LOOKUP_DN',
  'LDAP_LOOKUP_PASSWORD',
  'LDAP_LOOKUP_BASE',
  'LDAP_LOOKUP_FILTER',
  'LDAP_ABSENT',
  'LDAP_GROUPS',
  'OIDC_PROVIDERS',
  'REGISTRATION_ALLOWED',
  'HELP_ROOT',
  'HUB_ROOT',
  'TOKEN_SECRET',
  'AUDIT_SECRET',
  'TOKEN_SECRET_FORMER',
  'AUDIT_SECRET_FORMER',
  'DEMO',
  'LOG_LEVEL',
  'LOGIN_LOCK_MINUTES',
  'LOGIN_ADDRESS_FAILURES',
  'TRUSTED_PROXIES',
  'LOGIN_TRUSTED_NETWORKS',
  'LOGIN_TRUSTED_FAILURES',
  'LOGIN_ALL_FAILURES',
  'REFRESH_IDLE_MINUTES',
  'REFRESH_TOTAL_HOURS',
  'USERS_PER_ORGANIZATION',
  'CLAMD_URL',
  'DOCUMENT_SIZE_LIMIT',
  'BACKUP_URL',
  'BACKUP_TIME',
  'BACKUP_EVERY',
  'BACKUP_KEEP',
  'BACKUP_REREAD_DAYS',
  'BACKUP_PUBLIC_KEY',
  'BACKUP_TRIAL',
  'BACKUP_TRIAL_FOLDER',
  'BACKUP_TRIAL_KEY',
  'ARCHIVE',
  'ARCHIVE_SECONDS',
  'ARCHIVE_KEEP',
  'RESTORE_GAP',
  'AUDIT_SYSLOG',
  'AUDIT_FILE',
  'WEBHOOK_INTERNAL_HOSTS',
  'MALLOC_ARENA_MAX',
  'NODE_EXTRA_CA_CERTS',
  'EXCHANGE_RATE_DAYS',
  'SLOW_QUERY_MS',
  'OPEN_DATA_PREFIX',
  'OPEN_DATA_LICENSE',
  'STOP_DELAY_SECONDS',
  'METRICS_PORT',
  'METRICS_HOST',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'POOLED_DATABASE_URL',
  'READ_DATABASE_URL',
  'READ_LAG_SECONDS',
] as const;

/** An error about a setting may be caused by another one that is set. */
const CAUSED_BY: Readonly<Record<string, string>> = { LDAP_USER_DN: 'LDAP_URL' };
/** Nothing is signed with it: the doctor must not make the secret of a new installation. */
const STAND_IN = 'of a doctor that signs nothing and writes nothing';

/** The nearest folder above a path that exists. */
function existing(path: string): string {
  for (let at = resolve(path); ; at = dirname(at)) if (existsSync(at) || at === dirname(at)) return at;
}

/** The reason why a folder (or the parent in which it would be created) is not writable; null if it is. */
export function folderProblem(path: string): string | null {
  const at = existing(path);
  if (!statSync(at).isDirectory()) return `${at} is no folder`;
  try {
    accessSync(at, constants.W_OK | constants.X_OK);
    return null;
  } catch {
    return `this account may not write to ${at}`;
  }
}

/**
 * Reads the settings without changing anything. Returns a finding for each setting, and the configuration of those that
 * are right: a wrong one counts as unset in it.
 */
export function readSettings(given: Env, defaults: { demo: boolean }): { findings: Finding[]; config: Config } {
  const problems = new Map<string, string>();
  const env = { ...given };
  const dataDir = resolve(env.DATA_DIR || './data');
  const problem = folderProblem(dataDir);
  if (problem) problems.set('DATA_DIR', problem);
  const malloc = env.MALLOC_ARENA_MAX || undefined;
  if (malloc !== undefined && !/^[1-9]\d*$/.test(malloc)) problems.set('MALLOC_ARENA_MAX', 'must be a whole number');
  const trial = env.BACKUP_TRIAL_FOLDER || undefined;
  const trialProblem = trial === undefined ? null : folderProblem(trial);
  if (trialProblem) problems.set('BACKUP_TRIAL_FOLDER', trialProblem);
  const authorities = env.NODE_EXTRA_CA_CERTS || undefined;
  if (authorities !== undefined && !existsSync(authorities)) {
    problems.set('NODE_EXTRA_CA_CERTS', `there is no file ${authorities}`);
  }
  const usable = problem === null && existsSync(dataDir);
  // Any existing folder will do, because nothing is written to it.
  env.DATA_DIR = usable ? dataDir : tmpdir();
  for (;;) {
    try {
      const secret = usable && existsSync(resolve(dataDir, 'token-secret')) ? {} : { TOKEN_SECRET: STAND_IN };
      const config = loadConfig(
        { ...(env.TOKEN_SECRET ? {} : secret), ...withoutEmpty(env) },
        { ...defaults, unfinished: true },
      );
      return { findings: findingsOf(given, problems), config: { ...config, dataDir } };
    } catch (error) {
      if (!(error instanceof ConfigError) || problems.has(error.setting)) throw error;
      problems.set(error.setting, error.problem);
      env[error.setting] = undefined;
      const cause = CAUSED_BY[error.setting];
      if (cause) env[cause] = undefined;
    }
  }
}

const withoutEmpty = (env: Env): Env =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));

function findingsOf(env: Env, problems: ReadonlyMap<string, string>): Finding[] {
  return SETTINGS.map((setting) => {
    const problem = problems.get(setting);
    if (problem !== undefined) return wrong(setting, problem);
    return env[setting] ? ok(setting, 'set') : ok(setting, 'default');
  });
}

/** Whether a place of backups that is a folder is on the file system of DATA_DIR. */
export function isOnSameDisk({ backupUrl, dataDir }: Pick<Config, 'backupUrl' | 'dataDir'>): boolean {
  if (backupUrl === undefined || !backupUrl.startsWith('file:')) return false;
  const place = existing(fileURLToPath(backupUrl));
  return statSync(place).dev === statSync(existing(dataDir)).dev;
}

/** Settings that are right by themselves and unwise together. */
export function unwise(config: Config, env: Env): Finding[] {
  const { hostname, protocol } = new URL(config.publicUrl);
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return [
    ...(local ? [note('PUBLIC_URL', 'people on other machines cannot open it; mails carry this address')] : []),
    ...(!local && protocol === 'http:' ? [note('PUBLIC_URL', 'without https: passwords travel in the open')] : []),
    ...(config.metricsPort === config.port && config.metricsHost === config.host
      ? [wrong('METRICS_PORT', 'is the same as PORT: the server cannot listen on both')]
      : []),
    ...(config.backupTrial !== undefined && config.backupUrl === undefined
      ? [wrong('BACKUP_TRIAL', 'without BACKUP_URL nothing is restored on trial')]
      : []),
    ...(isOnSameDisk(config)
      ? [note('BACKUP_URL', 'is on the disk of DATA_DIR: if the disk is lost, the backups are lost with it')]
      : []),
    ...(config.backupUrl === undefined ? [note('BACKUP_URL', 'unset: no backup is made each day')] : []),
    ...(config.backupUrl !== undefined && config.backupPublicKey === undefined
      ? [note('BACKUP_PUBLIC_KEY', 'unset: backups are not encrypted, and hold the secrets')]
      : []),
    ...(config.databaseUrl !== undefined && !env.TOKEN_SECRET
      ? [note('TOKEN_SECRET', 'unset: it lies in DATA_DIR; several servers need the same')]
      : []),
  ];
}
