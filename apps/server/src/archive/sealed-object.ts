import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { decrypted, encrypted } from '../backup/encryption.ts';
import { isSignedBy, signerOf, signText } from '../backup/signature.ts';
import { Refused } from '../platform/process/refused.ts';
import { FileMissing, type FileStore } from '../platform/storage/file-store.ts';
import { guarded, joined } from '../platform/streams.ts';

/*
 * An object of the archive has two lines, its description as JSON and the signature of it, and then the content,
 * compressed and encrypted. The hash in the description is that of the plain content: whoever can write to the place
 * cannot change what a restore reads.
 */

const strict = { additionalProperties: false } as const;
const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' });
const DescriptionSchema = Type.Object(
  {
    format: Type.Literal(1),
    /** The system identifier of the cluster. */
    system: Type.String({ pattern: '^[0-9]{1,20}$' }),
    name: Type.String({ maxLength: 60 }),
    /** The moment before which the content was complete (ISO 8601). */
    at: Type.String({ maxLength: 40 }),
    size: Type.Integer({ minimum: 0 }),
    sha256: Hash,
    encryptedFor: Type.Union([Type.Null(), Type.String({ maxLength: 100 })]),
  },
  strict,
);
export type Description = Static<typeof DescriptionSchema>;

const isDescription = Compile(DescriptionSchema);
const isSignature = Compile(
  Type.Object({ signer: Hash, signature: Type.String({ pattern: '^[0-9a-f]{128}$' }) }, strict),
);
/** More than both lines take. */
const HEAD_BYTES = 4_096;
const LEVEL = 3;
const LINE_FEED = 10;

export interface Sealing {
  auditSecret: Uint8Array;
  recipient: string | null;
}

/** The content to store; `open` is called twice and gives the same bytes. */
interface Content extends Pick<Description, 'system' | 'name' | 'at'> {
  open: () => Readable;
}

/** The size and the hash of a content. */
export async function measured(content: Readable): Promise<Pick<Description, 'size' | 'sha256'>> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: hash.digest('hex') };
}

async function* withHead(head: Buffer, payload: Readable): AsyncGenerator<Buffer> {
  yield head;
  yield* payload as AsyncIterable<Buffer>;
}

/**
 * Stores a content, and returns its stored size. Errors: those of the source and of the place; with `isNew` FileExists
 * if the place has the key.
 */
export async function putSealed(
  place: FileStore,
  key: string,
  { open, ...named }: Content,
  { auditSecret, recipient }: Sealing,
  options: { isNew?: boolean } = {},
): Promise<number> {
  const description: Description = { format: 1, ...named, ...(await measured(open())), encryptedFor: recipient };
  const line = `${JSON.stringify(description)}\n`;
  const seal = { signer: signerOf(auditSecret), signature: signText(auditSecret, line) };
  const compressed = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
  const payload = guarded(await encrypted(joined(open(), compressed), recipient));
  const head = Buffer.from(`${line}${JSON.stringify(seal)}\n`);
  const { size } = await place.put(
    key,
    Readable.from(withHead(head, payload), { objectMode: false }),
    Number.POSITIVE_INFINITY,
    options,
  );
  return size;
}

export interface Sealed {
  description: Description;
  signer: string;
  /** Where the content begins in the object. */
  from: number;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** Reads the description of an object; null if there is none. Error: Refused for a damaged one. */
export async function readSealed(place: FileStore, key: string): Promise<Sealed | null> {
  let head: Buffer;
  try {
    const content = await place.get(key, { start: 0, end: HEAD_BYTES - 1 });
    head = Buffer.from(await text(content.setEncoding('latin1')), 'latin1');
  } catch (error) {
    if (error instanceof FileMissing) return null;
    throw error;
  }
  const first = head.indexOf(LINE_FEED) + 1;
  const from = head.indexOf(LINE_FEED, first) + 1;
  const line = head.subarray(0, first).toString('utf8');
  const [description, seal] = [parsed(line), parsed(head.subarray(first, from).toString('utf8'))];
  if (first === 0 || from === 0 || !isDescription.Check(description) || !isSignature.Check(seal)) {
    throw new Refused(`${key} is no object of the archive.`);
  }
  if (!isSignedBy(seal.signer, line, seal.signature))
    throw new Refused(`${key} is damaged: its signature does not fit.`);
  return { description, signer: seal.signer, from };
}

/** The accepted signers; null accepts any. */
export type Signers = readonly string[] | null;

/**
 * Reads the description of an object that must be there. Whoever can write to the place may exchange objects that we
 * have signed, so it must also be of the system and the name that belong to its key. `called` names it in errors.
 * Error: Refused if it is missing, damaged, another object, or of another signer.
 */
export async function readExpected(
  place: FileStore,
  key: string,
  { system, name, called = key }: { system: string; name: string; called?: string },
  signers: Signers,
): Promise<Sealed> {
  const sealed = await readSealed(place, key);
  if (sealed === null) throw new Refused(`${called} is missing.`);
  if (signers !== null && !signers.includes(sealed.signer)) {
    throw new Refused(`${called} was signed by another installation: ${sealed.signer}.`);
  }
  const { description } = sealed;
  if (description.name !== name || description.system !== system) throw new Refused(`${called} is another one.`);
  return sealed;
}

async function* compared(key: string, content: Readable, { sha256 }: Description): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== sha256) throw new Refused(`${key} is damaged: it is another content.`);
}

/** The plain content of an object; the stream fails at its end if it is not what the description says. */
export async function openSealed(
  place: FileStore,
  key: string,
  { description, from }: Sealed,
  identity: string | null,
): Promise<Readable> {
  const stored = await place.get(key, { start: from, end: Number.MAX_SAFE_INTEGER });
  const plain = await decrypted(stored, description.encryptedFor === null ? null : identity);
  const content = joined(plain, createZstdDecompress());
  return Readable.from(compared(key, content, description), { objectMode: false });
}
