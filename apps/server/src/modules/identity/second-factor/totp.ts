import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { CODE_SECONDS, CODE_WINDOW } from '@pimis/domain/access/second-factor';

/** Codes of an app (RFC 6238: SHA-1, six digits, 30 seconds, which every app supports), and the encrypted secret. */

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = (tokenSecret: Uint8Array) => createHmac('sha256', tokenSecret).update('second factor').digest();

/** A new secret, encrypted for the database. */
export function encryptSecret(tokenSecret: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(tokenSecret), nonce);
  const sealed = Buffer.concat([cipher.update(new Secret({ size: 20 }).bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Decrypts a secret. Error: if it was encrypted with another secret of the server. */
function opened(tokenSecret: Uint8Array, sealed: Buffer, login: string): TOTP {
  const decipher = createDecipheriv(CIPHER, keyOf(tokenSecret), sealed.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const bytes = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  // Authenticator apps show these names; plain letters work in all of them.
  return new TOTP({ issuer: 'PIMIS', label: login, secret: Secret.fromHex(bytes.toString('hex')) });
}

/** The secret for the app: as text, and as an address. */
export function decryptSecret(tokenSecret: Uint8Array, sealed: Buffer, login: string) {
  const codes = opened(tokenSecret, sealed, login);
  return { secret: codes.secret.base32, address: codes.toString() };
}

/** The time step of the code; null if it is wrong or too old. */
export function matchTotp(tokenSecret: Uint8Array, sealed: Buffer, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = opened(tokenSecret, sealed, '').validate({ token: code, timestamp, window: CODE_WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / CODE_SECONDS) + delta;
}
