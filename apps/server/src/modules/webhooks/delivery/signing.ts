import { createHmac, randomBytes } from 'node:crypto';
import { signedText } from '@pimis/domain/webhooks/kinds';
import { sealSecret, unsealSecret } from '../../../platform/access/sealed-secret.ts';
import type { TokenSecrets } from '../../../platform/access/token-secrets.ts';

/** Signatures of Standard Webhooks 1.0 (HMAC-SHA256), and the secrets that make them. */

const MARK = 'whsec_';
const SECRET_BYTES = 32;
const MS_PER_SECOND = 1_000;

/** A new secret, as text for the receiver and encrypted for the database. */
export function makeSecret(tokenSecret: Uint8Array): { secret: string; sealed: Buffer } {
  const bytes = randomBytes(SECRET_BYTES);
  return { secret: MARK + bytes.toString('base64'), sealed: sealSecret(tokenSecret, 'webhook', bytes) };
}

/** The keys of the secrets that can be decrypted. */
export function keysOf(secrets: TokenSecrets, sealed: readonly Buffer[]): Buffer[] {
  return sealed.flatMap((one) => {
    try {
      return [unsealSecret(secrets, 'webhook', one).bytes];
    } catch {
      // It was encrypted with a TOKEN_SECRET that the server no longer has.
      return [];
    }
  });
}

/** The headers that identify and sign a body, with one signature for each key. */
export function signedHeaders(
  keys: readonly Uint8Array[],
  id: string,
  at: Date,
  body: string,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const seconds = Math.floor(at.getTime() / MS_PER_SECOND);
  const text = signedText(id, seconds, body);
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(text).digest('base64')}`);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  };
}
