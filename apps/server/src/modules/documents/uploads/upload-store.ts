import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { DataStore, Upload } from '@tus/server';
import { contentProblem, SNIFFED_BYTES } from '@pimis/domain/documents/content';
import { extensionOf } from '@pimis/domain/documents/files';
import type { Context } from '../../../platform/context.ts';
import type { CurrentUser } from '../../../platform/access/current-user.ts';
import { ApiError } from '../../../platform/errors.ts';
import { receivedText } from '../../../platform/http/upload.ts';
import type { ProjectRecord } from '../../projects/visibility.ts';
import { refuse } from './upload.ts';
import { addPiece, findUpload, type StoredUpload } from './upload-queries.ts';
import { beginUpload, dropUploads, PIECES_FOLDER } from './uploads.ts';

/** The size of a piece. At most this much is lost when the server is killed, and none of it was confirmed. */
const PIECE_BYTES = 5 * 1024 * 1024;
const MEDIA_TYPE_LENGTH = 150;
const DEFAULT_TYPE = 'application/octet-stream';

/** Reads a body in pieces; reports its failure after the last complete piece. */
class Incoming {
  readonly #chunks: AsyncIterator<Buffer, undefined>;
  #waiting: Buffer[] = [];
  broken: Error | null = null;

  constructor(body: Readable) {
    this.#chunks = (body as AsyncIterable<Buffer, undefined>)[Symbol.asyncIterator]();
  }

  async #next(): Promise<Buffer | null> {
    const waiting = this.#waiting.shift();
    if (waiting) return waiting;
    if (this.broken !== null) return null;
    try {
      const next = await this.#chunks.next();
      return next.done ? null : next.value;
    } catch (error) {
      this.broken = error instanceof Error ? error : new Error(String(error));
      return null;
    }
  }

  /** Returns the next bytes, up to `bytes`, without consuming them. */
  async peek(bytes: number): Promise<Buffer> {
    const seen: Buffer[] = [];
    for (let size = 0; size < bytes; ) {
      const chunk = await this.#next();
      if (chunk === null) break;
      seen.push(chunk);
      size += chunk.length;
    }
    this.#waiting = [...seen, ...this.#waiting];
    return Buffer.concat(seen).subarray(0, bytes);
  }

  /** The next piece, as a stream. */
  async *piece(bytes: number): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0; ) {
      const chunk = await this.#next();
      if (chunk === null) return;
      if (chunk.length > left) this.#waiting.unshift(chunk.subarray(left));
      const taken = chunk.subarray(0, left);
      left -= taken.length;
      yield taken;
    }
  }
}

/** The store of the tus server for one user and project: rows in the database, pieces in the file store. */
export class UploadStore extends DataStore {
  override extensions = ['creation', 'termination'];
  readonly #context: Context;
  readonly #user: CurrentUser;
  readonly #project: ProjectRecord;

  constructor(context: Context, user: CurrentUser, project: ProjectRecord) {
    super();
    this.#context = context;
    this.#user = user;
    this.#project = project;
  }

  override async create(upload: Upload): Promise<Upload> {
    await beginUpload(this.#context, this.#user, this.#project, {
      id: upload.id,
      name: receivedText(upload.metadata?.['filename'] ?? '', 'file'),
      mediaType: receivedText(upload.metadata?.['filetype'] || DEFAULT_TYPE, 'file').slice(0, MEDIA_TYPE_LENGTH),
      size: upload.size ?? 0,
    });
    return upload;
  }

  async #own(id: string): Promise<StoredUpload> {
    const upload = await findUpload(this.#context.db, { id, projectId: this.#project.id, userId: this.#user.id });
    if (!upload) throw new ApiError('NotFound');
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { size, offset } = await this.#own(id);
    return new Upload({ id, size, offset });
  }

  override async remove(id: string): Promise<void> {
    await this.#own(id);
    await dropUploads(this.#context, [id]);
  }

  /** Stores the body piece by piece; if the body breaks off, stores the part that has arrived. */
  override async write(body: Readable, id: string, offset: number): Promise<number> {
    const upload = await this.#own(id);
    const incoming = new Incoming(body);
    if (offset === 0) {
      const beginning = await incoming.peek(SNIFFED_BYTES);
      const identifiable = beginning.length === SNIFFED_BYTES || beginning.length === upload.size;
      // A content too short to be identified is checked when it is complete.
      if (identifiable) refuse(contentProblem(extensionOf(upload.name), beginning.toString('latin1')));
    }
    let end = offset;
    while ((await incoming.peek(1)).length > 0) end += await this.#keep(incoming, id, end);
    if (incoming.broken !== null) throw incoming.broken;
    return end;
  }

  async #keep(incoming: Incoming, uploadId: string, startAt: number): Promise<number> {
    const { db, files, now } = this.#context;
    const key = `${PIECES_FOLDER}${randomUUID()}`;
    const { size } = await files.put(key, Readable.from(incoming.piece(PIECE_BYTES)), PIECE_BYTES);
    const added = await db.transaction().execute((tx) => addPiece(tx, { uploadId, startAt, size, key, now: now() }));
    if (added) return size;
    await files.remove(key);
    throw new ApiError('UploadOffsetConflict');
  }
}
