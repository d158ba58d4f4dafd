import { calculateJwkThumbprint, importJWK, type JWK } from 'jose';
import { ApiError } from '../../../platform/errors.ts';

/** A public key of a client, as stored: only the parts that the key needs, and a name. */
export type PublicKey = JWK & { kty: string; kid: string };

const RSA_ALGORITHMS: readonly string[] = ['PS256', 'RS256'];
const CURVE_ALGORITHMS: Readonly<Record<string, readonly string[]>> = {
  'P-256': ['ES256'],
  'P-384': ['ES384'],
  'P-521': ['ES512'],
  Ed25519: ['EdDSA', 'Ed25519'],
};
const LEAST_RSA_BITS = 2048;
/** Larger keys only cost time. */
const MOST_RSA_BITS = 4096;
const LONGEST_KID = 128;
/** Private and symmetric parts (RFC 7518): refused, because a key that the server has seen is no longer secret. */
const PRIVATE_PARTS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/** The algorithms with which the owner of the key may sign; none if the key is not supported. */
export function algorithmsOf({ kty, crv }: JWK): readonly string[] {
  if (kty === 'RSA') return RSA_ALGORITHMS;
  const fits = crv !== undefined && Object.hasOwn(CURVE_ALGORITHMS, crv) && kty === (crv === 'Ed25519' ? 'OKP' : 'EC');
  return fits ? (CURVE_ALGORITHMS[crv] ?? []) : [];
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Reads a public key that an administrator has entered. Error: ClientKeyUnfit. */
export async function readPublicKey(entered: Record<string, unknown>): Promise<PublicKey> {
  const unfit = () => new ApiError('ClientKeyUnfit', { fieldErrors: [{ field: 'publicKey', code: 'ClientKeyUnfit' }] });
  const { kty, n, e, crv, x, y, kid } = entered;
  if (PRIVATE_PARTS.some((part) => part in entered) || !isText(kty)) throw unfit();
  const parts = Object.fromEntries(Object.entries({ n, e, crv, x, y }).filter(([, part]) => isText(part)));
  const key: JWK = { kty, ...parts };
  const [algorithm] = algorithmsOf(key);
  if (algorithm === undefined) throw unfit();
  if (kty === 'RSA') {
    const bits = Buffer.from(key.n ?? '', 'base64url').length * 8;
    if (bits < LEAST_RSA_BITS || bits > MOST_RSA_BITS) throw unfit();
  }
  try {
    await importJWK(key, algorithm);
    const name = isText(kid) && kid.length <= LONGEST_KID ? kid : await calculateJwkThumbprint(key);
    return { ...key, kty, kid: name };
  } catch {
    throw unfit();
  }
}
