import type { Readable } from 'node:stream';

export interface StoredFile {
  key: string;
  size: number;
  /** SHA-256, hexadecimal. */
  hash: string;
}

/** A file that lies in the store. */
export interface KeptFile {
  key: string;
  storedAt: Date;
}

/** The store holds no file of this key. */
export class FileMissing extends Error {
  constructor(key: string, options?: ErrorOptions) {
    super(`The store holds no file ${key}`, options);
    this.name = 'FileMissing';
  }
}

/** Where document contents live. Keys are made by the server, never taken from a file name. */
export interface FileStore {
  /** Fails when the store cannot be used: at the start, so that nobody finds out by an upload. */
  check(): Promise<void>;
  /** Stores the stream whole or not at all; fails with FileTooLarge past maxBytes. */
  put(key: string, content: Readable, maxBytes: number): Promise<StoredFile>;
  /** Content from byte `start` to byte `end`, both included. Error: FileMissing, before the first byte. */
  get(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Removes a file; one that is not there is no error. */
  remove(key: string): Promise<void>;
  /** The files of a folder (`documents/`), in the order of the bytes of their keys, page by page. */
  pages(folder: string): AsyncIterable<KeptFile[]>;
  /** Removes what puts that were cut have left since before an instant; answers how many they were. */
  removePartial(before: Date): Promise<number>;
}

/** Files of a page. */
export const PAGE = 1000;
