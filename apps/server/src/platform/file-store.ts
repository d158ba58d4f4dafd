import type { Readable } from 'node:stream';

export interface StoredFile {
  key: string;
  size: number;
  /** SHA-256, hexadecimal. */
  hash: string;
}

/** Where document contents live. Keys are made by the server, never taken from a file name. */
export interface FileStore {
  /** Stores the stream whole or not at all; fails with FileTooLarge past maxBytes. */
  put(key: string, content: Readable, maxBytes: number): Promise<StoredFile>;
  get(key: string, range?: { start: number; end: number }): Promise<Readable>;
  remove(key: string): Promise<void>;
}
