import { createHash } from 'node:crypto';

/** A strong entity tag of a content, in quotes. */
export function etagOf(content: string): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 32)}"`;
}

/** The strong tag of the compressed representation, which has other bytes. */
export const compressedTag = (etag: string): string => etag.replace(/"$/, '.gzip"');

const identityTag = (tag: string): string => tag.trim().replace(/\.gzip"$/, '"');

/** If-None-Match compares weakly: a compressed answer has a weak tag (RFC 9110, 13.1.2). */
export const namesTag = (header: string, etag: string): boolean =>
  header.split(',').some((tag) => tag.trim() === '*' || identityTag(tag).replace(/^W\//, '') === etag);

/** If-Match compares strongly: a weak tag is never the same (RFC 9110, 13.1.1). Both representations count. */
export const sameAsTag = (header: string, etag: string): boolean =>
  header.split(',').some((tag) => tag.trim() === '*' || identityTag(tag) === etag);
