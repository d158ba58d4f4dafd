import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { dirname, resolve } from 'node:path';
import { type OidcProvider, OidcSettingsError, readOidcProviders } from './platform/access/oidc-settings.ts';
import { type Keep, readKeep } from './platform/storage/backup-keep.ts';
import { addNetwork } from './platform/http/networks.ts';
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
  /**
   * The account that looks at the directory each night. People are the entries of their sign-ins or, with `base`, those
   * below it whose `attribute` is `value` with the login in it.
   */
  ldapLookup: { dn: string; password: string; base: string | undefined; attribute: string; value: string } | undefined;
  /** What becomes of people whom the directory lacks or has disabled. */
  ldapAbsent: 'report' | 'lock';
  /** Providers of OpenID Connect by which people sign in. */
  oidcProviders: readonly OidcProvider[];
  registrationAllowed: boolean;
  helpRoot: string;
  /** A path at which a proxy forwards event streams differently; without a slash at its end. */
  hubRoot: string;
  tokenSecret: Uint8Array;
  /** Secrets that were or will be `tokenSecret`: what they signed is read, nothing is signed with them. */
  formerTokenSecrets: readonly Uint8Array[];
  /** Signs the audit log; the secret of the tokens by default. */
  auditSecret: Uint8Array;
  /** The same for `auditSecret`, the newest first. */
  formerAuditSecrets: readonly Uint8Array[];
  demo: boolean;
  logLevel: string;
  loginLockMinutes: number;
  /** Failed sign-ins in an hour after which an address is slowed. */
  loginAddressFailures: number;
  /** Networks that many people share: their addresses have the higher limit. */
  loginTrustedNetworks: BlockList;
  /** Networks of proxies on other machines, whose X-Forwarded-For is believed. */
  trustedProxies: BlockList;
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
  /** Minutes between backups; undefined: one a day at `backupTime`. */
  backupEvery: number | undefined;
  backupKeep: Keep;
  /** Within how many days of backups every content of the place is read again. */
  backupRereadDays: number;
  /** The weekly restore on trial, UTC, 0 is Sunday; unset: none is made. */
  backupTrial: { day: number; hour: number; minute: number } | undefined;
  /** Where it is restored; in dataDir by default. */
  backupTrialFolder: string | undefined;
  /** The file with the private key of encrypted backups, which the trial needs. */
  backupTrialKey: string | undefined;
  /** tls://host:port of the log store that receives the audit log as syslog. */
  auditSyslog: string | undefined;
  /** The file that receives it as JSON lines. Both unset: it stays in the database. */
  auditFile: string | undefined;
  /** Hosts of the own network to which webhooks may lead, also by http. */
  webhookInternalHosts: readonly string[];
  /** How far numbers and ids go on after a restore, because others were issued since the backup. */
  restoreGap: number;
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
    if (!addNetwork(list, text)) {
      throw new ConfigError(name, `must be networks such as 10.0.0.0/8, with commas between them, not "${text}"`);
    }
  }
  return list;
}

const LOOKUP_FILTER = /^([a-zA-Z][a-zA-Z0-9-]*)=(.*\{login\}.*)$/;

/** The account that looks at the directory, and where it finds people; undefined: nobody looks. */
function ldapLookup(env: Env): Config['ldapLookup'] {
  const {
    LDAP_LOOKUP_DN: dn,
    LDAP_LOOKUP_PASSWORD: password,
    LDAP_LOOKUP_BASE: base,
    LDAP_LOOKUP_FILTER: filter,
  } = env;
  if (!dn) {
    const [alone] = ['LDAP_LOOKUP_PASSWORD', 'LDAP_LOOKUP_BASE', 'LDAP_LOOKUP_FILTER'].filter((name) => env[name]);
    if (alone !== undefined) throw new ConfigError(alone, 'has no meaning without LDAP_LOOKUP_DN');
    return undefined;
  }
  if (!env.LDAP_URL) throw new ConfigError('LDAP_LOOKUP_DN', 'has no meaning without LDAP_URL');
  if (!password) throw new ConfigError('LDAP_LOOKUP_DN', 'needs LDAP_LOOKUP_PASSWORD');
  const [, attribute = '', value = ''] = LOOKUP_FILTER.exec(filter || 'uid={login}') ?? [];
  if (attribute === '') {
    throw new ConfigError('LDAP_LOOKUP_FILTER', 'must be an attribute and a value such as sAMAccountName={login}');
  }
  if (!base && !env.LDAP_USER_DN?.includes('=')) {
    throw new ConfigError('LDAP_LOOKUP_DN', 'needs LDAP_LOOKUP_BASE where LDAP_USER_DN is not the name of an entry');
  }
  return { dn, password, base: base || undefined, attribute, value };
}

function ldapAbsent(env: Env): Config['ldapAbsent'] {
  const text = env.LDAP_ABSENT || 'report';
  if (text !== 'report' && text !== 'lock') throw new ConfigError('LDAP_ABSENT', 'must be report or lock');
  return text;
}

/** Networks of proxies. One that holds every address would let anybody choose theirs. */
function proxies(env: Env): BlockList {
  const list = networks(env, 'TRUSTED_PROXIES');
  if (/\/0+\s*(?:,|$)/.test(env.TRUSTED_PROXIES ?? '')) {
    throw new ConfigError('TRUSTED_PROXIES', 'must name the proxies alone: everybody is in a network /0');
  }
  return list;
}

const HOST = /^(?!-)[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;

/** Names and IP addresses of hosts, separated by commas, without ports. */
function hosts(env: Env, name: string): string[] {
  const found = (env[name] ?? '').split(',').map((text) => text.trim().toLowerCase());
  return found.flatMap((text) => {
    if (text === '') return [];
    if (!HOST.test(text) && isIP(text) === 0) {
      throw new ConfigError(
        name,
        `must be names of hosts such as erp.example.rs, with commas between them, not "${text}"`,
      );
    }
    return [text];
  });
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

/** Secrets with commas between them, also from a file of a restore. Error: ConfigError for one that is too short. */
function formerSecrets(env: Env, dataDir: string, name: string, file: string): Uint8Array[] {
  const given = env[name] || new TextDecoder().decode(fileOf(dataDir, file));
  const texts = given.split(',').map((text) => text.trim());
  return texts.flatMap((text) => (text === '' ? [] : (secret({ [name]: text }, name) ?? [])));
}

/**
 * The former secrets of tokens and audit log. Without an audit secret of its own the log was signed with those of the
 * tokens.
 */
function formerSecretsOf(env: Env, dataDir: string, hasAuditSecret: boolean) {
  const formerTokenSecrets = formerSecrets(env, dataDir, 'TOKEN_SECRET_FORMER', 'token-secret-former');
  const ofAudit = formerSecrets(env, dataDir, 'AUDIT_SECRET_FORMER', 'audit-secret-former');
  return { formerTokenSecrets, formerAuditSecrets: hasAuditSecret ? ofAudit : [...formerTokenSecrets, ...ofAudit] };
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

/** The existing audit secrets of this installation; null if there is none, as none is created. */
export function existingAuditSecrets(env: Env): Pick<Config, 'auditSecret' | 'formerAuditSecrets'> | null {
  const dataDir = resolve(env.DATA_DIR || './data');
  const own = secret(env, 'AUDIT_SECRET') ?? fileOf(dataDir, 'audit-secret');
  const auditSecret = own ?? secret(env, 'TOKEN_SECRET') ?? fileOf(dataDir, 'token-secret');
  if (auditSecret === undefined) return null;
  return { auditSecret, formerAuditSecrets: formerSecretsOf(env, dataDir, own !== undefined).formerAuditSecrets };
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
  if (!read) throw new ConfigError(name, 'must be numbers of hours, days, weeks and months such as 24h,14d,8w,12m');
  return read;
}

/** The clock starts a backup at the same minutes of each hour, or hours of each day. */
const MINUTES = [5, 10, 15, 20, 30, 60, 120, 180, 240, 360, 480, 720];

function backupEvery(env: Env): number | undefined {
  const text = env.BACKUP_EVERY || undefined;
  if (text === undefined) return undefined;
  if (!MINUTES.includes(Number(text)))
    throw new ConfigError('BACKUP_EVERY', `must be one of ${MINUTES.join(', ')} minutes`);
  return Number(text);
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

function oidcProviders(env: Env): OidcProvider[] {
  const path = env.OIDC_PROVIDERS || undefined;
  try {
    return path === undefined ? [] : readOidcProviders(path);
  } catch (error) {
    if (error instanceof OidcSettingsError) throw new ConfigError('OIDC_PROVIDERS', error.message);
    throw error;
  }
}

const SYSLOG_PORT = 6514;

/** The log store for syslog over TLS, with its port. */
function syslogAddress(env: Env): string | undefined {
  const text = address(env, 'AUDIT_SYSLOG', ['tls:']);
  if (text === undefined) return undefined;
  const { hostname, port, pathname, username, password, search, hash } = new URL(text);
  if (hostname === '' || !['', '/'].includes(pathname) || username + password + search + hash !== '') {
    throw new ConfigError('AUDIT_SYSLOG', 'must be a host and a port such as tls://logs.example.rs:6514');
  }
  return `tls://${hostname}:${port || SYSLOG_PORT}`;
}

/** The file for the audit log: its folder must exist, because a rotation expects it there. */
function auditFile(env: Env): string | undefined {
  const text = env.AUDIT_FILE || undefined;
  if (text === undefined) return undefined;
  if (env.AUDIT_SYSLOG) throw new ConfigError('AUDIT_FILE', 'must be unset where AUDIT_SYSLOG is set');
  const path = resolve(text);
  if (!isFolder(dirname(path))) throw new ConfigError('AUDIT_FILE', `there is no folder ${dirname(path)}`);
  if (isFolder(path)) throw new ConfigError('AUDIT_FILE', `${path} is a folder`);
  return path;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

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
  const ofAudit = secret(env, 'AUDIT_SECRET') ?? fileOf(dataDir, 'audit-secret');
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
    ldapLookup: ldapLookup(env),
    ldapAbsent: ldapAbsent(env),
    oidcProviders: oidcProviders(env),
    registrationAllowed: flag(env, 'REGISTRATION_ALLOWED', true),
    helpRoot: helpRoot.replace(/\/$/, ''),
    hubRoot: hubRoot.replace(/\/$/, ''),
    tokenSecret: ofTokens,
    auditSecret: ofAudit ?? ofTokens,
    ...formerSecretsOf(env, dataDir, ofAudit !== undefined),
    demo: flag(env, 'DEMO', defaults.demo),
    logLevel,
    loginLockMinutes: integer(env, 'LOGIN_LOCK_MINUTES', 15, 1, 1440),
    loginAddressFailures: integer(env, 'LOGIN_ADDRESS_FAILURES', 100, 10, 1_000_000),
    loginTrustedNetworks: networks(env, 'LOGIN_TRUSTED_NETWORKS'),
    trustedProxies: proxies(env),
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
    backupEvery: backupEvery(env),
    backupKeep: keep(env, 'BACKUP_KEEP', '14d,8w,12m'),
    backupRereadDays: integer(env, 'BACKUP_REREAD_DAYS', 30, 1, 366),
    backupTrial: timeOfWeek(env, 'BACKUP_TRIAL'),
    backupTrialFolder: env.BACKUP_TRIAL_FOLDER || undefined,
    backupTrialKey: trialKey(env),
    auditSyslog: syslogAddress(env),
    auditFile: auditFile(env),
    webhookInternalHosts: hosts(env, 'WEBHOOK_INTERNAL_HOSTS'),
    restoreGap: integer(env, 'RESTORE_GAP', 1_000, 0, 1_000_000),
    backupPublicKey: recipient(env, 'BACKUP_PUBLIC_KEY'),
    documentMaxBytes: integer(env, 'DOCUMENT_SIZE_LIMIT', 10_485_760, 1024, 3_145_728_000),
  };
}
