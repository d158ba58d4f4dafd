import { appendFileSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { audit } from '../../platform/audit/audit.ts';
import { Metrics } from '../../platform/watching/metrics.ts';
import { type Certificate, makeCertificate, trusting } from '../../testing/certificate.ts';
import { useServer } from '../../testing/server.ts';
import { startReceiver, type SyslogReceiver } from '../../testing/syslog-receiver.ts';
import { measured } from '../health/measured.ts';
import { auditExportPart } from '../health/parts.ts';
import { sealAudit } from './chain.ts';
import { exportAudit, pauseAfter } from './export.ts';
import { readExport } from './export-queries.ts';

const server = useServer();
const folder = mkdtempSync(join(tmpdir(), 'pimis-log-store-'));
let certificate: Certificate;
let receiver: SyslogReceiver;
const MINUTE_MS = 60_000;
const NOW = new Date('2026-11-29T10:00:00Z');
/** Longer than a test may take: a broken connection must be noticed before. */
const LONG = { timeoutMs: 60_000, quietMs: 60_000 };

beforeAll(async () => {
  certificate = await makeCertificate();
});
beforeEach(async () => {
  receiver = await startReceiver(certificate);
  await sealAudit(server.jobs);
  await sql`insert into audit_export (seal) select coalesce(max(seal), 0) from audit_chain
    on conflict (id) do update
    set seal = excluded.seal, failures = 0, next_at = null, reason = null, taken_at = null`.execute(server.jobs.db);
});
afterEach(async () => {
  server.setNow(null);
  await receiver.stop();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = async (count: number, detail: { before: unknown; after: unknown } = { before: 1, after: 2 }) => {
  for (let at = 0; at < count; at += 1) {
    await audit(
      server.context.db,
      { user: null, address: '127.0.0.1' },
      { operation: 'test.export', subjectType: 'registry.test', subjectId: `„a" \\ ]\n${at}`, detail },
    );
  }
};
const toSyslog = () => ({ ...server.jobs, config: { ...server.jobs.config, auditSyslog: receiver.url } });
const toFile = (path: string) => ({ ...server.jobs, config: { ...server.jobs.config, auditFile: path } });
const send = (times = { timeoutMs: 60_000, quietMs: 0 }) =>
  trusting(certificate, () => exportAudit(toSyslog(), { atOnce: 4, times }));
const state = () => readExport(server.jobs.db);
const sealsOf = (messages: readonly string[]) => messages.map((one) => Number(/ seal="(\d+)"/.exec(one)?.[1]));
/** The last seals of the chain, in ascending order. */
const lastSeals = async (count: number) => {
  const { rows } = await sql<{ last: number }>`select max(seal)::integer as last from audit_chain`.execute(
    server.jobs.db,
  );
  return Array.from({ length: count }, (_, index) => (rows[0]?.last ?? 0) - count + 1 + index);
};

it('sends each row once, in the order of the chain, with the data of the workbook', async () => {
  await write(9, { before: null, after: 'Пројекат „]“' });
  await send();
  await send();
  expect(sealsOf(receiver.messages)).toEqual(await lastSeals(9));
  // Four rows are sent at a time; without rows no connection is opened.
  expect(receiver.connections).toBe(3);
  const { rows } = await sql<{ id: string; at: Date }>`
    select id::text, at from audit_log where operation = 'test.export' order by id limit 1`.execute(server.jobs.db);
  const [seal] = await lastSeals(9);
  expect(receiver.messages[0]).toBe(
    `<110>1 ${rows[0]?.at.toISOString()} localhost pimis - test.export [audit@pimis seal="${seal}" id="${rows[0]?.id}"` +
      String.raw` operation="test.export" subjectType="registry.test" subjectId="„a\" \\ \]\\u000a0" address="127.0.0.1"]` +
      ' \uFEFF{"after":"Пројекат „]“","before":null}',
  );
});

it('a receiver that is down, breaks off or is silent gets every row when it is back', async () => {
  await write(6);
  server.setNow(NOW);
  const port = Number(new URL(receiver.url).port);
  await receiver.stop();
  await send();
  expect(await state()).toMatchObject({ failures: 1, reason: expect.stringContaining('ECONNREFUSED') as string });

  receiver = await startReceiver(certificate, port);
  await send();
  expect(receiver.connections).toBe(0);
  server.setNow(new Date(NOW.getTime() + MINUTE_MS));
  receiver.mode = 0;
  await send(LONG);
  expect(await state()).toMatchObject({ failures: 2 });

  server.setNow(new Date(NOW.getTime() + 10 * MINUTE_MS));
  receiver.mode = 'is silent';
  await send({ timeoutMs: 50, quietMs: 0 });
  expect(await state()).toMatchObject({ failures: 3, reason: 'the log store was silent for 50 ms' });
  expect(receiver.messages).toEqual([]);

  server.setNow(new Date(NOW.getTime() + 20 * MINUTE_MS));
  receiver.mode = 2;
  await send(LONG);
  expect(await state()).toMatchObject({ failures: 4 });
  const seals = await lastSeals(6);
  expect(sealsOf(receiver.messages)).toEqual(seals.slice(0, 2));

  server.setNow(new Date(NOW.getTime() + 40 * MINUTE_MS));
  receiver.mode = 'takes';
  await send();
  // Nobody knows which rows arrived before the connection broke, so all are repeated.
  expect(sealsOf(receiver.messages)).toEqual([...seals.slice(0, 2), ...seals]);
  expect(await state()).toMatchObject({ failures: 0, reason: null, nextAt: null, seal: String(seals.at(-1)) });
});

it('does not trust a receiver with an unknown certificate', async () => {
  await write(1);
  await exportAudit(toSyslog());
  expect((await state()).reason).toMatch(/self-signed/);
  expect(receiver.messages).toEqual([]);
});

it('only one server sends at a time', async () => {
  await write(30);
  await Promise.all([send(), send(), send()]);
  await send();
  expect(sealsOf(receiver.messages)).toEqual(await lastSeals(30));
});

it('waits longer after each failure, ten minutes at most', () => {
  expect([1, 2, 3, 4, 5, 50].map(pauseAfter)).toEqual([55_000, 110_000, 220_000, 440_000, 600_000, 600_000]);
});

const read = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

it('writes JSON lines to a file, and begins a new one after a rotation', async () => {
  const path = join(folder, 'audit.jsonl');
  await write(2, { before: null, after: 'Пројекат' });
  await exportAudit(toFile(path));
  renameSync(path, `${path}.1`);
  await exportAudit(toFile(path));
  await write(1);
  await exportAudit(toFile(path));
  const seals = await lastSeals(3);
  const [first, ...others] = [...read(`${path}.1`), ...read(path)];
  expect(read(path)).toHaveLength(1);
  expect([first, ...others].map((row) => Number(row?.seal))).toEqual(seals);
  expect(
    Object.keys(first ?? {})
      .toSorted()
      .join(' '),
  ).toBe('address at detail id login operation organizationId requestId seal subjectId subjectName subjectType');
  expect(first).toMatchObject({ operation: 'test.export', detail: { before: null, after: 'Пројекат' }, login: null });
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it('rows wait while the file cannot be written; half a line of a killed process stays on its own line', async () => {
  await write(1);
  await exportAudit(toFile('/dev/full'));
  expect(await state()).toMatchObject({ failures: 1, reason: expect.stringContaining('ENOSPC') as string });
  server.setNow(new Date(Date.now() + MINUTE_MS));
  const path = join(folder, 'killed.jsonl');
  appendFileSync(path, '{"seal":"1');
  await exportAudit(toFile(path));
  const [half, row, end] = readFileSync(path, 'utf8').split('\n');
  expect([half, end]).toEqual(['{"seal":"1', '']);
  expect(Number((JSON.parse(row ?? '') as { seal: string }).seal)).toBe((await lastSeals(1))[0]);
});

it('health and metrics show how far the store is behind', async () => {
  const context = toSyslog();
  const part = () => auditExportPart(context);
  const metrics = async () => {
    const found = new Metrics();
    found.addSource(measured(context));
    return found.text();
  };
  expect(await auditExportPart(server.jobs)).toMatchObject({ state: 'off' });
  expect(await part()).toMatchObject({ state: 'ok', reason: null });
  await write(2);
  expect(await part()).toMatchObject({ state: 'ok', reason: expect.stringMatching(/^2 rows wait since 2/) as string });
  expect(await metrics()).toMatch(/^pimis_audit_export_behind_rows 2$[^]*^pimis_audit_export_behind_seconds \d/m);
  receiver.mode = 0;
  await send(LONG);
  receiver.mode = 'takes';
  expect(await part()).toMatchObject({ state: 'warning', reason: expect.stringMatching(/^2 rows .*Z: ./) as string });
  server.setNow(new Date(Date.now() + 16 * MINUTE_MS));
  expect(await part()).toMatchObject({ state: 'failed' });
  await send();
  expect(await part()).toMatchObject({ state: 'ok', reason: null });
  expect(await metrics()).toMatch(/^pimis_audit_export_behind_rows 0$[^]*^pimis_audit_export_behind_seconds 0$/m);
});
