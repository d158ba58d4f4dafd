import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  type CompletedPart,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hashAndLimit } from './hashing-stream.ts';

/** The least that a store takes for a part that is not the last; 3,000 MB need 600, and it takes 10,000. */
const PART_BYTES = 5 * 1024 * 1024;
/** So many buffers wait for the next upload: one of them is filled while the other is under way. */
const KEPT_BUFFERS = 2;

/**
 * Buffers that are used again. The uploads of the library (lib-storage) make one of each part, and garbage of 8 MB is
 * collected so late that the process grew by 60 to 100 MB (docs/decisions/0090-memory.md).
 */
class Buffers {
  readonly #free: Buffer[] = [];

  take(): Buffer {
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(PART_BYTES);
  }

  /** Whoever gives a buffer back has ended with it: what was sent of it was answered. */
  give(buffer: Buffer): void {
    if (this.#free.length < KEPT_BUFFERS) this.#free.push(buffer);
  }
}

/** Who asks the store, and who waits for it to put parts together. */
interface Clients {
  client: S3Client;
  patient: S3Client;
}

interface Part {
  buffer: Buffer;
  filled: number;
  last: boolean;
}

/** What comes, in buffers of a part; each is full but the last, and there is one at least. */
async function* parts(content: AsyncIterable<Buffer>, buffers: Buffers): AsyncGenerator<Part> {
  let buffer = buffers.take();
  let filled = 0;
  for await (const chunk of content) {
    for (let from = 0; from < chunk.length; ) {
      if (filled === PART_BYTES) {
        yield { buffer, filled, last: false };
        buffer = buffers.take();
        filled = 0;
      }
      const copied = chunk.copy(buffer, filled, from);
      from += copied;
      filled += copied;
    }
  }
  yield { buffer, filled, last: true };
}

/** An object of the bucket on its way: in one call, or in parts, the next of which is filled while one is under way. */
class Sending {
  readonly #client: S3Client;
  readonly #patient: S3Client;
  readonly #buffers: Buffers;
  readonly #at: { Bucket: string; Key: string };
  readonly #sent: CompletedPart[] = [];
  #uploadId: string | undefined;
  #underWay: Promise<unknown> = Promise.resolve();

  constructor({ client, patient }: Clients, buffers: Buffers, at: { Bucket: string; Key: string }) {
    this.#client = client;
    this.#patient = patient;
    this.#buffers = buffers;
    this.#at = at;
  }

  /** Waits for the part before; for this one only if it is the last. */
  async add(part: Part): Promise<void> {
    if (part.last && this.#uploadId === undefined) {
      await this.#client.send(new PutObjectCommand({ ...this.#at, Body: bodyOf(part) }));
      this.#buffers.give(part.buffer);
      return;
    }
    this.#uploadId ??= (await this.#client.send(new CreateMultipartUploadCommand(this.#at))).UploadId;
    await this.#underWay;
    this.#underWay = this.#send(part);
    // Whoever waits for it next hears of a failure; until then nobody does.
    this.#underWay.catch(() => undefined);
    if (part.last) await this.#complete();
  }

  async #send(part: Part): Promise<void> {
    const PartNumber = this.#sent.length + 1;
    const { ETag } = await this.#client.send(
      new UploadPartCommand({ ...this.#at, UploadId: this.#uploadId, PartNumber, Body: bodyOf(part) }),
    );
    this.#sent.push({ PartNumber, ETag });
    this.#buffers.give(part.buffer);
  }

  async #complete(): Promise<void> {
    await this.#underWay;
    const MultipartUpload = { Parts: this.#sent };
    await this.#patient.send(
      new CompleteMultipartUploadCommand({ ...this.#at, UploadId: this.#uploadId, MultipartUpload }),
    );
  }

  /** Leaves no parts in the bucket; those of a store that does not answer are removed by the sweeper. */
  async abort(): Promise<void> {
    // A part that comes after the end would lie there without an upload.
    await this.#underWay.catch(() => undefined);
    if (this.#uploadId === undefined) return;
    const ended = new AbortMultipartUploadCommand({ ...this.#at, UploadId: this.#uploadId });
    await this.#client.send(ended).catch(() => undefined);
  }
}

const bodyOf = ({ buffer, filled }: Part) => buffer.subarray(0, filled);

/** Sends streams to a bucket, measured and hashed, whole or not at all. Errors: FileTooLarge, those of the store. */
export function s3Sender(clients: Clients, Bucket: string) {
  const buffers = new Buffers();
  return async (Key: string, content: Readable, maxBytes: number): Promise<{ size: number; hash: string }> => {
    const measure = hashAndLimit(maxBytes);
    const sending = new Sending(clients, buffers, { Bucket, Key });
    try {
      await pipeline(content, measure.stream, async (measured: AsyncIterable<Buffer>) => {
        for await (const part of parts(measured, buffers)) await sending.add(part);
      });
    } catch (error) {
      content.destroy();
      await sending.abort();
      throw error;
    }
    return measure.result();
  };
}
