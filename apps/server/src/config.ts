import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { resolve } from 'node:path';
import { type Keep, readKeep } from './platform/storage/backup-keep.ts';
import { LOOPBACK_ADDRESS } from './platform/http/is-loopback.ts';

/** The settings of the runtime contract, typed and checked once at the start. */
export interface Config {
  port: number;
  host: string;
  /** Address under which people reach the product; used in mails and links. No trailing slash. */
  publicUrl: string;
  /** Unset: the embedded PostgreSQL in dataDir is used. */
  databaseUrl: string | undefined;
  pooledDatabaseUrl: string | undefined;
  readDatabaseUrl: string | undefined;
  readLagSeconds: number;
  dataDir: string;
  /** file: (in dataDir) or s3://bucket/prefix */
  storageUrl: string;
  smtpUrl: string | undefined;
  /** The sender of mails: „Name <address>“. */
  mailFrom: string;
  ldapUrl: string | undefined;
  /** The directory name template, with {login} in it. */
  ldapUserDn: string | undefined;
  /** The time limit for each answer of the directory. */
  ldapTimeoutMs: number;
  registrationAllowed: boolean;
  helpRoot: string;
  /** A path at which a proxy forwards event streams differently; without a slash at its end. */
  hubRoot: string;
  tokenSecret: Uint8Array;
  /** Signs the audit log; the secret of the tokens by default. */
  auditSecret: Uint8Array;
  demo: boolean;
  logLevel: string;
  loginLockMinutes: number;
  /** Failed sign-ins in an hour after which an address is slowed. */
  loginAddressFailures: number;
  /** Networks that many people share: their addresses have the higher limit. */
  loginTrustedNetworks: BlockList;
  loginTrustedFailures: number;
  /**
   * Failed sign-ins in an hour, over all addresses that are not trusted, after which each of them gets a tenth of its
   * limit.
   */
  loginAllFailures: number;
  refreshIdleMinutes: number;
  refreshTotalHours: number;
  usersPerOrganization: number;
  /** After how many days a rate of exchange counts as old at the thresholds that hang on it. */
  exchangeRateDays: number;
  documentMaxBytes: number;
  /** tcp://host:port of clamd; unset: nothing is scanned. */
  clamdUrl: string | undefined;
  /** The prefix of the project identifiers that the registry of OC4IDS gives; unset: nothing is public. */
  openDataPrefix: string | undefined;
  /** The address of the licence of open data. */
  openDataLicense: string;
  /** Slower statements are logged with their plan. */
  slowQueryMs: number;
  /** The port of /metrics; unset: nothing is measured. */
  metricsPort: number | undefined;
  metricsHost: string;
  /** How long a server still answers after the signal to stop, while it reports "not ready". */
  stopDelaySeconds: number;
  /** The collector that traces are sent to; unset: none are made. The library reads the setting itself. */
  tracesUrl: string | undefined;
  /** Where backups are made each day; unset: none are. */
  backupUrl: string | undefined;
  /** The time of the daily backup, UTC. */
  backupTime: { hour: number; minute: number };
  backupKeep: Keep;
  /** Within how many days of backups every content of the place is read again. */
  backupRereadDays: number;
  /** The weekly restore on trial, UTC, 0 is Sunday; unset: none is made. */
  backupTrial: { day: number; hour: number; minute: number } | undefined;
  /** Where it is restored; in dataDir by default. */
  backupTrialFolder: string | undefined;
  /** The file with the private key of encrypted backups, which the trial needs. */
  backupTrialKey: string | undefined;
  /** The age recipient that backups are encrypted for; unset: they are not encrypted. */
  backupPublicKey: string | undefined;
}

/** An invalid setting. The start prints the message. */
export class ConfigError extends Error {
  readonly setting: string;
  readonly problem: string;

  constructor(setting: string, problem: string) {
    super(`Setting ${setting}: ${problem}`);
    this.name = 'ConfigError';
    this.setting = setting;
    this.problem = problem;
  }
}

/** Demo data are public under a prefix that no registry has given. */
const DEMO_PREFIX = 'oc4ids-demo01';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

type Env = Record<string, string | undefined>;

function integer(env: Env, name: string, fallback: number, min: number, max: number): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new ConfigError(name, `must be a whole number from ${min} to ${max}, not "${text}"`);
  }
  return value;
}

function flag(env: Env, name: string, fallback: boolean): boolean {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  if (['1', 'true', 'yes'].includes(text.toLowerCase())) return true;
  if (['0', 'false', 'no'].includes(text.toLowerCase())) return false;
  throw new ConfigError(name, `must be true or false, not "${text}"`);
}

function address(env: Env, name: string, protocols: string[]): string | undefined {
  const text = env[name];
  if (text === undefined || text === '') return undefined;
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    throw new ConfigError(name, `must be an address that starts with ${protocols.join(' or ')}`);
  }
  return text;
}

/** The address that people use: paths of the product are added to it, and the server listens at its root. */
function publicAddress(env: Env): string | undefined {
  const text = address(env, 'PUBLIC_URL', ['http:', 'https:']);
  if (text === undefined) return undefined;
  const { origin, href } = new URL(text);
  if (href !== `${origin}/`) {
    throw new ConfigError('PUBLIC_URL', 'must be a name with http: or https:, without path, query and account');
  }
  return text;
}

/** Networks in the form 10.0.0.0/8 or 2001:db8::/32, separated by commas; a single address is a network of one. */
function networks(env: Env, name: string): BlockList {
  const list = new BlockList();
  for (const text of (env[name] ?? '').split(',').map((part) => part.trim())) {
    if (text === '') continue;
    const [address = '', bits, ...rest] = text.split('/');
    const most = { 4: 32, 6: 128 }[isIP(address)];
    const prefix = bits === undefined ? most : Number(bits);
    const whole = prefix !== undefined && /^\d+$/.test(bits ?? '0') && rest.length === 0;
    if (most === undefined || !whole || prefix > most) {
      throw new ConfigError(name, `must be networks such as 10.0.0.0/8, with commas between them, not "${text}"`);
    }
    list.addSubnet(address, prefix, isIP(address) === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}

function sender(env: Env): string {
  const text = env.MAIL_FROM || 'ПИМИС <pimis@localhost>';
  if (!/^(?:[^<>\r\n]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text)) {
    throw new ConfigError('MAIL_FROM', 'must be an address, or a name with an address in <>');
  }
  return text;
}

function openDataPrefix(env: Env): string | undefined {
  const text = env.OPEN_DATA_PREFIX || undefined;
  if (text !== undefined && !/^oc4ids-[a-z0-9]{6}$/.test(text)) {
    throw new ConfigError('OPEN_DATA_PREFIX', 'must be oc4ids- and six small letters or digits, as in oc4ids-abc123');
  }
  return text;
}

function secret(env: Env, name: string): Uint8Array | undefined {
  const given = env[name];
  if (given === undefined || given === '') return undefined;
  if (given.length < 32) throw new ConfigError(name, 'must have at least 32 characters');
  return new TextEncoder().encode(given);
}

/** The secret that signs tokens: the setting, or one that is made once and stored in the data folder. */
function tokenSecret(env: Env, dataDir: string): Uint8Array {
  const given = secret(env, 'TOKEN_SECRET');
  if (given) return given;
  const stored = fileOf(dataDir, 'token-secret');
  if (stored) return stored;
  const file = resolve(dataDir, 'token-secret');
  const made = randomBytes(48).toString('base64url');
  try {
    writeFileSync(file, made, { mode: 0o600, flag: 'wx' });
    return new TextEncoder().encode(made);
  } catch (error) {
    // Another server of the same data folder was first; its secret counts.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return new TextEncoder().encode(readFileSync(file, 'utf8').trim());
  }
}

function existingTokenSecret(env: Env, dataDir: string): Uint8Array {
  const found = secret(env, 'TOKEN_SECRET') ?? fileOf(dataDir, 'token-secret');
  if (!found) throw new ConfigError('TOKEN_SECRET', `is unset, and DATA_DIR ${dataDir} has no token-secret`);
  return found;
}

function fileOf(dataDir: string, name: string): Uint8Array | undefined {
  try {
    return new TextEncoder().encode(readFileSync(resolve(dataDir, name), 'utf8').trim());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The existing audit secret of this installation; it is not created. */
export function existingAuditSecret(env: Env): Uint8Array | undefined {
  const dataDir = resolve(env.DATA_DIR || './data');
  return (
    secret(env, 'AUDIT_SECRET') ??
    fileOf(dataDir, 'audit-secret') ??
    secret(env, 'TOKEN_SECRET') ??
    fileOf(dataDir, 'token-secret')
  );
}

const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)$/;

function timeOfDay(env: Env, name: string, fallback: string): { hour: number; minute: number } {
  const found = TIME_OF_DAY.exec(env[name] || fallback);
  if (!found) throw new ConfigError(name, 'must be a time such as 01:30');
  return { hour: Number(found[1]), minute: Number(found[2]) };
}

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

function timeOfWeek(env: Env, name: string): Config['backupTrial'] {
  const text = env[name];
  if (text === undefined || text === '') return undefined;
  const [day = '', time = '', ...rest] = text.trim().toLowerCase().split(/ +/);
  const found = TIME_OF_DAY.exec(time);
  if (!found || !DAYS.includes(day) || rest.length > 0)
    throw new ConfigError(name, 'must be a day and a time such as sun 04:00');
  return { day: DAYS.indexOf(day), hour: Number(found[1]), minute: Number(found[2]) };
}

/** The trial has to open what BACKUP_PUBLIC_KEY encrypts. */
function trialKey(env: Env): string | undefined {
  const file = env.BACKUP_TRIAL_KEY || undefined;
  if (file !== undefined && !existsSync(file)) throw new ConfigError('BACKUP_TRIAL_KEY', `there is no file ${file}`);
  if (file === undefined && env.BACKUP_TRIAL && env.BACKUP_PUBLIC_KEY) {
    throw new ConfigError('BACKUP_TRIAL_KEY', 'must name the file of the private key: backups are encrypted');
  }
  return file;
}

function keep(env: Env, name: string, fallback: string): Keep {
  const read = readKeep(env[name] || fallback);
  if (!read) throw new ConfigError(name, 'must be numbers of days, weeks and months such as 14d,8w,12m');
  return read;
}

/** An X25519 recipient of age. Its checksum is verified by the library when a backup is made. */
const RECIPIENT = /^age1[02-9ac-hj-np-z]{58}$/;

function recipient(env: Env, name: string): string | undefined {
  const text = env[name] || undefined;
  if (text !== undefined && !RECIPIENT.test(text)) {
    throw new ConfigError(name, 'must be a public key of age, which begins with age1');
  }
  return text;
}

const HEADERS = /^[\w-]+=[^,=\s]+(?:,[\w-]+=[^,=\s]+)*$/;

/** The collector for traces; its headers are read by the library. */
function tracesUrl(env: Env): string | undefined {
  if (env.OTEL_EXPORTER_OTLP_HEADERS && !HEADERS.test(env.OTEL_EXPORTER_OTLP_HEADERS)) {
    throw new ConfigError('OTEL_EXPORTER_OTLP_HEADERS', 'must be names and values such as authorization=Bearer%20abc');
  }
  const name = 'OTEL_EXPORTER_OTLP_ENDPOINT';
  const text = address(env, name, ['http:', 'https:']);
  const { username = '', password = '' } = text === undefined ? {} : new URL(text);
  if (username + password !== '') {
    throw new ConfigError(name, 'must have no account: OTEL_EXPORTER_OTLP_HEADERS takes it');
  }
  return text;
}

/** Where the server listens; read before all other settings. */
export function listenAddress(env: Env): { host: string; port: number } {
  const host = env.HOST || '127.0.0.1';
  // An address such as 300.1.1.1 is no name either.
  if (!URL.canParse(LOOPBACK_ADDRESS(host, 0)) || /[/@?#]/.test(host)) {
    throw new ConfigError('HOST', `must be a name or an address of this machine, not "${host}"`);
  }
  return { host, port: integer(env, 'PORT', 3000, 0, 65535) };
}

/** The locations of data folder and database; nothing is created. */
export function databasePlace(env: Env): Pick<Config, 'databaseUrl' | 'dataDir'> {
  return {
    databaseUrl: address(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    dataDir: resolve(env.DATA_DIR || './data'),
  };
}

/**
 * Reads and checks the settings. With `existing` neither the data folder nor a secret is made. Throws ConfigError, whose
 * message names the setting.
 */
export function loadConfig(env: Env, defaults: { demo: boolean; existing?: boolean }): Config {
  const { host, port } = listenAddress(env);
  const { databaseUrl, dataDir } = databasePlace(env);
  try {
    if (!defaults.existing) mkdirSync(dataDir, { recursive: true });
  } catch {
    throw new ConfigError('DATA_DIR', `the folder "${dataDir}" cannot be made`);
  }
  const logLevel = env.LOG_LEVEL || 'info';
  if (!LOG_LEVELS.includes(logLevel)) throw new ConfigError('LOG_LEVEL', `must be one of ${LOG_LEVELS.join(', ')}`);
  const helpRoot = env.HELP_ROOT || '/help';
  if (!helpRoot.startsWith('/') && !URL.canParse(helpRoot)) {
    throw new ConfigError('HELP_ROOT', 'must be a path that starts with / or an address');
  }
  const hubRoot = env.HUB_ROOT || '/api/operations';
  if (!hubRoot.startsWith('/')) throw new ConfigError('HUB_ROOT', 'must be a path that starts with /');
  const ldapUrl = address(env, 'LDAP_URL', ['ldap:', 'ldaps:']);
  const ldapUserDn = env.LDAP_USER_DN || undefined;
  if (ldapUrl && !ldapUserDn?.includes('{login}')) {
    throw new ConfigError('LDAP_USER_DN', 'must be a template that contains {login} when LDAP_URL is set');
  }
  const ofTokens = defaults.existing ? existingTokenSecret(env, dataDir) : tokenSecret(env, dataDir);
  return {
    port,
    host,
    publicUrl: (publicAddress(env) ?? LOOPBACK_ADDRESS(host, port)).replace(/\/$/, ''),
    databaseUrl,
    pooledDatabaseUrl: address(env, 'POOLED_DATABASE_URL', ['postgres:', 'postgresql:']),
    readDatabaseUrl: address(env, 'READ_DATABASE_URL', ['postgres:', 'postgresql:']),
    readLagSeconds: integer(env, 'READ_LAG_SECONDS', 5, 1, 60),
    dataDir,
    storageUrl: address(env, 'STORAGE_URL', ['file:', 's3:']) ?? 'file:',
    smtpUrl: address(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: sender(env),
    ldapUrl,
    ldapUserDn,
    ldapTimeoutMs: integer(env, 'LDAP_TIMEOUT_MS', 5_000, 100, 60_000),
    registrationAllowed: flag(env, 'REGISTRATION_ALLOWED', true),
    helpRoot: helpRoot.replace(/\/$/, ''),
    hubRoot: hubRoot.replace(/\/$/, ''),
    tokenSecret: ofTokens,
    auditSecret: secret(env, 'AUDIT_SECRET') ?? fileOf(dataDir, 'audit-secret') ?? ofTokens,
    demo: flag(env, 'DEMO', defaults.demo),
    logLevel,
    loginLockMinutes: integer(env, 'LOGIN_LOCK_MINUTES', 15, 1, 1440),
    loginAddressFailures: integer(env, 'LOGIN_ADDRESS_FAILURES', 100, 10, 1_000_000),
    loginTrustedNetworks: networks(env, 'LOGIN_TRUSTED_NETWORKS'),
    loginTrustedFailures: integer(env, 'LOGIN_TRUSTED_FAILURES', 1_000, 10, 1_000_000),
    loginAllFailures: integer(env, 'LOGIN_ALL_FAILURES', 300, 10, 1_000_000),
    refreshIdleMinutes: integer(env, 'REFRESH_IDLE_MINUTES', 30, 1, 1440),
    refreshTotalHours: integer(env, 'REFRESH_TOTAL_HOURS', 12, 1, 168),
    exchangeRateDays: integer(env, 'EXCHANGE_RATE_DAYS', 30, 1, 3_650),
    usersPerOrganization: integer(env, 'USERS_PER_ORGANIZATION', 50, 1, 100_000),
    openDataPrefix: openDataPrefix(env) ?? (flag(env, 'DEMO', defaults.demo) ? DEMO_PREFIX : undefined),
    openDataLicense:
      address(env, 'OPEN_DATA_LICENSE', ['http:', 'https:']) ?? 'https://creativecommons.org/licenses/by/4.0/',
    slowQueryMs: integer(env, 'SLOW_QUERY_MS', 1_000, 1, 600_000),
    metricsPort: integer(env, 'METRICS_PORT', 0, 1, 65_535) || undefined,
    metricsHost: env.METRICS_HOST || '127.0.0.1',
    stopDelaySeconds: integer(env, 'STOP_DELAY_SECONDS', 0, 0, 300),
    tracesUrl: tracesUrl(env),
    clamdUrl: address(env, 'CLAMD_URL', ['tcp:']),
    backupUrl: address(env, 'BACKUP_URL', ['file:', 's3:']),
    backupTime: timeOfDay(env, 'BACKUP_TIME', '01:30'),
    backupKeep: keep(env, 'BACKUP_KEEP', '14d,8w,12m'),
    backupRereadDays: integer(env, 'BACKUP_REREAD_DAYS', 30, 1, 366),
    backupTrial: timeOfWeek(env, 'BACKUP_TRIAL'),
    backupTrialFolder: env.BACKUP_TRIAL_FOLDER || undefined,
    backupTrialKey: trialKey(env),
    backupPublicKey: recipient(env, 'BACKUP_PUBLIC_KEY'),
    documentMaxBytes: integer(env, 'DOCUMENT_SIZE_LIMIT', 10_485_760, 1024, 3_145_728_000),
  };
}
