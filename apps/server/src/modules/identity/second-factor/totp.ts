import { Secret, TOTP } from 'otpauth';
import { CODE_SECONDS, CODE_WINDOW } from '@pimis/domain/access/second-factor';
import { sealedAnew, sealSecret, unsealSecret } from '../../../platform/access/sealed-secret.ts';
import type { TokenSecrets } from '../../../platform/access/token-secrets.ts';

/** Codes of an app (RFC 6238: SHA-1, six digits, 30 seconds, which every app supports), and the encrypted secret. */

const PURPOSE = 'second factor';

/** A new secret, encrypted for the database. */
export function encryptSecret(tokenSecret: Uint8Array): Buffer {
  return sealSecret(tokenSecret, PURPOSE, new Secret({ size: 20 }).bytes);
}

/** The secret encrypted with the server's present key; null if it already is, 'unreadable' if no key fits. */
export const encryptedAnew = (secrets: TokenSecrets, sealed: Buffer): Buffer | null | 'unreadable' =>
  sealedAnew(secrets, PURPOSE, sealed);

/** Decrypts a secret. Error: if it was encrypted with a secret that the server does not have. */
function opened(secrets: TokenSecrets, sealed: Buffer, login: string): TOTP {
  const { bytes } = unsealSecret(secrets, PURPOSE, sealed);
  // Authenticator apps show these names; plain letters work in all of them.
  return new TOTP({ issuer: 'PIMIS', label: login, secret: Secret.fromHex(bytes.toString('hex')) });
}

/** The secret for the app: as text, and as an address. */
export function decryptSecret(secrets: TokenSecrets, sealed: Buffer, login: string) {
  const codes = opened(secrets, sealed, login);
  return { secret: codes.secret.base32, address: codes.toString() };
}

/** The time step of the code; null if it is wrong or too old. */
export function matchTotp(secrets: TokenSecrets, sealed: Buffer, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = opened(secrets, sealed, '').validate({ token: code, timestamp, window: CODE_WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / CODE_SECONDS) + delta;
}
