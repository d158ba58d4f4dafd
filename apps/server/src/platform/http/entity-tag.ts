import { createHash } from 'node:crypto';

/** A strong entity tag of a content, in quotes. */
export function etagOf(content: string): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 32)}"`;
}

/** If-None-Match compares weakly: a compressed answer has a weak tag (RFC 9110, 13.1.2). */
export const namesTag = (header: string, etag: string): boolean =>
  header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
