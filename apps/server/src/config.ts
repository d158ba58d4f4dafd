import { type BackupSettings, backupSettings } from './settings/backup.ts';
import { refuseUnfinished } from './platform/process/unfinished-restore.ts';
import { type DatabaseSettings, databasePlace, databaseSettings } from './settings/database.ts';
import { type DirectorySettings, directorySettings } from './settings/directory.ts';
import { type NetworkSettings, networkSettings } from './settings/network.ts';
import { address, ConfigError, type Env, flag, integer } from './settings/read.ts';
import { type SecretSettings, secretSettings } from './settings/secrets.ts';
import { type SignInSettings, signInSettings } from './settings/sign-in.ts';
import { type WatchingSettings, watchingSettings } from './settings/watching.ts';

/** The settings of the runtime contract, typed and checked once at the start. */
export interface Config
  extends NetworkSettings,
    DatabaseSettings,
    DirectorySettings,
    SignInSettings,
    SecretSettings,
    BackupSettings,
    WatchingSettings {
  smtpUrl: string | undefined;
  /** The sender of mails: „Name <address>“. */
  mailFrom: string;
  helpRoot: string;
  demo: boolean;
  /** After how many days an exchange rate counts as old for the thresholds that depend on it. */
  exchangeRateDays: number;
  documentMaxBytes: number;
  /** tcp://host:port of clamd; unset: nothing is scanned. */
  clamdUrl: string | undefined;
  /** The prefix of the project identifiers that the registry of OC4IDS gives; unset: nothing is public. */
  openDataPrefix: string | undefined;
  /** The address of the licence of open data. */
  openDataLicense: string;
  /** How long a server still answers after the signal to stop, while it reports "not ready". */
  stopDelaySeconds: number;
}

/** Demo data are public under a prefix that no registry has given. */
const DEMO_PREFIX = 'oc4ids-demo01';

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

interface Reading {
  demo: boolean;
  /** Neither the data folder nor a secret is made. */
  existing?: boolean;
  /** The data folder may have what an interrupted restore has left. */
  unfinished?: boolean;
}

/**
 * Reads and checks the settings. Errors: ConfigError, whose message names the setting; Refused for a data folder that a
 * restore has not finished, before anything is made in it.
 */
export function loadConfig(env: Env, defaults: Reading): Config {
  const { existing = false, unfinished = false } = defaults;
  if (!unfinished) refuseUnfinished(databasePlace(env).dataDir);
  const network = networkSettings(env);
  const database = databaseSettings(env, existing);
  const helpRoot = env.HELP_ROOT || '/help';
  if (!helpRoot.startsWith('/') && !URL.canParse(helpRoot)) {
    throw new ConfigError('HELP_ROOT', 'must be a path that starts with / or an address');
  }
  const demo = flag(env, 'DEMO', defaults.demo);
  return {
    ...network,
    ...database,
    ...directorySettings(env),
    ...signInSettings(env),
    ...secretSettings(env, database.dataDir, existing),
    ...backupSettings(env),
    ...watchingSettings(env),
    smtpUrl: address(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: sender(env),
    helpRoot: helpRoot.replace(/\/$/, ''),
    demo,
    exchangeRateDays: integer(env, 'EXCHANGE_RATE_DAYS', 30, 1, 3_650),
    documentMaxBytes: integer(env, 'DOCUMENT_SIZE_LIMIT', 10_485_760, 1024, 3_145_728_000),
    clamdUrl: address(env, 'CLAMD_URL', ['tcp:']),
    openDataPrefix: openDataPrefix(env) ?? (demo ? DEMO_PREFIX : undefined),
    openDataLicense:
      address(env, 'OPEN_DATA_LICENSE', ['http:', 'https:']) ?? 'https://creativecommons.org/licenses/by/4.0/',
    stopDelaySeconds: integer(env, 'STOP_DELAY_SECONDS', 0, 0, 300),
  };
}
