import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Context, today } from '../../platform/context.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/database.ts';
import { lastSeal, sealRows, seals, strayRows } from './queries.ts';

/*
 * The chain of the audit log (docs/decisions/0041-audit-chain.md). The hash of each seal is SHA-256 over the hash
 * before it and the text of the row; the first has none before it.
 */

const SEALED_AT_ONCE = 5_000;

/** The end of the chain on a day, kept outside the database and signed. */
interface Head {
  day: string;
  seal: string;
  hash: string;
  signature: string;
}

type Unsigned = Omit<Head, 'signature'>;

const headsFolder = (config: Pick<Config, 'dataDir'>) => join(config.dataDir, 'audit-heads');

function signatureOf(config: Pick<Config, 'tokenSecret'>, { day, seal, hash }: Unsigned): string {
  const key = createHmac('sha256', config.tokenSecret).update('audit-head').digest();
  return createHmac('sha256', key)
    .update(JSON.stringify([day, seal, hash]))
    .digest('hex');
}

/** Seals what waits for it. */
export async function sealAudit(context: Context): Promise<void> {
  while ((await sealRows(context.db, SEALED_AT_ONCE)) === SEALED_AT_ONCE);
}

/** Writes the end of the chain, signed, to the folder `audit-heads` of DATA_DIR, a file a day. */
export async function exportHead(context: Context): Promise<void> {
  await sealAudit(context);
  const last = await lastSeal(context.db);
  if (!last) return;
  const head = { day: today(context), seal: last.seal, hash: last.hash.toString('hex') };
  const folder = headsFolder(context.config);
  await mkdir(folder, { recursive: true });
  const signed: Head = { ...head, signature: signatureOf(context.config, head) };
  await writeFile(join(folder, `${head.day}.json`), `${JSON.stringify(signed)}\n`);
}

async function readHeads(
  config: Pick<Config, 'dataDir' | 'tokenSecret'>,
): Promise<{ heads: Head[]; forged: string[] }> {
  const folder = headsFolder(config);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const heads: Head[] = [];
  const forged: string[] = [];
  for (const name of names.filter((one) => one.endsWith('.json')).toSorted()) {
    const head = JSON.parse(await readFile(join(folder, name), 'utf8')) as Head;
    const [given, right] = [Buffer.from(head.signature, 'hex'), Buffer.from(signatureOf(config, head), 'hex')];
    if (given.length === right.length && timingSafeEqual(given, right)) heads.push(head);
    else forged.push(name);
  }
  return { heads, forged };
}

/** What the check of the chain found: nothing in `broken` means that the log is as it was written. */
export interface ChainReport {
  seals: number;
  /** Rows of the last moments, which have no seal yet. */
  waiting: number;
  heads: number;
  /** What is wrong first, as a sentence for the terminal; null when nothing is. */
  broken: string | null;
}

/** Walks the whole chain, and holds it against the signed heads. Throws when the database or the folder cannot be read. */
export async function verifyChain(db: Database, config: Pick<Config, 'dataDir' | 'tokenSecret'>): Promise<ChainReport> {
  const { heads, forged } = await readHeads(config);
  const expected = new Map(heads.map((head) => [head.seal, head]));
  const report: ChainReport = { seals: 0, waiting: 0, heads: heads.length, broken: null };
  const broken = (text: string): ChainReport => ({ ...report, broken: text });
  if (forged[0] !== undefined) return broken(`the head ${forged[0]} is not signed by this product`);
  let before: Buffer = Buffer.alloc(0);
  for await (const { seal, text, auditId, hash } of seals(db)) {
    report.seals += 1;
    if (seal !== String(report.seals)) return broken(`seal ${report.seals} is missing`);
    if (text === null) return broken(`row ${auditId} (seal ${seal}) is missing`);
    const made = createHash('sha256').update(before).update(text, 'utf8').digest();
    if (!made.equals(hash)) return broken(`row ${auditId} (seal ${seal}) was changed`);
    const head = expected.get(seal);
    if (head && head.hash !== hash.toString('hex')) {
      return broken(`seal ${seal} is not the one that was exported on ${head.day}`);
    }
    expected.delete(seal);
    before = hash;
  }
  const [lost] = [...expected.values()];
  if (lost) return broken(`the end of the chain is missing: ${lost.day} had ${lost.seal} seals`);
  const { waiting, stray } = await strayRows(db);
  report.waiting = waiting;
  return stray[0] === undefined ? report : broken(`row ${stray[0]} was put there without the product`);
}
