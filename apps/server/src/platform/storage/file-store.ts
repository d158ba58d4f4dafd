import type { Readable } from 'node:stream';
import type { Room } from './room-at.ts';

export interface StoredFile {
  key: string;
  size: number;
  /** SHA-256, hexadecimal. */
  hash: string;
}

/** A file that lies in the store. */
export interface ListedFile {
  key: string;
  size: number;
  storedAt: Date;
}

/** The store has no file with this key. */
export class FileMissing extends Error {
  constructor(key: string, options?: ErrorOptions) {
    super(`The store holds no file ${key}`, options);
    this.name = 'FileMissing';
  }
}

/** The store already has a file with this key. */
export class FileExists extends Error {
  constructor(key: string, options?: ErrorOptions) {
    super(`The store already holds a file ${key}`, options);
    this.name = 'FileExists';
  }
}

/** The store has confirmed a file, but does not have it. */
export class StoreFailed extends Error {
  constructor(key: string, options?: ErrorOptions) {
    super(`The store does not hold what it has taken: ${key}`, options);
    this.name = 'StoreFailed';
  }
}

/** The store of document contents. The server makes the keys; they never come from a file name. */
export interface FileStore {
  /** Error: any, when the store cannot be used. Called at the start, so that the first upload does not discover it. */
  check(): Promise<void>;
  /** The room of its disk; null where it is unknown. */
  room(): Promise<Room | null>;
  /**
   * Stores the whole stream or nothing. Errors: FileTooLarge past maxBytes; with `isNew` FileExists, also where another
   * process stores the key at the same time (docs/decisions/0266-one-sender-to-a-place.md).
   */
  put(key: string, content: Readable, maxBytes: number, options?: { isNew?: boolean }): Promise<StoredFile>;
  /** Content from byte `start` to byte `end`, both included. Error: FileMissing, before the first byte. */
  get(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Removes a file; a missing file is no error. */
  remove(key: string): Promise<void>;
  /** The files of a folder (`documents/`), ordered by the bytes of their keys, page by page. */
  pages(folder: string): AsyncIterable<ListedFile[]>;
  /**
   * Removes the remains of interrupted puts, below a folder if one is given, from before an instant; returns how many
   * there were.
   */
  removePartial(before: Date, folder?: string): Promise<number>;
  /**
   * Removes a folder (`backups/…`) in which nothing is left and nothing will be stored. Stores without folders do
   * nothing.
   */
  removeFolder(key: string): Promise<void>;
}

/** Files on a page. */
export const PAGE = 1000;
