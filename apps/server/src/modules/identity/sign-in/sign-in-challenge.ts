import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Tx } from '../../../platform/database.ts';

/**
 * What a device signs to sign in with its key. Anybody asks for it, from behind an address that others share: so none is
 * stored, and none is limited. It says itself until when it is good, under a signature of ours; once it has let somebody in
 * it is kept as used.
 */

const CHALLENGE_MS = 5 * 60_000;
const RANDOM_BYTES = 16;
const TIME_BYTES = 8;
const SAID_BYTES = RANDOM_BYTES + TIME_BYTES;

const sealOf = (secret: Uint8Array, said: Buffer) =>
  createHmac('sha256', secret).update('passkey challenge').update(said).digest();

/** A challenge that is good for five minutes from now. */
export function makeChallenge(secret: Uint8Array, now: Date): Uint8Array<ArrayBuffer> {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeBigUInt64BE(BigInt(now.getTime() + CHALLENGE_MS));
  const said = Buffer.concat([randomBytes(RANDOM_BYTES), time]);
  return new Uint8Array(Buffer.concat([said, sealOf(secret, said)]));
}

/** Until when a challenge (base64url) is good; null for one that is not ours, or over. */
export function readChallenge(secret: Uint8Array, challenge: string, now: Date): Date | null {
  const bytes = Buffer.from(challenge, 'base64url');
  const said = bytes.subarray(0, SAID_BYTES);
  const seal = sealOf(secret, said);
  if (bytes.length !== SAID_BYTES + seal.length || !timingSafeEqual(bytes.subarray(SAID_BYTES), seal)) return null;
  const until = new Date(Number(said.readBigUInt64BE(RANDOM_BYTES)));
  return until > now ? until : null;
}

/** Uses a challenge up; false when it has been used before. */
export async function useChallenge(tx: Tx, challenge: string, until: Date): Promise<boolean> {
  const row = await tx
    .insertInto('passkey_challenges')
    .values({ challenge, user_id: null, expires_at: until })
    .onConflict((conflict) => conflict.column('challenge').doNothing())
    .returning('challenge')
    .executeTakeFirst();
  return row !== undefined;
}
