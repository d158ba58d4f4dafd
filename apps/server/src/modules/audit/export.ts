import type { Config } from '../../config.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sealAudit } from './chain.ts';
import { claimExport, readExport, rowsBehind, writeExport } from './export-queries.ts';
import { appendLines } from './line-file.ts';
import { type SealedRow, sealedRows } from './queries.ts';
import { messageOf, sendSyslog, type SyslogTimes } from './syslog.ts';

/*
 * Rows of the audit log also go to a log store, in the order of their seals (docs/decisions/
 * 0303-audit-to-a-log-store.md). The log itself is the queue: the seal of the last row that the store has is kept.
 */

/** Rows sent in one attempt; a failure repeats all of them. */
const AT_ONCE = 1_000;
/** How long a run may begin new attempts; a server that stops waits for the last of them. */
const RUN_MS = 10_000;
const TIMES: SyslogTimes = { timeoutMs: 5_000, quietMs: 500 };
/** A little shorter than the minute between two runs, so that the next run is not skipped. */
const FIRST_PAUSE_MS = 55_000;
const LONGEST_PAUSE_MS = 10 * 60_000;
const REASON_LENGTH = 300;

type Settings = Pick<Config, 'auditSyslog' | 'auditFile' | 'publicUrl'>;
type Store = (rows: readonly SealedRow[]) => Promise<void>;

/** Whether rows go to a log store at all. */
export const hasLogStore = ({ auditSyslog, auditFile }: Pick<Config, 'auditSyslog' | 'auditFile'>): boolean =>
  auditSyslog !== undefined || auditFile !== undefined;

function storeOf({ auditSyslog, auditFile, publicUrl }: Settings, times: SyslogTimes): Store | null {
  const host = new URL(publicUrl).hostname;
  if (auditSyslog !== undefined) {
    return (rows) =>
      sendSyslog(
        auditSyslog,
        rows.map((row) => messageOf(row, host)),
        times,
      );
  }
  if (auditFile === undefined) return null;
  return (rows) =>
    appendLines(
      auditFile,
      rows.map((row) => JSON.stringify(row)),
    );
}

/** The pause after this number of failures in a row. */
export const pauseAfter = (failures: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);

/**
 * Sends rows that the log store does not have, for some seconds at most. A store that does not take them is not an
 * error of the job: the failure is kept for the health panel, and the next attempt comes after a pause. Errors: those
 * of the database.
 */
export async function exportAudit(
  context: Context,
  { atOnce = AT_ONCE, times = TIMES }: { atOnce?: number; times?: SyslogTimes } = {},
): Promise<void> {
  const store = storeOf(context.config, times);
  if (!store) return;
  await sealAudit(context);
  const until = performance.now() + RUN_MS;
  const next = (tx: Tx) => exportNext(context, tx, store, atOnce);
  while (await context.db.transaction().execute(next)) if (performance.now() >= until) return;
}

/** Sends the next rows; returns whether this server can send more now. */
async function exportNext({ now, log }: Context, tx: Tx, store: Store, atOnce: number): Promise<boolean> {
  const state = await claimExport(tx);
  if (!state || (state.nextAt !== null && state.nextAt > now())) return false;
  const rows = await sealedRows(tx, state.seal, atOnce);
  const last = rows.at(-1);
  if (!last) return false;
  try {
    await store(rows);
  } catch (error) {
    const failures = state.failures + 1;
    const reason = (error instanceof Error ? error.message || error.name : String(error)).slice(0, REASON_LENGTH);
    const nextAt = new Date(now().getTime() + pauseAfter(failures));
    log.warn({ err: error, rows: rows.length }, 'the log store did not take rows of the audit log');
    await writeExport(tx, { ...state, failures, reason, nextAt });
    return false;
  }
  await writeExport(tx, { seal: last.seal, takenAt: now(), failures: 0, reason: null, nextAt: null });
  return rows.length === atOnce;
}

/** How far the log store is behind. */
export interface ExportLag {
  rows: number;
  /** The time of the first row that the log store does not have. */
  since: Date;
  /** When it last took rows. */
  takenAt: Date | null;
  /** Why the last attempt failed; null if it did not. */
  reason: string | null;
}

/** Rows that the log store does not have; null if it has all. */
export async function exportLag({ db }: Pick<Context, 'db'>): Promise<ExportLag | null> {
  const { seal, takenAt, reason } = await readExport(db);
  const behind = await rowsBehind(db, seal);
  return behind && { ...behind, takenAt, reason };
}
