import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { Refused } from '../platform/process/refused.ts';

/**
 * Secrets that an installation needs besides its data: without them second factors and the audit log of the backup are
 * useless.
 */
const Secrets = Type.Object(
  {
    tokenSecret: Type.String({ minLength: 32 }),
    auditSecret: Type.String({ minLength: 32 }),
  },
  { additionalProperties: false },
);
export type Secrets = Static<typeof Secrets>;

const check = Compile(Secrets);

export function writeSecrets(config: { tokenSecret: Uint8Array; auditSecret: Uint8Array }): string {
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const secrets: Secrets = { tokenSecret: text(config.tokenSecret), auditSecret: text(config.auditSecret) };
  return JSON.stringify(secrets);
}

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
