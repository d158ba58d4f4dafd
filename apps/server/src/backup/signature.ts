import { createHash, createHmac, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { type AuditSecrets, auditSecretsOf } from '../platform/audit/audit-signature.ts';

/**
 * Backups are signed with Ed25519. The key of an installation is derived from its audit secret, so that no further
 * secret has to be kept. Before a restore, the operator compares the signer with the one that the backup printed.
 */

/** The head of an Ed25519 private key in PKCS #8 (RFC 8410); 32 bytes of seed follow. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
/** The head of an Ed25519 public key (SPKI); 32 bytes follow. */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');
const KEY_BYTES = 32;

function privateKeyOf(auditSecret: Uint8Array): KeyObject {
  const seed = createHmac('sha256', auditSecret).update('backup-signature').digest();
  return createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
}

/** The signer of an installation: its public key, hexadecimal. */
export function signerOf(auditSecret: Uint8Array): string {
  const spki = createPublicKey(privateKeyOf(auditSecret)).export({ format: 'der', type: 'spki' });
  return spki.subarray(-KEY_BYTES).toString('hex');
}

/** The signers of an installation: the present one, and those of its former secrets. */
export const signersOf = (secrets: AuditSecrets): string[] => auditSecretsOf(secrets).map(signerOf);

/** Returns the signature of a text, hexadecimal. */
export function signText(auditSecret: Uint8Array, text: string): string {
  return sign(null, Buffer.from(text, 'utf8'), privateKeyOf(auditSecret)).toString('hex');
}

/** Returns whether this signer has signed the text. */
export function isSignedBy(signer: string, text: string, signature: string): boolean {
  const raw = Buffer.from(signer, 'hex');
  if (raw.length !== KEY_BYTES) return false;
  const key = createPublicKey({ key: Buffer.concat([SPKI_HEAD, raw]), format: 'der', type: 'spki' });
  return verify(null, Buffer.from(text, 'utf8'), key, Buffer.from(signature, 'hex'));
}

/** A secret prefix for names of encrypted contents: without it a name would reveal who has a known file. */
export function nameSalt(auditSecret: Uint8Array, recipient: string): string {
  const secret = createHmac('sha256', auditSecret).update('backup-names').digest();
  return createHash('sha256').update(secret).update(recipient).digest('hex');
}
