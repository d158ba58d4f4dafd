import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Config } from '../config.ts';
import { Refused } from '../platform/process/refused.ts';

/**
 * Secrets that an installation needs besides its data: without them second factors and the audit log of the backup are
 * useless.
 */
const Secrets = Type.Object(
  {
    tokenSecret: Type.String({ minLength: 32 }),
    auditSecret: Type.String({ minLength: 32 }),
    /** Absent if there are none. */
    formerTokenSecrets: Type.Optional(Type.Array(Type.String({ minLength: 32 }))),
    formerAuditSecrets: Type.Optional(Type.Array(Type.String({ minLength: 32 }))),
  },
  { additionalProperties: false },
);
export type Secrets = Static<typeof Secrets>;

const check = Compile(Secrets);

type InUse = Pick<Config, 'tokenSecret' | 'auditSecret' | 'formerTokenSecrets' | 'formerAuditSecrets'>;

export function writeSecrets(config: InUse): string {
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const secrets: Secrets = {
    tokenSecret: text(config.tokenSecret),
    auditSecret: text(config.auditSecret),
    ...(config.formerTokenSecrets.length > 0 ? { formerTokenSecrets: config.formerTokenSecrets.map(text) } : {}),
    ...(config.formerAuditSecrets.length > 0 ? { formerAuditSecrets: config.formerAuditSecrets.map(text) } : {}),
  };
  return JSON.stringify(secrets);
}

/** The audit secrets of a backup, as the audit log is verified with. */
export const auditSecretsIn = ({ auditSecret, formerAuditSecrets = [] }: Secrets) => ({
  auditSecret: new TextEncoder().encode(auditSecret),
  formerAuditSecrets: formerAuditSecrets.map((secret) => new TextEncoder().encode(secret)),
});

/** Error: Refused for another content. */
export function readSecrets(text: string): Secrets {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    read = null;
  }
  if (!check.Check(read)) throw new Refused('keys: the part is not that of a backup');
  return read;
}
