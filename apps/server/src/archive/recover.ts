import { chownSync, existsSync, mkdirSync } from 'node:fs';
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { megabytes, type Progress } from '../backup/progress.ts';
import { connect } from '../backup/tables.ts';
import {
  type EmbeddedPostgres,
  embeddedFolder,
  startEmbeddedPostgres,
} from '../platform/database/embedded-postgres.ts';
import { type Account, canEnter, serviceAccount } from '../platform/database/postgres-binaries.ts';
import { Refused } from '../platform/process/refused.ts';
import type { FileStore } from '../platform/storage/file-store.ts';
import { hashAndLimit } from '../platform/storage/hashing-stream.ts';
import { roomAt } from '../platform/storage/room-at.ts';
import { joined } from '../platform/streams.ts';
import { packKey } from './base-manifest.ts';
import { readPack } from './packs.ts';
import { type Aim, type Plan, requireWhole, rowUntil } from './plan.ts';
import { openSealed, readExpected } from './sealed-object.ts';
import { eachOf } from './several.ts';
import { historyName, nameOf, type Segment, SEGMENT_BYTES, segmentKey } from './segments.ts';
import { readHistory, type Survey } from './survey.ts';
import { counted } from '../platform/process/counted.ts';

const AT_ONCE = 4;
/** The folder of fetched segments, beside that of the cluster. */
const FETCHED = 'fetched';
/** Room that must stay free beside the base and the segments. */
const RESERVE_BYTES = 512 * 1024 * 1024;
const NOT_REACHED = 'recovery ended before configured recovery target was reached';

export interface Source {
  place: FileStore;
  survey: Survey;
  plan: Plan;
  identity: string | null;
  /** null: any signer is accepted. */
  signers: readonly string[] | null;
}

/** Where a cluster is recovered, and the password of its database. */
export interface Target {
  dataDir: string;
  password: string;
}

export interface Recovered {
  postgres: EmbeddedPostgres;
  /** The moment of the last transaction (ISO 8601). */
  reached: string;
}

/** Error: Refused for a segment that is not there or another one, or was signed by somebody else. */
async function sealedSegment({ place, plan, signers }: Source, segment: Segment) {
  const { system } = plan.base;
  const [key, name] = [segmentKey(system, segment), nameOf(segment)];
  const sealed = await readExpected(place, key, { system, name, called: `Segment ${name}` }, signers);
  return { key, name, sealed };
}

async function fetchSegment(source: Source, segment: Segment, folder: string): Promise<void> {
  const { key, name, sealed } = await sealedSegment(source, segment);
  const content = await openSealed(source.place, key, sealed, source.identity);
  await pipeline(content, createWriteStream(join(folder, name), { mode: 0o644 }));
}

/** Fetches the histories of all timelines of the place, so that PostgreSQL gives its own timeline a new number. */
async function fetchHistories({ place, survey, plan, identity, signers }: Source, folder: string): Promise<void> {
  for (const { system, timeline } of survey.histories.filter((one) => one.system === plan.base.system)) {
    const { content } = await readHistory(place, { system, timeline }, { signers, identity });
    await writeFile(join(folder, historyName(timeline)), content, { mode: 0o644 });
  }
}

async function unpackBase(
  { place, plan, identity }: Source,
  root: string,
  account: Account | undefined,
): Promise<void> {
  const { base } = plan;
  let files = 0;
  for (const [index, pack] of base.packs.entries()) {
    const stored = hashAndLimit(Number.POSITIVE_INFINITY);
    const content = joined(await place.get(packKey(base.system, base.id, index)), stored.stream);
    files += await readPack(content, root, { identity, account });
    if (stored.result().hash !== pack.sha256) throw new Refused(`Pack ${index} of the base ${base.id} is damaged.`);
  }
  if (files !== base.files) throw new Refused(`The base ${base.id} has ${counted(files, 'file')}, not ${base.files}.`);
}

/** The segments that are needed. Error: Refused for a hole, or a moment that the archive has not reached. */
async function neededOf(source: Source, to: Aim): Promise<Segment[]> {
  if (to === 'latest') {
    requireWhole(source.plan);
    return source.plan.row;
  }
  return rowUntil(
    source.plan,
    to,
    async (segment) => new Date((await sealedSegment(source, segment)).sealed.description.at),
  );
}

async function requireRoomFor(dataDir: string, { plan }: Source, segments: number): Promise<void> {
  const needed = plan.base.bytes + (segments + 1) * SEGMENT_BYTES + RESERVE_BYTES;
  const { free } = await roomAt(dataDir);
  if (free < needed) {
    throw new Refused(
      `There is no room for the restore: it needs about ${megabytes(needed)}, and ${megabytes(free)} are free.`,
    );
  }
}

/**
 * Unpacks a base into an empty folder, fetches the segments and replays them up to a moment. PostgreSQL runs then, on a
 * timeline of its own, as the database of `dataDir`. Errors: Refused for an archive that is damaged, has a hole or does
 * not reach the moment, and without room; those of place, disk and PostgreSQL.
 */
export async function recover(
  source: Source,
  { dataDir, password }: Target,
  to: Aim,
  progress: Progress,
): Promise<Recovered> {
  const needed = await neededOf(source, to);
  await requireRoomFor(dataDir, source, needed.length);
  const account = serviceAccount();
  const folder = embeddedFolder(dataDir);
  const [root, log] = [join(folder, 'cluster'), join(folder, FETCHED)];
  for (const path of [folder, root, log]) {
    mkdirSync(path, { recursive: true, mode: 0o755 });
    if (account) chownSync(path, account.uid, account.gid);
  }
  const { base } = source.plan;
  progress.step(`Base ${base.id}: ${counted(base.files, 'file')} with ${megabytes(base.bytes)}`);
  await unpackBase(source, root, account);
  await writeFile(join(root, 'backup_label'), base.label, { mode: 0o600 });
  await writeFile(join(root, 'recovery.signal'), '', { mode: 0o600 });
  if (account)
    for (const name of ['backup_label', 'recovery.signal']) chownSync(join(root, name), account.uid, account.gid);
  await chmod(root, 0o700);
  await writeFile(join(folder, 'password'), password, { mode: 0o600 });
  progress.step(counted(needed.length, 'segment'));
  await fetchHistories(source, log);
  let done = 0;
  await eachOf(needed, AT_ONCE, async (segment) => {
    await fetchSegment(source, segment, log);
    done += 1;
    progress.count(() => `${done} of ${counted(needed.length, 'segment')}`);
  });
  progress.step('Replaying');
  const rest = source.plan.row.slice(needed.length);
  const postgres = await replay(source.plan, { dataDir, root }, to, async () => {
    progress.step(`${counted(rest.length, 'segment')} more`);
    await eachOf(rest, AT_ONCE, (segment) => fetchSegment(source, segment, log));
    return rest.length > 0;
  });
  try {
    const reached = await reachedBy(postgres.url);
    await rm(log, { recursive: true });
    return { postgres, reached: reached ?? base.at };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

async function replay(
  { timeline }: Plan,
  { dataDir, root }: { dataDir: string; root: string },
  to: Aim,
  /** Fetches the segments that are left; false: there are none. */
  fetchRest: () => Promise<boolean>,
): Promise<EmbeddedPostgres> {
  // Without it PostgreSQL would treat the files as those of a crashed database, and damage them.
  if (!existsSync(join(root, 'backup_label'))) throw new Refused('The base has no backup_label.');
  const settings = [
    // PostgreSQL runs it in the cluster's folder; an absolute path may have characters that are special to a shell.
    `restore_command=cp "../${FETCHED}/%f" "%p"`,
    `recovery_target_timeline=${timeline}`,
    'recovery_target_action=promote',
    // It accepts connections only after everything is replayed.
    'hot_standby=off',
  ];
  if (to === 'latest') return startEmbeddedPostgres(dataDir, { recovery: settings });
  const target = `recovery_target_time=${to.toISOString().replace('T', ' ').replace('Z', '+00')}`;
  try {
    return await startReplaying(dataDir, [...settings, target]);
  } catch (error) {
    if (!(error instanceof NotReached)) throw error;
  }
  // These segments contain no transaction after the moment: the clock was ahead when the last of them was complete, or
  // nothing was committed in between.
  if (await fetchRest()) {
    try {
      return await startReplaying(dataDir, [...settings, target]);
    } catch (error) {
      if (!(error instanceof NotReached)) throw error;
    }
  }
  // All transactions of the archive are from before the moment, and the archive itself reaches beyond it.
  return startEmbeddedPostgres(dataDir, { recovery: settings });
}

/** PostgreSQL has replayed all segments and found no transaction after the moment. */
class NotReached extends Error {}

/** Error: NotReached; those of PostgreSQL. */
async function startReplaying(dataDir: string, recovery: readonly string[]): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres(dataDir, { recovery });
  } catch (error) {
    throw (error as Error).message.includes(NOT_REACHED) ? new NotReached(NOT_REACHED, { cause: error }) : error;
  }
}

async function reachedBy(url: string): Promise<string | null> {
  const client = await connect(url);
  try {
    const { rows } = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at');
    return rows[0]?.at?.toISOString() ?? null;
  } finally {
    await client.end();
  }
}

/** Moves a recovered, stopped cluster into another data folder. Error: Refused if that has got a database since. */
export async function moveCluster(from: string, to: string): Promise<void> {
  const [source, target] = [embeddedFolder(from), embeddedFolder(to)];
  const account = serviceAccount();
  await mkdir(target, { recursive: true, mode: 0o755 });
  if (account && canEnter(target, account)) chownSync(target, account.uid, account.gid);
  if (existsSync(join(target, 'cluster'))) throw new Refused('DATA_DIR has a database since.');
  await rename(join(source, 'password'), join(target, 'password'));
  await rename(join(source, 'cluster'), join(target, 'cluster'));
  await rm(source, { recursive: true, force: true });
}
