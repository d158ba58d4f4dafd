import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { TokenSecrets } from './token-secrets.ts';

/*
 * Secrets that the server must be able to use, encrypted for the database with a key made of TOKEN_SECRET. Each purpose
 * has a key of its own.
 */

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The purposes; keys are made of their names, so a name never changes. */
export type SecretPurpose = 'second factor' | 'webhook';

const keyOf = (tokenSecret: Uint8Array, purpose: SecretPurpose) =>
  createHmac('sha256', tokenSecret).update(purpose).digest();

export function sealSecret(tokenSecret: Uint8Array, purpose: SecretPurpose, bytes: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(tokenSecret, purpose), nonce);
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

function unseal(tokenSecret: Uint8Array, purpose: SecretPurpose, sealed: Buffer): Buffer {
  const decipher = createDecipheriv(CIPHER, keyOf(tokenSecret, purpose), sealed.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}

/** Error: that of the present secret, if it was encrypted with none of these. */
export function unsealSecret(
  secrets: TokenSecrets,
  purpose: SecretPurpose,
  sealed: Buffer,
): { bytes: Buffer; isPresent: boolean } {
  const [present, ...former] = secrets;
  try {
    return { bytes: unseal(present, purpose, sealed), isPresent: true };
  } catch (error) {
    for (const secret of former) {
      try {
        return { bytes: unseal(secret, purpose, sealed), isPresent: false };
      } catch {
        // It was encrypted with another one.
      }
    }
    throw error;
  }
}

/**
 * Encrypts a secret with the present one of the server, if it was encrypted with a former one. Returns null if nothing
 * has to change, 'unreadable' if none of the server's secrets fits.
 */
export function sealedAnew(
  secrets: TokenSecrets,
  purpose: SecretPurpose,
  sealed: Buffer,
): Buffer | null | 'unreadable' {
  try {
    const { bytes, isPresent } = unsealSecret(secrets, purpose, sealed);
    return isPresent ? null : sealSecret(secrets[0], purpose, bytes);
  } catch {
    return 'unreadable';
  }
}
