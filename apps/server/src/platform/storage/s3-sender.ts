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

/** The smallest part that S3 accepts, except for the last. 3,000 MB need 600 parts of at most 10,000. */
const PART_BYTES = 5 * 1024 * 1024;
/** How many buffers wait for upload: one is filled while another is sent. */
const MAX_FREE_BUFFERS = 2;

/**
 * Reused buffers. The library's uploads (lib-storage) allocate one per part, and V8 collects 8 MB buffers so late that
 * the process grew by 60 to 100 MB (docs/decisions/0090-memory.md).
 */
class Buffers {
  readonly #free: Buffer[] = [];

  take(): Buffer {
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(PART_BYTES);
  }

  /** The caller returns a buffer after the store has answered its upload. */
  give(buffer: Buffer): void {
    if (this.#free.length < MAX_FREE_BUFFERS) this.#free.push(buffer);
  }
}

/** Clients for normal calls and for the slow completion of an upload. */
interface Clients {
  client: S3Client;
  patient: S3Client;
}

interface Part {
  buffer: Buffer;
  filled: number;
  last: boolean;
}

/** Splits the input into buffers of one part; all but the last are full, and there is at least one. */
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

/** An object that is being uploaded, in one call or in parts; the next part is filled while one is being sent. */
class Sending {
  readonly #client: S3Client;
  readonly #patient: S3Client;
  readonly #buffers: Buffers;
  readonly #at: { Bucket: string; Key: string };
  readonly #isNew: boolean;
  readonly #sent: CompletedPart[] = [];
  #uploadId: string | undefined;
  #underWay: Promise<unknown> = Promise.resolve();

  constructor({ client, patient }: Clients, buffers: Buffers, at: { Bucket: string; Key: string }, isNew: boolean) {
    this.#isNew = isNew;
    this.#client = client;
    this.#patient = patient;
    this.#buffers = buffers;
    this.#at = at;
  }

  /** Waits for the previous part, and for this one only if it is the last. */
  async add(part: Part): Promise<void> {
    if (part.last && this.#uploadId === undefined) {
      await this.#named((condition) =>
        this.#client.send(new PutObjectCommand({ ...this.#at, ...condition, Body: bodyOf(part) })),
      );
      this.#buffers.give(part.buffer);
      return;
    }
    this.#uploadId ??= (await this.#client.send(new CreateMultipartUploadCommand(this.#at))).UploadId;
    await this.#underWay;
    this.#underWay = this.#send(part);
    // The next caller receives the failure; this handler avoids an unhandled rejection.
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
    const UploadId = this.#uploadId;
    await this.#named((condition) =>
      this.#patient.send(new CompleteMultipartUploadCommand({ ...this.#at, ...condition, UploadId, MultipartUpload })),
    );
  }

  /** The call that gives the object its name. A store that knows no conditions gets it without. */
  async #named(send: (condition: { IfNoneMatch?: '*' }) => Promise<unknown>): Promise<void> {
    try {
      await send(this.#isNew ? { IfNoneMatch: '*' } : {});
    } catch (error) {
      if (!(this.#isNew && error instanceof Error && error.name === 'NotImplemented')) throw error;
      await send({});
    }
  }

  /** Removes the parts from the bucket. The sweeper removes those of a store that does not answer. */
  async abort(): Promise<void> {
    // A part that arrives after the abort would stay without an upload.
    await this.#underWay.catch(() => undefined);
    if (this.#uploadId === undefined) return;
    const ended = new AbortMultipartUploadCommand({ ...this.#at, UploadId: this.#uploadId });
    await this.#client.send(ended).catch(() => undefined);
  }
}

const bodyOf = ({ buffer, filled }: Part) => buffer.subarray(0, filled);

/**
 * Sends streams to a bucket, counted and hashed, completely or not at all; with `isNew` on condition that the bucket
 * has no such key. Errors: FileTooLarge, those of the store.
 */
export function s3Sender(clients: Clients, Bucket: string) {
  const buffers = new Buffers();
  return async (
    Key: string,
    content: Readable,
    maxBytes: number,
    isNew = false,
  ): Promise<{ size: number; hash: string }> => {
    const measure = hashAndLimit(maxBytes);
    const sending = new Sending(clients, buffers, { Bucket, Key }, isNew);
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
