import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TokenSecrets } from '../../../platform/access/token-secrets.ts';

/** Bytes of a row's link id and of its keyed hash. Together they are 64 letters of base64url. */
const ID_BYTES = 16;
const PROOF_BYTES = 32;
const TOKEN = /^([A-Za-z0-9_-]{64})([1-9]\d{0,8})$/;

function idBytes(linkId: string): Buffer {
  return Buffer.from(linkId.replaceAll('-', ''), 'hex');
}

function proofOf(secret: Uint8Array, id: Buffer, revision: number): Buffer {
  return createHmac('sha256', secret).update('document link ').update(id).update(` ${revision}`).digest();
}

/**
 * The name of a revision in its link: `{name}{revision}` is the token (specification, "Share link of a revision"). It
 * is computed from the stored id and the server's secret, so nothing stored opens a document.
 */
export function linkName(secret: Uint8Array, linkId: string, revision: number): string {
  const id = idBytes(linkId);
  return Buffer.concat([id, proofOf(secret, id, revision)]).toString('base64url');
}

/** The stored id of a token; null for a token that this server did not make. */
export function readLinkToken(secrets: TokenSecrets, token: string): { linkId: string; revision: number } | null {
  const [, name, number] = TOKEN.exec(token) ?? [];
  if (name === undefined) return null;
  const bytes = Buffer.from(name, 'base64url');
  const id = bytes.subarray(0, ID_BYTES);
  const revision = Number(number);
  const proof = bytes.subarray(ID_BYTES);
  if (proof.length !== PROOF_BYTES) return null;
  if (!secrets.some((secret) => timingSafeEqual(proof, proofOf(secret, id, revision)))) return null;
  return { linkId: id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), revision };
}
