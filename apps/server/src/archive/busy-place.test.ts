import { readdirSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { archivedFolder } from '../platform/database/embedded-archive.ts';
import { readArchiveState } from '../platform/storage/archive-state.ts';
import { useArchivedMachine } from '../testing/archive.ts';
import { type Gate, startGate } from '../testing/gate.ts';
import { BUCKET, startS3, useS3At } from '../testing/s3.ts';
import { Shipper } from './shipper.ts';

const machine = useArchivedMachine({ BACKUP_URL: `s3://${BUCKET}/kopije` });
let s3: Awaited<ReturnType<typeof startS3>>;
let gate: Gate;
let shipper: Shipper;

beforeAll(async () => {
  s3 = await startS3();
  gate = await startGate(s3.endpoint);
  useS3At(gate.endpoint);
  shipper = new Shipper(machine.context, { url: machine.postgres.url, folder: machine.postgres.folder });
});
afterEach(() => gate.open());
afterAll(async () => {
  await shipper.close();
  await gate.stop();
  await s3.stop();
});

const waiting = () => readdirSync(archivedFolder(machine.postgres.folder));
const state = () => readArchiveState(machine.config.dataDir);

/** Ten writers commit; none waits for the place. */
async function tenCommits(): Promise<void> {
  const write = (writer: number) =>
    sql`insert into settings (key, value) values (${`writer ${writer}`}, '1')
      on conflict (key) do update set changed_at = now()`.execute(machine.context.db);
  await Promise.all(Array.from({ length: 10 }, (_, writer) => write(writer)));
}

/** Commits something, and waits until its segment waits to be sent. */
async function endedSegment(): Promise<string> {
  await tenCommits();
  const name = await machine.endSegment();
  await expect.poll(waiting).toContain(name);
  return name;
}

describe('a bucket of the archive', () => {
  it('that is full is told, holds nobody back, and gets everything when it has room again', async () => {
    expect(await shipper.round()).toBe(true);
    gate.mode = 'is full';
    const names = [await endedSegment(), await endedSegment()];
    expect(await shipper.round()).toBe(false);
    const told = await state();
    expect(told?.failure?.reason).toBe('The disk is full');
    expect(told?.waiting.segments).toBe(2);
    await tenCommits();
    expect(waiting().toSorted()).toEqual(names);

    gate.open();
    expect(await shipper.round()).toBe(true);
    expect(waiting()).toEqual([]);
    expect(await state()).toMatchObject({ segment: names[1], failure: null, broken: null, gaps: [] });
  });

  it('that is slow holds nobody back', async () => {
    const name = await endedSegment();
    gate.mode = 'holds';
    const round = shipper.round();
    await expect.poll(gate.held).toBeGreaterThan(0);
    await tenCommits();
    const next = await endedSegment();
    expect(gate.held()).toBeGreaterThan(0);
    expect(waiting().toSorted()).toEqual([name, next]);

    gate.open();
    expect(await round).toBe(true);
    await shipper.round();
    expect(await state()).toMatchObject({ segment: next, failure: null, broken: null });
  });
});
