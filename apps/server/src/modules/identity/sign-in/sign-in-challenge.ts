import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { TokenSecrets } from '../../../platform/access/token-secrets.ts';
import type { Tx } from '../../../platform/database/database.ts';

/**
 * The challenge that a device signs for a passkey sign-in. Anybody may request one from a shared address, so challenges
 * are neither stored nor limited: each contains its expiry under our signature. A challenge that was used is stored.
 */

const CHALLENGE_MS = 5 * 60_000;
const RANDOM_BYTES = 16;
const TIME_BYTES = 8;
const SAID_BYTES = RANDOM_BYTES + TIME_BYTES;

const sealOf = (secret: Uint8Array, said: Buffer) =>
  createHmac('sha256', secret).update('passkey challenge').update(said).digest();

const isSame = (given: Buffer, seal: Buffer) => given.length === seal.length && timingSafeEqual(given, seal);

/** A challenge that is valid for five minutes. */
export function makeChallenge(secret: Uint8Array, now: Date): Uint8Array<ArrayBuffer> {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeBigUInt64BE(BigInt(now.getTime() + CHALLENGE_MS));
  const said = Buffer.concat([randomBytes(RANDOM_BYTES), time]);
  return new Uint8Array(Buffer.concat([said, sealOf(secret, said)]));
}

/** The expiry of a challenge (base64url); null if it is not ours or has expired. */
export function readChallenge(secrets: TokenSecrets, challenge: string, now: Date): Date | null {
  const bytes = Buffer.from(challenge, 'base64url');
  const said = bytes.subarray(0, SAID_BYTES);
  const given = bytes.subarray(SAID_BYTES);
  const isOurs = secrets.map((secret) => sealOf(secret, said)).some((seal) => isSame(given, seal));
  if (!isOurs) return null;
  const until = new Date(Number(said.readBigUInt64BE(RANDOM_BYTES)));
  return until > now ? until : null;
}

/** Uses up a challenge; false if it was used before. */
export async function useChallenge(tx: Tx, challenge: string, until: Date): Promise<boolean> {
  const row = await tx
    .insertInto('passkey_challenges')
    .values({ challenge, user_id: null, expires_at: until })
    .onConflict((conflict) => conflict.column('challenge').doNothing())
    .returning('challenge')
    .executeTakeFirst();
  return row !== undefined;
}
