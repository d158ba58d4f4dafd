import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError, type Env, fileOf } from './read.ts';

/** The secrets that sign tokens and the audit log. */
export interface SecretSettings {
  tokenSecret: Uint8Array;
  /** Secrets that were or will be `tokenSecret`: what they signed is read, nothing is signed with them. */
  formerTokenSecrets: readonly Uint8Array[];
  /** Signs the audit log; the secret of the tokens by default. */
  auditSecret: Uint8Array;
  /** The same for `auditSecret`, the newest first. */
  formerAuditSecrets: readonly Uint8Array[];
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
  if (!found) {
    throw new ConfigError(
      'TOKEN_SECRET',
      `is unset, and DATA_DIR ${dataDir} has no token-secret. --env FILE reads the settings of the service.`,
    );
  }
  return found;
}

/** The existing audit secrets of this installation; null if there is none, as none is created. */
export function existingAuditSecrets(env: Env): Pick<SecretSettings, 'auditSecret' | 'formerAuditSecrets'> | null {
  const dataDir = resolve(env.DATA_DIR || './data');
  const own = secret(env, 'AUDIT_SECRET') ?? fileOf(dataDir, 'audit-secret');
  const auditSecret = own ?? secret(env, 'TOKEN_SECRET') ?? fileOf(dataDir, 'token-secret');
  if (auditSecret === undefined) return null;
  return { auditSecret, formerAuditSecrets: formerSecretsOf(env, dataDir, own !== undefined).formerAuditSecrets };
}

/** With `existing` no secret is made. Error: ConfigError. */
export function secretSettings(env: Env, dataDir: string, existing: boolean): SecretSettings {
  const ofAudit = secret(env, 'AUDIT_SECRET') ?? fileOf(dataDir, 'audit-secret');
  const ofTokens = existing ? existingTokenSecret(env, dataDir) : tokenSecret(env, dataDir);
  return {
    tokenSecret: ofTokens,
    auditSecret: ofAudit ?? ofTokens,
    ...formerSecretsOf(env, dataDir, ofAudit !== undefined),
  };
}
