import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AuditSecrets, auditSecretsOf, writtenCheck } from '../../platform/audit/audit-signature.ts';
import { type Context, today } from '../../platform/context.ts';
import type { Config } from '../../config.ts';
import { shortenOldHeads } from './old-heads.ts';
import type { Database } from '../../platform/database/database.ts';
import {
  countUnsigned,
  lastSeal,
  sealRows,
  seals,
  strayRows,
  unsealed,
  waitingRows,
  type RecordedRestore,
  recordedRestores,
} from './queries.ts';

/*
 * The chain of the audit log (docs/decisions/0041-audit-chain.md). The hash of each seal is SHA-256 over the previous
 * hash and the text of the row; the first seal has no previous hash. A head is the end of the chain at a moment, signed
 * and kept outside the database: it reveals that rows at the end were removed together with their seals.
 */

const SEALED_AT_ONCE = 5_000;

interface Head {
  at: string;
  seal: string;
  hash: string;
  /** The last row without a signature: rows from before rows were signed. */
  unsigned: number;
  signature: string;
}

type Settings = Pick<Config, 'dataDir'> & AuditSecrets;

const headsFolder = (config: Settings) => join(config.dataDir, 'audit-heads');

function signatureOf(auditSecret: Uint8Array, { at, seal, hash, unsigned }: Omit<Head, 'signature'>): string {
  const key = createHmac('sha256', auditSecret).update('audit-head').digest();
  return createHmac('sha256', key)
    .update(JSON.stringify([at, seal, hash, unsigned]))
    .digest('hex');
}

/** Rows that wait for their seal; a job seals them each minute. */
export const unsealedRows = (context: Pick<Context, 'db'>) => unsealed(context.db);

/** Seals the rows that wait. */
export async function sealAudit(context: Context): Promise<void> {
  while ((await sealRows(context.db, SEALED_AT_ONCE)) === SEALED_AT_ONCE);
}

/** The last head that this process wrote; an unchanged end is not written again. */
let lastHead = '';

/**
 * Seals the rows that wait. If the end of the chain has moved, it appends the signed head to the day's file in the
 * folder `audit-heads` of DATA_DIR, one per line: a later head never replaces an earlier one, which may have recorded
 * more.
 */
export async function exportHead(context: Context): Promise<void> {
  await sealAudit(context);
  const last = await lastSeal(context.db);
  if (!last) return;
  const end = `${headsFolder(context.config)} ${last.seal} ${last.hash.toString('hex')}`;
  if (end === lastHead) return;
  const unsigned = await countUnsigned(context.db, last.seal);
  const head = { at: context.now().toISOString(), seal: last.seal, hash: last.hash.toString('hex'), unsigned };
  const folder = headsFolder(context.config);
  const isFirst = !existsSync(join(folder, `${today(context)}.jsonl`));
  await mkdir(folder, { recursive: true });
  if (isFirst) await shortenOldHeads(folder, today(context), (line) => sealOf(context.config, line));
  const signed: Head = { ...head, signature: signatureOf(context.config.auditSecret, head) };
  await appendFile(join(folder, `${today(context)}.jsonl`), `${JSON.stringify(signed)}\n`);
  lastHead = end;
}

async function readHeads(config: Settings): Promise<{ heads: Head[]; forged: string[] }> {
  const folder = headsFolder(config);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const heads: Head[] = [];
  const forged: string[] = [];
  for (const name of names.filter((one) => one.endsWith('.jsonl')).toSorted()) {
    const lines = (await readFile(join(folder, name), 'utf8')).split('\n');
    for (const [index, line] of lines.entries()) {
      if (line === '') continue;
      const head = readHead(line);
      if (head && isSigned(config, head)) heads.push(head);
      else forged.push(`${name}, line ${index + 1},`);
    }
  }
  return { heads, forged };
}

function sealOf(config: Settings, line: string): bigint | null {
  const head = readHead(line);
  return head && isSigned(config, head) ? BigInt(head.seal) : null;
}

/** An incomplete line, for example after a full disk, is not a head. */
function readHead(line: string): Head | null {
  try {
    return JSON.parse(line) as Head;
  } catch {
    return null;
  }
}

function isSigned(config: Settings, head: Head): boolean {
  const given = Buffer.from(String(head.signature), 'hex');
  return auditSecretsOf(config).some((secret) => {
    const right = Buffer.from(signatureOf(secret, head), 'hex');
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

/** How far the clocks of a server and its database may differ. */
const CLOCKS_MS = 60_000;

/** Rows that a restore lost: written after its backup, and known only from heads. */
export interface GivenUp {
  restoredAt: string;
  /** The moment of the backup. */
  point: string;
  /** How many rows the newest head before the restore had beyond the backup. */
  rows: number;
  /** The time of that head. */
  until: string;
}

/**
 * Whether a head that does not fit the chain dates from between a backup and its restore: such a head may have more
 * rows than the restored chain. Rows from before the backup must all be there.
 */
const isOf = (head: Head, { at, point, seal }: RecordedRestore) =>
  Number(head.seal) > Number(seal) &&
  Date.parse(head.at) > Date.parse(point) - CLOCKS_MS &&
  Date.parse(head.at) < at.getTime() + CLOCKS_MS;

/** The rows that each restore lost, according to the heads from before it. */
function givenUpBy(heads: readonly Head[], restores: readonly RecordedRestore[]): GivenUp[] {
  return restores.flatMap((restore) => {
    const [last] = heads.filter((head) => isOf(head, restore)).toSorted((a, b) => Number(b.seal) - Number(a.seal));
    if (!last) return [];
    const rows = Number(last.seal) - Number(restore.seal);
    return [{ restoredAt: restore.at.toISOString(), point: restore.point, rows, until: last.at }];
  });
}

/** The result of the check; the log is intact if `broken` is null. */
export interface ChainReport {
  seals: number;
  /** Sealed rows from before signatures were introduced. */
  unsigned: number;
  /** Recent rows that have no seal yet. */
  waiting: number;
  heads: number;
  /** Rows lost by restores, according to heads kept elsewhere. */
  givenUp: GivenUp[];
  /** The first fault, as a sentence for the terminal; null if there is none. */
  broken: string | null;
}

/**
 * Checks the whole chain, the signature of each row, and the heads. Error: when the database or the folder cannot be
 * read.
 */
export async function verifyChain(db: Database, config: Settings): Promise<ChainReport> {
  const { heads, forged } = await readHeads(config);
  const restores = await recordedRestores(db);
  const isGivenUp = (head: Head) => restores.some((restore) => isOf(head, restore));
  const aside: Head[] = [];
  const expected = Map.groupBy(heads, (head) => head.seal);
  const isWritten = writtenCheck(config);
  const report: ChainReport = { seals: 0, unsigned: 0, waiting: 0, heads: heads.length, givenUp: [], broken: null };
  const broken = (text: string): ChainReport => ({ ...report, broken: text });
  if (forged[0] !== undefined) return broken(`the head in ${forged[0]} is not signed by this product`);
  let before: Buffer = Buffer.alloc(0);
  for await (const { seal, text, at, auditId, hash, signature } of seals(db)) {
    report.seals += 1;
    if (seal !== String(report.seals)) return broken(`seal ${report.seals} is missing`);
    if (text === null || at === null) return broken(`row ${auditId} (seal ${seal}) is missing`);
    const made = createHash('sha256').update(before).update(text, 'utf8').digest();
    if (!made.equals(hash)) return broken(`row ${auditId} (seal ${seal}) was changed`);
    // Only rows at the beginning may be unsigned.
    if (signature === null && report.unsigned === report.seals - 1) report.unsigned += 1;
    else if (!isWritten({ text, signature, at }))
      return broken(`row ${auditId} (seal ${seal}) was not written by the product`);
    for (const head of expected.get(seal) ?? []) {
      const isOther = head.hash !== hash.toString('hex');
      if (isOther && isGivenUp(head)) aside.push(head);
      else if (isOther) return broken(`seal ${seal} is not the one that was exported at ${head.at}`);
      else if (head.unsigned !== report.unsigned)
        return broken(`signatures of rows from before ${head.at} are missing`);
    }
    expected.delete(seal);
    before = hash;
  }
  const beyond = [...expected.values()].flat();
  report.givenUp = givenUpBy([...aside, ...beyond], restores);
  const lost = beyond.find((head) => !isGivenUp(head));
  if (lost) return broken(`the end of the chain is missing: ${lost.at} had ${lost.seal} seals`);
  const waiting = await waitingRows(db);
  report.waiting = waiting.length;
  const unwritten = waiting.find((row) => !isWritten(row));
  if (unwritten) return broken(`row ${unwritten.id} was not written by the product`);
  const [stray] = await strayRows(db);
  return stray === undefined ? report : broken(`row ${stray} was put there without the product`);
}
