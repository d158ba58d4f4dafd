import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { Refused } from '../platform/process/refused.ts';

/** Streams through age (X25519). The library is loaded only where backups are encrypted. */

const library = () => import('age-encryption');

/** Returns the stream encrypted for a recipient; unchanged without one. Error: Refused for a wrong recipient. */
export async function encrypted(plain: Readable, recipient: string | null): Promise<Readable> {
  if (recipient === null) return plain;
  const { Encrypter } = await library();
  const encrypter = new Encrypter();
  try {
    encrypter.addRecipient(recipient);
  } catch (error) {
    throw new Refused('BACKUP_PUBLIC_KEY is no public key of age.', { cause: error });
  }
  const bytes = Readable.toWeb(plain) as WebStream<Uint8Array<ArrayBuffer>>;
  return Readable.fromWeb((await encrypter.encrypt(bytes as never)) as never);
}

/** Returns the stream decrypted with an identity; unchanged without one. The stream fails for a damaged content. */
export async function decrypted(stored: Readable, identity: string | null): Promise<Readable> {
  if (identity === null) return stored;
  const { Decrypter } = await library();
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return Readable.fromWeb((await decrypter.decrypt(Readable.toWeb(stored) as never)) as never);
}

/** The identity in the text of a key file, whose other lines begin with #. Error: Refused. */
export function identityIn(text: string): string {
  const line = text.split('\n').find((one) => one.startsWith('AGE-SECRET-KEY-1'));
  if (line === undefined) throw new Refused('The key file has no AGE-SECRET-KEY-1.');
  return line.trim();
}

/** The public key of an identity. Error: Refused for a damaged one. */
export async function recipientOf(identity: string): Promise<string> {
  const { identityToRecipient } = await library();
  try {
    return await identityToRecipient(identity);
  } catch (error) {
    throw new Refused('The key file has a damaged key.', { cause: error });
  }
}

/** A new pair of keys. */
export async function makeKeys(): Promise<{ identity: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await library();
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}
