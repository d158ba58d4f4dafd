import { createHash, type KeyObject } from 'node:crypto';

/** Simulates a device with a passkey. */

export const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
export const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

/** The public key as devices write it (RFC 9052: EC2, ES256, P-256). */
export function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  return Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), bytes(x), Buffer.from('225820', 'hex'), bytes(y)]);
}
